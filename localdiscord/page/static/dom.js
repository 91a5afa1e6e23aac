/**
 * Building elements. Strings become text nodes and nothing here parses HTML, so no text of a player or of the
 * bot can ever turn into markup.
 */

/**
 * Make an element: `text` sets its text, `on…` listens, everything else is an attribute.
 * False, null and undefined leave the attribute or child out.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") node.textContent = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Put other children into an element. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter(Boolean));
}

/** A counter for ids that labels and popups refer to. */
export class Numbers {
  #last = 0;

  next(prefix) {
    this.#last += 1;
    return `${prefix}-${this.#last}`;
  }
}

/** Ids made in the order of need; one source, so that none repeats within the page. */
export const ids = new Numbers();

/** A name's round picture: its first letter on one of six colours, always the same for a name. */
export function avatar(user) {
  const sum = [...user.name].reduce((total, letter) => total + letter.codePointAt(0), 0);
  const letter = user.bot ? "♠" : [...user.name][0].toUpperCase();
  return el("span", { class: `avatar avatar-${user.bot ? "bot" : sum % 6}`, "aria-hidden": "true", text: letter });
}
