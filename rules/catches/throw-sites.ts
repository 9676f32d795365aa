import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode, listParameters } from "../syntax/functions.js";
import { resolveReferencePath, readStaticKey, resolveVariable } from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";

/** The ways in which a failure leaves the code that made it. */
export const THROW_KINDS = ["throw", "reject", "callback", "event", "abort", "return", "unused"] as const;
export type ThrowKind = (typeof THROW_KINDS)[number];

export interface ThrowSite {
  readonly kind: ThrowKind;
  /** The expression whose value is delivered. */
  readonly value: TSESTree.Expression;
}

const CALLBACK_NAMES = /^(?:cb|callback|next|done)$/;

/** The failure that a call delivers: the argument of `reject`, `callback`, `emit("error", ...)` and their like. */
export function findThrowByCall(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): ThrowSite | undefined {
  const callee = unwrapExpression(call.callee);
  if (callee.type === "MemberExpression") return findThrowByMethod(callee, call, sourceCode);
  if (callee.type !== "Identifier") return undefined;
  if (mentionsPromise(sourceCode) && isRejectFunction(callee, sourceCode))
    return createSite("reject", call.arguments[0]);
  if (!CALLBACK_NAMES.test(callee.name)) return undefined;
  const isParameter = resolveVariable(callee, sourceCode)?.defs[0]?.type === "Parameter";
  return isParameter ? createSite("callback", call.arguments[0]) : undefined;
}

function findThrowByMethod(
  callee: TSESTree.MemberExpression,
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): ThrowSite | undefined {
  const [first, second] = call.arguments;
  switch (readStaticKey(callee, sourceCode)) {
    case "reject":
      return isRejectMethod(callee, sourceCode) ? createSite("reject", first) : undefined;
    case "emit":
      return first?.type === "Literal" && first.value === "error" ? createSite("event", second) : undefined;
    case "destroy":
      return createSite("event", first);
    case "throw":
    case "abort":
      return createSite("abort", first);
    default:
      return undefined;
  }
}

/** `reject()`, `Promise.reject()`: a failure of which nothing is said. */
export function isEmptyRejection(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  if (call.arguments.length > 0) return false;
  const callee = unwrapExpression(call.callee);
  if (callee.type === "Identifier") {
    return mentionsPromise(sourceCode) && isRejectFunction(callee, sourceCode);
  }
  return callee.type === "MemberExpression" && isRejectMethod(callee, sourceCode);
}

function isRejectMethod(callee: TSESTree.MemberExpression, sourceCode: TSESLint.SourceCode): boolean {
  if (readStaticKey(callee, sourceCode) !== "reject") return false;
  return isPromiseClass(callee.object, sourceCode) || isDeferred(callee.object, sourceCode);
}

function createSite(kind: ThrowKind, value: TSESTree.CallExpressionArgument | undefined): ThrowSite | undefined {
  return value && value.type !== "SpreadElement" ? { kind, value } : undefined;
}

// Every function that rejects comes from `Promise`; many files do not name it, and looking up each callee is slow.
function mentionsPromise(sourceCode: TSESLint.SourceCode): boolean {
  return isMentionedInFile("Promise", sourceCode);
}

function isRejectFunction(callee: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): boolean {
  const variable = resolveVariable(callee, sourceCode);
  switch (variable?.defs[0]?.type) {
    case "Parameter":
      return isExecutorParameter(variable, 1);
    case "Variable": {
      const reference = resolveReferencePath(callee, sourceCode);
      if (reference?.root.kind === "global") return reference.path.join(".") === "Promise.reject";
      const aliased = reference?.root.kind === "variable" && reference.path.length === 0 && reference.root.variable;
      return aliased && aliased.defs[0]?.type === "Parameter"
        ? isExecutorParameter(aliased, 1)
        : isPromiseMember(callee, sourceCode);
    }
    // Functions, classes and imports; most calls are of these.
    default:
      return false;
  }
}

/** Returns whether a name is, where it stands, the `resolve` (0) or `reject` (1) parameter of a promise's executor. */
export function isExecutorName(name: TSESTree.Identifier, position: 0 | 1, sourceCode: TSESLint.SourceCode): boolean {
  if (!mentionsPromise(sourceCode)) return false;
  // By the functions around it first: a scope is asked of a name that one of them has.
  for (let around = findEnclosingFunction(name); around; around = findEnclosingFunction(around)) {
    const parameter = listParameters(around)[position];
    if (parameter?.type !== "Identifier" || parameter.name !== name.name) continue;
    const variable = resolveVariable(name, sourceCode);
    return variable !== undefined && isExecutorParameter(variable, position);
  }
  return false;
}

/** Returns whether a variable is the `resolve` (0) or `reject` (1) parameter of a promise's executor. */
function isExecutorParameter(variable: TSESLint.Scope.Variable, position: 0 | 1): boolean {
  const [{ node, name } = {}] = variable.defs;
  if (!isFunctionNode(node) || listParameters(node)[position] !== name) return false;
  if (variable.references.some((reference) => reference.isWrite())) return false;
  const { parent } = node;
  return (
    parent.type === "NewExpression" &&
    parent.arguments[0] === node &&
    parent.callee.type === "Identifier" &&
    parent.callee.name === "Promise"
  );
}

/** `const r = Promise.reject.bind(Promise)`, `const { reject } = Promise.withResolvers()` */
function isPromiseMember(callee: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): boolean {
  const definition = resolveVariable(callee, sourceCode)?.defs[0];
  if (definition?.node.type !== "VariableDeclarator") return false;
  const { id, init } = definition.node;
  if (init?.type !== "CallExpression") return false;
  const called = resolveReferencePath(init.callee, sourceCode);
  if (called?.root.kind !== "global") return false;
  if (id.type === "Identifier") return called.path.join(".") === "Promise.reject.bind";
  if (id.type !== "ObjectPattern" || called.path.join(".") !== "Promise.withResolvers") return false;
  return id.properties.some(
    (property) =>
      property.type === "Property" &&
      property.value === definition.name &&
      readStaticKey(property, sourceCode) === "reject",
  );
}

function isPromiseClass(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const reference = resolveReferencePath(node, sourceCode);
  if (reference?.root.kind === "global") return reference.path.join(".") === "Promise";
  const declared =
    reference?.root.kind === "variable" && reference.path.length === 0
      ? reference.root.variable.defs[0]?.node
      : undefined;
  return declared?.type === "ClassDeclaration" && declared.superClass !== null
    ? isPromiseClass(declared.superClass, sourceCode)
    : false;
}

/** `const deferred = Promise.withResolvers()` */
function isDeferred(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const declared = resolveVariable(node, sourceCode)?.defs[0]?.node;
  if (declared?.type !== "VariableDeclarator" || declared.init?.type !== "CallExpression") return false;
  const called = resolveReferencePath(declared.init.callee, sourceCode);
  return called?.root.kind === "global" && called.path.join(".") === "Promise.withResolvers";
}
