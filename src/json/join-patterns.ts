/** Patterns behind each other or, with `"|"` between them, for each other. The flags are those of the first. */
export function joinPatterns(between: "" | "|", first: RegExp, ...others: readonly RegExp[]): RegExp {
  return new RegExp([first, ...others].map(({ source }) => source).join(between), first.flags);
}
