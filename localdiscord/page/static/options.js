/** A chosen command with its options, in place of the text box. */

import { el } from "./dom.js";
import { Field } from "./field.js";
import { TEXTS } from "./texts.js";

export class CommandForm {
  #fields = [];

  /**
   * @param {object} command as `shown.py` tells it
   * @param {object} desk people, channels, complete(command, focused, options), send(command, options), leave()
   * @param {[object, string][]} given what was typed for options already
   */
  constructor(command, desk, given = []) {
    this.command = command;
    this.desk = desk;
    this.fields = el("div", { class: "fields" });
    this.more = el("div", { class: "more", role: "group", "aria-label": TEXTS.options });
    this.go = el("button", { type: "button", class: "button primary", text: TEXTS.send, onclick: () => this.submit() });
    const leave = el("button", {
      type: "button",
      class: "leave",
      "aria-label": TEXTS.commandLeave,
      text: "×",
      onclick: () => desk.leave(),
    });
    this.element = el(
      "div",
      { class: "command-form", role: "group", "aria-label": `/${command.label}` },
      el("p", { class: "command-name" }, el("strong", { text: `/${command.label}` }), " ", command.description),
      el("div", { class: "command-line" }, this.fields, this.more, this.go),
      leave,
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
    const texts = new Map(given);
    for (const option of command.options.filter((one) => one.required || texts.has(one))) {
      const field = this.#add(option);
      if (texts.has(option)) field.fill(texts.get(option));
    }
    this.#offer();
  }

  people() {
    return this.desk.people();
  }

  channels() {
    return this.desk.channels();
  }

  focus() {
    const missing = this.#fields.find((field) => field.isMissing) ?? this.#fields.at(-1);
    (missing?.input ?? this.go).focus();
  }

  /** Ask the bot what it suggests for an option, given the other fields. */
  complete(name, text) {
    return this.desk.complete(this.command, name, { ...this.#values(), [name]: text });
  }

  /** Take an optional field away; backspace in an empty first field leaves the command. */
  drop(field) {
    const place = this.#fields.indexOf(field);
    if (field.option.required) {
      if (place === 0) this.desk.leave();
      else this.#fields[place - 1].input.focus();
      return;
    }
    this.#fields.splice(place, 1);
    field.element.remove();
    this.#offer();
    (this.#fields[place - 1]?.input ?? this.go).focus();
  }

  submit() {
    const missing = this.#fields.find((field) => field.isMissing);
    if (missing) {
      missing.input.setAttribute("aria-invalid", "true");
      missing.input.focus();
      this.desk.complain(TEXTS.optionMissing(missing.option.label));
      return;
    }
    this.desk.send(this.command, this.#values());
  }

  #values() {
    const filled = this.#fields.filter((field) => field.value !== undefined);
    return Object.fromEntries(filled.map((field) => [field.option.name, field.value]));
  }

  #add(option) {
    const field = new Field(option, this);
    this.#fields.push(field);
    this.fields.append(field.element);
    return field;
  }

  #offer() {
    const taken = new Set(this.#fields.map((field) => field.option));
    const free = this.command.options.filter((option) => !taken.has(option));
    this.more.replaceChildren(...free.map((option) => this.#chip(option)));
    this.more.hidden = !free.length;
  }

  #chip(option) {
    const add = () => {
      const field = this.#add(option);
      this.#offer();
      field.input.focus();
    };
    return el("button", {
      type: "button",
      class: "chip",
      "aria-label": TEXTS.optionAdd(option.label),
      title: option.description,
      text: `+ ${option.label}`,
      onclick: add,
    });
  }

  #key(event) {
    if (event.key === "Escape") this.desk.leave();
    if (event.key === "Backspace" && event.target === this.go) {
      event.preventDefault();
      const last = this.#fields.at(-1);
      if (last) last.input.focus();
      else this.desk.leave();
    }
  }
}
