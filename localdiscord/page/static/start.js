/** The first screen: who are you? */

import { avatar, el, ids } from "./dom.js";
import { LOCALES, TEXTS } from "./texts.js";

/**
 * Show it.
 *
 * @param {object} lobby the players there are
 * @param {string} complaint why a name did not do
 * @param {(name: string, locale: string) => void} onEnter hears the choice
 */
export function startScreen(lobby, complaint, onEnter) {
  const name = el("input", { id: ids.next("name"), maxlength: "32", dir: "auto", autocomplete: "off", required: true });
  const help = el("p", { class: "small", id: ids.next("help"), text: TEXTS.startLocaleHelp });
  const locale = localeMenu(help.id);
  const form = el(
    "form",
    {},
    el("label", { for: name.id, text: TEXTS.startNew }),
    el("div", { class: "row" }, name, el("button", { type: "submit", class: "button primary", text: TEXTS.startGo })),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onEnter(name.value, locale.value);
  });
  const players = lobby.players.map((user) => {
    const enter = () => onEnter(user.name, locale.value);
    return el("button", { type: "button", class: "player", onclick: enter }, avatar(user), el("bdi", { text: user.name }));
  });
  return el(
    "main",
    { class: "start" },
    el("h1", { text: TEXTS.startTitle }),
    el("p", { text: TEXTS.startIntro }),
    complaint && el("p", { class: "complaint", role: "alert", text: complaint }),
    players.length > 0 && el("div", { class: "players", role: "group", "aria-label": TEXTS.startExisting }, el("p", { text: TEXTS.startExisting }), players),
    form,
    el("label", { for: locale.id, text: TEXTS.startLocale }),
    locale,
    help,
  );
}

function localeMenu(help) {
  const wanted = navigator.language;
  const best = LOCALES.find((code) => code === wanted) ?? LOCALES.find((code) => code.split("-")[0] === wanted.split("-")[0]);
  const option = (code) => {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
    return el("option", { value: code, selected: code === (best ?? "en-US"), lang: code, text: name });
  };
  return el("select", { id: ids.next("locale"), "aria-describedby": help }, LOCALES.map(option));
}
