/** Select menus of messages and forms: a button that opens a list, steered by keys and mouse. */

import { el } from "./dom.js";
import { Listbox } from "./listbox.js";
import { TEXTS } from "./texts.js";

/**
 * Make a menu.
 *
 * @param {object} part the select component, options filled in
 * @param {(values: string[]) => void} onChoose hears what was chosen; a menu for several tells it on closing
 * @param {{id?: string, label?: string}} names ties the menu to a label that stands elsewhere
 */
export function menu(part, onChoose, names = {}) {
  const title = names.label ?? part.placeholder ?? TEXTS.selectNothing;
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const picked = new Set((part.options ?? []).filter((option) => option.default).map((option) => option.value));
  const face = el("span", { class: "menu-face" });
  const button = el(
    "button",
    {
      id: names.id,
      type: "button",
      class: "menu-button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "data-key": `menu:${part.placeholder ?? part.custom_id}`,
      disabled: part.disabled,
    },
    face,
    el("span", { class: "menu-arrow", "aria-hidden": "true", text: "▾" }),
  );
  const list = new Listbox(title, choose);
  list.steeredBy(button);

  function show(active = 0) {
    const items = (part.options ?? []).map((option) => ({
      value: option.value,
      label: `${option.emoji?.name && !option.emoji.id ? `${option.emoji.name} ` : ""}${option.label}`,
      description: option.description,
      hint: picked.has(option.value) ? "✓" : "",
    }));
    list.show(items, { active, note: most > 1 ? TEXTS.selectBetween(least, most) : "" });
    const room = button.getBoundingClientRect().top - (button.closest(".timeline")?.getBoundingClientRect().top ?? 0);
    list.element.classList.toggle("down", room < list.element.offsetHeight + 8);
  }

  function label() {
    const chosen = (part.options ?? []).filter((option) => picked.has(option.value)).map((option) => option.label);
    face.textContent = chosen.join(", ") || part.placeholder || TEXTS.selectNothing;
    face.classList.toggle("empty", !chosen.length);
    // a combobox is not named by what stands in it
    button.setAttribute("aria-label", chosen.length ? `${title}: ${chosen.join(", ")}` : title);
  }

  function choose(item) {
    button.focus(); // some browsers do not focus what is clicked
    if (most === 1) {
      list.hide();
      picked.clear();
      picked.add(item.value);
      label();
      onChoose([item.value]);
      return;
    }
    const place = list.items.indexOf(item);
    if (picked.has(item.value)) picked.delete(item.value);
    else if (picked.size < most) picked.add(item.value);
    label();
    show(place);
  }

  function close() {
    if (!list.isOpen) return;
    list.hide();
    if (most > 1 && picked.size >= least) onChoose([...picked]);
  }

  button.addEventListener("click", () => (list.isOpen ? close() : show()));
  button.addEventListener("blur", close);
  button.addEventListener("keydown", (event) => steer(event, list, { show, close, pick: () => list.pick() }));
  label();
  return el("div", { class: "menu" }, button, list.element);
}

function steer(event, list, { show, close, pick }) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    if (list.isOpen) list.move(step);
    else show();
  } else if ((event.key === "Enter" || event.key === " ") && list.isOpen) {
    event.preventDefault();
    pick();
  } else if (event.key === "Escape" && list.isOpen) {
    event.preventDefault();
    event.stopPropagation();
    close();
  } else if (event.key.length === 1 && list.isOpen) {
    const place = list.items.findIndex((item) => item.label.toLowerCase().startsWith(event.key.toLowerCase()));
    if (place >= 0) list.move(place - list.items.indexOf(list.active));
  }
}
