/** The bot's modals as dialogs. */

import { el, ids } from "./dom.js";
import { markdown } from "./markdown.js";
import { menu } from "./menu.js";
import { TEXTS } from "./texts.js";

const PART = { ROW: 1, SELECT: 3, INPUT: 4, TEXT: 10, LABEL: 18, UPLOAD: 19, RADIO: 21, CHECKBOXES: 22, CHECKBOX: 23 };
const PARAGRAPH = 2;
const LONGEST = 4000;

/**
 * Open a modal; resolves when it is closed.
 *
 * @param {object} modal title, custom_id, components
 * @param {object} scene names, and what user and channel menus offer
 * @param {(fields: object) => Promise<string>} onSubmit sends it; answers with a complaint, or nothing if it went
 * @param {() => boolean} focusOrigin focuses what opened it where that was drawn anew; false where it is gone
 */
export function openForm(modal, scene, onSubmit, focusOrigin = () => false) {
  const back = document.activeElement;
  const reads = new Map();
  const title = ids.next("title");
  const complaint = el("p", { class: "complaint", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary", text: TEXTS.submit });
  const cancel = el("button", { type: "button", class: "button secondary", text: TEXTS.cancel });
  const form = el(
    "form",
    { novalidate: true },
    el("h2", { id: title, dir: "auto", text: modal.title }),
    modal.components.map((part) => piece(part, { scene, reads })),
    complaint,
    el("div", { class: "row end" }, cancel, submit),
  );
  const dialog = el("dialog", { class: "form", "aria-labelledby": title }, form);

  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    complaint.hidden = true;
    const invalid = form.querySelector(":invalid");
    if (invalid) {
      complaint.textContent = invalid.validationMessage;
      complaint.hidden = false;
      invalid.focus();
      return;
    }
    submit.disabled = true;
    const words = await onSubmit(Object.fromEntries([...reads].map(([name, read]) => [name, read()])));
    submit.disabled = false;
    if (!words) dialog.close();
    complaint.textContent = words ?? "";
    complaint.hidden = !words;
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back?.isConnected) back.focus();
    else if (!focusOrigin()) scene.focusBox();
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = form.querySelector("input, textarea, .menu-button");
  first?.focus();
  if (first?.setSelectionRange) first.setSelectionRange(first.value.length, first.value.length);
}

function piece(part, tools) {
  if (part.type === PART.TEXT) return markdown(part.content ?? "", tools.scene);
  if (part.type === PART.ROW) return part.components.map((child) => labelled(child, child, tools));
  if (part.type === PART.LABEL) return labelled(part, part.component, tools);
  return null;
}

function labelled(label, component, tools) {
  const id = ids.next("field");
  const required = component.required ?? component.type !== PART.CHECKBOX;
  const help = label.description ? ids.next("help") : null;
  const control = CONTROLS[component.type] ?? choice;
  return el(
    "div",
    { class: "form-field", dir: "auto" },
    el("label", { for: id }, label.label ?? "", required && el("span", { class: "star", title: TEXTS.required, text: " *" })),
    help && el("p", { class: "small", id: help, text: label.description }),
    control(component, { id, help, required, name: label.label, ...tools }),
  );
}

const CONTROLS = {
  [PART.INPUT]: textInput,
  [PART.CHECKBOX]: (part, tools) => box(part.custom_id, part, "checkbox", tools, (input) => input.checked),
  [PART.RADIO]: (part, tools) => boxes(part, "radio", tools),
  [PART.CHECKBOXES]: (part, tools) => boxes(part, "checkbox", tools),
  [PART.UPLOAD]: () => el("p", { class: "small", text: TEXTS.noUpload }),
};

function textInput(part, { id, help, required, reads }) {
  const long = part.style === PARAGRAPH;
  const most = part.max_length ?? LONGEST;
  const counter = el("p", { class: "counter", "aria-hidden": "true" });
  const input = el(long ? "textarea" : "input", {
    id,
    required,
    dir: "auto",
    autocomplete: "off",
    rows: long ? "5" : null,
    type: long ? null : "text",
    minlength: part.min_length,
    maxlength: String(most),
    placeholder: part.placeholder,
    "aria-describedby": help,
  });
  input.value = part.value ?? "";
  const count = () => {
    counter.textContent = input.value.length > most / 2 || most <= 100 ? TEXTS.characters(input.value.length, most) : "";
  };
  input.addEventListener("input", count);
  count();
  reads.set(part.custom_id, () => input.value);
  return [input, counter];
}

function choice(part, { id, name, scene, reads }) {
  const options = part.type === PART.SELECT ? part.options : scene.pickable(part.type);
  let values = (options ?? []).filter((option) => option.default).map((option) => option.value);
  reads.set(part.custom_id, () => values);
  const keep = (chosen) => {
    values = chosen;
  };
  return menu({ ...part, options }, keep, { id, label: name });
}

function boxes(part, kind, { reads }) {
  const inputs = part.options.map((option) => ({ option, input: el("input", { type: kind, name: part.custom_id, checked: option.default }) }));
  reads.set(part.custom_id, () => inputs.filter((one) => one.input.checked).map((one) => one.option.value));
  return el(
    "div",
    { role: "group" },
    inputs.map(({ option, input }) => el("label", { class: "choice" }, input, " ", option.label)),
  );
}

function box(name, part, kind, { id, reads }, read) {
  const input = el("input", { id, type: kind, checked: part.default });
  reads.set(name, () => read(input));
  return input;
}
