/** The messages of the open channel, in order, kept in view. */

import { el, fill } from "./dom.js";
import { belongsTo, messageElement, pendingElement } from "./message.js";
import { TEXTS } from "./texts.js";

const NEAR = 80;
const FLASH = 1600;
const AIR = 8;
/* A message of which less than this is left in view is out of sight. */
const LEFT = 64;

export class Timeline {
  #messages = new Map();
  #notes = new Map();
  #follows = true;
  #seen = { top: 0, room: 0, list: 0, width: 0, isAtEnd: true, anchor: null };

  /** @param {object} app gives hands for a message and loads earlier ones */
  constructor(app) {
    this.app = app;
    this.list = el("div", { class: "list", role: "log", "aria-live": "off" });
    this.top = el("div", { class: "top" });
    this.air = el("div", { class: "air" });
    this.element = el("div", { class: "timeline", tabindex: "-1" }, this.top, this.list, this.air);
    this.below = el("button", {
      type: "button",
      class: "below",
      hidden: true,
      text: TEXTS.newBelow,
      onclick: () => this.toEnd(),
    });
    this.element.addEventListener("scroll", () => this.#notice());
    const sizes = new ResizeObserver(() => this.#resized());
    sizes.observe(this.list);
    sizes.observe(this.element);
  }

  /** Show a channel from its latest messages. */
  load(messages, welcome, more) {
    this.#messages.clear();
    this.#notes.clear();
    this.list.replaceChildren();
    fill(this.top, more ? this.#earlierButton() : welcome);
    for (const message of messages) this.#place(message);
    this.#group();
    this.#follow();
  }

  /** Put earlier messages above. */
  prepend(messages, welcome, more) {
    this.#still(() => {
      fill(this.top, more ? this.#earlierButton() : welcome);
      for (const message of messages) this.#place(message);
    });
  }

  /** Show a new message, or a message anew; tells whether it is new here. */
  put(message, kind) {
    const isNew = !this.#messages.has(message.id);
    const { isAtEnd } = this.#seen;
    if (isNew) {
      this.#still(() => this.#place(message));
      if (this.#follows) this.#follow();
      else this.below.hidden = false;
    } else this.#redraw(message);
    if (kind === "reactions" && isAtEnd) this.#follow(); // the bot's own come after what stands below its board
    return isNew;
  }

  remove(id) {
    const change = () => {
      this.#node(id)?.remove();
      this.#messages.delete(id);
      this.#notes.delete(id);
    };
    this.#still(change, { without: id, air: false });
  }

  /** Write a line of the client's own below a message, or take it away. */
  note(id, text) {
    if (text) this.#notes.set(id, text);
    else if (!this.#notes.delete(id)) return;
    if (this.#messages.has(id)) this.#redraw(this.#messages.get(id));
  }

  /** Focus what has a key in a message, if it is there. */
  focusOn(id, key) {
    const node = this.#node(id);
    if (node) focusAgain(node, { key });
    return Boolean(node);
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
      done: () => this.#still(() => node.remove(), { air: false }),
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
    this.#follows = false;
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.add("flash");
    setTimeout(() => node.classList.remove("flash"), FLASH);
    this.#look();
    return true;
  }

  toEnd() {
    this.#follows = true;
    this.air.style.height = "0";
    this.below.hidden = true;
    this.element.scrollTop = this.element.scrollHeight;
    this.#look();
  }

  // -- keeping the place -----------------------------------------------------------------------------

  /**
   * Show what is newest: the end, but not past the beginning of what would not fit above it. That is a board with
   * nothing but private answers below it, whose picture stays whole, or a message that is too tall. What would be
   * cut by the lower edge is shown to its end all the same: half an answer looks like a whole one.
   */
  #follow() {
    this.#follows = true;
    this.air.style.height = "0";
    const newest = [...this.list.children].reverse().filter((node) => node.dataset.id);
    const lead = this.#lead(newest);
    const ahead = lead ? this.#offset(lead) - AIR : -Infinity;
    // a reader who has gone past the beginning already wants the end
    this.element.scrollTop += ahead < -AIR ? this.#rest : Math.min(this.#rest, ahead);
    if (newest.length && this.#isCut(newest[0])) this.element.scrollTop += this.#rest;
    this.below.hidden = !newest.length || this.#offset(newest[0]) < this.element.clientHeight;
    this.#look();
  }

  #lead(newest) {
    const open = newest.findIndex((node) => !node.matches(".private"));
    const board = newest.slice(0, open < 0 ? newest.length : open + 1).find(pictureOf);
    if (board) return pictureOf(board);
    return newest[0]?.offsetHeight > this.element.clientHeight ? newest[0] : null;
  }

  /** Draw a message anew where it stands; what its end showed stays in sight, and so does one that got shorter. */
  #redraw(message) {
    const room = this.element.clientHeight;
    const before = this.#overhang(message.id);
    const ended = before <= 0;
    this.#still(() => this.#place(message), { first: message.id });
    const node = this.#node(message.id);
    const hidden = this.#overhang(message.id);
    if (before + room > 0 && hidden + room < LEFT) {
      this.air.style.height = "0";
      this.element.scrollTop += this.#offset(node) - AIR;
      this.#look();
      return;
    }
    if (!ended || hidden <= 0) return;
    this.element.scrollTop += Math.max(0, Math.min(hidden, this.#offset(pictureOf(node) ?? node) - AIR));
    this.#look();
  }

  /** Change the list and leave what the reader sees where it is, at the end with air below if need be. */
  #still(change, { first = null, without = null, air = true } = {}) {
    const anchor = this.#anchor(first, without);
    change();
    this.#group();
    this.#hold(anchor, air);
    this.#look();
  }

  /** Remember where something in view stands: the first message there, or its picture. */
  #anchor(first = null, without = null) {
    const shown = (node) => this.#offset(node) < this.element.clientHeight && this.#offset(node) + node.offsetHeight > 0;
    const nodes = [...this.list.children].filter((node) => node.dataset.id && node.dataset.id !== without);
    const own = nodes.find((node) => node.dataset.id === first && shown(node));
    const node = own ?? nodes.find(shown);
    if (!node) return null;
    const picture = pictureOf(node);
    const onPicture = Boolean(picture && shown(picture));
    return { id: node.dataset.id, onPicture, offset: this.#offset(onPicture ? picture : node) };
  }

  #hold(anchor, air = true) {
    const node = anchor && this.#node(anchor.id);
    if (!node) return;
    const thing = (anchor.onPicture && pictureOf(node)) || node;
    const wanted = () => this.element.scrollTop + this.#offset(thing) - anchor.offset;
    this.air.style.height = "0";
    const missing = wanted() - (this.element.scrollHeight - this.element.clientHeight);
    if (air && missing > 0) this.air.style.height = `${missing}px`;
    this.element.scrollTop = wanted();
  }

  /** How far below the upper edge of the room something begins. */
  #offset(node) {
    return node.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
  }

  /** How far the end of a message lies below the lower edge of the room. */
  #overhang(id) {
    const node = this.#node(id);
    return this.#offset(node) + node.offsetHeight - this.element.clientHeight;
  }

  /** Whether the lower edge of the room runs through something that would fit the room. */
  #isCut(node) {
    const room = this.element.clientHeight;
    const top = this.#offset(node);
    return node.offsetHeight <= room && top < room && top + node.offsetHeight > room;
  }

  /** How far the end of the list lies below the room. */
  get #rest() {
    return this.element.scrollHeight - this.air.offsetHeight - this.element.scrollTop - this.element.clientHeight;
  }

  /** Take note of the place as it is. */
  #look() {
    const { scrollTop: top, clientHeight: room, clientWidth: width } = this.element;
    const isAtEnd = Math.abs(this.#rest) < 2 && !this.air.offsetHeight;
    this.#seen = { top, room, width, list: this.list.offsetHeight, isAtEnd, anchor: this.#anchor() };
  }

  #notice() {
    const near = this.#rest < NEAR;
    // a message that came in meanwhile makes the end far without any scrolling: only a way up lets go
    if (near) this.#follows = true;
    else if (this.element.scrollTop < this.#seen.top) this.#follows = false;
    if (near) this.below.hidden = true;
    this.#look();
  }

  /** Something else changed sizes: the box below, the window, a picture of unknown size, a picker. */
  #resized() {
    const { top, room, width, list, isAtEnd, anchor } = this.#seen;
    const { clientHeight, clientWidth } = this.element;
    if (clientHeight === room && clientWidth === width && this.list.offsetHeight === list) return;
    if (isAtEnd) this.toEnd();
    else if (clientWidth !== width || clientHeight === room) this.#hold(anchor);
    else if (this.#follows) this.element.scrollTop = top + room - clientHeight;
    this.#look();
  }

  // -- the list --------------------------------------------------------------------------------------

  #earlierButton() {
    const load = () => this.app.loadEarlier();
    return el("button", { type: "button", class: "button secondary earlier", text: TEXTS.earlier, onclick: load });
  }

  #place(message) {
    this.#messages.set(message.id, message);
    const old = this.#node(message.id);
    const images = old ? [...old.querySelectorAll(".picture img")] : [];
    const held = old?.contains(document.activeElement) ? identity(old, document.activeElement) : null;
    const hands = { ...this.app.handsFor(message), images };
    const node = messageElement(message, hands, this.#notes.get(message.id));
    if (old) old.replaceWith(node);
    else this.list.insertBefore(node, this.#follower(message.id));
    if (held) focusAgain(node, held);
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

function pictureOf(node) {
  return node?.querySelector(".picture") ?? null;
}

/** What an element of a message is known by: its key, and for menus, whose words change, their place. */
function identity(node, element) {
  return { key: element.dataset.key, menu: [...node.querySelectorAll(".menu-button")].indexOf(element) };
}

/** Give the focus back after a message was drawn anew: to the same control where there still is one. */
function focusAgain(node, { key, menu = -1 }) {
  const same = key && [...node.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && !one.disabled);
  const place = node.querySelectorAll(".menu-button:not(:disabled)")[menu];
  (same || place || node).focus({ preventScroll: true });
}
