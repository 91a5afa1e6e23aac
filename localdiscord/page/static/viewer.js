/** A picture over the whole page; a click, Enter or Esc closes it. */

import { el } from "./dom.js";
import { TEXTS } from "./texts.js";

export function openPicture(source, alt) {
  const back = document.activeElement;
  const image = el("img", { src: source, alt: alt || TEXTS.picture });
  const close = el("button", { type: "button", class: "picture", title: TEXTS.pictureClose }, image);
  const dialog = el("dialog", { class: "viewer", "aria-label": TEXTS.enlarge }, close);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back?.isConnected) back.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
