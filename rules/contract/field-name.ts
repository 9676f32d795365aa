/** The name of a field, or of a factory's method, from its dotted path: `code` of `error.code`. */
export function fieldName(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
