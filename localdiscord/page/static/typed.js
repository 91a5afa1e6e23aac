/** What is typed behind a command: which option each part belongs to. Mirrors `typed.py`, which has the last word. */

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * Split a line into the options that it gives: `{option, from, to}` of each value, in the order of the line.
 * What stands before the first named option belongs to the first option.
 */
export function parts(command, line) {
  const start = beginning(command, line);
  if (start === null || !command.options.length) return [];
  const named = new Map(command.options.flatMap((option) => [[option.name, option], [option.label, option]]));
  const marks = marksIn(line.slice(start), [...named.keys()]);
  const ends = [...marks.map((mark) => start + mark.index), line.length];
  const found = marks.map((mark, place) => ({
    option: named.get(mark[1]),
    from: ends[place] + mark[0].length,
    to: ends[place + 1],
    named: true,
  }));
  const loose = { option: command.options[0], from: start, to: ends[0], named: false };
  return [loose, ...found];
}

/** Return the texts of the options that a line gives, as `[option, text]`. */
export function given(command, line) {
  const found = parts(command, line).map((part) => [part, line.slice(part.from, part.to).trim()]);
  return found.filter(([part, text]) => part.named || text).map(([part, text]) => [part.option, text]);
}

/**
 * Tell what the caret stands in: the value of an option, or a word that may become an option's name.
 *
 * @returns {{part: object, value: string, word: string, wordAt: number} | null}
 */
export function underCaret(command, line, caret) {
  const part = parts(command, line).findLast((one) => one.from <= caret && caret <= one.to);
  if (!part) return null;
  const value = line.slice(part.from, caret);
  const word = /\S*$/.exec(value)[0];
  return { part, value: value.trimStart(), word, wordAt: caret - word.length };
}

/** Put a text in place of a part of a line, one space behind it; tells the line and where the caret goes. */
export function replaced(line, from, to, text) {
  const before = line.slice(0, from) + text;
  const after = line.slice(to).trimStart();
  const gap = text.endsWith(":") ? "" : " ";
  return { line: before + gap + after, caret: before.length + gap.length };
}

function beginning(command, line) {
  for (const name of [command.label, command.path]) {
    const words = name.split(" ").map((word) => word.replace(SPECIAL, "\\$&"));
    const found = new RegExp(`^/\\s*${words.join("\\s+")}\\s+`, "u").exec(line);
    if (found) return found[0].length;
  }
  return null;
}

function marksIn(text, names) {
  const longestFirst = names.sort((one, other) => other.length - one.length);
  const either = longestFirst.map((name) => name.replace(SPECIAL, "\\$&")).join("|");
  return [...text.matchAll(new RegExp(`(?<=^|\\s)(${either}):`, "gu"))];
}
