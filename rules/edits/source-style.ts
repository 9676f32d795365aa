import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import type { Layout } from "./factory-call.js";
import type { PrintStyle } from "./print-parts.js";
import { findPrintSettings } from "./print-settings.js";

export interface SourceStyle {
  readonly quote: "'" | '"';
  /** `;`, or nothing in a file that leaves it out. */
  readonly semicolon: ";" | "";
  readonly lineBreak: "\n" | "\r\n";
  /** One step of indentation. */
  readonly indentStep: string;
}

/** How the file is written, so that a new statement looks like its neighbours. The imports speak before the rest. */
export const getSourceStyle = rememberFor((sourceCode: Readonly<TSESLint.SourceCode>): SourceStyle => ({
  quote: quoteStyle(sourceCode),
  semicolon: usesSemicolons(sourceCode) ? ";" : "",
  lineBreak: /\r?\n/.exec(sourceCode.text)?.[0] === "\r\n" ? "\r\n" : "\n",
  indentStep: indentStep(sourceCode),
}));

/** The text as a string literal in the file's quotes. */
export function quoteText(text: string, { quote }: SourceStyle): string {
  return quote + text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
}

/** The white space that the line of this offset begins with. */
export function indentAt(sourceCode: Readonly<TSESLint.SourceCode>, offset: number): string {
  const lineStart = sourceCode.text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(sourceCode.text.slice(lineStart, offset))?.[0] ?? "";
}

/** A semicolon that begins a line protects that line, and is no longer the statement's own. */
export function getLastOwnToken(
  sourceCode: Readonly<TSESLint.SourceCode>,
  statement: TSESTree.Node,
): TSESTree.Token | null {
  const last = sourceCode.getLastToken(statement);
  const previous = last && sourceCode.getTokenBefore(last);
  return last?.value === ";" && previous && previous.loc.end.line < last.loc.start.line ? previous : last;
}

/** The token would carry on a statement above it that ends without a semicolon. */
export function canContinue(token: TSESTree.Token | null | undefined): boolean {
  return token ? /^[([`+\-*/.,]/.test(token.value) : false;
}

function quoteStyle(sourceCode: Readonly<TSESLint.SourceCode>): "'" | '"' {
  const imported = sourceCode.ast.body.findLast(isImport)?.source.raw;
  if (imported !== undefined) return imported.startsWith("'") ? "'" : '"';
  const strings = sourceCode.ast.tokens.filter(({ type }) => type === "String");
  const single = strings.filter(({ value }) => value.startsWith("'")).length;
  return single * 2 > strings.length ? "'" : '"';
}

function usesSemicolons(sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  const { body, tokens } = sourceCode.ast;
  const example = body.findLast(isImport) ?? body.find(endsWithSemicolonByChoice);
  if (example) return getLastOwnToken(sourceCode, example)?.value === ";";

  // Only one that ends its line or block: a file without semicolons still writes `;[a, b].forEach()`.
  const isEnding = tokens.some((token, index) => {
    const next = tokens[index + 1];
    return token.value === ";" && (next?.value === "}" || token.loc.end.line !== next?.loc.start.line);
  });
  return isEnding || body.length === 0;
}

function isImport(node: TSESTree.ProgramStatement): node is TSESTree.ImportDeclaration {
  return node.type === "ImportDeclaration";
}

function endsWithSemicolonByChoice({ type }: TSESTree.ProgramStatement): boolean {
  return (
    type === "VariableDeclaration" ||
    type === "ExpressionStatement" ||
    type === "TSImportEqualsDeclaration" ||
    type === "ThrowStatement"
  );
}

/** The white space that the first indented line of a file begins with. */
function indentStep({ lines }: Readonly<TSESLint.SourceCode>): string {
  for (const line of lines) {
    const [, indent = ""] = /^(\t| {2,8})(?![\s*])/.exec(line) ?? [];
    if (indent !== "") return indent;
  }
  return "  ";
}

const printStyles = new WeakMap<Readonly<TSESLint.SourceCode>, PrintStyle>();
const WIDTHS = [80, 100, 120, 140];
const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*$|^\s*\/?\*.*$/g;
// A list that would be broken, or a statement that would go below its `if`.
const CAN_BREAK = /[([{][^()[\]{}]*,[^()[\]{}]*[)\]}]|^\s*(?:\} else )?if \(.*\) [^{\s]/;

/** How a formatter lays out the file: as its lines show, and as the configuration of its project says. */
export function getPrintStyle(sourceCode: Readonly<TSESLint.SourceCode>, filename: string): PrintStyle {
  return getOrCreate(printStyles, sourceCode, () => createPrintStyle(sourceCode, filename));
}

function createPrintStyle(sourceCode: Readonly<TSESLint.SourceCode>, filename: string): PrintStyle {
  const settings = findPrintSettings(filename);
  const { text } = sourceCode;
  const { indentStep: step } = getSourceStyle(sourceCode);
  return {
    step,
    width: settings.width ?? inferLineWidth(sourceCode),
    tabWidth: settings.tabWidth ?? (step === "\t" ? 2 : step.length),
    bracketSpacing: settings.bracketSpacing ?? hasBracketSpacing(sourceCode),
    trailingComma: detectTrailingComma(text) ?? toTrailingComma(settings.trailingComma),
  };
}

/** The least usual width that holds every line that a formatter would have broken. */
function inferLineWidth({ lines }: Readonly<TSESLint.SourceCode>): number {
  const breakable = lines.filter((line) => line.length > 80 && CAN_BREAK.test(line.replaceAll(STRING, "")));
  const longest = Math.max(0, ...breakable.map(({ length }) => length));
  return WIDTHS.find((width) => longest <= width) ?? 140;
}

/** Whether objects have white space inside of their braces. */
function hasBracketSpacing({ ast, text }: Readonly<TSESLint.SourceCode>): boolean {
  const insides = ast.tokens
    .filter(({ type, value }) => type === "Punctuator" && value === "{")
    .map(({ range }) => text.charAt(range[1]))
    .filter((inside) => /[ \w"']/.test(inside));
  return insides.filter((inside) => inside === " ").length * 2 >= insides.length;
}

// Arguments on lines of their own, the last without a comma; one argument alone counts where it is a text.
const BARE_LIST = /\w\(\r?\n(?:[^\n()]*,\r?\n)+[^\n]*[^,{([\s]\r?\n[ \t]*\)/;
const BARE_TEXT = /\w\(\r?\n[ \t]+(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)\r?\n[ \t]*\)/;

/** Whether lists end with a comma where they end a line. `undefined` where no list does. */
function detectTrailingComma(text: string): PrintStyle["trailingComma"] | undefined {
  if (/[^\s,(][ \t]*,\r?\n[ \t]*\)/.test(text)) return "all";
  const hasComma = /,\r?\n[ \t]*[}\]]/.test(text);
  if (BARE_LIST.test(text) || BARE_TEXT.test(text)) return hasComma ? "es5" : "none";
  // Members of a type end with a semicolon, or with nothing where no statement has one.
  const hasPlainObject = /^[ \t]+[\w$]+: [^\n]*[^,;{[(\s]\r?\n[ \t]*\}/m.test(text) && /;\r?\n/.test(text);
  return hasPlainObject && !hasComma ? "none" : undefined;
}

function toTrailingComma(value: string | undefined): PrintStyle["trailingComma"] {
  return value === "es5" || value === "none" ? value : "all";
}

/** How code that replaces a node is laid out in its file. */
export function getLayout(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): Layout {
  const { indentStep, quote } = getSourceStyle(sourceCode);
  return { indent: indentAt(sourceCode, node.range[0]), step: indentStep, quote };
}
