const STOP_WORDS = new Set("not but the and was were has had for with that this from your you are".split(" "));

/**
 * The words of a name or a text, in lower case: `readFileSync` -> read, file, sync. Words of one or two letters are
 * left out.
 */
export function listWords(text: string): readonly string[] {
  return splitWords(text).filter((word) => word.length > 2 && !STOP_WORDS.has(word));
}

/** Every word of a name or a text, in lower case. */
export function splitWords(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}

const LONGEST_EXCERPT = 40;

/** Returns the beginning of a text on one line, to stand between backticks in a message. */
export function toExcerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").replaceAll("`", "");
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT).trimEnd()}…` : line;
}
