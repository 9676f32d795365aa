import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { getOutermostWrapper } from "../syntax/expressions.js";
import { findCalledFunction } from "../syntax/function-called.js";
import { findEnclosingFunction, findReceivingCatch, isFunctionNode, listParameters } from "../syntax/functions.js";
import { readCalleeName, readStaticKey, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { collectFieldReads, collectPatternReads } from "./field-reads.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { getRenamedFields } from "./legacy-fields.js";
import { findLegacyCheck, isJoinableCheck, isJoinedCheck } from "./legacy-values.js";

type Node = TSESTree.Node;
type Variable = TSESLint.Scope.Variable;

interface ClassFacts extends LegacyFacts {
  readonly legacy: LegacySettings;
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * Whether code of the same file, which the error of this expression surely reaches, depends on its class: the variable
 * that it is put into, the function that it is given to, the `catch` around where it is thrown. In TypeScript the type
 * of every other place may ask for the legacy class, in this file or in another.
 */
export function hasDependents(made: Node, legacy: LegacySettings, lint: LegacyFacts): boolean {
  const facts: ClassFacts = { ...lint, legacy, renamed: getRenamedFields(legacy) };
  const value = findOuterValue(made);
  if (value === undefined) return true;
  const { parent } = value;
  if (parent?.type === "VariableDeclarator") {
    return (
      showsClass(value, facts) ||
      facts.sourceCode
        .getDeclaredVariables(parent)
        .some((variable) => (facts.isTypeScript && !isFreeConstant(variable)) || isVariableDependent(variable, facts))
    );
  }
  if (isUseDependent(value, facts)) return true;
  if (parent?.type === "AssignmentExpression" && parent.right === value) {
    const variable = resolveVariable(parent.left, facts.sourceCode);
    return variable !== undefined && isVariableDependent(variable, facts);
  }
  const isReturned = parent?.type === "ReturnStatement" || parent?.type === "ArrowFunctionExpression";
  return isReturned && isReturnDocumented(value, facts);
}

function isVariableDependent({ references }: Variable, facts: ClassFacts): boolean {
  return references.some(({ identifier, init }) => init !== true && isUseDependent(identifier, facts));
}

/** Whether a place where a value stands asks for its class, or leads it to code that does. */
function isUseDependent(value: Node, facts: ClassFacts): boolean {
  if ((facts.isTypeScript && !isFreePlace(value, facts)) || showsClass(value, facts)) return true;
  if ((findOuterValue(value) ?? value).parent?.type !== "ThrowStatement") return false;
  // Each `catch` of the same function that the throw may end in.
  for (let handler = findReceivingCatch(value); handler; handler = findReceivingCatch(handler)) {
    if (handler.param && isBindingDependent(handler.param, facts)) return true;
  }
  return false;
}

// Functions that hand a value on to each other in circles do run, but not for long.
const MAX_CALLS = 3;

/**
 * Whether a value's class shows: `instanceof`, a field that has another name in the envelope, the class's name, here or
 * in a function of the file that is given the value.
 */
function showsClass(value: Node, facts: ClassFacts, calls = 0): boolean {
  const outer = getOutermostWrapper(value);
  const { parent } = outer;
  switch (parent?.type) {
    case "BinaryExpression":
      return parent.left === outer && isCheckDependent(parent, facts);
    case "CallExpression":
      return parent.callee !== outer && calls <= MAX_CALLS && isGivenToDependent(outer, parent, facts, calls);
    case "MemberExpression":
      if (parent.object === outer && isNameRead(parent, facts)) return true;
  }
  return collectFieldReads(value, facts.renamed, facts.sourceCode).length > 0;
}

/** Takes note of a check that the rewrite joins with one for the contract's class. */
function isCheckDependent(check: TSESTree.BinaryExpression, facts: ClassFacts): boolean {
  if (!findLegacyCheck(check, facts) || isJoinedCheck(check, facts)) return false;
  return !isJoinableCheck(check, facts) || facts.joinedChecks?.add(check) === undefined;
}

/** `err.name === "KaizaError"`, `switch (err.name)`, `err.constructor`. */
function isNameRead(member: TSESTree.MemberExpression, { legacy, sourceCode }: ClassFacts): boolean {
  const key = readStaticKey(member, sourceCode);
  if (key === "constructor") return true;
  const { parent } = getOutermostWrapper(member);
  if (key !== "name" || !parent) return false;
  return (
    parent.type === "SwitchStatement" ||
    (parent.type === "BinaryExpression" && mentionsLegacyClass(sourceCode.getText(parent), legacy))
  );
}

/** Whether a function that is given the value may know the legacy class: one of the file, or a member of `Object`. */
function isGivenToDependent(value: Node, call: TSESTree.CallExpression, facts: ClassFacts, calls: number): boolean {
  const { sourceCode } = facts;
  const position = call.arguments.indexOf(value as TSESTree.CallExpressionArgument);
  // `Object.assign(err, { phase })`, `Reflect.set(err, "phase", x)`
  if (position === 0 && /^(?:Object|Reflect)\./.test(sourceCode.getText(call.callee))) return true;
  const called = findCalledFunction(call, sourceCode);
  const parameter = called && listParameters(called)[position];
  if (!parameter || call.arguments.slice(0, position).some(({ type }) => type === "SpreadElement")) return false;
  return isBindingDependent(parameter.type === "AssignmentPattern" ? parameter.left : parameter, facts, calls + 1);
}

/** Whether code depends on the class of what a parameter or a `catch` binds. */
function isBindingDependent(binding: Node, facts: ClassFacts, calls = 0): boolean {
  if (collectPatternReads(binding, facts.renamed, facts.sourceCode).length > 0) return true;
  const references = resolveVariable(binding, facts.sourceCode)?.references ?? [];
  return references.some(({ identifier }) => showsClass(identifier, facts, calls));
}

/** Whether the JSDoc of the function around a returned error promises the legacy class. */
function isReturnDocumented(value: Node, { legacy, sourceCode }: ClassFacts): boolean {
  const made = findEnclosingFunction(value);
  const [comment] = [made, made?.parent, made?.parent.parent].flatMap((node) =>
    node ? sourceCode.getCommentsBefore(node).slice(-1) : [],
  );
  const returned = /@returns?\s+\{([^}]*)\}/.exec(comment?.value ?? "")?.[1];
  return mentionsLegacyClass(returned ?? "", legacy);
}

/** `const err = ...` whose type nobody wrote, and that no other file sees. */
function isFreeConstant({ defs: [definition] }: Variable): boolean {
  return (
    definition?.type === "Variable" &&
    definition.node.id === definition.name &&
    !definition.node.id.typeAnnotation &&
    definition.parent.kind === "const" &&
    definition.parent.parent.type !== "ExportNamedDeclaration"
  );
}

const RECORDERS = /^(?:debug|error|fatal|info|log|trace|warn)$/;
const TAKERS = /^(?:debug|error|fatal|info|log|trace|warn|abort|callback|cb|destroy|done|next|reject)$/;
const FREE_PLACES = /^(?:Throw|Expression|If)Statement$|^(?:Binary|Unary|Conditional)Expression$|^TemplateLiteral$/;

/** Whether no type of the place asks for the legacy class: there, an error of any class will do. */
function isFreePlace(value: Node, facts: ClassFacts): boolean {
  const outer = findOuterValue(value);
  const parent = outer?.parent;
  if (!outer || !parent) return false;
  if (FREE_PLACES.test(parent.type)) return true;
  if (parent.type === "MemberExpression") return parent.object === outer;
  // `logger.error({ err }, "text")`
  if (parent.type === "Property") return parent.value === outer && isTakenBy(RECORDERS, parent.parent, facts);
  return isTakenBy(TAKERS, outer, facts);
}

/** Whether a node is an argument of a function with such a name, unless that asks for the legacy class. */
function isTakenBy(names: RegExp, node: Node, { legacy, sourceCode }: ClassFacts): boolean {
  const call = node.parent;
  if (call?.type !== "CallExpression" || call.callee === node || call.typeArguments) return false;
  if (!names.test(readCalleeName(call, sourceCode))) return false;
  const root = resolveReferencePath(call.callee, sourceCode)?.root;
  return root?.kind !== "variable" || !asksForLegacy(root.variable, legacy, sourceCode);
}

/** Whether a function of the file names the class among its parameters, or a variable in its type. */
function asksForLegacy({ defs }: Variable, legacy: LegacySettings, sourceCode: TSESLint.SourceCode): boolean {
  return defs.some(({ name, node }) => {
    const made = node.type === "VariableDeclarator" ? node.init : node;
    // A parameter's definition is the whole function around it, whose other parameters say nothing.
    const parameters = isFunctionNode(made) && made.params.every((each) => each !== name) ? made.params : [];
    return [name, ...parameters].some((part) => mentionsLegacyClass(sourceCode.getText(part), legacy));
  });
}

/**
 * The expression with the conditionals and the like that hand its value on; `undefined` where it is asserted to a type.
 */
function findOuterValue(node: Node): Node | undefined {
  const { parent } = node;
  switch (parent?.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return undefined;
    case "ConditionalExpression":
      return parent.test === node ? node : findOuterValue(parent);
    case "TSNonNullExpression":
    case "AwaitExpression":
    case "LogicalExpression":
      return findOuterValue(parent);
    default:
      return node;
  }
}

function mentionsLegacyClass(text: string, legacy: LegacySettings): boolean {
  return text.split(/[^\w$]+/).includes(getLegacyName({ kind: "class", legacy }));
}
