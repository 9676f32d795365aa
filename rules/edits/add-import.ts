import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { rememberFor } from "../syntax/remember.js";
import { appendItem } from "./append-item.js";
import {
  type ImportBinding,
  type ImportPlan,
  type ImportTarget,
  type MissingImport,
  WHOLE_MODULE,
  isImport,
} from "./plan-import.js";
import { canContinue, indentAt, getLastOwnToken, quoteText, getSourceStyle } from "./source-style.js";

type SourceCode = Readonly<TSESLint.SourceCode>;
type Fixer = TSESLint.RuleFixer;

/** The edits that make the plan's names available; none when they are. */
export function addImport(fixer: Fixer, sourceCode: SourceCode, plan: ImportPlan): TSESLint.RuleFix[] {
  const statements = new Set(plan.typeOnly.map(({ statement }) => statement));
  const toValues = [...statements].flatMap((statement) => importValues(fixer, sourceCode, statement, plan));
  if (plan.missing.length === 0) return toValues;
  const names = plan.missing.map((missing) => printSpecifier(missing, plan)).join(", ");
  return [
    ...toValues,
    plan.target
      ? addNames(fixer, sourceCode, plan.target, names)
      : addStatement(fixer, sourceCode, printStatement(names, plan, sourceCode)),
  ];
}

/** Returns the statement that imports the missing names, without a semicolon. */
function printStatement(names: string, { module, system }: ImportPlan, sourceCode: SourceCode): string {
  const quoted = quoteText(module, getSourceStyle(sourceCode));
  return {
    esm: `import { ${names} } from ${quoted}`,
    commonjs: `const { ${names} } = require(${quoted})`,
    "typescript-commonjs": `import ${names} = require(${quoted})`,
  }[system];
}

function addStatement(fixer: Fixer, sourceCode: SourceCode, statement: string): TSESLint.RuleFix {
  const { after, offset } = getImportPosition(sourceCode);
  const { lineBreak, semicolon } = getSourceStyle(sourceCode);
  const next = sourceCode.ast.tokens.find(({ range }) => range[0] >= offset);
  // Something follows on the line, or would continue `require("m")` from the next one.
  const isJoined = after && next?.loc.start.line === after.loc.end.line;
  const written = statement + (isJoined || canContinue(next) ? ";" : semicolon);
  const indent = indentAt(sourceCode, offset);
  const text = after || !next ? lineBreak + indent + written : written + lineBreak.repeat(2) + indent;
  return fixer.insertTextAfterRange([0, offset], text);
}

function printSpecifier({ local, name }: MissingImport, { system }: ImportPlan): string {
  if (name === local || name === WHOLE_MODULE) return local;
  return system === "esm" ? `${name} as ${local}` : `${name}: ${local}`;
}

function addNames(fixer: Fixer, sourceCode: SourceCode, target: ImportTarget, names: string): TSESLint.RuleFix {
  const last =
    target.type === "ObjectPattern"
      ? sourceCode.getLastToken(target)
      : sourceCode.getTokenBefore(target.source, { skip: 1 });
  if (last?.value === "}") return appendItem(fixer, names, last, sourceCode);
  // `import module from "module"` has no braces yet.
  return fixer.insertTextAfter(last ?? target, `, { ${names} }`);
}

/** Takes `type` away where a value is needed, and gives it to the other names of an `import type`. */
function importValues(
  fixer: Fixer,
  sourceCode: SourceCode,
  statement: ImportBinding["statement"],
  { typeOnly }: ImportPlan,
): TSESLint.RuleFix[] {
  if (statement.type !== "ImportDeclaration") return [];
  const isNeeded = (specifier: TSESTree.Node) => typeOnly.some(({ node }) => node === specifier);
  if (statement.importKind !== "type")
    return statement.specifiers.filter(isNeeded).map((specifier) => removeWordType(fixer, sourceCode, specifier));
  return [
    removeWordType(fixer, sourceCode, statement),
    ...statement.specifiers
      .filter((specifier) => !isNeeded(specifier))
      .map((specifier) => fixer.insertTextBefore(specifier, "type ")),
  ];
}

/** `type` is the first word of a specifier, and the second of a statement. */
function removeWordType(fixer: Fixer, sourceCode: SourceCode, node: TSESTree.Node): TSESLint.RuleFix {
  const word = sourceCode.getFirstToken(node, { filter: ({ value }) => value === "type" });
  const next = word && sourceCode.getTokenAfter(word, { includeComments: true });
  return fixer.removeRange(word && next ? [word.range[0], next.range[0]] : [node.range[0], node.range[0]]);
}

/** Where a new import goes: behind the last one of the leading block, or before the first statement. */
interface ImportPosition {
  readonly offset: number;
  readonly after?: TSESTree.ProgramStatement;
}

/** Comments that speak to a tool or about the whole file, and lose their effect further down. */
const STAYS_FIRST = new RegExp(
  String.raw`^!|^[\s*/]*(?:eslint(?!-disable-next)|oxlint|global|<)|` +
    String.raw`@(?:ts-(?:no)?check|jest|vitest|flow|jsx|file|module|package)|copyright|licen[cs]e|SPDX`,
  "i",
);
const ABOUT_NEXT_LINE =
  /^\s*(?:(?:eslint|oxlint)-disable-next-line|@ts-(?:ignore|expect-error)|prettier-ignore|biome-ignore )/;

const getImportPosition = rememberFor((sourceCode: SourceCode): ImportPosition => {
  const { body } = sourceCode.ast;
  const directives = body.filter(isDirective);
  const block = body.slice(directives.length);
  const end = block.findIndex((statement) => !isImport(statement));
  const after = (end < 0 ? block : block.slice(0, end)).at(-1);
  if (after) return { after, offset: endWithTrailingComment(sourceCode, after) };
  const [first] = block;
  return { offset: first ? getInsertOffset(sourceCode, first, directives.at(-1)) : sourceCode.text.length };
});

/** The comment is an instruction about the line below it, and means nothing elsewhere. */
export function isAboutNextLine({ value }: TSESTree.Comment): boolean {
  return ABOUT_NEXT_LINE.test(value);
}

function isDirective(node: TSESTree.ProgramStatement): boolean {
  return node.type === "ExpressionStatement" && typeof node.directive === "string";
}

function endWithTrailingComment(sourceCode: SourceCode, statement: TSESTree.Node): number {
  const last = getLastOwnToken(sourceCode, statement) ?? statement;
  const { line } = last.loc.end;
  if (sourceCode.getTokenAfter(last)?.loc.start.line === line) return last.range[1];
  const trailing = sourceCode.getCommentsAfter(last).findLast(({ loc }) => loc.end.line === line);
  return (trailing ?? last).range[1];
}

/** Returns the offset before the statement and the comments above it, and after everything that has to stay first. */
function getInsertOffset(
  sourceCode: SourceCode,
  statement: TSESTree.ProgramStatement,
  directive: TSESTree.Node | undefined,
): number {
  // `@decorator` may stand before the `export` of its class, outside of the statement.
  const token = sourceCode.ast.tokens.find(({ range }) => range[0] >= (directive?.range[1] ?? 0));
  const comments = sourceCode
    .getCommentsBefore(token ?? statement)
    .filter(({ loc }) => loc.start.line !== directive?.loc.end.line);
  // Line comments that follow each other are read as one.
  const isNext = (index: number) =>
    [comments[index - 1], comments[index]].every((each) => each?.type === "Line") &&
    comments[index - 1]?.loc.end.line === (comments[index]?.loc.start.line ?? 0) - 1;
  let first =
    comments.findLastIndex(({ type, value }) => (type as string) === "Shebang" || STAYS_FIRST.test(value)) + 1;
  while (first > 0 && isNext(first)) first++;
  let below: TSESTree.Node | TSESTree.Token = token ?? statement;
  for (const comment of comments.slice(first).reverse()) {
    if (below.loc.start.line - comment.loc.end.line > 1 && !isAboutNextLine(comment)) break;
    below = comment;
  }
  return below.range[0];
}
