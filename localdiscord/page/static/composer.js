/** The box at the bottom: messages, replies, edits, and commands from their first slash on. */

import { fitting, standing, usage } from "./commands.js";
import { el, ids } from "./dom.js";
import { KIND } from "./field.js";
import { Listbox } from "./listbox.js";
import { CommandForm } from "./options.js";
import { TEXTS } from "./texts.js";
import { given, replaced, underCaret } from "./typed.js";

const LONGEST = 2000;
const TALLEST = 200;
const PAUSE = 120;

export class Composer {
  #commands = [];
  #form = null;
  #aim = null;
  #ping = true;
  #asked = 0;
  #timer = 0;

  /** @param {object} app says, edits, sends commands, knows people and channels */
  constructor(app) {
    this.app = app;
    this.box = el("textarea", {
      id: ids.next("box"),
      rows: "1",
      dir: "auto",
      maxlength: String(LONGEST),
      role: "combobox",
      autocapitalize: "off",
    });
    this.list = new Listbox(TEXTS.commandsList, (item) => this.#pick(item));
    this.list.steeredBy(this.box);
    this.bar = el("div", { class: "bar", hidden: true });
    this.alert = el("p", { class: "complaint", role: "alert", hidden: true });
    this.go = el("button", {
      type: "button",
      class: "go",
      "aria-label": TEXTS.send,
      title: TEXTS.send,
      text: "➤",
      onclick: () => this.#send(),
    });
    this.line = el("div", { class: "line" }, this.box, this.go);
    this.element = el("div", { class: "composer" }, this.list.element, this.alert, this.bar, this.line);
    this.box.addEventListener("input", () => this.#typed());
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("blur", () => this.list.hide());
    this.box.addEventListener("focus", () => this.#suggest());
  }

  /** Get ready for a channel. */
  enter(place, commands) {
    this.#commands = commands;
    this.box.placeholder = TEXTS.composer(place);
    this.box.setAttribute("aria-label", TEXTS.composer(place));
    this.#leave();
    this.#aimAt(null);
    this.complain("");
  }

  /** Know the commands that the bot has registered by now. */
  learn(commands) {
    this.#commands = commands;
    if (document.activeElement === this.box) this.#suggest();
  }

  focus() {
    if (this.#form) this.#form.focus();
    else this.box.focus();
  }

  /** Put a text into the box, for the person to send. */
  prefill(text) {
    this.#leave();
    this.#write(text);
    this.box.focus();
  }

  replyTo(message) {
    this.#aimAt({ reply: message });
  }

  edit(message) {
    this.#aimAt({ edit: message });
    this.#write(this.app.readable(message.content));
  }

  /** Forget a message that is gone. */
  forget(id) {
    if ((this.#aim?.reply ?? this.#aim?.edit)?.id === id) this.#aimAt(null);
  }

  /** Say plainly what is wrong; an empty text takes it back. */
  complain(text) {
    this.alert.textContent = text;
    this.alert.hidden = !text;
  }

  /** Take a complaint away that is no longer true. */
  forgive(text) {
    if (this.alert.textContent === text) this.complain("");
  }

  // -- what stands in the box ------------------------------------------------------------------------

  #write(text) {
    this.box.value = text;
    this.#stretch();
  }

  #typed() {
    this.complain("");
    this.#stretch();
    this.#suggest();
  }

  #stretch() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight, TALLEST)}px`;
  }

  #suggest() {
    this.#asked += 1;
    clearTimeout(this.#timer);
    const text = this.box.value;
    if (text.startsWith("/") && !text.includes("\n") && !this.#aim?.edit) this.#suggestCommands(text.slice(1));
    else this.#suggestPeople(text.slice(0, this.box.selectionStart));
  }

  #suggestCommands(typed) {
    const whole = standing(this.#commands, typed);
    const isBehind = whole && /\s/.test(typed.slice(whole.label.length, whole.label.length + 1));
    if (isBehind && this.#suggestOption(whole)) return;
    const commands = isBehind ? [whole] : fitting(this.#commands, typed);
    const items = commands.map((command) => ({
      label: `/${command.label}`,
      hint: usage(command),
      description: command.description,
      command,
    }));
    const empty = this.#commands.length ? TEXTS.noCommandFits : TEXTS.noCommands;
    this.list.show(items, { note: items.length ? "" : empty });
  }

  /** Offer what may stand where the caret is: values of an option, or names of options; false for neither. */
  #suggestOption(command) {
    const caret = this.box.selectionStart;
    const under = underCaret(command, this.box.value, caret);
    if (!under) return false;
    const { part, value, word, wordAt } = under;
    if (part.named || (value && part.option.autocomplete)) {
      const items = offered(part.option, this.app);
      const typed = value.trimEnd().replace(/^[@#]/, "").toLowerCase();
      const isDone = items?.some((item) => [item.label, item.text].some((text) => text.toLowerCase() === typed));
      const fits = (item) => item.label.toLowerCase().includes(typed) || item.text.toLowerCase().startsWith(typed);
      const fitting = isDone ? [] : (items ?? []).filter(fits);
      if (fitting.length) {
        this.list.show(fitting.map((item) => ({ ...item, from: part.from, to: part.to })));
        return true;
      }
      if (part.option.autocomplete) {
        this.#timer = setTimeout(() => this.#askFor(command, part, value.trim()), PAUSE);
        this.list.hide();
        return true;
      }
      if (!/\s/.test(value)) return false;
    }
    const taken = new Set(given(command, this.box.value).filter(([, text]) => text !== word).map(([option]) => option));
    const names = command.options.filter((option) => !taken.has(option) && option.label.startsWith(word));
    const entry = (option) => ({ label: `${option.label}:`, text: `${option.label}:`, description: option.description, from: wordAt, to: caret });
    this.list.show(names.map(entry), { active: -1 });
    return names.length > 0;
  }

  async #askFor(command, part, typed) {
    const asked = this.#asked;
    const others = Object.fromEntries(given(command, this.box.value).map(([option, text]) => [option.name, text]));
    const answer = await this.app.complete(command, part.option.name, { ...others, [part.option.name]: typed });
    if (asked !== this.#asked || document.activeElement !== this.box) return;
    // nothing is highlighted by itself: Enter sends what stands there, whether suggestions came in time or not
    const items = (answer.choices ?? []).map((one) => ({ label: one.name, text: String(one.value), from: part.from, to: part.to }));
    this.list.show(items, { active: -1 });
  }

  #suggestPeople(before) {
    const typed = /(?:^|\s)@([^\s@]*)$/.exec(before)?.[1]?.toLowerCase();
    if (typed === undefined) {
      this.list.hide();
      return;
    }
    const people = this.app.people().filter((item) => item.label.toLowerCase().startsWith(typed));
    if (people.length) this.list.show(people.map((item) => ({ ...item, person: true })));
    else this.list.hide();
  }

  #pick(item) {
    if (item.person) {
      const caret = this.box.selectionStart;
      const before = this.box.value.slice(0, caret).replace(/@[^\s@]*$/, `@${item.label} `);
      this.#write(before + this.box.value.slice(caret));
      this.box.setSelectionRange(before.length, before.length);
      this.list.hide();
      return;
    }
    if (item.command) this.#choose(item.command);
    else this.#complete(item);
  }

  #complete(item) {
    const { line, caret } = replaced(this.box.value, item.from, item.to, item.text);
    this.#write(line);
    this.box.setSelectionRange(caret, caret);
    this.#suggest();
  }

  /** Complete what the caret stands in, or fill in the typed command as a form; false where there is nothing to do. */
  #tab() {
    const typed = this.box.value.slice(1);
    const whole = this.box.value.startsWith("/") && !this.#aim?.edit ? standing(this.#commands, typed) : null;
    if (!this.list.active && whole) {
      const isWordBegun = /\S$/.test(this.box.value.slice(0, this.box.selectionStart));
      if (!this.list.isOpen || !isWordBegun) {
        this.#choose(whole);
        return true;
      }
      this.list.move(1);
    }
    return this.list.pick();
  }

  // -- commands --------------------------------------------------------------------------------------

  #choose(command) {
    const values = given(command, this.box.value);
    clearTimeout(this.#timer);
    this.list.hide();
    this.#write("");
    this.#form = new CommandForm(command, {
      people: () => this.app.people(),
      channels: () => this.app.channelItems(),
      complete: (chosen, focused, options) => this.app.complete(chosen, focused, options),
      complain: (text) => this.complain(text),
      leave: () => this.#leave({ focus: true }),
      send: (chosen, options) => this.#sendForm(chosen, options),
    }, values);
    this.line.replaceWith(this.#form.element);
    this.#form.focus();
  }

  #leave({ focus = false } = {}) {
    if (!this.#form) return;
    this.#form.element.replaceWith(this.line);
    this.#form = null;
    this.complain("");
    if (focus) this.box.focus();
  }

  async #sendForm(command, options) {
    const form = this.#form;
    this.complain("");
    this.#leave({ focus: true });
    const refusal = await this.app.slash(command, options);
    if (!refusal) return;
    if (!this.#form && !this.box.value) {
      this.line.replaceWith(form.element); // what was filled in is not lost
      this.#form = form;
      form.focus();
    }
    this.complain(refusal);
  }

  async #sendTyped(text) {
    this.#write("");
    this.list.hide();
    const refusal = await this.app.typed(text);
    if (!refusal) return;
    if (!this.box.value && !this.#form) this.#giveBack(text);
    this.complain(refusal);
  }

  /** Put a refused text back, selected: the next typing replaces it, an arrow key keeps it. */
  #giveBack(text) {
    this.#write(text);
    if (document.activeElement === this.box) this.box.select();
  }

  // -- sending ---------------------------------------------------------------------------------------

  async #send() {
    const text = this.box.value.trim();
    if (!text) return;
    if (text.startsWith("/") && !this.#aim?.edit) {
      await this.#sendTyped(text);
      return;
    }
    const aim = this.#aim;
    const ping = this.#ping;
    this.#write("");
    this.list.hide();
    this.#aimAt(null);
    const refusal = await (aim?.edit ? this.app.rewrite(aim.edit, text) : this.app.say(text, aim?.reply, ping));
    if (!refusal) return;
    if (!this.box.value) this.#giveBack(text);
    this.complain(refusal);
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && this.list.isOpen) {
      event.preventDefault();
      this.list.move(step);
    } else if (event.key === "ArrowUp" && !this.box.value && this.app.lastOwn()) {
      event.preventDefault();
      this.edit(this.app.lastOwn());
    } else if (event.key === "Tab" && !event.shiftKey && this.#tab()) {
      event.preventDefault();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#enterKey();
    } else if (event.key === "Escape") {
      if (this.list.isOpen) this.list.hide();
      else this.#abandon();
    }
  }

  #enterKey() {
    const active = this.list.isOpen ? this.list.active : null;
    const text = this.box.value.slice(1).trim();
    const whole = this.box.value.startsWith("/") ? standing(this.#commands, text) : null;
    const typedWhole = whole && (!active || active.command === whole);
    const isToFill = text === whole?.label && whole.options.some((option) => option.required);
    clearTimeout(this.#timer);
    if (typedWhole && !isToFill) this.#send();
    else if (active) this.list.pick();
    else if (isToFill) this.#choose(whole);
    else this.#send();
  }

  // -- replies and edits -----------------------------------------------------------------------------

  #abandon() {
    if (this.#aim?.edit) this.#write("");
    this.#aimAt(null);
  }

  #aimAt(aim) {
    this.#aim = aim;
    this.#ping = true;
    this.bar.hidden = !aim;
    if (!aim) return;
    const words = aim.reply ? TEXTS.replying(aim.reply.author.username) : TEXTS.editing;
    const cancel = el("button", { type: "button", text: "×", "aria-label": TEXTS.cancel, onclick: () => this.#abandon() });
    this.bar.replaceChildren(el("bdi", { text: words }), ...(aim.reply ? [this.#pingToggle()] : []), cancel);
    this.focus();
  }

  #pingToggle() {
    const toggle = el("button", { type: "button", class: "ping", "aria-pressed": "true", title: TEXTS.pingHelp, text: TEXTS.pingOn });
    toggle.addEventListener("click", () => {
      this.#ping = !this.#ping;
      toggle.setAttribute("aria-pressed", String(this.#ping));
      toggle.textContent = this.#ping ? TEXTS.pingOn : TEXTS.pingOff;
      this.focus();
    });
    return toggle;
  }
}

/** What can be picked for an option without asking the bot, each with the text that is typed for it; or null. */
function offered(option, app) {
  if (option.choices.length) return option.choices.map((one) => ({ label: one.name, text: String(one.value) }));
  if (option.type === KIND.BOOLEAN) return [TEXTS.yes, TEXTS.no].map((label) => ({ label, text: label }));
  if ([KIND.USER, KIND.MENTIONABLE].includes(option.type)) return app.people().map(({ label }) => ({ label, text: `@${label}` }));
  if (option.type === KIND.CHANNEL) return app.channelItems().map(({ label }) => ({ label, text: `#${label}` }));
  return null;
}
