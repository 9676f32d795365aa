import { type Group, type Item, type Part, isLineEnd } from "./read-parts.js";

/** How code is laid out. */
export interface PrintStyle {
  readonly width: number;
  readonly tabWidth: number;
  /** One step of indentation. */
  readonly step: string;
  readonly bracketSpacing: boolean;
  readonly trailingComma: "all" | "es5" | "none";
}

/**
 * Prints parts of code as prettier does: on one line where it fits, else with the last argument broken where that is an
 * object or a function, else with each item on a line of its own.
 *
 * @param before the text that precedes the parts on their line
 */
export function printParts(parts: readonly Part[], before: string, style: PrintStyle): string {
  const indent = indentOf(before);
  const printer = new PartPrinter(style, before);
  printer.print(parts, { from: indent, to: indent }, 0);
  return printer.text;
}

/** The indentation that a part had, and the one that it gets. */
interface Shift {
  readonly from: string;
  readonly to: string;
}

class PartPrinter {
  readonly #style: PrintStyle;
  readonly #start: string;
  text = "";

  constructor(style: PrintStyle, before: string) {
    this.#style = style;
    this.#start = before;
  }

  /** @param after the width of the text that follows on the same line */
  print(parts: readonly Part[], shift: Shift, after: number): void {
    parts.forEach((part, index) => {
      if (typeof part === "string") this.text += part;
      else if (isLineEnd(part)) this.#endLine(changeIndent(part.indent, shift), part.blankLines);
      else this.#printGroup(part, shift, this.#measureUntilBreak(parts.slice(index + 1), after));
    });
  }

  #printGroup(group: Group, shift: Shift, after: number): void {
    const flat = this.#printFlat(group);
    if (flat !== undefined && (group.items.length === 0 || this.#fits(flat, after))) this.text += flat;
    else if (group.kind === "body" && !group.items[0]?.parts.some(isLineEnd)) this.#printBody(group);
    else if (group.kind === "body" || group.kind === "other") {
      this.text += group.open;
      this.print(group.items[0]?.parts ?? [], shift, 1 + after);
      this.text += group.close;
    } else if (!this.#tryHugging(group, after)) this.#printBroken(group);
  }

  /** A function's statements, each on a line of its own. */
  #printBody({ items, open, close }: Group): void {
    const indent = this.#readLineIndent();
    const to = indent + this.#style.step;
    const { parts = [], indent: from = "" } = items[0] ?? {};
    this.text += open;
    for (const statement of splitStatements(parts)) {
      this.#endLine(to);
      this.print(statement, { from, to }, 0);
    }
    this.#endLine(indent);
    this.text += close;
  }

  #printBroken({ open, close, items, kind }: Group): void {
    const indent = this.#readLineIndent();
    const { step, trailingComma } = this.#style;
    const isRest = items.at(-1)?.parts.some((part) => typeof part === "string" && /^\.\.\.[\w$]+(?:: |$)/.test(part));
    const hasComma = trailingComma === "all" || (trailingComma === "es5" && kind !== "arguments");
    this.text += open;
    items.forEach((item, index) => {
      this.#endLine(indent + step);
      const isLast = index === items.length - 1;
      this.#printItem(item, isLast && !hasComma ? 0 : 1);
      this.text += isLast && (!hasComma || (isRest === true && kind === "other")) ? "" : ",";
    });
    this.#endLine(indent);
    this.text += close;
  }

  #printItem({ parts, indent }: Item, after: number): void {
    const to = this.#readLineIndent();
    const inner = to + this.#style.step;
    const flat = this.#printAllFlat(parts);
    const fits = flat !== undefined && this.#fits(flat, after);
    const arrow = fits ? undefined : splitArrow(parts);
    const property = fits || arrow ? undefined : splitProperty(parts);
    const [head, rest] = arrow ? [arrow.head, arrow.body] : property ? [[property.key], property.value] : [[], parts];
    this.print(head, { from: indent, to }, 0);
    if (head.length > 0) this.#endLine(inner);
    // Operands stand one step further in than the item.
    const lines = rest.filter(isLineEnd).map((line) => line.indent);
    const from = lines.reduce((least, line) => (line.length < least.length ? line : least), lines[0] ?? indent);
    this.print(rest, lines.length > 0 ? { from, to: inner } : { from: indent, to: arrow ? inner : to }, after);
  }

  /** Keeps the last argument, or the first function, on the line of the call. Returns whether that fits. */
  #tryHugging({ open, close, items, kind }: Group, after: number): boolean {
    const last = items.at(-1);
    if (kind !== "arguments" || !last) return false;
    const saved = this.text;
    const [first, second] = items;
    const isFirst =
      items.length === 2 &&
      first &&
      second &&
      endsWithBody(first) &&
      !isExpandable(second) &&
      !splitArrow(second.parts);
    const hugged = isFirst ? first : last;
    const others = isFirst ? [] : items.slice(0, -1);
    const penultimate = others.at(-1);
    const isSame = penultimate && isExpandable(penultimate) && endsWithBody(penultimate) === endsWithBody(last);
    if (isSame === true || !(isExpandable(hugged) || (!isFirst && splitArrow(hugged.parts)))) return false;

    const flat = others.map(({ parts }) => this.#printAllFlat(parts));
    const to = this.#readLineIndent();
    const shift = { from: hugged.indent, to };
    this.text += open + flat.map((text) => `${text ?? ""}, `).join("");
    const arrow = isExpandable(hugged) ? undefined : splitArrow(hugged.parts);
    if (arrow) {
      this.print(arrow.head, shift, 0);
      this.#endLine(to + this.#style.step);
      this.print(arrow.body, { from: hugged.indent, to: to + this.#style.step }, 1);
      this.text += this.#style.trailingComma === "all" ? "," : "";
      this.#endLine(to);
    } else if (endsWithBody(hugged)) {
      const head = hugged.parts.slice(0, -1);
      const flatHead = this.#printAllFlat(head);
      if (flatHead === undefined || !this.#fits(flatHead, 1)) {
        this.text = saved;
        return false;
      }
      this.text += flatHead;
      this.print(hugged.parts.slice(-1), shift, 0);
    } else this.#printBroken(hugged.parts[0] as Group);
    const firstLine = this.text.slice(saved.length).split("\n", 1)[0] ?? "";
    const fits = flat.every((text) => text !== undefined && !text.includes("\n")) && this.#fits(firstLine, 0, saved);
    if (fits) {
      const rest = isFirst ? `, ${this.#printAllFlat(second.parts) ?? "\n"}` : "";
      if (!rest.includes("\n") && this.#fits(`${rest}${close}`, after)) {
        this.text += rest + close;
        return true;
      }
    }
    this.text = saved;
    return false;
  }

  /** The text on one line; `undefined` where it has to be broken. */
  #printFlat({ open, close, kind, items, isBroken }: Group): string | undefined {
    const texts = items.map(({ parts }) => this.#printAllFlat(parts));
    if (isBroken || texts.some((text) => text === undefined || text.includes("\n"))) return undefined;
    if (kind === "body") return texts.join("").trim() === "" ? open + close : undefined;
    if (kind === "other") return open + texts.join("") + close;
    const space = kind === "object" && items.length > 0 && this.#style.bracketSpacing ? " " : "";
    return open + space + texts.join(", ") + space + close;
  }

  #printAllFlat(parts: readonly Part[]): string | undefined {
    let text = "";
    for (const part of parts) {
      const flat = typeof part === "string" ? part : isLineEnd(part) ? undefined : this.#printFlat(part);
      if (flat === undefined) return undefined;
      text += flat;
    }
    return text;
  }

  /** The width up to the first place where a line may end. */
  #measureUntilBreak(parts: readonly Part[], after: number): number {
    let width = 0;
    for (const part of parts) {
      if (typeof part !== "string") return isLineEnd(part) ? width : width + (part.items.length > 0 ? 1 : 2);
      width += this.#measure(part);
    }
    return width + after;
  }

  #endLine(indent: string, blankLines = 0): void {
    this.text = `${this.text.trimEnd()}${"\n".repeat(blankLines + 1)}${indent}`;
  }

  /** The white space that the line begins with. */
  #readLineIndent(): string {
    return indentOf(this.#readLastLine(this.text));
  }

  #readLastLine(text: string): string {
    return text.includes("\n") ? text.slice(text.lastIndexOf("\n") + 1) : this.#start + text;
  }

  #fits(text: string, after: number, before = this.text): boolean {
    return this.#measure(this.#readLastLine(before) + text) + after <= this.#style.width;
  }

  #measure(text: string): number {
    return text.replaceAll("\t", " ".repeat(this.#style.tabWidth)).length;
  }
}

function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? "";
}

function changeIndent(indent: string, { from, to }: Shift): string {
  if (indent.startsWith(from)) return to + indent.slice(from.length);
  return indent.slice(0, Math.max(0, indent.length + to.length - from.length));
}

/** Whether an argument is broken before the call is: an object, an array, or a function with a body. */
function isExpandable(item: Item): boolean {
  const [only, ...others] = item.parts;
  const isLiteral = typeof only === "object" && !isLineEnd(only) && (only.kind === "object" || only.kind === "array");
  return (isLiteral && others.length === 0 && only.items.length > 0) || endsWithBody(item);
}

function endsWithBody({ parts }: Item): boolean {
  const last = parts.at(-1);
  return typeof last === "object" && !isLineEnd(last) && last.kind === "body";
}

/** An arrow function whose body is a call. */
function splitArrow(
  parts: readonly Part[],
): { readonly head: readonly Part[]; readonly body: readonly Part[] } | undefined {
  const index = parts.findIndex((part) => typeof part === "string" && part.includes("=>"));
  const text = parts[index];
  const last = parts.at(-1);
  if (typeof text !== "string" || typeof last !== "object" || isLineEnd(last) || last.kind !== "arguments")
    return undefined;
  const end = text.indexOf("=>") + 2;
  const rest = text.slice(end).trimStart();
  const body = [rest, ...parts.slice(index + 1)].filter((part) => part !== "" && !(isLineEnd(part) && rest === ""));
  return body.length > 1 ? { head: [...parts.slice(0, index), text.slice(0, end)], body } : undefined;
}

/** A property whose value is a text, or texts in a row: it has a line of its own where it is too long. */
function splitProperty(parts: readonly Part[]): { readonly key: string; readonly value: readonly Part[] } | undefined {
  const [first, ...others] = parts;
  const [, key, text] = typeof first === "string" ? (/^([\w$]+:) (["'`].*)$/s.exec(first) ?? []) : [];
  const isBroken = text !== undefined && /[^+]\+$/.test(text) && others.some(isLineEnd);
  if (key === undefined || text === undefined || !(isBroken || (others.length === 0 && !text.startsWith("`"))))
    return undefined;
  return { key, value: [text, ...others] };
}

/** Splits the statements of a body that stands on one line. */
function splitStatements(parts: readonly Part[]): readonly (readonly Part[])[] {
  const statements: Part[][] = [[]];
  for (const part of parts) {
    if (typeof part !== "string") {
      statements.at(-1)?.push(part);
      continue;
    }
    const pieces = part.split(/(?<=;)/);
    pieces.forEach((piece, index) => {
      const text = index === 0 && (statements.at(-1)?.length ?? 0) > 0 ? piece : piece.trimStart();
      if (text !== "") statements.at(-1)?.push(text);
      if (piece.endsWith(";")) statements.push([]);
    });
  }
  return statements
    .map((statement) =>
      statement.map((part, index) =>
        typeof part === "string" && index === statement.length - 1 ? part.trimEnd() : part,
      ),
    )
    .filter((statement) => statement.some((part) => part !== ""));
}
