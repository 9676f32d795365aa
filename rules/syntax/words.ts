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
