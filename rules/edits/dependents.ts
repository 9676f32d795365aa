import type { TSESLint } from "@typescript-eslint/utils";
import { findEditedStatement } from "./lay-out.js";
import { type ReplacedCode, findExpectation, findExpectations } from "../modules/error-expectations.js";

/** Statements whose edits change no error. */
const NO_ERRORS = /^(?:Import|ExportAll|TS)/;

/** Finds code elsewhere in the workspace that depends on code that edits remove; `undefined` where there is none. */
export function findDependent(
  edits: readonly TSESLint.RuleFix[],
  sourceCode: TSESLint.SourceCode,
  filename: string,
  inTestsOnly: boolean,
): string | undefined {
  const replaced = describeReplaced(edits, sourceCode);
  return replaced && findExpectation(replaced, filename, inTestsOnly);
}

/** Lines of other code of the workspace that depend on code that edits remove. */
export interface Dependents {
  readonly tests: readonly string[];
  readonly others: readonly string[];
}

/** Finds the lines of other code that depend on code that edits remove, the first of each file. */
export function findDependents(
  edits: readonly TSESLint.RuleFix[],
  sourceCode: TSESLint.SourceCode,
  filename: string,
): Dependents {
  const replaced = describeReplaced(edits, sourceCode);
  const found = replaced ? [...findExpectations(replaced, filename)] : [];
  return {
    tests: found.filter(({ isTest }) => isTest).map(({ line }) => line),
    others: found.filter(({ isTest }) => !isTest).map(({ line }) => line),
  };
}

function describeReplaced(
  edits: readonly TSESLint.RuleFix[],
  sourceCode: TSESLint.SourceCode,
): ReplacedCode | undefined {
  const changes = edits.filter(({ range }) => range[0] < range[1] && changesError(range, sourceCode));
  const before = changes.map(({ range }) => sourceCode.text.slice(...range)).join("\n");
  if (!/[A-Za-z]{2}/.test(before)) return undefined;
  const after = edits.map(({ text }) => text).join("\n");
  const around = changes.map((edit) => sourceCode.getText(findEditedStatement(edit, sourceCode)));
  return { before, after, around: around.join("\n") };
}

function changesError([start, end]: Readonly<TSESLint.AST.Range>, sourceCode: TSESLint.SourceCode): boolean {
  const isComment = sourceCode.getAllComments().some(({ range }) => range[0] <= start && end <= range[1]);
  if (isComment) return false;
  const outer = sourceCode.ast.body.find(({ range }) => range[0] <= start && end <= range[1]);
  return outer !== undefined && !NO_ERRORS.test(outer.type);
}
