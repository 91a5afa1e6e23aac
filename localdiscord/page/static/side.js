/** The left side: channels, and who you are. */

import { avatar, el, fill } from "./dom.js";
import { TEXTS } from "./texts.js";

export class Side {
  #unread = new Set();

  /** @param {(id: string) => void} onOpen hears which channel is wanted */
  constructor(onOpen) {
    this.onOpen = onOpen;
    this.lists = el("div", { class: "places" });
    this.person = el("div", { class: "person" });
    this.element = el("nav", { class: "side", id: "side", "aria-label": TEXTS.channels }, this.lists, this.person);
  }

  /** Show the scene: places, the open one marked, and the players. */
  show(scene, open) {
    this.#unread.delete(open);
    const server = scene.channels.filter((channel) => !channel.direct);
    const direct = scene.channels.filter((channel) => channel.direct);
    fill(
      this.lists,
      el("h1", { class: "server", text: TEXTS.title }),
      server.length && this.#group(TEXTS.serverChannels, server, open),
      direct.length && this.#group(TEXTS.directChannels, direct, open),
    );
    fill(this.person, this.#me(scene.me), this.#others(scene));
  }

  /** Mark a channel in which something new stands. */
  markUnread(id) {
    this.#unread.add(id);
    this.element.querySelector(`[data-channel="${CSS.escape(id)}"]`)?.classList.add("unread");
  }

  #group(title, channels, open) {
    return el("section", {}, el("h2", { text: title }), el("ul", {}, channels.map((one) => el("li", {}, this.#place(one, open)))));
  }

  #place(channel, open) {
    const classes = ["place", channel.parent && "thread", this.#unread.has(channel.id) && "unread"];
    return el(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "data-channel": channel.id,
        "aria-current": channel.id === open ? "page" : null,
        onclick: () => this.onOpen(channel.id),
      },
      el("span", { class: "sign", "aria-hidden": "true", text: channel.direct ? "@" : channel.parent ? "↳" : "#" }),
      el("bdi", { text: channel.name }),
    );
  }

  #me(me) {
    return el(
      "p",
      { class: "me" },
      avatar(me),
      el("span", {}, TEXTS.playingAs(""), el("strong", {}, el("bdi", { text: me.name })), me.owner && el("span", { class: "small", text: TEXTS.owner })),
    );
  }

  #others(scene) {
    const link = (address, text) =>
      el("li", {}, el("a", { href: address, target: "_blank", rel: "noopener", title: TEXTS.opensTab }, el("bdi", { text })));
    const others = scene.players.filter((user) => user.id !== scene.me.id);
    return el(
      "details",
      {},
      el("summary", { text: TEXTS.otherPlayers }),
      el("ul", {}, others.map((user) => link(`?as=${encodeURIComponent(user.name)}`, user.name)), link("./", TEXTS.newPlayer)),
    );
  }
}
