/** The registered commands: finding the ones that fit what is typed so far. */

/** Return the commands that fit, best first: whole words at the front before words in the middle. */
export function fitting(commands, typed) {
  const wanted = typed.toLowerCase().replace(/\s+/g, " ").trimStart();
  const scored = commands
    .map((command, place) => ({ command, place, score: score(command.label.toLowerCase(), wanted) }))
    .filter((entry) => entry.score > 0);
  scored.sort((one, other) => other.score - one.score || one.place - other.place);
  return scored.map((entry) => entry.command);
}

/** Return the command that stands at the front of a typed line with nothing or a space behind it. */
export function standing(commands, typed) {
  const line = typed.replace(/\s+/g, " ");
  const fits = (command) => [command.label, command.path].some((name) => line === name || line.startsWith(`${name} `));
  return commands.filter(fits).sort((one, other) => other.path.length - one.path.length)[0] ?? null;
}

/** What the list says of a command's options: required ones plainly, others in brackets. */
export function usage(command) {
  return command.options.map((option) => (option.required ? option.label : `[${option.label}]`)).join(" ");
}

function score(label, wanted) {
  if (!wanted) return 1;
  if (label.startsWith(wanted)) return 4;
  if (label.split(" ").some((word) => word.startsWith(wanted))) return 3;
  return label.includes(wanted) ? 2 : 0;
}
