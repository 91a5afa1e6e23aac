/** A list to pick from beside an input: commands, choices, suggestions, people. The input keeps the focus. */

import { el, fill, ids } from "./dom.js";

export class Listbox {
  #items = [];
  #active = -1;
  #input = null;

  /**
   * @param {string} label what the list holds, for screen readers
   * @param {(item: {label: string, value: unknown}) => void} onPick hears the choice
   */
  constructor(label, onPick) {
    this.onPick = onPick;
    this.list = el("ul", { class: "listbox", role: "listbox", id: ids.next("list"), "aria-label": label });
    this.note = el("p", { class: "listbox-note" });
    this.element = el("div", { class: "popup", hidden: true }, this.note, this.list);
    // the input must not lose the focus to the list, or it would close before the click arrives
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Tie the list to the input that steers it. */
  steeredBy(input) {
    this.#input = input;
    input.setAttribute("aria-controls", this.list.id);
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("autocomplete", "off");
  }

  get isOpen() {
    return !this.element.hidden;
  }

  get active() {
    return this.#items[this.#active] ?? null;
  }

  get items() {
    return this.#items;
  }

  /** Show items; `active` is highlighted (-1: none), a note stands above them. */
  show(items, { active = 0, note = "" } = {}) {
    this.#items = items;
    fill(this.list, items.map((item, index) => this.#entry(item, index)));
    this.list.hidden = !items.length;
    this.note.textContent = note;
    this.note.hidden = !note;
    this.element.hidden = !items.length && !note;
    this.#input?.setAttribute("aria-expanded", String(this.isOpen));
    this.#highlight(items.length ? active : -1);
  }

  hide() {
    this.element.hidden = true;
    this.#items = [];
    this.#active = -1;
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
  }

  /** Move the highlight, around the ends. */
  move(step) {
    const count = this.#items.length;
    if (!count) return;
    const from = this.#active < 0 && step < 0 ? 0 : this.#active;
    this.#highlight((from + step + count) % count);
  }

  /** Pick what is highlighted; false where nothing is. */
  pick() {
    const item = this.active;
    if (!this.isOpen || !item) return false;
    this.onPick(item);
    return true;
  }

  #entry(item, index) {
    return el(
      "li",
      {
        class: "entry",
        role: "option",
        id: `${this.list.id}-${index}`,
        "aria-selected": "false",
        onclick: () => this.onPick(item),
      },
      el("span", { class: "entry-label" }, el("bdi", { text: item.label })),
      item.hint && el("span", { class: "entry-hint", text: item.hint }),
      item.description && el("span", { class: "entry-text" }, el("bdi", { text: item.description })),
    );
  }

  #highlight(index) {
    this.#active = index;
    for (const [place, node] of [...this.list.children].entries()) {
      node.setAttribute("aria-selected", String(place === index));
    }
    const node = this.list.children[index];
    if (node) this.#input?.setAttribute("aria-activedescendant", node.id);
    else this.#input?.removeAttribute("aria-activedescendant");
    node?.scrollIntoView({ block: "nearest" });
  }
}
