/** One option of a command: a small box with its name, an input, and a list where there is something to pick. */

import { el, ids } from "./dom.js";
import { Listbox } from "./listbox.js";
import { TEXTS } from "./texts.js";

export const KIND = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, MENTIONABLE: 9, NUMBER: 10 };
const PAUSE = 120;

export class Field {
  #picked = null;
  #asked = 0;
  #timer = 0;

  /**
   * @param {object} option as `shown.py` tells it
   * @param {object} form hears the keys, knows people and channels, and asks the bot for suggestions
   */
  constructor(option, form) {
    this.option = option;
    this.form = form;
    const id = ids.next("option");
    const numeric = [KIND.INTEGER, KIND.NUMBER].includes(option.type) && !option.choices.length;
    this.input = el("input", {
      id,
      type: "text",
      dir: "auto",
      spellcheck: "false",
      autocapitalize: "off",
      inputmode: numeric ? "decimal" : null,
      maxlength: option.max_length,
      placeholder: option.description,
      "aria-required": String(option.required),
    });
    this.list = new Listbox(TEXTS.suggestions(option.label), (item) => this.#pick(item));
    if (this.#offers) {
      this.input.setAttribute("role", "combobox");
      this.list.steeredBy(this.input);
    }
    const remove = el("button", {
      type: "button",
      class: "field-remove",
      "aria-label": TEXTS.optionRemove(option.label),
      text: "×",
      onclick: () => form.drop(this),
    });
    const isText = option.type === KIND.STRING && !option.choices.length;
    this.element = el(
      "div",
      { class: isText ? "field wide" : "field" },
      el("label", { for: id, text: option.label }),
      this.input,
      !option.required && remove,
      this.list.element,
    );
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("focus", () => this.#suggest());
    this.input.addEventListener("blur", () => this.list.hide());
    this.input.addEventListener("keydown", (event) => this.#key(event));
  }

  /** What is sent: the value of the pick, or the text as it stands; undefined for an empty field. */
  get value() {
    if (this.#picked) return this.#picked.value;
    return this.input.value.trim() || undefined;
  }

  /** Put in what was typed for the option elsewhere. */
  fill(text) {
    this.input.value = text;
    const typed = text.toLowerCase();
    const same = (item) => [item.label, String(item.value)].some((name) => name.toLowerCase() === typed);
    this.#picked = this.#fixed?.find(same) ?? null;
    if (this.#picked) this.input.value = this.#picked.label;
  }

  get isMissing() {
    return this.option.required && this.value === undefined;
  }

  get #offers() {
    return this.option.autocomplete || this.#fixed !== null;
  }

  get #fixed() {
    const { option, form } = this;
    if (option.choices.length) return option.choices.map((one) => ({ label: one.name, value: one.value }));
    if (option.type === KIND.BOOLEAN) return [{ label: TEXTS.yes, value: true }, { label: TEXTS.no, value: false }];
    if ([KIND.USER, KIND.MENTIONABLE].includes(option.type)) return form.people();
    if (option.type === KIND.CHANNEL) return form.channels();
    return null;
  }

  #typed() {
    this.#picked = null;
    this.input.removeAttribute("aria-invalid");
    this.#suggest();
  }

  #suggest() {
    if (this.option.autocomplete) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#ask(), PAUSE);
      return;
    }
    const fixed = this.#fixed;
    if (!fixed) return;
    const typed = this.#picked ? "" : this.input.value.trim().toLowerCase();
    const items = fixed.filter((item) => item.label.toLowerCase().includes(typed));
    items.sort((one, other) => startsWith(other, typed) - startsWith(one, typed));
    this.list.show(items, { active: typed ? 0 : -1 });
  }

  async #ask() {
    this.#asked += 1;
    const asked = this.#asked;
    const answer = await this.form.complete(this.option.name, this.input.value);
    if (asked !== this.#asked || document.activeElement !== this.input) return;
    // nothing is highlighted by itself: Enter sends what stands there, whether suggestions came in time or not
    const items = (answer.choices ?? []).map((one) => ({ label: one.name, value: one.value }));
    const note = answer.choices ? TEXTS.noSuggestions : TEXTS.suggestionsFailed;
    this.list.show(items, { active: -1, note: items.length ? "" : note });
  }

  #pick(item) {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.#picked = item;
    this.input.value = item.label;
    this.input.removeAttribute("aria-invalid");
    this.list.hide();
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.#offers) {
      event.preventDefault();
      if (this.list.isOpen) this.list.move(step);
      else this.#suggest();
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      if (!this.list.pick()) this.form.submit();
    } else if (event.key === "Tab" && !event.shiftKey && this.list.isOpen && this.input.value && !this.#picked) {
      if (!this.list.active) this.list.move(1);
      this.list.pick();
    } else if (event.key === "Escape" && this.list.isOpen) {
      event.stopPropagation();
      this.list.hide();
    } else if (event.key === "Backspace" && !this.input.value) {
      event.preventDefault();
      this.form.drop(this);
    }
  }
}

function startsWith(item, typed) {
  return Number(item.label.toLowerCase().startsWith(typed));
}
