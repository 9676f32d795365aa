// What a comment or a log says of a failure that is dropped. The only list of such words.

/** These say it wherever they stand. */
const MAY_FAIL = /best[- ]effort|never throws|fire[- ]and[- ]forget/i;
const GOES_ON = new RegExp(
  String.raw`\b(?:fall\w*[- ]?(?:back|through)|us(?:e|ing) defaults?|instead|degrad\w*|keep the|optional|` +
    String.raw`non-?\s?(?:fatal|critical|blocking)|continu(?:e|ing)|skip(?:ping)?|fail[- ]?open|ignor\w+|` +
    String.raw`swallow\w*|silent(?:ly)?|no-?op|anyway|proceed|fine|expected|harmless|deliberate\w*|already \w+|` +
    String.raw`not (?:found|available)|` +
    String.raw`return(?:s|ing)? (?:null|undefined|empty|false)|` +
    String.raw`(?:do|must|should)(?: not|n['’]?t)(?: want to)? (?:fail|block|throw|break|crash))\b`,
  "i",
);
/** "Returns null if the file cannot be read": the default and when it is given. */
const DOCUMENTS = /\breturns?\b[^.]*?\b(?:null|undefined|empty|false)\b[^.]*\b(?:fail|error|invalid|unreadable)/i;

/** Returns whether a comment or a log says that a failure is dropped on purpose: the work goes on without it. */
export function saysDropIsMeant(text: string): boolean {
  return GOES_ON.test(text) || MAY_FAIL.test(text);
}

/** Returns whether the comment above a function says that it gives a default, or that its work may fail. */
export function documentsDrop(text: string): boolean {
  const line = text.replaceAll(/\s*\n[\s*]*/g, " ");
  return DOCUMENTS.test(line) || MAY_FAIL.test(line);
}

// Such comments are written for a tool, or for somebody who has work left to do.
const NO_REASON = /^[\s*]*(?:eslint|@ts-|prettier|istanbul|c8|v8|#|(?:TODO|FIXME|XXX|HACK)\b)/;

/** Returns whether a comment may say why a failure is dropped. */
export function isReason({ value }: { readonly value: string }): boolean {
  return !NO_REASON.test(value);
}
