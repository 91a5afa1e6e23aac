/** The messages of the open channel, in order, kept in view. */

import { el, fill } from "./dom.js";
import { belongsTo, messageElement, pendingElement } from "./message.js";
import { TEXTS } from "./texts.js";

const NEAR = 80;
const FLASH = 1600;

export class Timeline {
  #messages = new Map();
  #notes = new Map();
  #sticks = true;
  #lastTop = 0;

  /** @param {object} app gives hands for a message and loads earlier ones */
  constructor(app) {
    this.app = app;
    this.list = el("div", { class: "list", role: "log", "aria-live": "off" });
    this.top = el("div", { class: "top" });
    this.element = el("div", { class: "timeline", tabindex: "-1" }, this.top, this.list);
    this.below = el("button", {
      type: "button",
      class: "below",
      hidden: true,
      text: TEXTS.newBelow,
      onclick: () => this.toEnd(),
    });
    this.element.addEventListener("scroll", () => this.#notice());
    const follow = new ResizeObserver(() => this.#sticks && this.toEnd());
    follow.observe(this.list);
    follow.observe(this.element);
  }

  /** Show a channel from its latest messages. */
  load(messages, welcome, more) {
    this.#messages.clear();
    this.#notes.clear();
    this.list.replaceChildren();
    fill(this.top, more ? this.#earlierButton() : welcome);
    for (const message of messages) this.#place(message);
    this.#group();
    this.toEnd();
  }

  /** Put earlier messages above. */
  prepend(messages, welcome, more) {
    const height = this.element.scrollHeight;
    fill(this.top, more ? this.#earlierButton() : welcome);
    for (const message of messages) this.#place(message);
    this.#group();
    this.element.scrollTop += this.element.scrollHeight - height;
  }

  /** Show a new message, or a message anew; tells whether it is new here. */
  put(message) {
    const isNew = !this.#messages.has(message.id);
    this.#place(message);
    this.#group();
    if (isNew && !this.#sticks) this.below.hidden = false;
    return isNew;
  }

  remove(id) {
    this.#node(id)?.remove();
    this.#messages.delete(id);
    this.#notes.delete(id);
    this.#group();
  }

  /** Write a line of the client's own below a message, or take it away. */
  note(id, text) {
    if (text) this.#notes.set(id, text);
    else if (!this.#notes.delete(id)) return;
    if (this.#messages.has(id)) this.#place(this.#messages.get(id));
    this.#group();
  }

  get(id) {
    return this.#messages.get(id);
  }

  /** The person's own newest message, which the arrow up edits. */
  lastOwn() {
    return this.#ordered().findLast((message) => message.page.own);
  }

  oldest() {
    return this.#ordered()[0];
  }

  /** Show that a command is on its way; `done` takes the line away, `fail` says why nothing came. */
  pending(user, command) {
    let node = pendingElement(user, command, TEXTS.sending, false);
    this.list.append(node);
    return {
      done: () => node.remove(),
      fail: (text) => {
        const told = pendingElement(user, command, text, true, () => told.remove());
        node.replaceWith(told);
        node = told;
      },
    };
  }

  /** Scroll to a message and let it light up; false where it is not shown. */
  jump(id) {
    const node = this.#node(id);
    if (!node) return false;
    this.#sticks = false;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.add("flash");
    setTimeout(() => node.classList.remove("flash"), FLASH);
    return true;
  }

  toEnd() {
    this.#sticks = true;
    this.element.scrollTop = this.element.scrollHeight;
    this.below.hidden = true;
  }

  #notice() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    const near = scrollHeight - scrollTop - clientHeight < NEAR;
    // a message that came in meanwhile makes the end far without any scrolling: only a way up lets go
    if (near) this.#sticks = true;
    else if (scrollTop < this.#lastTop) this.#sticks = false;
    this.#lastTop = scrollTop;
    if (this.#sticks) this.below.hidden = true;
  }

  #earlierButton() {
    const load = () => this.app.loadEarlier();
    return el("button", { type: "button", class: "button secondary earlier", text: TEXTS.earlier, onclick: load });
  }

  #place(message) {
    this.#messages.set(message.id, message);
    const old = this.#node(message.id);
    const images = old ? [...old.querySelectorAll(".picture img")] : [];
    const held = old?.contains(document.activeElement) ? document.activeElement : null;
    const key = held?.dataset.key;
    const hands = { ...this.app.handsFor(message), images };
    const node = messageElement(message, hands, this.#notes.get(message.id));
    if (old) old.replaceWith(node);
    else this.list.insertBefore(node, this.#follower(message.id));
    if (held) focusAgain(node, key);
  }

  #follower(id) {
    const number = BigInt(id);
    let follower = null;
    for (const node of [...this.list.children].reverse()) {
      if (node.dataset.id && BigInt(node.dataset.id) < number) break;
      if (node.dataset.id) follower = node;
    }
    return follower;
  }

  #node(id) {
    return [...this.list.children].findLast((node) => node.dataset.id === id);
  }

  #ordered() {
    return [...this.list.children].map((node) => this.#messages.get(node.dataset.id)).filter(Boolean);
  }

  #group() {
    let before = null;
    for (const node of this.list.children) {
      const message = this.#messages.get(node.dataset.id);
      node.classList.toggle("compact", Boolean(message && belongsTo(message, before)));
      before = message ?? null;
    }
  }
}

/** Give the focus back after a message was drawn anew: to the same button where there still is one. */
function focusAgain(node, key) {
  const same = key && [...node.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && !one.disabled);
  (same || node).focus({ preventScroll: true });
}
