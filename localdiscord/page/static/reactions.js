/** Reactions below a message, and the few emoji that the + offers. */

import { el } from "./dom.js";
import { EMOJI, TEXTS } from "./texts.js";

/** Show the reactions of a message; pressing one joins or leaves it. */
export function reactions(message, hands) {
  if (!message.reactions?.length) return null;
  const chips = message.reactions.map((reaction) => chip(reaction, message.page.reactors, hands));
  return el("div", { class: "reactions" }, chips, pickerToggle(hands, "reaction plus"));
}

/** A button that opens the choice of emoji. */
export function pickerToggle(hands, className) {
  return el("button", {
    type: "button",
    class: className,
    title: TEXTS.react,
    "aria-label": TEXTS.react,
    "data-key": className,
    text: "☺+",
    onclick: (event) => openPicker(event.currentTarget, hands),
  });
}

function openPicker(origin, hands) {
  const message = origin.closest(".message");
  const old = message.querySelector(".picker");
  if (old) {
    old.remove();
    return;
  }
  const close = () => {
    picker.remove();
    (origin.isConnected ? origin : message).focus();
  };
  const offer = (emoji) => {
    const pick = () => {
      close();
      hands.react(emoji, true);
    };
    return el("button", { type: "button", text: emoji, "aria-label": TEXTS.reactWith(emoji), onclick: pick });
  };
  const picker = el("div", { class: "picker", role: "group", "aria-label": TEXTS.react }, EMOJI.map(offer));
  picker.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...picker.children];
    if (step) buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
  });
  message.querySelector(".main").append(picker);
  picker.firstChild.focus();
}

function chip(reaction, reactors, hands) {
  const key = reaction.emoji.id ? `${reaction.emoji.name}:${reaction.emoji.id}` : reaction.emoji.name;
  const names = (reactors[key] ?? []).join(", ");
  return el(
    "button",
    {
      type: "button",
      class: reaction.me ? "reaction mine" : "reaction",
      "aria-pressed": String(reaction.me),
      "aria-label": TEXTS.reaction(reaction.emoji.name, reaction.count, names),
      "data-key": `reaction:${key}`,
      title: names,
      onclick: () => hands.react(key, !reaction.me),
    },
    el("span", { class: "emoji", text: reaction.emoji.name }),
    el("span", { text: String(reaction.count) }),
  );
}
