import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { type Follow, followValues } from "../model/values.js";
import { skipAwait, unwrapExpression } from "../syntax/expressions.js";
import { resolveFunctionReference } from "../syntax/function-called.js";
import { type FunctionNode, collectReturnedValues, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { findProperty, readMethodCall, readStaticValue } from "../syntax/references.js";
import { isBoundaryCall } from "./boundaries.js";

/** Whether a handler stands behind the boundary; `bare`: surely not. Where it leads out of the file, it is unknown. */
export type Protection = "wrapped" | "bare" | "unknown";

/** Follows the handler of a tool through names, wrappers and functions that make it. */
export function classifyProtection(handler: TSESTree.Node, lint: LintContext): Protection {
  const { sourceCode } = lint;
  const protections = followValues<Protection>(handler, sourceCode, ({ kind, node }, follow) => {
    if (isFunctionNode(node)) return [classifyFunction(node, follow, lint)];
    if (node.type === "CallExpression") {
      if (isBoundaryCall(node, lint)) return ["wrapped"];
      const method = readMethodCall(node, sourceCode);
      if (method?.name === "bind") return follow(method.object);
      // What wraps a wrapped handler lets its failures through, or makes others of them: its own business.
      if (node.arguments.some((argument) => follow(argument).includes("wrapped"))) return ["wrapped"];
    }
    return kind === "step" ? undefined : ["unknown"];
  });
  const [first = "unknown", ...others] = protections;
  return others.every((other) => other === first) ? first : "unknown";
}

/** A handler that does nothing but call one behind the boundary is as good as that one. */
function classifyFunction(node: FunctionNode, follow: Follow<Protection>, { sourceCode }: LintContext): Protection {
  const [returned, ...others] = collectReturnedValues(node, sourceCode);
  const call = returned && others.length === 0 ? skipAwait(returned) : undefined;
  const isOnlyStatement = node.body.type !== "BlockStatement" || node.body.body.length === 1;
  if (call?.type !== "CallExpression" || !isOnlyStatement) return "bare";
  return follow(call.callee).includes("wrapped") ? "wrapped" : "bare";
}

/** `deliver: "protocol"` or `deliver: "throw"`, in the call of the boundary around a handler. */
export interface ProtocolDelivery {
  readonly options: TSESTree.ObjectExpression;
  readonly property: TSESTree.Property;
}

/** Finds where the boundary around a handler of `tools/call` is asked to throw, where its contract would answer. */
export function findProtocolDelivery(handler: TSESTree.Node, context: LintContext): ProtocolDelivery | undefined {
  const { sourceCode, contract } = context;
  if (contract.data.delivery === "protocol") return undefined;
  const call = resolveFunctionReference(handler, sourceCode) ?? unwrapExpression(handler);
  if (call.type !== "CallExpression" || !isBoundaryCall(call, context)) return undefined;
  const options = call.arguments[1];
  if (options?.type !== "ObjectExpression") return undefined;
  const property = findProperty(options, "deliver", sourceCode);
  const delivery = property && readStaticValue(property.value, sourceCode)?.value;
  return property && (delivery === "protocol" || delivery === "throw") ? { options, property } : undefined;
}

/** Whether a handler surely answers with a result itself when something in it fails: all of it stands in a `try`. */
export function catchesEverything(handler: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const node = resolveFunctionReference(handler, sourceCode) ?? unwrapExpression(handler);
  if (!isFunctionNode(node) || node.body.type !== "BlockStatement") return false;
  const [attempt, ...others] = node.body.body.filter(
    (each) => each.type !== "VariableDeclaration" && !sourceCode.getText(each).startsWith("console."),
  );
  const caught = attempt?.type === "TryStatement" && others.length === 0 ? attempt.handler : undefined;
  return (
    !!caught && !collectNodes(sourceCode, caught.body, isFunctionNode).some(({ type }) => type === "ThrowStatement")
  );
}
