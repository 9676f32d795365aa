/** How often a text may have been written as a JSON string: an envelope, its JSON, the JSON of that, and once more. */
const deepest = 3;

/** In UTF-16 code units, several times the largest envelope. Longer texts are not parsed. */
const longest = 4_000_000;

/**
 * What a text says as JSON, parsed again while it says a string; any other value as it is. `undefined` where the text is no
 * JSON object, too long, or a string within more strings than anyone makes by mistake. Never throws.
 */
export function decoded(value: unknown): unknown {
  let inner = value;
  for (let level = 0; level < deepest && typeof inner === "string"; level++) inner = parsed(inner);
  return typeof inner === "string" ? undefined : inner;
}

function parsed(text: string): unknown {
  // No envelope begins otherwise, and most texts are prose.
  if (text.length > longest || !/^\s*["{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
