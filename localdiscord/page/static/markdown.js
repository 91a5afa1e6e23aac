/**
 * The small part of Discord's Markdown that bots use, as elements. Text stays text: there is no way from here to
 * HTML, and links lead to messages of this page or to this server only.
 */

import { el } from "./dom.js";
import { TEXTS } from "./texts.js";
import { timestamp } from "./times.js";

const DEEPEST = 8;
const FENCE = /```(?:[\w+-]*\n)?([^]*?)```/g;
const SPECIAL = /[\\`*_~|<[h]/;
const MESSAGE_LINK = /^\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** What stands at a place, each with the pattern that finds it and the element made of it. */
const INLINE = [
  [/^\\([\\`*_~|<>#[\]().-])/, (found) => found[1]],
  [/^``([^]+?)``/, (found) => el("code", { text: found[1].trim() })],
  [/^`([^`\n]+)`/, (found) => el("code", { text: found[1] })],
  [/^\*\*([^]+?)\*\*(?!\*)/, (found, deeper) => el("strong", {}, deeper(found[1]))],
  [/^__([^]+?)__(?!_)/, (found, deeper) => el("u", {}, deeper(found[1]))],
  [/^~~([^]+?)~~/, (found, deeper) => el("s", {}, deeper(found[1]))],
  [/^\|\|([^]+?)\|\|/, (found, deeper) => spoiler(deeper(found[1]))],
  [/^\*(?!\s)([^*]+)\*(?!\*)/, (found, deeper) => el("em", {}, deeper(found[1]))],
  [/^_(?!\s)([^_]+)_(?!\w)/, (found, deeper) => el("em", {}, deeper(found[1])), /\w$/],
  [/^<@!?(\d+)>/, (found, _, scene) => mention(`@${scene.nameOf(found[1])}`, found[1] === scene.me)],
  [/^<#(\d+)>/, (found, _, scene) => mention(`#${scene.channelName(found[1])}`, false)],
  [/^<\/([^:>\n]+):\d+>/, (found, _, scene) => commandLink(found[1], scene)],
  [/^<a?(:\w+:)\d+>/, (found) => found[1]],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (found) => timestamp(Number(found[1]), found[2])],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (found, _, scene) => link(found[2], found[1], scene)],
  [/^<(https?:\/\/[^\s<>]+)>/, (found, _, scene) => link(found[1], null, scene)],
  [/^https?:\/\/[^\s<>]*[^\s<>.,;:!?"')\]]/, (found, _, scene) => link(found[0], null, scene), /\w$/],
];

/**
 * Turn a text into elements.
 *
 * @param {string} text what was written
 * @param {{me: string, nameOf: Function, channelName: Function, jump: Function, prefill: Function}} scene
 */
export function markdown(text, scene) {
  const root = el("div", { class: "markdown", dir: "auto" });
  let last = 0;
  for (const fence of text.matchAll(FENCE)) {
    root.append(...blocks(text.slice(last, fence.index), scene));
    root.append(el("pre", { tabindex: "0" }, el("code", { text: fence[1].replace(/\n$/, "") })));
    last = fence.index + fence[0].length;
  }
  root.append(...blocks(text.slice(last), scene));
  return root;
}

/** Write a text's words without its marks, in one line, for quotes and announcements. */
export function plain(text, scene) {
  const words = text
    .replace(/<@!?(\d+)>/g, (_, id) => `@${scene.nameOf(id)}`)
    .replace(/<\/([^:>\n]+):\d+>/g, "/$1")
    .replace(/<t:\d+(?::\w)?>/g, "")
    .replace(/^(?:#{1,3}|-#|>) /gm, "")
    .replace(/[*_~`|]{1,3}/g, "");
  return words.replace(/\s+/g, " ").trim().slice(0, 200);
}

function blocks(text, scene) {
  const made = [];
  let lines = [];
  const flush = () => {
    while (lines.length && !lines[0].trim()) lines.shift();
    while (lines.length && !lines.at(-1).trim()) lines.pop();
    if (lines.length) made.push(paragraph(lines, scene));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const block = special(line, made, lines, scene);
    if (block === null) {
      lines.push(line);
      continue;
    }
    flush();
    if (block) made.push(block);
  }
  flush();
  return made;
}

/** Return the block that a line makes, undefined where it went on with the one before, null for plain text. */
function special(line, made, lines, scene) {
  const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
  if (heading) return el(`h${heading[1].length + 2}`, {}, inline(heading[2], scene));
  const small = /^-# +(\S.*)$/.exec(line);
  if (small) return el("p", { class: "small" }, inline(small[1], scene));
  const quote = /^> (.*)$/.exec(line);
  if (quote) return el("blockquote", {}, inline(quote[1], scene));
  const item = /^(\s*)(?:[-*]|(\d{1,4})\.) +(\S.*)$/.exec(line);
  if (!item) return null;
  const entry = el("li", { class: item[1].length >= 2 ? "deep" : null }, inline(item[3], scene));
  const tag = item[2] ? "OL" : "UL";
  if (!lines.length && made.at(-1)?.tagName === tag) {
    made.at(-1).append(entry);
    return undefined;
  }
  return el(tag.toLowerCase(), { start: item[2] }, entry);
}

function paragraph(lines, scene) {
  const parts = lines.flatMap((line, index) => [index ? el("br") : "", ...inline(line, scene)]);
  return el("p", {}, parts);
}

function inline(text, scene, depth = 0) {
  if (depth > DEEPEST) return [text];
  const made = [];
  let waiting = "";
  let rest = text;
  while (rest) {
    const hit = match(rest, waiting || text.slice(0, text.length - rest.length));
    if (hit) {
      const [found, make] = hit;
      made.push(waiting, make(found, (inner) => inline(inner, scene, depth + 1), scene));
      waiting = "";
      rest = rest.slice(found[0].length);
      continue;
    }
    const next = rest.slice(1).search(SPECIAL);
    const length = next < 0 ? rest.length : next + 1;
    waiting += rest.slice(0, length);
    rest = rest.slice(length);
  }
  made.push(waiting);
  return made.filter((part) => part !== "");
}

function match(rest, before) {
  if (!SPECIAL.test(rest[0])) return null;
  for (const [pattern, make, notAfter] of INLINE) {
    if (notAfter?.test(before)) continue;
    const found = pattern.exec(rest);
    if (found) return [found, make];
  }
  return null;
}

function mention(text, mine) {
  return el("span", { class: mine ? "mention mine" : "mention" }, el("bdi", { text }));
}

function commandLink(path, scene) {
  return el("button", {
    type: "button",
    class: "mention",
    text: `/${path}`,
    onclick: () => scene.prefill(`/${path}`),
  });
}

function link(address, label, scene) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return label ? `${label} (${address})` : address;
  }
  const local = url.origin === location.origin;
  const place = MESSAGE_LINK.exec(url.pathname);
  if (place && (local || url.hostname === "discord.com")) {
    const go = () => scene.jump(place[1], place[2]);
    return el("button", { type: "button", class: "jump", text: label ?? TEXTS.jump, onclick: go });
  }
  if (local) return el("a", { href: url.href, target: "_blank", rel: "noopener", text: label ?? address });
  return label ? `${label} (${address})` : address;
}

function spoiler(children) {
  const inner = el("span", { class: "spoiler-text", hidden: true }, children);
  const cover = el("button", { type: "button", class: "spoiler", text: TEXTS.spoiler });
  cover.addEventListener("click", () => {
    inner.hidden = false;
    cover.remove();
  });
  return el("span", {}, cover, inner);
}
