import type { TSESLint } from "@typescript-eslint/utils";

/** Whether a text has a name as a word of its own: `ERROR_CODES`, but not that in `SYSTEM_ERROR_CODES`. */
export function mentionsName(text: string, name: string): boolean {
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    if (!isInWord(text.charAt(start - 1)) && !isInWord(text.charAt(start + name.length))) return true;
  }
  return false;
}

const WORD_CHARACTER = /^[\w$]$/;

function isInWord(character: string): boolean {
  return WORD_CHARACTER.test(character);
}

const files = new WeakMap<TSESLint.SourceCode, Map<string, boolean>>();

/** Whether a file mentions a name anywhere, looked for once. Where it does not, no scope has to be asked about that name. */
export function fileMentions(name: string, sourceCode: TSESLint.SourceCode): boolean {
  const asked = files.get(sourceCode);
  const known = asked?.get(name);
  if (known !== undefined) return known;
  const found = mentionsName(sourceCode.text, name);
  files.set(sourceCode, (asked ?? new Map<string, boolean>()).set(name, found));
  return found;
}
