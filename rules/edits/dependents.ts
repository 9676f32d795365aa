import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type ReplacedCode, findExpectation, findExpectations } from "../modules/error-expectations.js";
import { mentionsBuiltin } from "../syntax/references.js";

const STATEMENTS: ReadonlySet<string> = new Set([
  "ExpressionStatement",
  "ExportNamedDeclaration",
  "ExportDefaultDeclaration",
  "ImportDeclaration",
  "ReturnStatement",
  "ThrowStatement",
  "VariableDeclaration",
]);
const BLOCKS: ReadonlySet<string> = new Set(["BlockStatement", "ClassBody", "Program", "SwitchCase"]);

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

/** The statement that an edit changes; `undefined` where it only touches one, or changes more than one. */
function findEditedStatement(
  { range, text }: TSESLint.RuleFix,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  if (text === "" && range[0] === range[1]) return undefined;
  let node: TSESTree.Node | null | undefined = sourceCode.getNodeByRangeIndex(
    Math.min(range[0], sourceCode.text.length - 1),
  );
  while (node && !(STATEMENTS.has(node.type) && isWithin({ range }, node))) {
    if (BLOCKS.has(node.type) && isWithin({ range }, node)) return undefined;
    node = node.parent;
  }
  // Nothing is part of a statement that only touches it.
  return node && !(range[0] === range[1] && (range[0] === node.range[0] || range[0] === node.range[1]))
    ? node
    : undefined;
}

function isWithin({ range }: Pick<TSESLint.RuleFix, "range">, node: TSESTree.Node): boolean {
  return range[0] >= node.range[0] && range[1] <= node.range[1];
}
