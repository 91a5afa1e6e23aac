/** The words at the beginning of a channel. */

import { el } from "./dom.js";
import { TEXTS } from "./texts.js";

/** Say where this is and what to type first; the command can be put into the box by a press. */
export function welcome(channel, bot, prefill) {
  const [before, command, after] = TEXTS.welcomeFirst;
  const fillBox = () => prefill(command);
  return el(
    "section",
    { class: "welcome" },
    el("h3", { text: TEXTS.welcomeTitle(`${channel.direct ? "@" : "#"}${channel.name}`) }),
    channel.direct && el("p", { text: TEXTS.welcomeDirect(bot.name) }),
    el("p", {}, before, el("button", { type: "button", class: "mention", title: TEXTS.welcomeTry, text: command, onclick: fillBox }), after),
    el("p", { text: `${TEXTS.welcomeList} ${TEXTS.welcomePrivate}` }),
  );
}
