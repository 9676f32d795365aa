import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getOutermostWrapper } from "../syntax/expressions.js";
import {
  readCalleeName,
  readMethodCall,
  readStaticValue,
  readStaticKey,
  resolveVariable,
} from "../syntax/references.js";

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
// Methods that take a text apart: in another text they find other parts.
const PARTS = new RegExp(
  String.raw`^(?:split|slice|substring|substr|charAt|at|lastIndexOf|matchAll|localeCompare|` +
    String.raw`to(?:Locale)?(?:Lower|Upper)Case|trim|trimStart|trimEnd|normalize)$`,
);
const PREDICATE = /^(?:is|has|should|can|matches|contains|parse|extract|classify)(?![a-z])/;

/** The tests of a text that is read at a node. */
export function collectTextTests(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TextTest[] {
  const compared = collectComparisons(read, sourceCode);
  if (compared.length > 0) return compared;
  const holder = getOutermostWrapper(read);
  const { parent } = holder;
  if (parent?.type === "MemberExpression") return collectMemberTests(parent, holder, sourceCode);
  const isArgument =
    parent?.type === "CallExpression" && parent.arguments.includes(holder as TSESTree.CallExpressionArgument);
  return isArgument ? collectArgumentTests(parent, sourceCode) : [];
}

/** Where a value is compared by `===` or its like, or by a `switch`. */
export function collectComparisons(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TextTest[] {
  const holder = getOutermostWrapper(read);
  const { parent } = holder;
  if (parent?.type === "BinaryExpression" && /^[!=]==?$/.test(parent.operator)) {
    const other = parent.left === holder ? parent.right : parent.left;
    return [{ kind: "comparison", node: parent, against: other, expected: readStaticText(other, sourceCode) }];
  }
  if (parent?.type !== "SwitchStatement" || parent.discriminant !== holder) return [];
  return parent.cases.flatMap(({ test }) =>
    test ? [{ kind: "switch", node: holder, against: test, expected: readStaticText(test, sourceCode) } as const] : [],
  );
}

function collectMemberTests(
  member: TSESTree.MemberExpression,
  read: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): readonly TextTest[] {
  // `STATUS[err.message]`
  if (member.object !== read) {
    return [{ kind: "lookup", node: getOutermostWrapper(member), against: member.object, expected: undefined }];
  }
  const method = readStaticKey(member, sourceCode) ?? "";
  const holder = getOutermostWrapper(member);
  const call = holder.parent;
  if (PARTS.test(method)) return [{ kind: "part", node: member, against: undefined, expected: undefined }];
  if (call?.type !== "CallExpression" || call.callee !== holder || !SEARCHES.has(method)) return [];
  const [against] = call.arguments;
  return [{ kind: "search", node: call, against, expected: readStaticText(against, sourceCode) }];
}

function collectArgumentTests(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): readonly TextTest[] {
  const { object: against, name = "" } = readMethodCall(call, sourceCode) ?? {};
  if (against && SEARCHES.has(name)) {
    return [{ kind: "search", node: call, against, expected: readStaticText(against, sourceCode) }];
  }
  // `KNOWN.has(err.message)`, `statusOf.get(err.message)`
  if (name === "has" || name === "get") return [{ kind: "lookup", node: call, against, expected: undefined }];
  const isPredicate = PREDICATE.test(readCalleeName(call, sourceCode));
  return isPredicate ? [{ kind: "predicate", node: call, against: undefined, expected: undefined }] : [];
}

/** Returns the expressions with a property's value: `e.message` itself, and the reads of a variable that stores it. */
export function readsThrough(property: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const { parent } = property;
  if (parent?.type === "MemberExpression" && parent.property === property) {
    return [parent, ...collectStoredReads(parent, sourceCode)];
  }
  // `const { message } = err`
  if (parent?.type !== "Property" || parent.parent.type !== "ObjectPattern") return [];
  return readsOf(parent.value, sourceCode);
}

/** The reads of the variable that a value is stored in where it is made. */
export function collectStoredReads(value: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const { parent } = getOutermostWrapper(value);
  return readsOf(parent?.type === "VariableDeclarator" ? parent.id : undefined, sourceCode);
}

function readsOf(binding: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const variable = binding && resolveVariable(binding, sourceCode);
  return variable
    ? variable.references.filter((reference) => reference.isRead()).map(({ identifier }) => identifier)
    : [];
}

function readStaticText(node: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): Tested {
  if (!node) return undefined;
  if (node.type === "Literal" && node.value instanceof RegExp) return node.value;
  const value = readStaticValue(node, sourceCode)?.value;
  return typeof value === "string" || value instanceof RegExp ? value : undefined;
}
