import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { rememberFor } from "../syntax/remember.js";

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
  const { ast, text } = sourceCode;
  const example = ast.body.findLast(isImport);
  if (example) return getLastOwnToken(sourceCode, example)?.value === ";";
  return ast.body.length === 0 || /;\s*(?:\}|$)/m.test(text);
}

function isImport(node: TSESTree.ProgramStatement): node is TSESTree.ImportDeclaration {
  return node.type === "ImportDeclaration";
}

/** The white space that the first indented line of a file begins with. */
function indentStep({ lines }: Readonly<TSESLint.SourceCode>): string {
  for (const line of lines) {
    const [, indent = ""] = /^(\t| {2,8})(?![\s*])/.exec(line) ?? [];
    if (indent !== "") return indent;
  }
  return "  ";
}
