import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

import { importEqualsModule, requiredModule } from "../syntax/module-system.js";
import { lastTokenOf } from "./source-style.js";

/** Where a new import goes: behind the last one of the leading block, or before the first statement. */
export interface ImportPosition {
  readonly offset: number;
  readonly after?: TSESTree.ProgramStatement;
}

/** Comments that speak to a tool or about the whole file, and lose their effect further down. */
const STAYS_FIRST =
  /^\s*(?:eslint(?:-disable|-enable|-env)?(?:\s|$)|globals?\s|exported\s|\/\s*<)|^[\s*]*(?:@ts-(?:no)?check\b|@(?:jest|vitest)-environment|@flow\b|@jsx|(?:istanbul|v8|c8) ignore file|(?:oxlint|biome)-(?:disable|enable|ignore-all)(?:\s|$))/;
const ABOUT_FILE =
  /^!|copyright|all rights reserved|licensed under|\bMIT license|SPDX-License|@(?:license|preserve|file|fileoverview|packageDocumentation|module)\b/i;
const ABOUT_NEXT_LINE =
  /^\s*(?:(?:eslint|oxlint)-disable-next-line|@ts-(?:ignore|expect-error)|prettier-ignore|biome-ignore )/;

export function importPosition(sourceCode: Readonly<TSESLint.SourceCode>): ImportPosition {
  const { body } = sourceCode.ast;
  const directives = body.filter(isDirective);
  const block = body.slice(directives.length);
  const end = block.findIndex((statement) => !isImport(statement));
  const last = (end < 0 ? block : block.slice(0, end)).at(-1);
  if (last) return { after: last, offset: endWithTrailingComments(sourceCode, last) };

  const first = block[0] && withDecorators(block[0]);
  return { offset: first ? beforeStatement(sourceCode, first, directives.at(-1)) : sourceCode.text.length };
}

/** What a statement begins with: `@decorator` stands before the `export` of its class. */
function withDecorators(statement: TSESTree.ProgramStatement): TSESTree.Node {
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
  if (node.type === "ImportDeclaration" || importEqualsModule(node) !== undefined) return true;
  if (node.type === "ExpressionStatement") return requiredModule(node.expression) !== undefined;
  return node.type === "VariableDeclaration" && node.declarations.every(({ init }) => isRequire(init));
}

function isRequire(init: TSESTree.Expression | null): boolean {
  return requiredModule(init?.type === "MemberExpression" ? init.object : init) !== undefined;
}

function endWithTrailingComments(sourceCode: Readonly<TSESLint.SourceCode>, statement: TSESTree.Node): number {
  const last = lastTokenOf(sourceCode, statement) ?? statement;
  const { line } = last.loc.end;
  if (sourceCode.getTokenAfter(last)?.loc.start.line === line) return last.range[1];

  const trailing = sourceCode.getCommentsAfter(last).filter(({ loc }) => loc.start.line === line);
  const end = trailing.at(-1) ?? last;
  return end.loc.end.line === line ? end.range[1] : last.range[1];
}

/** Before the statement and what documents it, behind everything that has to stay first. */
function beforeStatement(
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
  return !STAYS_FIRST.test(comment.value) && !ABOUT_FILE.test(paragraph(untilComment));
}

function isShebang({ type }: TSESTree.Comment): boolean {
  return (type as string) === "Shebang";
}

/** The last comment with the line comments directly above it, which are read as one. */
function paragraph(comments: readonly TSESTree.Comment[]): string {
  const last = comments.at(-1);
  const previous = comments.at(-2);
  const continues =
    last?.type === "Line" && previous?.type === "Line" && last.loc.start.line - previous.loc.end.line === 1;
  return (continues ? `${paragraph(comments.slice(0, -1))}\n` : "") + (last?.value ?? "");
}
