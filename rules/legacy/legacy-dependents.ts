import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { legacyName } from "../contract/legacy-parts.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { functionCalled } from "../syntax/function-called.js";
import { enclosingFunction, isExecutionBoundary, parametersOf } from "../syntax/functions.js";
import { referencePath, staticKey } from "../syntax/references.js";
import { fieldReads, patternReads } from "./field-reads.js";
import { isJoinableCheck, isJoinedCheck, legacyCheckOperand } from "./legacy-checks.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { renamedFields } from "./legacy-fields.js";
import { isFreeConstant, isFreePlace, namesClass, withValueWrappers } from "./legacy-places.js";
import { withWrappers } from "./legacy-uses.js";

type Node = TSESTree.Node;

/**
 * Whether code of the same file, which the error of this expression surely reaches, depends on its class: the variable
 * that it is put into, the function that it is given to, the `catch` around where it is thrown. In TypeScript the type of
 * every other place may ask for the legacy class, in this file or in another.
 */
export function hasDependents(made: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const value = withValueWrappers(made);
  if (value === undefined || reads(value, legacy, facts) || isReadByCallee(value, legacy, facts)) return true;
  const { parent } = value;
  if (parent?.type === "VariableDeclarator" && parent.init === value) {
    const variables = facts.sourceCode.getDeclaredVariables(parent);
    if (facts.isTypeScript && !variables.every((variable) => isFreeConstant(variable))) return true;
    return (
      namesLegacy(parent.id, legacy, facts) || variables.some((variable) => variableDepends(variable, legacy, facts))
    );
  }
  if (facts.isTypeScript && !isFreePlace(value, legacy, facts)) return true;
  if (parent?.type === "AssignmentExpression" && parent.right === value) {
    if (parent.left.type !== "Identifier") return false;
    const variable = ASTUtils.findVariable(facts.sourceCode.getScope(parent), parent.left.name);
    return variable !== null && variableDepends(variable, legacy, facts);
  }
  if (parent?.type === "ReturnStatement" || isArrowBody(value)) return returnsLegacy(value, legacy, facts);
  return isCaughtByClass(value, legacy, facts);
}

function variableDepends(variable: TSESLint.Scope.Variable, legacy: LegacySettings, facts: LegacyFacts): boolean {
  if (variable.defs.some(({ name }) => namesLegacy(name, legacy, facts))) return true;
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
  const outer = withWrappers(value);
  const { parent } = outer;
  if (parent?.type === "BinaryExpression" && parent.left === outer) {
    return legacyCheckOperand(parent, facts) !== undefined && !isJoinedCheck(parent, facts) && !willJoin(parent, facts);
  }
  if (fieldReads(value, renamedFields(legacy), facts.sourceCode).length > 0) return true;
  return parent?.type === "MemberExpression" && parent.object === outer && isNameRead(parent, legacy, facts);
}

/** Takes note of a check that the rewrite joins with one for the contract's class. */
function willJoin(check: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  return isJoinableCheck(check, facts) && facts.joinedChecks?.add(check) !== undefined;
}

/** `err.name === "KaizaError"`, `switch (err.name)`, `err.constructor`. */
function isNameRead(member: TSESTree.MemberExpression, legacy: LegacySettings, { sourceCode }: LegacyFacts): boolean {
  const key = staticKey(member, sourceCode);
  if (key === "constructor") return true;
  const { parent } = withWrappers(member);
  if (key !== "name" || !parent) return false;
  return (
    parent.type === "SwitchStatement" ||
    (parent.type === "BinaryExpression" && sourceCode.getText(parent).includes(legacyName({ kind: "class", legacy })))
  );
}

/** Whether a `catch` of the same function that a throw at this place ends in depends on the class. */
function isCaughtByClass(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const outer = withValueWrappers(value) ?? value;
  if (outer.parent?.type !== "ThrowStatement") return false;
  for (
    let child: Node = outer, parent = outer.parent as Node | undefined;
    parent;
    child = parent, parent = parent.parent
  ) {
    if (isExecutionBoundary(parent)) return false;
    if (parent.type !== "TryStatement" || parent.block !== child || !parent.handler) continue;
    if (handlerDepends(parent.handler, legacy, facts)) return true;
  }
  return false;
}

function handlerDepends(handler: TSESTree.CatchClause, legacy: LegacySettings, facts: LegacyFacts): boolean {
  if (handler.param && patternReads(handler.param, renamedFields(legacy), facts.sourceCode).length > 0) return true;
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
  const made = enclosingFunction(value);
  if (!made) return false;
  if (made.returnType) return namesClass(facts.sourceCode.getText(made.returnType), legacy);
  const [comment] = [made, made.parent, made.parent.parent].flatMap((node) =>
    node ? facts.sourceCode.getCommentsBefore(node).slice(-1) : [],
  );
  const returned = /@returns?\s+\{([^}]*)\}/.exec(comment?.value ?? "")?.[1];
  return namesClass(returned ?? "", legacy);
}

function namesLegacy(binding: Node, legacy: LegacySettings, { sourceCode }: LegacyFacts): boolean {
  const annotation = "typeAnnotation" in binding ? binding.typeAnnotation : undefined;
  return annotation ? namesClass(sourceCode.getText(annotation), legacy) : false;
}

type Variable = TSESLint.Scope.Variable;
// Functions that hand a value on to each other in circles do run, but not for long.
const MAX_CALLS = 3;

/** Whether a function that is given the value knows the legacy class: one of the file, or `Object.assign(err, { phase })`. */
function isReadByCallee(value: Node, legacy: LegacySettings, facts: LegacyFacts, calls = 0): boolean {
  const outer = withWrappers(value);
  const call = outer.parent;
  if (call?.type !== "CallExpression" || call.callee === outer || calls > MAX_CALLS) return false;
  const position = call.arguments.indexOf(outer as TSESTree.CallExpressionArgument);
  const { sourceCode } = facts;
  if (position === 0 && setsRenamedField(call, legacy, facts)) return true;
  const called = functionCalled(call, sourceCode);
  const parameter = called && parametersOf(called)[position];
  const binding = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
  if (!binding || call.arguments.slice(0, position).some(({ type }) => type === "SpreadElement")) return false;
  if (patternReads(binding, renamedFields(legacy), sourceCode).length > 0) return true;
  const variable = binding.type === "Identifier" ? variableNamed(binding, sourceCode) : undefined;
  return (variable?.references ?? []).some(
    ({ identifier }) => reads(identifier, legacy, facts) || isReadByCallee(identifier, legacy, facts, calls + 1),
  );
}

function setsRenamedField(call: TSESTree.CallExpression, legacy: LegacySettings, { sourceCode }: LegacyFacts): boolean {
  const callee = referencePath(call.callee, sourceCode);
  if (callee?.root.kind !== "global") return false;
  const renamed = renamedFields(legacy);
  const [, ...others] = call.arguments;
  switch (callee.path.join(".")) {
    case "Object.assign":
    case "Object.defineProperties":
      return others.some(
        (source) =>
          source.type === "ObjectExpression" &&
          source.properties.some((each) => each.type === "Property" && renamed.has(staticKey(each, sourceCode) ?? "")),
      );
    case "Object.defineProperty":
    case "Reflect.set":
      return others[0]?.type === "Literal" && renamed.has(String(others[0].value));
    default:
      return false;
  }
}

function variableNamed(name: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): Variable | undefined {
  return ASTUtils.findVariable(sourceCode.getScope(name), name.name) ?? undefined;
}
