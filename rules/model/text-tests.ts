// The tests that code makes of a text: where it compares or searches it, also in another case or under another name.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import {
  getOutermostWrapper,
  listPossibleValues,
  readMethodCall,
  readStaticKey,
  readStaticValue,
  unwrapExpression,
} from "../syntax/expressions.js";
import { collectReads } from "../syntax/references.js";

/** A place where code decides by a text. */
export interface TextTest {
  /** The whole test, by whose value the code decides. */
  readonly node: TSESTree.Node;
  /** The static text or pattern that the text is tested for; `undefined`: one that only the run knows. */
  readonly expected: string | RegExp | undefined;
}

const SEARCHES = new Set(["includes", "startsWith", "endsWith", "indexOf", "match", "search", "test", "exec"]);
const OTHER_CASES = new Set("toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim normalize".split(" "));

/** Collects the tests of a text that is read at a node, and of the same text in another case. */
export function collectTextTests(read: TSESTree.Node, lint: LintContext): readonly TextTest[] {
  const { sourceCode } = lint;
  const compared = collectComparisons(read, lint);
  if (compared.length > 0) return compared;
  const text = getOutermostWrapper(read);
  const { parent } = text;
  // `/.../.test(text)`
  if (parent?.type === "CallExpression" && parent.callee !== text) {
    const { object, name = "" } = readMethodCall(parent, sourceCode) ?? {};
    return object && SEARCHES.has(name) ? [createTest(parent, object, lint)] : [];
  }
  if (parent?.type !== "MemberExpression" || parent.object !== text) return [];
  const method = readStaticKey(parent, sourceCode) ?? "";
  const call = getOutermostWrapper(parent).parent;
  if (call?.type !== "CallExpression") return [];
  if (OTHER_CASES.has(method))
    return [call, ...collectStoredReads(call, lint)].flatMap((same) => collectTextTests(same, lint));
  return SEARCHES.has(method) && call.arguments[0] ? [createTest(call, call.arguments[0], lint)] : [];
}

/** Collects the places where a value is compared by `===` or its like, or by a `switch`. */
export function collectComparisons(read: TSESTree.Node, lint: LintContext): readonly TextTest[] {
  const holder = getOutermostWrapper(read);
  const { parent } = holder;
  if (parent?.type === "BinaryExpression" && /^[!=]==?$/.test(parent.operator))
    return [createTest(parent, parent.left === holder ? parent.right : parent.left, lint)];
  if (parent?.type !== "SwitchStatement" || parent.discriminant !== holder) return [];
  return parent.cases.flatMap(({ test }) => (test ? [createTest(holder, test, lint)] : []));
}

function createTest(node: TSESTree.Node, against: TSESTree.Node, { sourceCode }: LintContext): TextTest {
  const value =
    against.type === "Literal" && against.value instanceof RegExp
      ? against.value
      : readStaticValue(against, sourceCode)?.value;
  return { node, expected: typeof value === "string" || value instanceof RegExp ? value : undefined };
}

/** Returns the expressions with a property's value: `e.message` itself, and the reads of a variable that stores it. */
export function readsThrough(property: TSESTree.Node, lint: LintContext): readonly TSESTree.Node[] {
  const { parent } = property;
  if (parent?.type === "MemberExpression" && parent.property === property)
    return [parent, ...collectStoredReads(parent, lint)];
  // `const { message } = err`
  const isTaken = parent?.type === "Property" && parent.parent.type === "ObjectPattern";
  return isTaken ? collectReads(parent.value, lint.sourceCode) : [];
}

/** The reads of the variable that a value is stored in where it is made: `e instanceof Error ? e.message : "" + e` */
export function collectStoredReads(value: TSESTree.Node, { sourceCode }: LintContext): readonly TSESTree.Node[] {
  let stored = getOutermostWrapper(value);
  while (stored.parent && listPossibleValues(stored.parent).includes(unwrapExpression(value)))
    stored = getOutermostWrapper(stored.parent);
  const { parent } = stored;
  return parent?.type === "VariableDeclarator" ? collectReads(parent.id, sourceCode) : [];
}
