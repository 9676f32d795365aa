import { mark } from "./mark.js";
import { isHeaderName, listsHeaders } from "./secrets.js";

/**
 * Replaces the values of secret names wherever a text gives them: `name=value`, `"name":"value"` at any depth of JSON
 * within JSON, headers, elements, options of a command, pairs in a list. A text is read once, however long.
 */
export function redactNamed(text: string, isSecret: (name: string) => boolean): string {
  const spans: Span[] = [];
  let last: Span = { start: 0, end: 0 };
  let headersEnd = 0;
  for (const assigned of text.matchAll(patterns.assignment)) {
    if (assigned.index >= last.start && assigned.index < last.end) continue;
    const isInHeaders = assigned.index < headersEnd;
    if (!isInHeaders && listsHeaders(assigned.groups!.name!)) headersEnd = findListEnd(text, assigned);
    if (!isAssigned(text, assigned, isInHeaders) || !listNames(text, assigned).some(isSecret)) continue;
    const value = readValue(text, assigned);
    if (isNoSecret(text.slice(value.start, value.end))) continue;
    spans.push((last = value));
  }
  return replaceSpans(text, spans);
}

/** An element's attributes stand in front of its value, but behind its name. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  let cleaned = "";
  let end = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start < end) continue;
    cleaned += text.slice(end, span.start) + mark;
    end = span.end;
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
  // Letters, digits, `_` and `-` may be escaped, and belong to a name; behind any other escape a name begins.
  const code = String.raw`(?:2d|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da])`;
  const sign = String.raw`(?:${letter}|\\{1,9}(?:u00|x)${code}|%(?:25){0,4}${code})`;
  const begin = String.raw`(?:(?<!${letter})(?<!\\(?=\\|u[\da-f]{4}|x[\da-f]{2}))(?<!%(?=[\da-f]{2}))|${[
    String.raw`(?<=\\u(?!00${code})[\da-f]{4})`,
    String.raw`(?<=\\x(?!${code})[\da-f]{2})`,
    String.raw`(?<=%(?:25){0,4}(?!25|${code})[\da-f]{2})`,
  ].join("|")})`;
  const blanks = String.raw`[^\S\r\n]{0,80}`;
  const less = String.raw`(?:<|u003c|&lt;|%(?:25){0,4}3c)`;
  const greater = String.raw`(?:\s[^<>]{0,200}?)?(?:>|\\+u003e|&gt;|%(?:25){0,4}3e)`;
  const compile = (flags: string, ...parts: readonly string[]): RegExp => new RegExp(parts.join(""), `${flags}iu`);
  return {
    /** A name, what closes its quotation, and what leads to its value. */
    assignment: compile(
      "g",
      String.raw`${begin}(?<name>(?:[a-z]{1,20} key|${sign}+)(?!${sign}))(?:\](?=${quote}))?(?<closing>(?:${quote})?)`,
      String.raw`(?:\]|%(?:25){0,4}5d)?(?:`,
      String.raw`${blanks}(?:=>|:=|=(?!=)|:(?!:|\/\/)|%(?:25){0,4}3[ad])`,
      // In front of a text PHP prints its length.
      String.raw`(?:\s{0,80}(?:string\(\d{1,9}\) )?(?=${quote})|${blanks})|`,
      // An object with a member for the name and one for the value, and a list.
      String.raw`(?<member>[\s,]{1,8}(?:${quote})?val(?:ues?)?(?:${quote})?\s{0,8}[=:]\s{0,8})|`,
      String.raw`(?<comma>\s{0,8},\s{0,8}(?=${quote}))|`,
      // A part of a form.
      String.raw`(?<part>(?:(?:\\{1,9}r)?\\{1,9}n|\r?\n){2})|`,
      // An element, whose attributes are read as well, and an option of a command.
      String.raw`(?<element>(?<=(?:${less}(?:[\w.-]{1,80}[:.])?|\bname=["'])\k<name>["']?)(?=${greater}))|`,
      String.raw`(?<option>[ \t]{1,8}(?=[^\s-])))`,
    ),
    /** The end of a text behind which a string is the name of a pair in a list of pairs. */
    beforePair: compile("", String.raw`(?:\[|\],)\s{0,8}\[\s{0,8}${quote}$`),
    /** The end of an element's beginning, and what ends its value. */
    elementBegin: compile("y", greater, String.raw`(?:\s{0,40}(?<data><!\[CDATA\[))?`),
    elementEnd: compile("g", String.raw`${less}(?<closes>\\*\/|%(?:25){0,4}2f)?`),
    openQuote: compile("", String.raw`(?<escapes>${escape}{0,127})(?<quotation>${quotation})$`),
    /** The end of a text behind which the last part of an option is named: `--spring.datasource.`. */
    beforeOptionPart: /(?:^|\s)--?[\w-][\w.-]{0,80}\.$/,
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
    escaped: compile("g", String.raw`\\+(?:u00|x)(${code})|%(?:25){0,4}(${code})`),
    /** The end of a text behind which a parameter of an address is named. */
    beforeQueried: compile("", String.raw`(?:[?&#]|&amp;|\\u0026|%(?:25){0,4}(?:26|3f|23))$`),
  };
}

function isAssigned(text: string, assigned: RegExpExecArray, isInHeaders: boolean): boolean {
  const { index, groups } = assigned;
  const { name, closing, comma, member, part, element, option } = groups!;
  const before = readBefore(text, index);
  if (comma !== undefined) {
    const isBehindName = isInHeaders || isHeaderName(name!);
    return closing !== "" && patterns[isBehindName ? "openQuote" : "beforePair"].test(before);
  }
  if (member !== undefined) return closing !== "";
  if (part !== undefined) return closing !== "";
  if (element !== undefined) return readElement(text, assigned) !== undefined;
  return option === undefined || name!.startsWith("-") || patterns.beforeOptionPart.test(before);
}

/** Reads the text of an element that has no others in it. */
function readElement(text: string, { index, 0: { length } }: RegExpExecArray): Span | undefined {
  const begin = matchAt(patterns.elementBegin, text, index + length)!;
  const start = index + length + begin[0].length;
  if (begin.groups!.data !== undefined) {
    const end = text.indexOf("]]>", start);
    return { start, end: end < 0 ? text.length : end };
  }
  const [close] = matchFrom(patterns.elementEnd, text, start);
  return close?.groups!.closes === undefined ? undefined : { start, end: close.index };
}

/** Returns a name without its escapes and, in the query of an address, with a `?` in front as well. */
function listNames(text: string, { index, groups }: RegExpExecArray): readonly string[] {
  const name = groups!.name!.replace(patterns.escaped, (_, ...digits: readonly (string | undefined)[]) =>
    String.fromCharCode(parseInt(digits[0] ?? digits[1] ?? "", 16)),
  );
  const names = text[index - 1] === "\\" ? [name, name.replace(/^[bfnrtv]/i, "")] : [name];
  return patterns.beforeQueried.test(readBefore(text, index)) ? [...names, `?${names.at(-1)}`] : names;
}

function readValue(text: string, assigned: RegExpExecArray): Span {
  const { index } = assigned;
  const start = index + assigned[0].length;
  const { name, closing, element, part } = assigned.groups!;
  if (element !== undefined) return readElement(text, assigned)!;
  if (part !== undefined) return { start, end: findLineEnd(text, start, null) };
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
