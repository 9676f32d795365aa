/** The end of a line inside of code, with the white space that the next line begins with. */
export interface LineEnd {
  readonly indent: string;
  readonly blankLines: number;
}

/** An element of a list. */
export interface Item {
  readonly parts: readonly Part[];
  /** The white space before the line that the item begins on. */
  readonly indent: string;
}

/** A list in brackets, which a printer may break between its items, or a part in brackets that keeps its lines. */
export interface Group {
  readonly open: string;
  readonly close: string;
  readonly kind: "arguments" | "object" | "array" | "body" | "other";
  /** A group that keeps its lines has one item. */
  readonly items: readonly Item[];
  /** An object whose first property stands on a line of its own stays broken. */
  readonly isBroken: boolean;
}

/** A piece of a text: code without a list in it, the end of a line, or brackets with their contents. */
export type Part = string | LineEnd | Group;

const TOKENS = new RegExp(
  String.raw`(?<line>[ \t]*\n\s*)|(?<comment>//[^\n]*|/\*[\s\S]*?\*/)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|` +
    String.raw`\\.)*'|[ \t]+|[\w$#]+|=>|[^\s]`,
  "y",
);
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\n\\])*\]|[^/\\\n[])+\/[a-z]*/y;
const CLOSES: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** The tokens that precede an operand. */
const BEFORE_OPERAND = /^(?:|[([{,;:=!&|?+\-*%<>~^]|=>|return|throw|case|typeof|await|yield|default|in|of)$/;
const NO_CALL = /^(?:if|for|while|switch|catch|with|return|throw|case|typeof|await|yield|in|of|default|extends|as)$/;
const BEFORE_NAMES = /^(?:import|export|type|const|let|var)$/;

/**
 * Reads a text of code, with line breaks of `\n`. `undefined` where it is none that a printer could lay out.
 *
 * @param indent the white space before the line that it begins on
 */
export function readParts(text: string, indent: string): readonly Part[] | undefined {
  const reader = new PartReader(text, indent);
  const parts = reader.readUntil("");
  return reader.isReadable && reader.isAtEnd ? parts : undefined;
}

class PartReader {
  readonly #text: string;
  #position = 0;
  #indent: string;
  /** The last token that is no white space. */
  #last = "";
  isReadable = true;

  constructor(text: string, indent: string) {
    this.#text = text;
    this.#indent = indent;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** Reads up to a closing bracket. Commas stand alone. */
  readUntil(close: string): Part[] {
    const parts: Part[] = [];
    while (!this.isAtEnd && this.isReadable) {
      const token = this.#next();
      if (token === close) return parts;
      if (token in CLOSES) parts.push(this.#readGroup(token));
      else if (token.trim() === "" && token.includes("\n")) parts.push(this.#endLine(token));
      else if (/^[)\]}]$/.test(token)) this.isReadable = false;
      else append(parts, token);
      if (token.trim() !== "" && !isComment(token)) this.#last = token in CLOSES ? (CLOSES[token] ?? "") : token;
    }
    this.isReadable &&= close === "";
    return parts;
  }

  #endLine(token: string): LineEnd {
    this.#indent = token.slice(token.lastIndexOf("\n") + 1);
    return { indent: this.#indent, blankLines: Math.min(token.split("\n").length - 2, 1) };
  }

  #next(): string {
    const start = this.#position;
    const character = this.#text.charAt(start);
    if (character === "`") this.#position = findTemplateEnd(this.#text, start);
    else {
      const isOperand = character === "/" && !/^\/[/*]/.test(this.#text.slice(start, start + 2));
      const tokens = isOperand && BEFORE_OPERAND.test(this.#last) ? REGULAR_EXPRESSION : TOKENS;
      tokens.lastIndex = start;
      this.#position = tokens.test(this.#text) ? tokens.lastIndex : this.#text.length;
    }
    return this.#text.slice(start, this.#position);
  }

  #readGroup(open: string): Group {
    const before = this.#last;
    const known = this.#classifyBracket(open);
    const close = CLOSES[open] ?? "";
    const indent = this.#indent;
    this.#last = open;
    const parts = this.readUntil(close);
    const isParameters = open === "(" && /^\s*(?:=>|:)/.test(this.#text.slice(this.#position));
    const isType = known === "object" && parts.some((part) => typeof part === "string" && part.includes(";"));
    const kind = isType ? "other" : known === "other" && isParameters ? "arguments" : known;
    if (kind === "body" || kind === "other") return { open, close, kind, isBroken: false, items: [{ parts, indent }] };

    const items = toItems(parts, indent);
    // A comment has its place, and a hole in an array is no item.
    this.isReadable &&= items?.every((item) => !item.parts.some(isComment)) === true;
    const [first] = parts;
    const isBroken = kind === "object" && !BEFORE_NAMES.test(before) && first !== undefined && isLineEnd(first);
    return { open, close, kind, isBroken, items: items ?? [] };
  }

  #classifyBracket(open: string): Group["kind"] {
    const isAfterValue = /[\w$)\]}>"'`]$/.test(this.#last) && this.#last !== "=>";
    if (open === "(") return isAfterValue && !NO_CALL.test(this.#last) ? "arguments" : "other";
    if (open === "[") return isAfterValue && !NO_CALL.test(this.#last) ? "other" : "array";
    if (/^(?:[([,:=?|&]|return|default|yield|await)$/.test(this.#last) || BEFORE_NAMES.test(this.#last))
      return "object";
    return this.#last === "=>" || this.#last === ")" ? "body" : "other";
  }
}

function append(parts: Part[], token: string): void {
  const last = parts.at(-1);
  if (typeof last === "string" && last !== "," && token !== "," && !isComment(last) && !isComment(token)) {
    parts[parts.length - 1] = last + token;
  } else parts.push(token);
}

export function isLineEnd(part: Part): part is LineEnd {
  return typeof part === "object" && "indent" in part;
}

function isComment(part: Part): boolean {
  return typeof part === "string" && (part.startsWith("//") || part.startsWith("/*"));
}

/** Splits at the commas. `undefined` where an item is empty. */
function toItems(parts: readonly Part[], indent: string): readonly Item[] | undefined {
  const items: Item[] = [];
  let line = indent;
  let begun: { parts: Part[]; indent: string } | undefined;
  for (const part of [...parts, ","]) {
    if (part === ",") {
      const own = begun ? trimParts(begun.parts) : [];
      if (own.length > 0 && begun) items.push({ ...begun, parts: own });
      begun = undefined;
      continue;
    }
    if (begun) begun.parts.push(part);
    else if (isLineEnd(part)) line = part.indent;
    else if (typeof part !== "string" || part.trim() !== "") begun = { parts: [part], indent: line };
  }
  const commas = parts.filter((part) => part === ",").length;
  return items.length === commas || items.length === commas + 1 ? items : undefined;
}

/** Without the white space around it. */
function trimParts(parts: readonly Part[]): readonly Part[] {
  const end = parts.findLastIndex((part) => (typeof part === "string" ? part.trim() !== "" : !isLineEnd(part)));
  return parts.slice(0, end + 1).map((part, index, own) => {
    if (typeof part !== "string") return part;
    const started = index === 0 ? part.trimStart() : part;
    return index === own.length - 1 ? started.trimEnd() : started;
  });
}

/** The offset behind a template literal. */
function findTemplateEnd(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length) {
    const character = text.charAt(position);
    if (character === "\\") position += 2;
    else if (character === "`") return position + 1;
    else if (text.startsWith("${", position)) position = findExpressionEnd(text, position + 2);
    else position++;
  }
  return position;
}

/** The offset behind the expression of a template literal. */
function findExpressionEnd(text: string, start: number): number {
  let position = start;
  for (let depth = 1; depth > 0 && position < text.length;) {
    const character = text.charAt(position);
    if (character === "`") {
      position = findTemplateEnd(text, position);
      continue;
    }
    if (character === '"' || character === "'") {
      const quoted = /^(["'])(?:[^\\]|\\.)*?\1/.exec(text.slice(position));
      position += quoted?.[0].length ?? 1;
      continue;
    }
    depth += character === "{" ? 1 : character === "}" ? -1 : 0;
    position++;
  }
  return position;
}
