import type { TSESLint } from "@typescript-eslint/utils";
import { statementAround } from "./lay-out.js";
import { findExpectation } from "../modules/error-expectations.js";

/** Statements whose edits change no error. */
const NO_ERRORS = /^(?:Import|ExportAll|TS)/;

/** Returns where other code of the workspace expects what edits take away; `undefined` where it is not seen to. */
export function findDependent(
  edits: readonly TSESLint.RuleFix[],
  sourceCode: TSESLint.SourceCode,
  filename: string,
  inTestsOnly: boolean,
): string | undefined {
  const changes = edits.filter(({ range }) => range[0] < range[1] && changesError(range, sourceCode));
  const before = changes.map(({ range }) => sourceCode.text.slice(...range)).join("\n");
  if (!/[A-Za-z]{2}/.test(before)) return undefined;
  const after = edits.map(({ text }) => text).join("\n");
  const around = changes.map((edit) => sourceCode.getText(statementAround(edit, sourceCode)));
  return findExpectation({ before, after, around: around.join("\n") }, filename, inTestsOnly);
}

function changesError([start, end]: Readonly<TSESLint.AST.Range>, sourceCode: TSESLint.SourceCode): boolean {
  const isComment = sourceCode.getAllComments().some(({ range }) => range[0] <= start && end <= range[1]);
  if (isComment) return false;
  const outer = sourceCode.ast.body.find(({ range }) => range[0] <= start && end <= range[1]);
  return outer !== undefined && !NO_ERRORS.test(outer.type);
}
