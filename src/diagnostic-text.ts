/** What makes a text differ between two runs or shows the inside of the server, and how it looks. */
const diagnostics: readonly (readonly [string, RegExp])[] = [
  ["a UUID", /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/iu],
  ["a hash", /\b[0-9a-f]{32,}\b/iu],
  ["a stack trace", /\n\s+at /u],
  ["an errno", /\bE[A-Z]{3,}\b/u],
  ["a path", /(?:^|[\s'"(])(?:\.{0,2}|~|[A-Za-z]:)[\\/][^\s]/u],
];

/**
 * The first diagnostic in a message that should have none (specification 000, message field rules), in words such as
 * `a path`; `undefined` where it is clean.
 */
export function diagnosticIn(text: string): string | undefined {
  return diagnostics.find(([, form]) => form.test(text))?.[0];
}
