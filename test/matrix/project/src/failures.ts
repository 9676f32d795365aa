export function failureFor(file: string): Error {
  return new Error(`cannot read ${file}`); // no-raw-error
}
