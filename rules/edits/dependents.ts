import type { TSESLint } from "@typescript-eslint/utils";
import { findEditedStatement } from "./lay-out.js";
import { type ReplacedCode, findExpectation, findExpectations } from "../modules/error-expectations.js";
import { mentionsBuiltin } from "../syntax/references.js";

/** Statements whose edits change no error. */
const NO_ERRORS = /^(?:Import|ExportAll|TS)/;

/** The edits of a rewrite in a file. */
export interface FileEdits {
  readonly edits: readonly TSESLint.RuleFix[];
  readonly sourceCode: TSESLint.SourceCode;
  readonly filename: string;
  /** Names of the classes that an error has before the rewrite only, as type information tells them. */
  readonly classes?: readonly string[] | undefined;
}

/** Finds code elsewhere in the workspace that depends on code that edits remove; `undefined` where there is none. */
export function findDependent(rewrite: FileEdits, inTestsOnly: boolean): string | undefined {
  const replaced = describeReplaced(rewrite);
  return replaced && findExpectation(replaced, rewrite.filename, inTestsOnly);
}

/** Lines of other code of the workspace that depend on code that edits remove. */
export interface Dependents {
  readonly tests: readonly string[];
  readonly others: readonly string[];
}

/** Finds the lines of other code that depend on code that edits remove, the first of each file. */
export function findDependents(rewrite: FileEdits): Dependents {
  const replaced = describeReplaced(rewrite);
  const found = replaced ? [...findExpectations(replaced, rewrite.filename)] : [];
  return {
    tests: found.filter(({ isTest }) => isTest).map(({ line }) => line),
    others: found.filter(({ isTest }) => !isTest).map(({ line }) => line),
  };
}

function describeReplaced({ edits, sourceCode, classes = [] }: FileEdits): ReplacedCode | undefined {
  // A value is converted by text around it: its classes are gone, and its text stays.
  const changes = edits.filter(
    ({ range }) => (range[0] < range[1] || classes.length > 0) && changesError(range, sourceCode),
  );
  const before = [...changes.map(({ range }) => sourceCode.text.slice(...range)), ...classes].join("\n");
  if (!/[A-Za-z]{2}/.test(before)) return undefined;
  const after = edits.map(({ text }) => text).join("\n");
  const around = changes.map((edit) => sourceCode.getText(findEditedStatement(edit, sourceCode)));
  return { before, after, around: around.join("\n"), classes: classes.filter((name) => !mentionsBuiltin(name)) };
}

function changesError([start, end]: Readonly<TSESLint.AST.Range>, sourceCode: TSESLint.SourceCode): boolean {
  const isComment = sourceCode.getAllComments().some(({ range }) => range[0] <= start && end <= range[1]);
  if (isComment) return false;
  const outer = sourceCode.ast.body.find(({ range }) => range[0] <= start && end <= range[1]);
  return outer !== undefined && !NO_ERRORS.test(outer.type);
}
