import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { wrapperOf } from "../syntax/expressions.js";
import { calledName, methodCall, readStaticValue, staticKey, variableOf } from "../syntax/references.js";

/** The text or pattern that a text is tested for; `undefined`: one that is not static. */
export type Tested = string | RegExp | undefined;

/** A place where code decides by a text. */
export interface TextTest {
  /**
   * `comparison`: `===` and its like; `search`: `text.includes(...)`, `/.../.test(text)`; `switch`: a case of one; `lookup`:
   * `KNOWN.has(text)`, `STATUS[text]`; `predicate`: `isMissing(text)`; `part`: a method that takes the text to pieces.
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
// Methods that take a text apart: in another text they find other parts.
const PARTS =
  /^(?:split|slice|substring|substr|charAt|at|lastIndexOf|matchAll|localeCompare|to(?:Locale)?(?:Lower|Upper)Case|trim|trimStart|trimEnd|normalize)$/;
const PREDICATE = /^(?:is|has|should|can|matches|contains|parse|extract|classify)(?![a-z])/;

/** The tests of a text that is read at a node. */
export function textTests(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TextTest[] {
  const compared = comparisons(read, sourceCode);
  if (compared.length > 0) return compared;
  const holder = wrapperOf(read);
  const { parent } = holder;
  if (parent?.type === "MemberExpression") return memberTests(parent, holder, sourceCode);
  const isArgument =
    parent?.type === "CallExpression" && parent.arguments.includes(holder as TSESTree.CallExpressionArgument);
  return isArgument ? argumentTests(parent, sourceCode) : [];
}

/** Where a value is compared by `===` or its like, or by a `switch`. */
export function comparisons(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TextTest[] {
  const holder = wrapperOf(read);
  const { parent } = holder;
  if (parent?.type === "BinaryExpression" && /^[!=]==?$/.test(parent.operator)) {
    const other = parent.left === holder ? parent.right : parent.left;
    return [{ kind: "comparison", node: parent, against: other, expected: staticText(other, sourceCode) }];
  }
  if (parent?.type !== "SwitchStatement" || parent.discriminant !== holder) return [];
  return parent.cases.flatMap(({ test }) =>
    test ? [{ kind: "switch", node: holder, against: test, expected: staticText(test, sourceCode) } as const] : [],
  );
}

function memberTests(
  member: TSESTree.MemberExpression,
  read: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): readonly TextTest[] {
  // `STATUS[err.message]`
  if (member.object !== read) {
    return [{ kind: "lookup", node: wrapperOf(member), against: member.object, expected: undefined }];
  }
  const method = staticKey(member, sourceCode) ?? "";
  const holder = wrapperOf(member);
  const call = holder.parent;
  if (PARTS.test(method)) return [{ kind: "part", node: member, against: undefined, expected: undefined }];
  if (call?.type !== "CallExpression" || call.callee !== holder || !SEARCHES.has(method)) return [];
  const [against] = call.arguments;
  return [{ kind: "search", node: call, against, expected: staticText(against, sourceCode) }];
}

function argumentTests(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): readonly TextTest[] {
  const { object: against, name = "" } = methodCall(call, sourceCode) ?? {};
  if (against && SEARCHES.has(name)) {
    return [{ kind: "search", node: call, against, expected: staticText(against, sourceCode) }];
  }
  // `KNOWN.has(err.message)`, `statusOf.get(err.message)`
  if (name === "has" || name === "get") return [{ kind: "lookup", node: call, against, expected: undefined }];
  const isPredicate = PREDICATE.test(calledName(call, sourceCode));
  return isPredicate ? [{ kind: "predicate", node: call, against: undefined, expected: undefined }] : [];
}

/** Returns the expressions with a property's value: `e.message` itself, and the reads of a variable that stores it. */
export function readsThrough(property: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const { parent } = property;
  if (parent?.type === "MemberExpression" && parent.property === property) {
    return [parent, ...storedReads(parent, sourceCode)];
  }
  // `const { message } = err`
  if (parent?.type !== "Property" || parent.parent.type !== "ObjectPattern") return [];
  return readsOf(parent.value, sourceCode);
}

/** The reads of the variable that a value is stored in where it is made. */
export function storedReads(value: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const { parent } = wrapperOf(value);
  return readsOf(parent?.type === "VariableDeclarator" ? parent.id : undefined, sourceCode);
}

function readsOf(binding: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const variable = binding && variableOf(binding, sourceCode);
  return variable
    ? variable.references.filter((reference) => reference.isRead()).map(({ identifier }) => identifier)
    : [];
}

function staticText(node: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): Tested {
  if (!node) return undefined;
  if (node.type === "Literal" && node.value instanceof RegExp) return node.value;
  const value = readStaticValue(node, sourceCode)?.value;
  return typeof value === "string" || value instanceof RegExp ? value : undefined;
}
