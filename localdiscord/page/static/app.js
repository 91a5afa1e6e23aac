/** The page: the start screen, then a chat that follows the server. */

import { Chat } from "./chat.js";
import { startScreen } from "./start.js";
import { TEXTS } from "./texts.js";

async function start(complaint = "") {
  const here = new URL(location.href);
  const name = here.searchParams.get("as");
  if (name) {
    const chat = new Chat(name, here.searchParams.get("locale") ?? "", (refusal) => {
      history.replaceState(null, "", "./");
      start(refusal);
    });
    document.body.replaceChildren(chat.element);
    chat.open();
    return;
  }
  document.title = TEXTS.title;
  const answer = await fetch("lobby");
  const screen = startScreen(await answer.json(), complaint, (chosen, locale) => {
    const query = new URLSearchParams({ as: chosen, locale });
    history.replaceState(null, "", `?${query}`);
    start();
  });
  document.body.replaceChildren(screen);
  screen.querySelector(".player, input")?.focus();
}

start();
