/** The words at the beginning of a channel. */

import { el } from "./dom.js";
import { TEXTS } from "./texts.js";

/** Say where this is and what to type first; the command can be put into the box by a press. */
export function welcome(channel, bot, prefill) {
  const line = ([before, command, after]) => {
    const fillBox = () => prefill(command);
    const button = el("button", { type: "button", class: "mention", title: TEXTS.welcomeTry, text: command, onclick: fillBox });
    return el("p", {}, before, button, after);
  };
  return el(
    "section",
    { class: "welcome" },
    el("h3", { text: TEXTS.welcomeTitle(`${channel.direct ? "@" : "#"}${channel.name}`) }),
    channel.direct && el("p", { text: TEXTS.welcomeDirect(bot.name) }),
    line(TEXTS.welcomeFirst),
    line(TEXTS.welcomeBack),
    el("p", { text: `${TEXTS.welcomeList} ${TEXTS.welcomePrivate}` }),
  );
}
