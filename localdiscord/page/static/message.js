/** One message as an element. */

import { avatar, el } from "./dom.js";
import { markdown, plain } from "./markdown.js";
import { fileLink, picture, render } from "./parts.js";
import { pickerToggle, reactions } from "./reactions.js";
import { TEXTS } from "./texts.js";
import { arrival } from "./times.js";

const LOADING = 1 << 7;

/**
 * Make the element of a message.
 *
 * @param {object} message as the server tells it
 * @param {object} hands what can be done with it; see `parts.js`, and react, reply, edit, remove, jump
 * @param {string} note a line of the client's own, such as a failed interaction
 */
export function messageElement(message, hands, note) {
  const { page, author } = message;
  const name = el("bdi", { class: "author", text: author.username });
  const head = el(
    "header",
    { class: "head" },
    name,
    author.bot && el("span", { class: "tag", text: TEXTS.app }),
    arrival(message.timestamp),
  );
  const main = el(
    "div",
    { class: "main" },
    head,
    body(message, hands),
    page.edited && el("span", { class: "edited", text: TEXTS.edited }),
    reactions(message, hands),
    page.ephemeral && privateMark(hands),
    note && el("p", { class: "note", role: "alert", text: note }),
  );
  const classes = ["message", page.ephemeral && "private", tells(message, hands.scene.me) && "addressed"];
  return el(
    "article",
    {
      class: classes.filter(Boolean).join(" "),
      tabindex: "0",
      "data-id": message.id,
      "aria-label": `${author.username}: ${summary(message, hands.scene)}`,
    },
    above(message, hands),
    avatar({ name: author.username, bot: author.bot }),
    main,
    tools(message, hands),
  );
}

/** A line of the client's own for a command that is on its way or got no answer. */
export function pendingElement(user, command, text, failed, onDismiss) {
  const line = failed ? el("p", { class: "note", role: "alert", text }) : el("p", { class: "waiting", text });
  return el(
    "article",
    { class: "message private pending" },
    el("div", { class: "above" }, usedLine(user.name, command)),
    avatar({ name: "♠", bot: true }),
    el("div", { class: "main" }, line, failed && privateMark({ remove: onDismiss })),
  );
}

/** Say what a message says in one short line. */
export function summary(message, scene) {
  if (message.flags & LOADING) return TEXTS.thinking(message.author.username);
  const words = [message.content, ...texts(message.components)].filter(Boolean).join("\n");
  return plain(words, scene) || TEXTS.replyPicture;
}

/** Tell whether two messages belong under one name: same author, close in time, nothing in between. */
export function belongsTo(message, before) {
  return (
    before &&
    before.author.id === message.author.id &&
    !message.message_reference &&
    !message.page.used &&
    before.page.ephemeral === message.page.ephemeral &&
    new Date(message.timestamp) - new Date(before.timestamp) < 7 * 60_000
  );
}

function texts(parts) {
  return (parts ?? []).flatMap((part) => [part.type === 10 ? part.content : "", ...texts(part.components)]);
}

function tells(message, me) {
  return message.mentions.some((user) => user.id === me) && message.author.id !== me;
}

function body(message, hands) {
  if (message.flags & LOADING) {
    return el("p", { class: "waiting", text: TEXTS.thinking(message.author.username) });
  }
  const pictures = (message.attachments ?? []).map((file) =>
    file.content_type?.startsWith("image/") ? picture(file, hands) : fileLink(file.url, file.filename),
  );
  const parts = [
    message.content && markdown(message.content, hands.scene),
    ...render(message.components, hands),
    ...(message.embeds ?? []).map((embed) => embedElement(embed, hands)),
    pictures.length ? el("div", { class: "gallery" }, pictures) : null,
  ].filter(Boolean);
  if (!parts.length) parts.push(el("p", { class: "small", text: TEXTS.blank }));
  return el("div", { class: "body" }, parts);
}

function embedElement(embed, hands) {
  const fields = (embed.fields ?? []).map((field) =>
    el("div", {}, el("strong", { text: field.name }), markdown(field.value ?? "", hands.scene)),
  );
  return el(
    "div",
    { class: "container" },
    embed.title && el("h4", { text: embed.title }),
    embed.description && markdown(embed.description, hands.scene),
    fields,
    embed.image && picture(embed.image, hands),
  );
}

function above(message, hands) {
  const lines = [];
  if (message.page.used) lines.push(usedLine(message.interaction_metadata.user.username, message.page.used));
  if (message.message_reference && !message.page.used) lines.push(replyLine(message, hands));
  return lines.length ? el("div", { class: "above" }, lines) : null;
}

function usedLine(name, command) {
  return el(
    "p",
    { class: "used" },
    el("bdi", { class: "who", text: name }),
    ` ${TEXTS.used} `,
    el("span", { class: "command", text: command }),
  );
}

function replyLine(message, hands) {
  const target = message.referenced_message;
  if (!target) return el("p", { class: "used", text: TEXTS.replyGone });
  const words = summary(target, hands.scene);
  const pinged = message.mentions.some((user) => user.id === target.author.id);
  return el(
    "button",
    {
      type: "button",
      class: "used",
      "aria-label": TEXTS.jumpTo(target.author.username),
      onclick: () => hands.jump(message.message_reference.channel_id, target.id),
    },
    el("bdi", { class: "who", text: `${pinged ? "@" : ""}${target.author.username}` }),
    " ",
    el("bdi", { class: "quote", text: words }),
  );
}

function privateMark(hands) {
  const dismiss = el("button", {
    type: "button",
    class: "mention",
    text: TEXTS.dismiss,
    "data-key": "dismiss",
    onclick: () => hands.remove(),
  });
  return el("p", { class: "only" }, TEXTS.onlyYou, " · ", dismiss);
}

function tools(message, hands) {
  if (message.page.ephemeral || message.flags & LOADING) return null;
  const tool = (name, icon, act) =>
    el("button", { type: "button", title: name, "aria-label": name, text: icon, "data-key": name, onclick: act });
  const bar = el(
    "div",
    { class: "tools", role: "group", "aria-label": TEXTS.tools },
    pickerToggle(hands, "tool-react"),
    tool(TEXTS.reply, "↰", () => hands.reply()),
    message.page.own && tool(TEXTS.edit, "✎", () => hands.edit()),
    message.page.own && tool(TEXTS.remove, "✕", () => hands.remove()),
  );
  return el("div", { class: "rail" }, bar); // a rail as high as the message keeps them in sight of a tall board
}
