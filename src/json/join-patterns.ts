/**
 * Creates one pattern of several, which stand behind each other or, with `"|"` between them, for each other.
 *
 * @param flags those of the whole; the flags of the parts do not count.
 */
export function joinPatterns(between: "" | "|", flags: string, ...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(between), flags);
}
