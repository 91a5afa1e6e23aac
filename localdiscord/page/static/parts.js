/** Discord's components (version 2 and buttons) as elements. */

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { menu } from "./menu.js";
import { TEXTS } from "./texts.js";

const PART = { ROW: 1, BUTTON: 2, SELECT: 3, SECTION: 9, TEXT: 10, THUMBNAIL: 11, GALLERY: 12, FILE: 13, SEPARATOR: 14, CONTAINER: 17 };
const PEOPLE_SELECTS = [5, 7];
const CHANNEL_SELECT = 8;
const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

const MAKERS = {
  [PART.ROW]: (part, hands) => el("div", { class: "row" }, render(part.components, hands)),
  [PART.BUTTON]: button,
  [PART.SECTION]: section,
  [PART.TEXT]: (part, hands) => markdown(part.content ?? "", hands.scene),
  [PART.THUMBNAIL]: (part, hands) => picture({ ...part, media: part.media }, hands),
  [PART.GALLERY]: gallery,
  [PART.FILE]: (part) => fileLink(part.file?.url, part.name ?? TEXTS.file),
  [PART.SEPARATOR]: separator,
  [PART.CONTAINER]: container,
};

/**
 * Render a list of components.
 *
 * @param {object[]} parts as on the wire
 * @param {object} hands what pressing does: press, choose, enlarge; `scene` for names; `images` to use again
 */
export function render(parts, hands) {
  return (parts ?? []).map((part) => {
    if (part.type === PART.SELECT || (part.type > PART.SELECT && part.type <= CHANNEL_SELECT)) return select(part, hands);
    return MAKERS[part.type]?.(part, hands);
  });
}

/** Which picture an image element is to be exchanged for, while that one loads. */
const coming = new WeakMap();

/** Show a picture that can be enlarged, as large from the start as it will be; the old one stays until it is there. */
export function picture(item, hands) {
  const source = localSource(item.media?.url ?? item.url);
  if (!source) return el("p", { class: "small", text: item.media?.url ?? item.url ?? TEXTS.file });
  const alt = item.description ?? "";
  const image = exchanged(hands.images?.shift(), source, alt || TEXTS.picture);
  const show = () => hands.enlarge(source, alt);
  const frame = el("button", { type: "button", class: "picture", title: TEXTS.enlarge, "data-key": "picture", onclick: show }, image);
  const [width, height] = ["width", "height"].map((side) => item.media?.[side] ?? item[side]);
  if (width && height) {
    frame.classList.add("sized");
    frame.style.setProperty("--wide", width);
    frame.style.setProperty("--tall", height);
  }
  return frame;
}

/** Return the image to show now: the old one, which gives way once the new one can be painted, or the new one. */
function exchanged(old, source, alt) {
  if (old?.getAttribute("src") === source) {
    coming.delete(old);
    old.setAttribute("alt", alt);
    return old;
  }
  const image = el("img", { decoding: "sync", alt, src: source });
  if (!old) return image;
  old.setAttribute("alt", alt);
  coming.set(old, image);
  const replace = () => coming.get(old) === image && old.replaceWith(image);
  image.decode().then(replace, replace); // a picture that cannot be had shows its description
  return old;
}

/** Link to a file of this server, or name one that lies elsewhere. */
export function fileLink(url, name) {
  const source = localSource(url);
  if (!source) return el("span", { class: "file", text: name });
  return el("a", { class: "file", href: source, download: name, text: name });
}

/** Return the path of a file that this server keeps; anything else would leave the machine. */
function localSource(address) {
  try {
    const url = new URL(address);
    return url.protocol === "http:" && url.pathname.startsWith("/cdn/attachments/") ? url.pathname : null;
  } catch {
    return null;
  }
}

function button(part, hands) {
  const emoji = part.emoji?.name ? el("span", { class: "emoji", text: part.emoji.id ? `:${part.emoji.name}:` : part.emoji.name }) : null;
  const face = [emoji, part.label && el("bdi", { text: part.label })];
  const style = BUTTON_STYLES[part.style] ?? "secondary";
  const key = `button:${part.label || part.emoji?.name || part.custom_id}`;
  if (part.url) return linkButton(part, face, hands);
  const node = el("button", { type: "button", class: `button ${style}`, "data-key": key, disabled: part.disabled }, face);
  node.addEventListener("click", async () => {
    if (node.getAttribute("aria-busy")) return;
    node.setAttribute("aria-busy", "true");
    await hands.press(part.custom_id);
    node.removeAttribute("aria-busy");
  });
  return node;
}

function linkButton(part, face, hands) {
  const words = markdown(part.url, hands.scene);
  const go = words.querySelector("button, a");
  if (!go) return el("span", { class: "button link", title: part.url }, face);
  go.className = "button link";
  go.replaceChildren(...face.filter(Boolean));
  return go;
}

function select(part, hands) {
  const options = part.type === PART.SELECT ? part.options : hands.scene.pickable(part.type, { PEOPLE_SELECTS, CHANNEL_SELECT });
  return menu({ ...part, options }, (values) => hands.choose(part.custom_id, values));
}

function section(part, hands) {
  const words = el("div", { class: "section-text" }, render(part.components, hands));
  const beside = el("div", { class: "section-side" }, render(part.accessory ? [part.accessory] : [], hands));
  return el("div", { class: "section" }, words, beside);
}

function gallery(part, hands) {
  const items = part.items ?? [];
  return el("div", { class: `gallery gallery-${Math.min(items.length, 4)}` }, items.map((item) => picture(item, hands)));
}

function separator(part) {
  const size = part.spacing === 2 ? "wide" : "narrow";
  return part.divider === false ? el("div", { class: `space ${size}` }) : el("hr", { class: size });
}

function container(part, hands) {
  const node = el("div", { class: "container" }, render(part.components, hands));
  if (typeof part.accent_color === "number") {
    node.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
    node.classList.add("accented");
  }
  return node;
}
