import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { isFunctionNode } from "../syntax/functions.js";
import { resolveReferencePath, readStaticKey } from "../syntax/references.js";
import type { LegacyFacts } from "./legacy-facts.js";

type Node = TSESTree.Node;
type Variable = TSESLint.Scope.Variable;

/** `const err = ...` whose type nobody wrote, and that no other file sees. */
export function isFreeConstant({ defs: [definition] }: Variable): boolean {
  return (
    definition?.type === "Variable" &&
    definition.node.id === definition.name &&
    !definition.node.id.typeAnnotation &&
    definition.parent.kind === "const" &&
    definition.parent.parent.type !== "ExportNamedDeclaration"
  );
}

const RECORDERS = new Set(["debug", "error", "fatal", "info", "log", "trace", "warn"]);
const REJECTERS = new Set(["abort", "callback", "cb", "destroy", "done", "next", "reject"]);

/** Whether no type of the place asks for the legacy class: there, an error of any class will do. */
export function isFreePlace(value: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const outer = findOuterValue(value);
  const parent = outer?.parent;
  switch (parent?.type) {
    case "ThrowStatement":
    case "ExpressionStatement":
    case "BinaryExpression":
    case "UnaryExpression":
    case "TemplateLiteral":
    case "IfStatement":
    case "ConditionalExpression":
      return true;
    case "MemberExpression":
      return parent.object === outer;
    case "Property":
      // `logger.error({ err }, "text")`
      return parent.value === outer && isArgumentOf(parent.parent, RECORDERS, legacy, facts);
    default:
      return outer !== undefined && isArgumentOf(outer, [...RECORDERS, ...REJECTERS], legacy, facts);
  }
}

/** Whether a node is an argument of a function of one of these names, unless that asks for the legacy class. */
function isArgumentOf(node: Node, names: Iterable<string>, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const call = node.parent;
  if (call?.type !== "CallExpression" || call.callee === node || call.typeArguments) return false;
  const { callee } = call;
  const name =
    callee.type === "MemberExpression"
      ? readStaticKey(callee, facts.sourceCode)
      : callee.type === "Identifier"
        ? callee.name
        : undefined;
  if (name === undefined || !new Set(names).has(name)) return false;
  const root = resolveReferencePath(callee, facts.sourceCode)?.root;
  return root?.kind !== "variable" || !asksForLegacy(root.variable, legacy, facts);
}

/** Whether a function of the file names the class among its parameters, or a variable in its type. */
function asksForLegacy({ defs }: Variable, legacy: LegacySettings, { sourceCode }: LegacyFacts): boolean {
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
export function findOuterValue(node: Node): Node | undefined {
  const { parent } = node;
  switch (parent?.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return undefined;
    case "TSNonNullExpression":
    case "AwaitExpression":
      return findOuterValue(parent);
    case "ConditionalExpression":
      return parent.test === node ? node : findOuterValue(parent);
    case "LogicalExpression":
      return findOuterValue(parent);
    default:
      return node;
  }
}

/** Whether a text names the legacy class. */
export function mentionsLegacyClass(text: string, legacy: LegacySettings): boolean {
  return text.split(/[^\w$]+/).includes(getLegacyName({ kind: "class", legacy }));
}
