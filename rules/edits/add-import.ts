import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { rememberFor } from "../syntax/remember.js";
import { importEqualsModule, findRequiredModule } from "../syntax/source-file.js";
import { appendItem } from "./append-item.js";
import { type ImportPlan, type ImportTarget, type MissingImport, WHOLE_MODULE } from "./plan-import.js";
import { canContinue, indentAt, getLastOwnToken, quoteText, getSourceStyle } from "./source-style.js";

type SourceCode = Readonly<TSESLint.SourceCode>;
type Fixer = TSESLint.RuleFixer;

/** The edits that make the plan's names available; none when they are. */
export function addImport(fixer: Fixer, sourceCode: SourceCode, plan: ImportPlan): TSESLint.RuleFix[] {
  const statements = new Set(plan.typeOnly.map(({ statement }) => statement));
  const toValues = [...statements].flatMap((statement) => importValues(fixer, sourceCode, statement, plan));
  if (plan.missing.length === 0) return toValues;
  if (!plan.target) return [...toValues, addStatement(fixer, sourceCode, plan)];

  const names = plan.missing.map((missing) => printSpecifier(missing, plan));
  return [...toValues, ...addNames(fixer, sourceCode, plan.target, names)];
}

/** Returns the statement that imports the missing names, with the semicolon that its position needs. */
function importStatement(sourceCode: SourceCode, plan: ImportPlan, position: ImportPosition): string {
  const style = getSourceStyle(sourceCode);
  const semicolon = needsSemicolon(sourceCode, plan, position) ? ";" : style.semicolon;
  const module = quoteText(plan.module, style);
  const names = plan.missing.map((missing) => printSpecifier(missing, plan)).join(", ");
  return {
    esm: `import { ${names} } from ${module}${semicolon}`,
    commonjs: `const { ${names} } = require(${module})${semicolon}`,
    "typescript-commonjs": `import ${names} = require(${module})${semicolon}`,
  }[plan.system];
}

/** Something follows on the line, or would continue `require("m")` from the next one. */
function needsSemicolon(sourceCode: SourceCode, { system }: ImportPlan, { after, offset }: ImportPosition): boolean {
  if (after && /^[ \t]*[^\s]/.test(sourceCode.text.slice(offset))) return true;
  return system === "commonjs" && canContinue(findTokenFrom(sourceCode, offset));
}

function addStatement(fixer: Fixer, sourceCode: SourceCode, plan: ImportPlan): TSESLint.RuleFix {
  const position = getImportPosition(sourceCode);
  const { after, offset } = position;
  const { lineBreak } = getSourceStyle(sourceCode);
  const statement = importStatement(sourceCode, plan, position);
  const indent = indentAt(sourceCode, offset);
  const isLast = findTokenFrom(sourceCode, offset) === undefined;
  const text = after || isLast ? lineBreak + indent + statement : statement + lineBreak.repeat(2) + indent;
  return fixer.insertTextAfterRange([0, offset], text);
}

function findTokenFrom(sourceCode: SourceCode, offset: number): TSESTree.Token | undefined {
  return sourceCode.ast.tokens.find(({ range }) => range[0] >= offset);
}

function printSpecifier({ local, name }: MissingImport, { system }: ImportPlan): string {
  if (name === local || name === WHOLE_MODULE) return local;
  return system === "esm" ? `${name} as ${local}` : `${name}: ${local}`;
}

function addNames(fixer: Fixer, sourceCode: SourceCode, target: ImportTarget, names: string[]): TSESLint.RuleFix[] {
  const last =
    target.type === "ObjectPattern"
      ? sourceCode.getLastToken(target)
      : sourceCode.getTokenBefore(target.source, { skip: 1 });
  if (!last) return [];
  const text = names.join(", ");
  // `import module from "module"` has no braces yet.
  return [
    last.value === "}" ? appendItem(fixer, text, last, sourceCode) : fixer.insertTextAfter(last, `, { ${text} }`),
  ];
}

/** Takes `type` away where a value is needed, and gives it to the other names of an `import type`. */
function importValues(
  fixer: Fixer,
  sourceCode: SourceCode,
  statement: TSESTree.ProgramStatement,
  { typeOnly }: ImportPlan,
): TSESLint.RuleFix[] {
  const needed: readonly TSESTree.Node[] = typeOnly.map(({ node }) => node);
  if (statement.type !== "ImportDeclaration") return [removeWordType(fixer, sourceCode, statement)];
  if (statement.importKind !== "type") {
    return statement.specifiers
      .filter((specifier) => needed.includes(specifier))
      .map((specifier) => removeWordType(fixer, sourceCode, specifier));
  }

  const stillTypes = statement.specifiers.filter((specifier) => !needed.includes(specifier));
  return [
    removeWordType(fixer, sourceCode, statement),
    ...stillTypes.map((specifier) => fixer.insertTextBefore(specifier, "type ")),
  ];
}

/** `type` is the first word of a specifier, and the second of a statement. */
function removeWordType(fixer: Fixer, sourceCode: SourceCode, node: TSESTree.Node): TSESLint.RuleFix {
  const isWord = ({ value }: TSESTree.Token) => value === "type";
  const word = sourceCode.getFirstToken(node, { filter: isWord });
  if (!word) throw new TypeError("A type-only import has the word `type`.");
  const next = sourceCode.getTokenAfter(word, { includeComments: true });
  return fixer.removeRange([word.range[0], next?.range[0] ?? word.range[1]]);
}

/** Where a new import goes: behind the last one of the leading block, or before the first statement. */
interface ImportPosition {
  readonly offset: number;
  readonly after?: TSESTree.ProgramStatement;
}

/** Comments that speak to a tool or about the whole file, and lose their effect further down. */
const STAYS_FIRST = new RegExp(
  String.raw`^\s*(?:eslint(?:-disable|-enable|-env)?(?:\s|$)|globals?\s|exported\s|/\s*<)|` +
    String.raw`^[\s*]*(?:@ts-(?:no)?check\b|@(?:jest|vitest)-environment|@flow\b|@jsx|(?:istanbul|v8|` +
    String.raw`c8) ignore file|(?:oxlint|biome)-(?:disable|enable|ignore-all)(?:\s|$))`,
);
const ABOUT_FILE = new RegExp(
  String.raw`^!|copyright|all rights reserved|licensed under|\bMIT license|SPDX-License|@(?:license|preserve|` +
    String.raw`file|fileoverview|packageDocumentation|module)\b`,
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
  if (after) return { after, offset: endWithTrailingComments(sourceCode, after) };

  const first = block[0] && getStatementStart(block[0]);
  return { offset: first ? getInsertOffset(sourceCode, first, directives.at(-1)) : sourceCode.text.length };
});

/** Returns the node that a statement begins with: `@decorator` stands before the `export` of its class. */
function getStatementStart(statement: TSESTree.ProgramStatement): TSESTree.Node {
  // Trees of ESLint's own parser have no decorators.
  const { declaration } = statement as { readonly declaration?: Partial<TSESTree.ClassDeclaration> | null };
  const decorator = declaration?.decorators?.[0];
  return decorator && decorator.range[0] < statement.range[0] ? decorator : statement;
}

/** The comment is an instruction about the line below it, and means nothing elsewhere. */
export function isAboutNextLine({ value }: TSESTree.Comment): boolean {
  return ABOUT_NEXT_LINE.test(value);
}

function isDirective(node: TSESTree.ProgramStatement): boolean {
  return node.type === "ExpressionStatement" && typeof node.directive === "string";
}

function isImport(node: TSESTree.ProgramStatement): boolean {
  if (node.type === "ImportDeclaration") return true;
  if (node.type === "ExpressionStatement") return findRequiredModule(node.expression) !== undefined;
  if (node.type !== "VariableDeclaration") return importEqualsModule(node) !== undefined;
  return node.declarations.every(
    ({ init }) => findRequiredModule(init?.type === "MemberExpression" ? init.object : init) !== undefined,
  );
}

function endWithTrailingComments(sourceCode: Readonly<TSESLint.SourceCode>, statement: TSESTree.Node): number {
  const last = getLastOwnToken(sourceCode, statement) ?? statement;
  const { line } = last.loc.end;
  if (sourceCode.getTokenAfter(last)?.loc.start.line === line) return last.range[1];

  const trailing = sourceCode.getCommentsAfter(last).filter(({ loc }) => loc.start.line === line);
  const end = trailing.at(-1) ?? last;
  return end.loc.end.line === line ? end.range[1] : last.range[1];
}

/** Returns the offset before the statement and its comments, and after everything that has to stay first. */
function getInsertOffset(
  sourceCode: Readonly<TSESLint.SourceCode>,
  statement: TSESTree.Node,
  directive: TSESTree.Node | undefined,
): number {
  const comments = sourceCode
    .getCommentsBefore(statement)
    .filter(({ loc }) => loc.start.line !== directive?.loc.end.line);
  let below: TSESTree.Node | TSESTree.Comment = statement;
  for (const [index, comment] of [...comments.entries()].reverse()) {
    if (!belongsTo(below, comment, comments.slice(0, index + 1))) break;
    below = comment;
  }
  return below.range[0];
}

function belongsTo(
  below: TSESTree.Node | TSESTree.Comment,
  comment: TSESTree.Comment,
  untilComment: readonly TSESTree.Comment[],
): boolean {
  if (isAboutNextLine(comment)) return true;
  if (below.loc.start.line - comment.loc.end.line > 1 || isShebang(comment)) return false;
  return !STAYS_FIRST.test(comment.value) && !ABOUT_FILE.test(readLastParagraph(untilComment));
}

function isShebang({ type }: TSESTree.Comment): boolean {
  return (type as string) === "Shebang";
}

/** The last comment with the line comments directly above it, which are read as one. */
function readLastParagraph(comments: readonly TSESTree.Comment[]): string {
  const last = comments.at(-1);
  const previous = comments.at(-2);
  const continues =
    last?.type === "Line" && previous?.type === "Line" && last.loc.start.line - previous.loc.end.line === 1;
  return (continues ? `${readLastParagraph(comments.slice(0, -1))}\n` : "") + (last?.value ?? "");
}
