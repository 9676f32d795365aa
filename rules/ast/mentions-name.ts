/** Whether a text has a name as a word of its own: `ERROR_CODES`, but not that in `SYSTEM_ERROR_CODES`. */
export function mentionsName(text: string, name: string): boolean {
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    if (!isInWord(text.charAt(start - 1)) && !isInWord(text.charAt(start + name.length))) return true;
  }
  return false;
}

function isInWord(character: string): boolean {
  return /^[\w$]$/.test(character);
}
