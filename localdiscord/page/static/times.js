/** Moments in the reader's own language and zone. */

import { el } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const REFRESH = 20_000;

/** Show `<t:seconds:style>`. */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  const whole = format(date, STYLES.F);
  const text = style === "R" ? relative(seconds) : format(date, STYLES[style]);
  return el("time", {
    class: "timestamp",
    datetime: date.toISOString(),
    title: whole,
    text,
    "data-relative": style === "R" ? String(seconds) : null,
  });
}

/** Show when a message came: the hour today, the date as well on other days. */
export function arrival(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const text = format(date, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
  return el("time", { class: "arrival", datetime: iso, title: format(date, STYLES.F), text });
}

/** Keep "3 minutes ago" true. */
export function keepTimesFresh(root) {
  setInterval(() => {
    for (const node of root.querySelectorAll("[data-relative]")) {
      node.textContent = relative(Number(node.dataset.relative));
    }
  }, REFRESH);
}

function format(date, style) {
  return new Intl.DateTimeFormat(undefined, style).format(date);
}

function relative(seconds) {
  const ahead = seconds - Date.now() / 1000;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(ahead) >= length) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(ahead / size), unit);
}
