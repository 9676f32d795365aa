import { AST_NODE_TYPES, ASTUtils, type TSESLint, type TSESTree } from "@typescript-eslint/utils";
import { enclosingFunction, isExecutionBoundary, isFunctionNode } from "../ast/functions.js";
import { referencePath } from "../ast/reference-path.js";
import { staticKey } from "../ast/static-key.js";
import { isJoinedCheck, legacyCheckOperand } from "./legacy-checks.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { renamedFields } from "./legacy-fields.js";
import { legacyName } from "./legacy-parts.js";
import { fieldReads, patternReads } from "./legacy-reads.js";
import { withWrappers } from "./legacy-uses.js";
import type { LegacySettings } from "./settings.js";

type Node = TSESTree.Node;

/**
 * Whether code of the same file, which the error of this expression surely reaches, depends on its class: the variable
 * that it is put into, the `catch` around where it is thrown, or a type that names the legacy class.
 */
export function hasDependents(made: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const value = withValueWrappers(made);
  if (value === undefined || reads(value, legacy, facts)) return true;
  const { parent } = value;
  if (parent?.type === AST_NODE_TYPES.VariableDeclarator && parent.init === value) {
    return (
      namesLegacy(parent.id, legacy, facts) ||
      facts.sourceCode.getDeclaredVariables(parent).some((variable) => variableDepends(variable, legacy, facts))
    );
  }
  if (parent?.type === AST_NODE_TYPES.AssignmentExpression && parent.right === value) {
    if (parent.left.type !== AST_NODE_TYPES.Identifier) return false;
    const variable = ASTUtils.findVariable(facts.sourceCode.getScope(parent), parent.left.name);
    return variable !== null && variableDepends(variable, legacy, facts);
  }
  if (parent?.type === AST_NODE_TYPES.ReturnStatement || isArrowBody(value)) return returnsLegacy(value, legacy, facts);
  if (isTypedArgument(value, legacy, facts)) return true;
  return isCaughtByClass(value, legacy, facts);
}

/** The expression with the conditionals and the like that hand its value on; `undefined` where it is asserted to a type. */
function withValueWrappers(node: Node): Node | undefined {
  const { parent } = node;
  switch (parent?.type) {
    case AST_NODE_TYPES.TSAsExpression:
    case AST_NODE_TYPES.TSSatisfiesExpression:
    case AST_NODE_TYPES.TSTypeAssertion:
      return undefined;
    case AST_NODE_TYPES.TSNonNullExpression:
    case AST_NODE_TYPES.AwaitExpression:
      return withValueWrappers(parent);
    case AST_NODE_TYPES.ConditionalExpression:
      return parent.test === node ? node : withValueWrappers(parent);
    case AST_NODE_TYPES.LogicalExpression:
      return withValueWrappers(parent);
    default:
      return node;
  }
}

function variableDepends(variable: TSESLint.Scope.Variable, legacy: LegacySettings, facts: LegacyFacts): boolean {
  if (variable.defs.some(({ name }) => namesLegacy(name, legacy, facts))) return true;
  return variable.references.some(
    ({ identifier }) =>
      reads(identifier, legacy, facts) ||
      isTypedArgument(identifier, legacy, facts) ||
      isCaughtByClass(identifier, legacy, facts),
  );
}

/** Whether a value's class shows: `instanceof`, a field that has another name in the envelope, the class's name. */
function reads(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const outer = withWrappers(value);
  const { parent } = outer;
  if (parent?.type === AST_NODE_TYPES.BinaryExpression && parent.left === outer) {
    return legacyCheckOperand(parent, facts) !== undefined && !isJoinedCheck(parent, facts);
  }
  if (fieldReads(value, renamedFields(legacy), facts.sourceCode).length > 0) return true;
  return (
    parent?.type === AST_NODE_TYPES.MemberExpression && parent.object === outer && isNameRead(parent, legacy, facts)
  );
}

/** `err.name === "KaizaError"`, `switch (err.name)`, `err.constructor`. */
function isNameRead(member: TSESTree.MemberExpression, legacy: LegacySettings, { sourceCode }: LegacyFacts): boolean {
  const key = staticKey(member, sourceCode);
  if (key === "constructor") return true;
  const { parent } = withWrappers(member);
  if (key !== "name" || !parent) return false;
  return (
    parent.type === AST_NODE_TYPES.SwitchStatement ||
    (parent.type === AST_NODE_TYPES.BinaryExpression &&
      sourceCode.getText(parent).includes(legacyName({ kind: "class", legacy })))
  );
}

/** Whether a `catch` of the same function that a throw at this place ends in depends on the class. */
function isCaughtByClass(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const outer = withValueWrappers(value) ?? value;
  if (outer.parent?.type !== AST_NODE_TYPES.ThrowStatement) return false;
  for (
    let child: Node = outer, parent = outer.parent as Node | undefined;
    parent;
    child = parent, parent = parent.parent
  ) {
    if (isExecutionBoundary(parent)) return false;
    if (parent.type !== AST_NODE_TYPES.TryStatement || parent.block !== child || !parent.handler) continue;
    if (handlerDepends(parent.handler, legacy, facts)) return true;
  }
  return false;
}

function handlerDepends(handler: TSESTree.CatchClause, legacy: LegacySettings, facts: LegacyFacts): boolean {
  if (handler.param && patternReads(handler.param, renamedFields(legacy), facts.sourceCode).length > 0) return true;
  const [caught] = facts.sourceCode.getDeclaredVariables(handler);
  return caught?.references.some(({ identifier }) => reads(identifier, legacy, facts)) ?? false;
}

function isArrowBody(value: Node): boolean {
  return value.parent?.type === AST_NODE_TYPES.ArrowFunctionExpression && value.parent.body === value;
}

/** Whether the function around a returned error promises the legacy class, in its type or its JSDoc. */
function returnsLegacy(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const made = enclosingFunction(value);
  if (!made) return false;
  if (made.returnType) return mentions(facts.sourceCode.getText(made.returnType), legacy);
  const [comment] = [made, made.parent, made.parent.parent].flatMap((node) =>
    node ? facts.sourceCode.getCommentsBefore(node).slice(-1) : [],
  );
  const returned = /@returns?\s+\{([^}]*)\}/.exec(comment?.value ?? "")?.[1];
  return mentions(returned ?? "", legacy);
}

function namesLegacy(binding: Node, legacy: LegacySettings, { sourceCode }: LegacyFacts): boolean {
  const annotation = "typeAnnotation" in binding ? binding.typeAnnotation : undefined;
  return annotation ? mentions(sourceCode.getText(annotation), legacy) : false;
}

function mentions(text: string, legacy: LegacySettings): boolean {
  return text.split(/[^\w$]+/).includes(legacyName({ kind: "class", legacy }));
}

const RECORDERS = new Set(["debug", "error", "fatal", "info", "log", "trace", "warn"]);

/** In TypeScript, what a method or another module's function takes is not known here: it may ask for the legacy class. */
function isTypedArgument(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const { isTypeScript, sourceCode } = facts;
  const outer = withWrappers(value);
  const call = outer.parent;
  if (!isTypeScript || call?.type !== AST_NODE_TYPES.CallExpression || call.callee === outer) return false;
  const callee = referencePath(call.callee, sourceCode);
  const method = callee?.path.at(-1) ?? "";
  if (!callee || RECORDERS.has(method)) return !callee;
  if (callee.root.kind === "variable" && (method === "" || method === "push")) {
    return asksForLegacy(callee.root.variable, legacy, facts);
  }
  return callee.root.kind !== "global";
}

/** Whether a function of the file names the class among its parameters, or a variable in its type. */
function asksForLegacy(
  variable: TSESLint.Scope.Variable,
  legacy: LegacySettings,
  { sourceCode }: LegacyFacts,
): boolean {
  return variable.defs.some(({ name, node }) => {
    const made = node.type === AST_NODE_TYPES.VariableDeclarator ? node.init : node;
    const parameters = isFunctionNode(made) ? made.params : [];
    return [name, ...parameters].some((part) => mentions(sourceCode.getText(part), legacy));
  });
}
