import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getOutermostWrapper, listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { collectReads, readCalleeName, readMethodCall, readStaticKey, readStaticValue } from "../syntax/references.js";

/** The text or pattern that a text is tested for; `undefined`: one that is not static. */
export type Tested = string | RegExp | undefined;

/** A place where code decides by a text. */
export interface TextTest {
  /**
   * `comparison`: `===` and its like; `search`: `text.includes(...)`, `/.../.test(text)`; `switch`: a case of one;
   * `lookup`: `KNOWN.has(text)`, `STATUS[text]`; `predicate`: `isMissing(text)`; `part`: a method that takes the text
   * to pieces.
   */
  readonly kind: "comparison" | "search" | "switch" | "lookup" | "predicate" | "part";
  /** The whole test, by whose value the code decides. */
  readonly node: TSESTree.Node;
  /** The expression that the text is compared with, searched for, or looked up in. */
  readonly against: TSESTree.Node | undefined;
  /** The value of that, where it is a static string or pattern. */
  readonly expected: Tested;
}

const SEARCHES = new Set(["includes", "startsWith", "endsWith", "indexOf", "match", "search", "test", "exec"]);
/** The methods that return the same text in another case, or with other white space. */
export const SAME_TEXT: ReadonlySet<string> = new Set(
  "toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim trimStart trimEnd normalize".split(" "),
);
// Methods that take a text apart: in another text they find other parts.
const PARTS = new Set("split slice substring substr charAt at lastIndexOf matchAll localeCompare".split(" "));
const PREDICATE = /^(?:is|has|should|can|matches|contains|parse|extract|classify)(?![a-z])/;

/** The tests of a text that is read at a node. */
export function collectTextTests(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TextTest[] {
  const compared = collectComparisons(read, sourceCode);
  if (compared.length > 0) return compared;
  const holder = getOutermostWrapper(read);
  const { parent } = holder;
  const test =
    parent?.type === "MemberExpression"
      ? findMemberTest(parent, holder, sourceCode)
      : parent?.type === "CallExpression" && parent.callee !== holder
        ? findArgumentTest(parent, sourceCode)
        : undefined;
  return test ? [test] : [];
}

/** Where a value is compared by `===` or its like, or by a `switch`. */
export function collectComparisons(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TextTest[] {
  const holder = getOutermostWrapper(read);
  const { parent } = holder;
  if (parent?.type === "BinaryExpression" && /^[!=]==?$/.test(parent.operator)) {
    const other = parent.left === holder ? parent.right : parent.left;
    return [createTest("comparison", parent, other, sourceCode)];
  }
  if (parent?.type !== "SwitchStatement" || parent.discriminant !== holder) return [];
  return parent.cases.flatMap(({ test }) => (test ? [createTest("switch", holder, test, sourceCode)] : []));
}

function createTest(
  kind: TextTest["kind"],
  node: TSESTree.Node,
  against: TSESTree.Node | undefined,
  sourceCode: TSESLint.SourceCode,
): TextTest {
  return { kind, node, against, expected: against && readStaticText(against, sourceCode) };
}

function findMemberTest(
  member: TSESTree.MemberExpression,
  read: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): TextTest | undefined {
  const holder = getOutermostWrapper(member);
  // `STATUS[err.message]`
  if (member.object !== read) return { kind: "lookup", node: holder, against: member.object, expected: undefined };
  const method = readStaticKey(member, sourceCode) ?? "";
  const call = holder.parent;
  if (PARTS.has(method) || SAME_TEXT.has(method)) return createTest("part", member, undefined, sourceCode);
  if (call?.type !== "CallExpression" || call.callee !== holder || !SEARCHES.has(method)) return undefined;
  return createTest("search", call, call.arguments[0], sourceCode);
}

function findArgumentTest(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): TextTest | undefined {
  const { object: against, name = "" } = readMethodCall(call, sourceCode) ?? {};
  if (SEARCHES.has(name)) return createTest("search", call, against, sourceCode);
  // `KNOWN.has(err.message)`, `statusOf.get(err.message)`
  if (name === "has" || name === "get") return { kind: "lookup", node: call, against, expected: undefined };
  const isPredicate = PREDICATE.test(readCalleeName(call, sourceCode));
  return isPredicate ? createTest("predicate", call, undefined, sourceCode) : undefined;
}

/** Returns the expressions with a property's value: `e.message` itself, and the reads of a variable that stores it. */
export function readsThrough(property: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const { parent } = property;
  if (parent?.type === "MemberExpression" && parent.property === property)
    return [parent, ...collectStoredReads(parent, sourceCode)];
  // `const { message } = err`
  const isTaken = parent?.type === "Property" && parent.parent.type === "ObjectPattern";
  return isTaken ? collectReads(parent.value, sourceCode) : [];
}

/** The reads of the variable that a value is stored in where it is made: `e instanceof Error ? e.message : "" + e` */
export function collectStoredReads(value: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  let stored = getOutermostWrapper(value);
  while (stored.parent && listPossibleValues(stored.parent).includes(unwrapExpression(value)))
    stored = getOutermostWrapper(stored.parent);
  const { parent } = stored;
  return parent?.type === "VariableDeclarator" ? collectReads(parent.id, sourceCode) : [];
}

function readStaticText(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): Tested {
  if (node.type === "Literal" && node.value instanceof RegExp) return node.value;
  const value = readStaticValue(node, sourceCode)?.value;
  return typeof value === "string" || value instanceof RegExp ? value : undefined;
}
