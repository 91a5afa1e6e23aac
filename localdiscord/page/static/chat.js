/** One player's chat: takes the changes in, gives the orders out. */

import { Composer } from "./composer.js";
import { el, fill } from "./dom.js";
import { openForm } from "./form.js";
import { Link } from "./link.js";
import { summary } from "./message.js";
import { Scene } from "./scene.js";
import { Side } from "./side.js";
import { TEXTS } from "./texts.js";
import { Timeline } from "./timeline.js";
import { keepTimesFresh } from "./times.js";
import { openPicture } from "./viewer.js";
import { welcome } from "./welcome.js";

const TYPING = 8000;
const INTERACTION = { COMPONENT: 3, MODAL: 5 };
const ACTION_ROW = 1;

export class Chat {
  #channel = null;
  #place = null;
  #typingTimer = 0;

  /**
   * @param {string} name who plays here
   * @param {string} locale the language of the bot's answers
   * @param {(refusal: string) => void} onStranger hears that the name does not do
   */
  constructor(name, locale, onStranger) {
    this.name = name;
    this.onStranger = onStranger;
    const address = new URL(`socket?${new URLSearchParams({ as: name, locale })}`, location.href);
    address.protocol = "ws:";
    this.link = new Link(address, (change) => this.#hear(change), (open) => this.#lineIs(open));
    this.scene = new Scene(this);
    this.side = new Side((id) => this.#go(id));
    this.timeline = new Timeline(this);
    this.composer = new Composer(this);
    this.element = this.#frame();
    keepTimesFresh(this.timeline.element);
    document.addEventListener("keydown", (event) => this.#typeAnywhere(event));
  }

  open() {
    this.link.open();
  }

  #frame() {
    this.heading = el("h2", {});
    this.topic = el("p", { class: "topic" });
    this.burger = el("button", {
      type: "button",
      class: "burger",
      "aria-label": TEXTS.showChannels,
      "aria-expanded": "false",
      "aria-controls": "side",
      text: "☰",
      onclick: () => this.#toggleSide(),
    });
    this.banner = el("p", { class: "banner", role: "status" });
    this.typing = el("p", { class: "typing", role: "status" });
    this.announcer = el("p", { class: "unseen", "aria-live": "polite" });
    const head = el("header", { class: "place-head" }, this.burger, this.heading, this.topic);
    const main = el("main", { class: "room" }, head, this.banner, this.timeline.element, this.timeline.below, this.composer.element, this.typing);
    main.addEventListener("click", (event) => !this.burger.contains(event.target) && this.#toggleSide(false));
    this.side.element.addEventListener("keydown", (event) => event.key === "Escape" && this.#closeSide());
    return el("div", { class: "frame" }, this.side.element, main, this.announcer);
  }

  // -- changes ---------------------------------------------------------------------------------------

  #hear(change) {
    if (change.kind === "stranger") {
      this.link.close();
      this.onStranger(change.refused);
    } else if (change.kind === "scene") this.#showScene(change);
    else if (change.kind === "commands") this.#learnCommands();
    else if (change.channel !== this.#channel) this.#elsewhere(change);
    else if (change.kind === "delete") {
      this.timeline.remove(change.id);
      this.composer.forget(change.id);
    } else if (change.kind === "typing") this.#showTyping();
    else if (change.message) this.#showMessage(change);
  }

  #showScene(told) {
    this.scene.learn(told);
    this.#tellState(true);
    const known = this.scene.channel(this.#channel) ?? this.scene.sameChannel(this.#place);
    if (known && known.id === this.#channel && this.loaded) this.side.show(told, this.#channel);
    else this.#go(known?.id ?? told.channels[0].id);
  }

  #lineIs(open) {
    if (open) this.composer.forgive(TEXTS.notSent);
    if (open) return; // the scene follows at once, and with it the channel anew
    this.loaded = false;
    this.#tellState(false);
  }

  #tellState(open) {
    const bot = this.scene.told?.bot;
    const words = open ? (bot.online ? "" : TEXTS.offline(bot.name)) : TEXTS.lost;
    this.banner.textContent = words;
    this.banner.classList.toggle("shown", Boolean(words));
  }

  #elsewhere(change) {
    if (change.kind === "message" && !change.message.page.own) this.side.markUnread(change.channel);
  }

  #showMessage({ kind, message }) {
    const isNew = this.timeline.put(message, kind);
    if (message.author.bot) this.#hideTyping();
    const isSaid = message.page.own && isNew;
    if (isSaid || (isNew && (answersPress(message) || asks(message)))) this.timeline.toEnd();
    if (!isSaid && kind !== "reactions") {
      this.announcer.textContent = TEXTS.announce(message.author.username, summary(message, this.scene));
    }
  }

  #showTyping() {
    this.typing.textContent = TEXTS.typing(this.scene.told.bot.name);
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.#hideTyping(), TYPING);
  }

  #hideTyping() {
    this.typing.textContent = "";
  }

  // -- places ----------------------------------------------------------------------------------------

  async #go(id) {
    const isElsewhere = id !== this.#channel && this.scene.sameChannel(this.#place)?.id !== id;
    const channel = this.scene.channel(id);
    this.#channel = id;
    this.#place = channel;
    this.loaded = true;
    const { told } = this.scene;
    this.side.show(told, id);
    this.#toggleSide(false);
    fill(this.heading, el("span", { class: "sign", text: channel.direct ? "@" : "#" }), el("bdi", { text: channel.name }));
    this.topic.textContent = channel.direct ? TEXTS.directTopic(told.bot.name) : TEXTS.channelTopic;
    document.title = `${told.me.name} · ${channel.direct ? "@" : "#"}${channel.name}`;
    const answer = await this.#ask("open");
    if (this.#channel !== id || !answer.messages) return;
    this.timeline.load(answer.messages, this.#welcome(), answer.more);
    if (isElsewhere) {
      this.composer.enter(`${channel.direct ? "@" : "#"}${channel.name}`, answer.commands);
      this.composer.focus();
    } else this.composer.learn(answer.commands);
  }

  async loadEarlier() {
    const answer = await this.#ask("open", { before: this.timeline.oldest()?.id });
    if (answer.messages) this.timeline.prepend(answer.messages, this.#welcome(), answer.more);
  }

  #welcome() {
    return welcome(this.scene.channel(this.#channel), this.scene.told.bot, (text) => this.prefill(text));
  }

  async #learnCommands() {
    const answer = await this.#ask("open");
    if (answer.commands) this.composer.learn(answer.commands);
  }

  #toggleSide(open = this.burger.getAttribute("aria-expanded") !== "true") {
    this.burger.setAttribute("aria-expanded", String(open));
    this.burger.setAttribute("aria-label", open ? TEXTS.hideChannels : TEXTS.showChannels);
    this.element.classList.toggle("side-open", open);
  }

  #closeSide() {
    this.#toggleSide(false);
    this.burger.focus();
  }

  async jump(channel, id) {
    if (channel !== this.#channel && this.scene.channel(channel)) await this.#go(channel);
    if (id && !this.timeline.jump(id)) this.composer.complain(TEXTS.jumpElsewhere);
  }

  // -- what the composer asks for --------------------------------------------------------------------

  people() {
    return this.scene.pickable();
  }

  channelItems() {
    return this.scene.pickable(8);
  }

  lastOwn() {
    return this.timeline.lastOwn();
  }

  readable(text) {
    return this.scene.readable(text);
  }

  prefill(text) {
    this.composer.prefill(text);
  }

  focusBox() {
    this.composer.focus();
  }

  complete(command, focused, options) {
    return this.#ask("complete", { command: command.path, focused, options });
  }

  slash(command, options) {
    return this.#command("slash", { command: command.path, options }, `/${command.label}`);
  }

  typed(text) {
    return this.#command("typed", { text }, text);
  }

  async say(text, target, ping) {
    const body = { text: this.scene.withMentions(text), reply_to: target?.id, ping };
    return complaint(await this.#ask("say", body));
  }

  async rewrite(message, text) {
    return complaint(await this.#ask("edit", { message: message.id, text: this.scene.withMentions(text) }));
  }

  async #command(op, body, words) {
    const line = this.timeline.pending(this.scene.told.me, words);
    this.timeline.toEnd();
    const answer = await this.#ask(op, body);
    if (answer.failed) line.fail(TEXTS.noResponse);
    else line.done();
    if (answer.modal) this.#openForm(answer.modal, null);
    return answer.failed ? "" : complaint(answer);
  }

  // -- what a message asks for -----------------------------------------------------------------------

  handsFor(message) {
    const { id } = message;
    return {
      scene: this.scene,
      press: (custom_id) => this.#interact(id, "click", { custom_id }),
      choose: (custom_id, values) => this.#interact(id, "select", { custom_id, values }),
      enlarge: openPicture,
      react: (emoji, on) => this.#quietly(on ? "react" : "unreact", { message: id, emoji }),
      reply: () => this.composer.replyTo(message),
      edit: () => this.composer.edit(message),
      remove: () => this.#quietly("delete", { message: id }),
      jump: (channel, target) => this.jump(channel, target),
    };
  }

  async #interact(id, op, body) {
    this.timeline.note(id, "");
    const answer = await this.#ask(op, { ...body, message: id });
    if (answer.modal) this.#openForm(answer.modal, id);
    this.timeline.note(id, answer.failed ? TEXTS.interactionFailed : complaint(answer));
  }

  async #quietly(op, body) {
    const words = complaint(await this.#ask(op, body));
    if (words) this.composer.complain(words);
  }

  #openForm(modal, id) {
    const { key } = document.activeElement.dataset;
    const submit = async (fields) => {
      const answer = await this.#ask("submit", { form: modal.form, fields });
      return answer.failed ? TEXTS.modalFailed : complaint(answer);
    };
    openForm(modal, this.scene, submit, () => id !== null && this.timeline.focusOn(id, key));
  }

  #ask(op, body = {}) {
    return this.link.ask(op, { ...body, channel: this.#channel });
  }

  /** Typing with nothing focused, or after a press, goes into the box, as in any chat. */
  #typeAnywhere(event) {
    const plainKey = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const free = document.activeElement === document.body || document.activeElement?.matches("article, .timeline, .timeline button");
    if (plainKey && free && this.element.isConnected && !document.querySelector("dialog[open]")) this.composer.focus();
  }
}

/** Whoever pressed something and is answered in private, such as with a refusal, looks for the answer. */
function answersPress(message) {
  const kinds = [INTERACTION.COMPONENT, INTERACTION.MODAL];
  return message.page.ephemeral && kinds.includes(message.interaction_metadata?.type);
}

/** A private question must not lie out of sight with its buttons. */
function asks(message) {
  return message.page.ephemeral && message.components?.some((part) => part.type === ACTION_ROW);
}

function complaint(answer) {
  return answer.lost ? TEXTS.notSent : (answer.refused ?? "");
}
