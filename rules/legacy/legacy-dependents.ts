import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { findCalledFunction } from "../syntax/function-called.js";
import { findEnclosingFunction, isExecutionBoundary, listParameters } from "../syntax/functions.js";
import { resolveReferencePath, readStaticKey } from "../syntax/references.js";
import { collectFieldReads, collectPatternReads } from "./field-reads.js";
import { isJoinableCheck, isJoinedCheck, findLegacyCheckOperand } from "./legacy-checks.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { getRenamedFields } from "./legacy-fields.js";
import { isFreeConstant, isFreePlace, mentionsLegacyClass, findOuterValue } from "./legacy-places.js";
import { getNodeWithWrappers } from "./legacy-uses.js";

type Node = TSESTree.Node;

/**
 * Whether code of the same file, which the error of this expression surely reaches, depends on its class: the variable
 * that it is put into, the function that it is given to, the `catch` around where it is thrown. In TypeScript the type
 * of every other place may ask for the legacy class, in this file or in another.
 */
export function hasDependents(made: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const value = findOuterValue(made);
  if (value === undefined || reads(value, legacy, facts) || isReadByCallee(value, legacy, facts)) return true;
  const { parent } = value;
  if (parent?.type === "VariableDeclarator" && parent.init === value) {
    const variables = facts.sourceCode.getDeclaredVariables(parent);
    if (facts.isTypeScript && !variables.every((variable) => isFreeConstant(variable))) return true;
    return (
      isAnnotatedAsLegacy(parent.id, legacy, facts) ||
      variables.some((variable) => isVariableDependent(variable, legacy, facts))
    );
  }
  if (facts.isTypeScript && !isFreePlace(value, legacy, facts)) return true;
  if (parent?.type === "AssignmentExpression" && parent.right === value) {
    if (parent.left.type !== "Identifier") return false;
    const variable = ASTUtils.findVariable(facts.sourceCode.getScope(parent), parent.left.name);
    return variable !== null && isVariableDependent(variable, legacy, facts);
  }
  if (parent?.type === "ReturnStatement" || isArrowBody(value)) return returnsLegacy(value, legacy, facts);
  return isCaughtByClass(value, legacy, facts);
}

function isVariableDependent(variable: TSESLint.Scope.Variable, legacy: LegacySettings, facts: LegacyFacts): boolean {
  if (variable.defs.some(({ name }) => isAnnotatedAsLegacy(name, legacy, facts))) return true;
  return variable.references.some(
    ({ identifier, init = false }) =>
      (facts.isTypeScript && !init && !isFreePlace(identifier, legacy, facts)) ||
      reads(identifier, legacy, facts) ||
      isReadByCallee(identifier, legacy, facts) ||
      isCaughtByClass(identifier, legacy, facts),
  );
}

/** Whether a value's class shows: `instanceof`, a field that has another name in the envelope, the class's name. */
function reads(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const outer = getNodeWithWrappers(value);
  const { parent } = outer;
  if (parent?.type === "BinaryExpression" && parent.left === outer) {
    return (
      findLegacyCheckOperand(parent, facts) !== undefined && !isJoinedCheck(parent, facts) && !willJoin(parent, facts)
    );
  }
  if (collectFieldReads(value, getRenamedFields(legacy), facts.sourceCode).length > 0) return true;
  return parent?.type === "MemberExpression" && parent.object === outer && isNameRead(parent, legacy, facts);
}

/** Takes note of a check that the rewrite joins with one for the contract's class. */
function willJoin(check: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  return isJoinableCheck(check, facts) && facts.joinedChecks?.add(check) !== undefined;
}

/** `err.name === "KaizaError"`, `switch (err.name)`, `err.constructor`. */
function isNameRead(member: TSESTree.MemberExpression, legacy: LegacySettings, { sourceCode }: LegacyFacts): boolean {
  const key = readStaticKey(member, sourceCode);
  if (key === "constructor") return true;
  const { parent } = getNodeWithWrappers(member);
  if (key !== "name" || !parent) return false;
  return (
    parent.type === "SwitchStatement" ||
    (parent.type === "BinaryExpression" &&
      sourceCode.getText(parent).includes(getLegacyName({ kind: "class", legacy })))
  );
}

/** Whether a `catch` of the same function that a throw at this place ends in depends on the class. */
function isCaughtByClass(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const outer = findOuterValue(value) ?? value;
  if (outer.parent?.type !== "ThrowStatement") return false;
  for (
    let child: Node = outer, parent = outer.parent as Node | undefined;
    parent;
    child = parent, parent = parent.parent
  ) {
    if (isExecutionBoundary(parent)) return false;
    if (parent.type !== "TryStatement" || parent.block !== child || !parent.handler) continue;
    if (isHandlerDependent(parent.handler, legacy, facts)) return true;
  }
  return false;
}

function isHandlerDependent(handler: TSESTree.CatchClause, legacy: LegacySettings, facts: LegacyFacts): boolean {
  if (handler.param && collectPatternReads(handler.param, getRenamedFields(legacy), facts.sourceCode).length > 0)
    return true;
  const [caught] = facts.sourceCode.getDeclaredVariables(handler);
  return (
    caught?.references.some(
      ({ identifier }) => reads(identifier, legacy, facts) || isReadByCallee(identifier, legacy, facts),
    ) ?? false
  );
}

function isArrowBody(value: Node): boolean {
  return value.parent?.type === "ArrowFunctionExpression" && value.parent.body === value;
}

/** Whether the function around a returned error promises the legacy class, in its type or its JSDoc. */
function returnsLegacy(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const made = findEnclosingFunction(value);
  if (!made) return false;
  if (made.returnType) return mentionsLegacyClass(facts.sourceCode.getText(made.returnType), legacy);
  const [comment] = [made, made.parent, made.parent.parent].flatMap((node) =>
    node ? facts.sourceCode.getCommentsBefore(node).slice(-1) : [],
  );
  const returned = /@returns?\s+\{([^}]*)\}/.exec(comment?.value ?? "")?.[1];
  return mentionsLegacyClass(returned ?? "", legacy);
}

function isAnnotatedAsLegacy(binding: Node, legacy: LegacySettings, { sourceCode }: LegacyFacts): boolean {
  const annotation = "typeAnnotation" in binding ? binding.typeAnnotation : undefined;
  return annotation ? mentionsLegacyClass(sourceCode.getText(annotation), legacy) : false;
}

type Variable = TSESLint.Scope.Variable;
// Functions that hand a value on to each other in circles do run, but not for long.
const MAX_CALLS = 3;

/**
 * Whether a function that is given the value may know the legacy class: one of the file, or a member of `Object`.
 */
function isReadByCallee(value: Node, legacy: LegacySettings, facts: LegacyFacts, calls = 0): boolean {
  const outer = getNodeWithWrappers(value);
  const call = outer.parent;
  if (call?.type !== "CallExpression" || call.callee === outer || calls > MAX_CALLS) return false;
  const position = call.arguments.indexOf(outer as TSESTree.CallExpressionArgument);
  const { sourceCode } = facts;
  if (position === 0 && isChangedBy(call, sourceCode)) return true;
  const called = findCalledFunction(call, sourceCode);
  const parameter = called && listParameters(called)[position];
  const binding = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
  if (!binding || call.arguments.slice(0, position).some(({ type }) => type === "SpreadElement")) return false;
  if (collectPatternReads(binding, getRenamedFields(legacy), sourceCode).length > 0) return true;
  const variable = binding.type === "Identifier" ? findNamedVariable(binding, sourceCode) : undefined;
  return (variable?.references ?? []).some(
    ({ identifier }) => reads(identifier, legacy, facts) || isReadByCallee(identifier, legacy, facts, calls + 1),
  );
}

/** `Object.assign(err, { phase })`, `Reflect.set(err, "phase", x)` */
function isChangedBy({ callee }: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const reference = resolveReferencePath(callee, sourceCode);
  return reference?.root.kind === "global" && /^(?:Object|Reflect)\./.test(reference.path.join("."));
}

function findNamedVariable(name: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): Variable | undefined {
  return ASTUtils.findVariable(sourceCode.getScope(name), name.name) ?? undefined;
}
