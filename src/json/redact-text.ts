import { isHeaderName, listsHeaders } from "./secrets.js";

export const mark = "[Redacted]";

/**
 * Replaces the values of secret names wherever a text gives them: `name=value`, `"name":"value"` at any depth of JSON
 * within JSON, headers, elements, options of a command, pairs in a list. A text is read once, however long.
 */
export function redactNamed(text: string, isSecret: (name: string) => boolean): string {
  let cleaned = "";
  let end = 0;
  let headersEnd = 0;
  for (const assigned of text.matchAll(patterns.assignment)) {
    if (assigned.index < end) continue;
    const isInHeaders = assigned.index < headersEnd;
    if (!isInHeaders && listsHeaders(assigned.groups!.name!)) headersEnd = findListEnd(text, assigned);
    if (!isAssigned(text, assigned, isInHeaders) || !listNames(text, assigned).some(isSecret)) continue;
    const value = readValue(text, assigned);
    if (isNoSecret(text.slice(value.start, value.end))) continue;
    cleaned += text.slice(end, value.start) + mark;
    end = value.end;
  }
  return end === 0 ? text : cleaned + text.slice(end);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const patterns = /* @__PURE__ */ createPatterns();

function createPatterns() {
  const escape = String.raw`(?:\\|%(?:25){0,4}5c)`;
  const quotation = String.raw`(?:["'\x60]|u002[27]|%(?:25){0,4}2[27]|&(?:quot|apos|#3[49]);)`;
  // Seven times JSON within JSON; without an end, a long row of escapes would be read from each of its places.
  const quote = `${escape}{0,127}${quotation}`;
  const letter = String.raw`[\p{L}\p{N}_-]`;
  const compile = (flags: string, ...parts: readonly string[]): RegExp => new RegExp(parts.join(""), `${flags}iu`);
  return {
    /** A name, what closes its quotation, and what leads to its value. */
    assignment: compile(
      "g",
      String.raw`(?<!${letter})(?<name>(?:[a-z]{1,20} key|${letter}+)(?!${letter}))(?<closing>(?:${quote})?)\]?(?:`,
      String.raw`[ \t]{0,8}(?:=>|:=|=(?!=)|:(?!:|\/\/)|%(?:25){0,4}3[ad])[ \t]{0,8}|`,
      // An object with a member for the name and one for the value, and a list.
      String.raw`(?<member>[\s,]{1,8}(?:${quote})?values?(?:${quote})?\s{0,8}[=:]\s{0,8})|`,
      String.raw`(?<comma>\s{0,8},\s{0,8}(?=${quote}))|`,
      // An element, and an option of a command.
      String.raw`(?<element>(?:\s[^<>]{0,200})?>)|(?<option>[ \t]{1,8}(?=[^\s-])))`,
    ),
    /** The end of a text behind which a string is the name of a pair in a list of pairs. */
    beforePair: compile("", String.raw`(?:\[|\],)\s{0,8}\[\s{0,8}${quote}$`),
    beforeElement: /<(?:[\w-]+:)?$/,
    openQuote: compile("", String.raw`(?<escapes>${escape}{0,127})(?<quotation>${quotation})$`),
    /** The beginning of a quoted text, also in the ways of other languages: `b"..."`, `Some("...")`. */
    quoted: compile("y", String.raw`(?:[bru]{1,2}|[a-z]\w{0,30}\()?(?<escapes>${escape}*)(?<quotation>${quotation})`),
    brackets: /[[{]|%(?:25){0,4}[57]b/iy,
    /** Text up to white space, or to a sign that ends values and behind which the text does not go on at once. */
    word: compile(
      "y",
      String.raw`(?:[^\s"'\x60,;&)\]}<\\]|["'\x60](?=[\p{L}\p{N}])|<(?!\/)|\\+(?![\\"'\x60nrtu]|$)|`,
      String.raw`[,)\]}](?![\s"'\x60,;&)\]}\\]|$|${letter}+\s?[=:]))+`,
    ),
    /** Quotes with the escapes before them, brackets, and the ends of lines. */
    token: compile(
      "g",
      String.raw`(?<!${escape})(?<escapes>${escape}*)(?:(?<quotation>${quotation})|`,
      String.raw`(?<open>[[{]|%(?:25){0,4}[57]b)|(?<close>[\]}]|%(?:25){0,4}[57]d)|(?<line>[\r\n]|(?<=\\)[nr]))`,
    ),
    /** What stands behind the last quote of a member or an item. */
    behindItem: compile("y", String.raw`\s{0,8}(?:$|[}\])]|,\s{0,8}(?:${quote}|[{[]))`),
    escape: compile("g", escape),
  };
}

function isAssigned(text: string, assigned: RegExpExecArray, isInHeaders: boolean): boolean {
  const { index, groups } = assigned;
  const { name, closing, comma, member, element, option } = groups!;
  const before = readBefore(text, index);
  if (comma !== undefined) {
    const isBehindName = isInHeaders || isHeaderName(name!);
    return closing !== "" && patterns[isBehindName ? "openQuote" : "beforePair"].test(before);
  }
  if (member !== undefined) return closing !== "";
  if (element !== undefined) return patterns.beforeElement.test(before) && isElement(text, index + assigned[0].length);
  return option === undefined || name!.startsWith("--");
}

function isElement(text: string, start: number): boolean {
  return text.startsWith("</", text.indexOf("<", start));
}

/** Returns a name, and without the end of an escape that runs into it, such as `\n` or `%22`. */
function listNames(text: string, { index, groups }: RegExpExecArray): readonly string[] {
  const name = groups!.name!;
  const before = text[index - 1];
  if (before === "\\") return [name, name.replace(/^(?:u[\da-f]{4}|[bfnrtv])/i, "")];
  return before === "%" ? [name, name.replace(/^(?:25){0,4}[\da-f]{2}/i, "")] : [name];
}

function readValue(text: string, assigned: RegExpExecArray): Span {
  const { index } = assigned;
  const start = index + assigned[0].length;
  const { name, closing, element } = assigned.groups!;
  if (element !== undefined) return { start, end: text.indexOf("<", start) };
  const around = closing === "" ? patterns.openQuote.exec(readBefore(text, index)) : null;
  const opening = matchAt(patterns.quoted, text, start);
  if (opening && around && isClosing(opening, around)) return { start, end: start };
  if (opening) {
    const inside = start + opening[0].length;
    return { start: inside, end: findClosing(text, inside, opening).start };
  }
  const end = findListEnd(text, assigned);
  if (closing === "" && isHeaderName(name!)) return { start, end: findLineEnd(text, end, around) };
  return { start, end: end + (matchAt(patterns.word, text, end)?.[0].length ?? 0) };
}

/** In JSON within JSON `n` backslashes stand before the opening quote, `2n + 1` before a quote of the text inside. */
function findClosing(text: string, from: number, opening: RegExpExecArray): Span {
  for (const token of matchFrom(patterns.token, text, from)) {
    if (isClosing(token, opening)) return { start: token.index, end: token.index + token[0].length };
  }
  return { start: text.length, end: text.length };
}

function isClosing({ groups: found }: RegExpExecArray, { groups: opening }: RegExpExecArray): boolean {
  if (found!.quotation?.toLowerCase() !== opening!.quotation!.toLowerCase()) return false;
  const depth = countEscapes(opening!.escapes!);
  return countEscapes(found!.escapes!) % (2 * depth + 2) <= depth;
}

const countEscapes = (text: string): number => (text === "" ? 0 : text.replace(patterns.escape, "\\").length);

/** Finds the end of the list that a name is given; the place itself where it is given none. */
function findListEnd(text: string, { index, 0: { length } }: RegExpExecArray): number {
  const start = index + length;
  return matchAt(patterns.brackets, text, start) ? findBracketEnd(text, start) : start;
}

function findBracketEnd(text: string, from: number): number {
  let depth = 0;
  let end = from;
  for (const token of matchFrom(patterns.token, text, from)) {
    if (token.index < end) continue;
    const { quotation, open, close } = token.groups!;
    end = token.index + token[0].length;
    if (quotation !== undefined) ({ end } = findClosing(text, end, token));
    if (open !== undefined) depth++;
    if (close !== undefined && --depth === 0) return end;
  }
  return text.length;
}

/** Finds the end of a line: also one that is escaped, and that of a text in which the line stands. */
function findLineEnd(text: string, from: number, opening: RegExpExecArray | null): number {
  for (const token of matchFrom(patterns.token, text, from)) {
    const { quotation, line } = token.groups!;
    if (line !== undefined) return token.index;
    if (quotation === undefined) continue;
    if ((opening && isClosing(token, opening)) || matchAt(patterns.behindItem, text, token.index + token[0].length)) {
      return token.index;
    }
  }
  return text.length;
}

function isNoSecret(value: string): boolean {
  return value === mark || /^(?:null|undefined)?$/i.test(value);
}

const readBefore = (text: string, index: number): string => text.slice(Math.max(0, index - 60), index);

function matchAt(sticky: RegExp, text: string, index: number): RegExpExecArray | null {
  sticky.lastIndex = index;
  return sticky.exec(text);
}

function* matchFrom(pattern: RegExp, text: string, from: number): Generator<RegExpExecArray> {
  for (let index = from; ;) {
    pattern.lastIndex = index;
    const found = pattern.exec(text);
    if (!found) return;
    index = pattern.lastIndex;
    yield found;
  }
}
