/** Patterns behind each other or, with `"|"` between them, for each other. The flags of the parts do not count. */
export function joinPatterns(between: "" | "|", flags: string, ...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(between), flags);
}
