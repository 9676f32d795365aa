// How an edit is written: in the style of the file, as edits of a fix, and as the text that they make.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";

export interface SourceStyle {
  readonly quote: "'" | '"';
  /** `;`, or nothing in a file that leaves it out. */
  readonly semicolon: ";" | "";
  readonly lineBreak: "\n" | "\r\n";
  /** One step of indentation. */
  readonly indentStep: string;
}

/** How the file is written, so that a new statement looks like its neighbours. The imports speak before the rest. */
export const getSourceStyle = rememberForLint((lint): SourceStyle => ({
  quote: quoteStyle(lint),
  semicolon: usesSemicolons(lint) ? ";" : "",
  lineBreak: /\r?\n/.exec(lint.sourceCode.text)?.[0] === "\r\n" ? "\r\n" : "\n",
  indentStep: indentStep(lint),
}));

/** The text as a string literal in the file's quotes. */
export function quoteText(text: string, { quote }: SourceStyle): string {
  return quote + text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
}

/** The white space that the line of this offset begins with. */
export function indentAt(offset: number, { sourceCode }: LintContext): string {
  const lineStart = sourceCode.text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(sourceCode.text.slice(lineStart, offset))?.[0] ?? "";
}

/** A semicolon that begins a line protects that line, and is no longer the statement's own. */
export function getLastOwnToken(statement: TSESTree.Node, { sourceCode }: LintContext): TSESTree.Token | null {
  const last = sourceCode.getLastToken(statement);
  const previous = last && sourceCode.getTokenBefore(last);
  return last?.value === ";" && previous && previous.loc.end.line < last.loc.start.line ? previous : last;
}

/** The token would carry on a statement above it that ends without a semicolon. */
export function canContinue(token: TSESTree.Token | null | undefined): boolean {
  return token ? /^[([`+\-*/.,]/.test(token.value) : false;
}

function quoteStyle({ sourceCode }: LintContext): "'" | '"' {
  const imported = sourceCode.ast.body.findLast(isImport)?.source.raw;
  if (imported !== undefined) return imported.startsWith("'") ? "'" : '"';
  const strings = sourceCode.ast.tokens.filter(({ type }) => type === "String");
  const single = strings.filter(({ value }) => value.startsWith("'")).length;
  return single * 2 > strings.length ? "'" : '"';
}

function usesSemicolons(lint: LintContext): boolean {
  const { ast, text } = lint.sourceCode;
  const example = ast.body.findLast(isImport);
  if (example) return getLastOwnToken(example, lint)?.value === ";";
  return ast.body.length === 0 || /;\s*(?:\}|$)/m.test(text);
}

function isImport(node: TSESTree.ProgramStatement): node is TSESTree.ImportDeclaration {
  return node.type === "ImportDeclaration";
}

/** The white space that the first indented line of a file begins with. */
function indentStep({ sourceCode }: LintContext): string {
  for (const line of sourceCode.lines) {
    const [, indent = ""] = /^(\t| {2,8})(?![\s*])/.exec(line) ?? [];
    if (indent !== "") return indent;
  }
  return "  ";
}

/**
 * Adds an item to the end of a list in brackets, on the line of the last one: the arguments of a call, the properties
 * of an object, the names of an import. Comments stay where they are.
 *
 * @param close the closing bracket.
 */
export function appendItem(
  fixer: TSESLint.RuleFixer,
  text: string,
  close: TSESTree.Token,
  { sourceCode }: LintContext,
): TSESLint.RuleFix {
  const before = sourceCode.getTokenBefore(close) ?? close;
  switch (before.value) {
    case "(":
    case "[":
      return fixer.insertTextAfter(before, text);
    case "{": {
      const isSpaced = /\s/.test(sourceCode.text.charAt(before.range[1]));
      return fixer.insertTextAfter(before, isSpaced ? ` ${text}` : ` ${text} `);
    }
    case ",":
      return fixer.insertTextAfter(before, ` ${text},`);
    default:
      return fixer.insertTextAfter(before, `, ${text}`);
  }
}

// The nodes that take a part of an expression that stands in them without parentheses.
const BINDS_TIGHTER: ReadonlySet<string | undefined> = new Set([
  ...["BinaryExpression", "LogicalExpression", "UnaryExpression", "AwaitExpression", "MemberExpression"],
  ...["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "TSTypeAssertion", "TaggedTemplateExpression"],
]);

/** Returns whether an expression of `||`, `??` or `===` that takes the place of a node wants parentheses. */
export function needsParentheses(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const { parent } = node;
  const isCallee = (parent?.type === "CallExpression" || parent?.type === "NewExpression") && parent.callee === node;
  return (isCallee || BINDS_TIGHTER.has(parent?.type)) && !ASTUtils.isParenthesized(node, sourceCode);
}

const at = (range: Readonly<TSESLint.AST.Range>, text: string): TSESLint.RuleFix => ({ range: [...range], text });

/** A fixer like ESLint's, to compute edits before a finding is reported. */
const FIXER: TSESLint.RuleFixer = {
  insertTextAfter: ({ range }, text) => at([range[1], range[1]], text),
  insertTextAfterRange: (range, text) => at([range[1], range[1]], text),
  insertTextBefore: ({ range }, text) => at([range[0], range[0]], text),
  insertTextBeforeRange: (range, text) => at([range[0], range[0]], text),
  remove: ({ range }) => at(range, ""),
  removeRange: (range) => at(range, ""),
  replaceText: ({ range }, text) => at(range, text),
  replaceTextRange: (range, text) => at(range, text),
};

/** Edits of a fix or suggestion. */
export interface Rewrite {
  readonly apply: (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];
}

/** The edits that a fix makes. */
export function editsOf(fix: TSESLint.ReportFixFunction): readonly TSESLint.RuleFix[] {
  const edits = fix(FIXER);
  return edits ? ("range" in edits ? [edits] : [...edits]) : [];
}

/** Carries out edits on a text; with a range, those inside it, and returns the text of the range alone. */
export function applyEdits(
  text: string,
  edits: readonly TSESLint.RuleFix[],
  [start, end]: Readonly<TSESLint.AST.Range> = [0, text.length],
): string {
  const inside = edits.filter(({ range }) => range[0] >= start && range[1] <= end);
  let edited = "";
  let position = start;
  for (const edit of inside.sort((one, other) => one.range[0] - other.range[0] || one.range[1] - other.range[1])) {
    edited += text.slice(position, edit.range[0]) + edit.text;
    position = edit.range[1];
  }
  return edited + text.slice(position, end);
}
