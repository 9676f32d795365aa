import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

import { linesOf } from "./import-lines.js";
import { declaringStatement, partsDeclaring, type ImportStatement } from "./import-parts.js";
import { isAboutNextLine } from "./import-position.js";
import { canContinue, lastTokenOf } from "./source-style.js";

type SourceCode = Readonly<TSESLint.SourceCode>;
type Variable = TSESLint.Scope.Variable;

/** The node that imports something: in or as `import`, or `x = require("m")` in a declaration. */
export type ImportNode = TSESTree.ImportClause | TSESTree.TSImportEqualsDeclaration | TSESTree.VariableDeclarator;

/** What goes: whole statements, and ranges within statements that stay. */
export interface ImportRemoval {
  readonly statements: readonly ImportStatement[];
  readonly ranges: readonly TSESTree.Range[];
}

/**
 * The edits that take unused imports away, with the statement and its line when nothing is left of it. The module is
 * then no longer evaluated, which is meant: a legacy module is loaded for its names. Undefined when a comment would be
 * lost or come to stand before something else, and for anything but an import or a plain `require()`.
 */
export function removeImport(
  fixer: TSESLint.RuleFixer,
  sourceCode: SourceCode,
  unused: Variable | ImportNode | readonly (Variable | ImportNode)[],
): TSESLint.RuleFix[] | undefined {
  const imports = "length" in unused ? unused : [unused];
  const variables = imports.flatMap((item) => ("defs" in item ? [item] : sourceCode.getDeclaredVariables(item)));
  const removal = importRemoval(sourceCode, variables);
  return removal && removeParts(fixer, sourceCode, removal);
}

export function removeParts(
  fixer: TSESLint.RuleFixer,
  sourceCode: SourceCode,
  { ranges, statements }: ImportRemoval,
): TSESLint.RuleFix[] {
  return [...ranges, ...linesOf(sourceCode, statements)].map((range) => fixer.removeRange(range));
}

/** Undefined as for `removeImport`. */
export function importRemoval(sourceCode: SourceCode, variables: readonly Variable[]): ImportRemoval | undefined {
  const names = variables.flatMap(({ identifiers }): TSESTree.Node[] => identifiers);
  const statements: ImportStatement[] = [];
  const ranges: TSESTree.Range[] = [];
  for (const statement of new Set(variables.map(declaringStatement))) {
    const parts = statement && partsDeclaring(sourceCode, statement, names);
    if (!parts) return undefined;
    if (parts === "all") statements.push(statement);
    else ranges.push(...parts);
  }

  const losesComment = ranges.some((range) => hasComment(sourceCode, range));
  const isSafe = statements.every((statement) => !ownsComment(sourceCode, statement));
  return isSafe && !losesComment && !joinsNeighbours(sourceCode, statements) ? { ranges, statements } : undefined;
}

function hasComment(sourceCode: SourceCode, [start, end]: TSESTree.Range): boolean {
  return sourceCode.getAllComments().some(({ range }) => start <= range[0] && range[1] <= end);
}

/** A comment within the statement or behind it, or one above that is an instruction about it. */
function ownsComment(sourceCode: SourceCode, statement: ImportStatement): boolean {
  const above = sourceCode.getCommentsBefore(statement).at(-1);
  const behind = sourceCode.getCommentsAfter(statement)[0];
  if (sourceCode.getCommentsInside(statement).length > 0) return true;
  if (behind?.loc.start.line === statement.loc.end.line) return true;
  if (!above) return false;

  const isTypeOfRequire = statement.type === "VariableDeclaration" && /^\*[^]*@type\b/.test(above.value);
  return isAboutNextLine(above) || isTypeOfRequire;
}

/** Without semicolons, the statement may be what keeps `(` or `[` on the next line from continuing the one above. */
function joinsNeighbours(sourceCode: SourceCode, statements: readonly ImportStatement[]): boolean {
  const isGoing = ({ range }: TSESTree.Token) =>
    statements.some((statement) => {
      const end = (lastTokenOf(sourceCode, statement) ?? statement).range[1];
      return statement.range[0] <= range[0] && range[1] <= end;
    });
  const staying = { filter: (token: TSESTree.Token) => !isGoing(token) };
  return statements.some((statement) => {
    const previous = sourceCode.getTokenBefore(statement, staying);
    const next = sourceCode.getTokenAfter(lastTokenOf(sourceCode, statement) ?? statement, staying);
    return previous && previous.value !== ";" && canContinue(next);
  });
}
