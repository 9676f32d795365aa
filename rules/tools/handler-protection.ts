import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression, skipAwait } from "../syntax/expressions.js";
import { resolveFunctionReference } from "../syntax/function-called.js";
import { type FunctionNode, isFunctionNode, collectReturnedValues } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { findProperty, readMethodCall, readStaticValue } from "../syntax/references.js";
import { findTableHandlers } from "./handler-tables.js";
import { isBoundaryCall } from "./tool-handlers.js";

/*
 * Decides whether the handler of a tool stands behind the boundary. The handler is followed through names, wrappers and
 * functions that make it. Where a step leads out of the file, the answer is unknown.
 */

/** `bare`: surely without the boundary. */
export type Protection = "wrapped" | "bare" | "unknown";

const MAX_STEPS = 6;

export function classifyProtection(handler: TSESTree.Node, context: LintContext, steps = 0): Protection {
  if (steps > MAX_STEPS) return "unknown";
  const node = unwrapExpression(handler);
  if (isFunctionNode(node)) return classifyFunction(node, context, steps);
  if (node.type === "CallExpression") return callProtection(node, context, steps);
  if (node.type === "ConditionalExpression") {
    return combineProtections(
      [node.consequent, node.alternate].map((arm) => classifyProtection(arm, context, steps + 1)),
    );
  }
  const referred = resolveFunctionReference(node, context.sourceCode);
  return referred && referred !== node
    ? classifyProtection(referred, context, steps + 1)
    : classifyTable(node, context, steps + 1);
}

/** Returns the protection of the handlers that a loop over a table registers: bare where one entry is. */
function classifyTable(node: TSESTree.Node, context: LintContext, steps: number): Protection {
  const protections = findTableHandlers(node, context).map((handler) => {
    const isHere = handler?.place.module.file === context.filename;
    return isHere ? classifyProtection(handler.node, context, steps) : "unknown";
  });
  return protections.includes("bare") ? "bare" : combineProtections(protections);
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
  if (!property) return undefined;
  const delivery = readStaticValue(property.value, sourceCode)?.value;
  return delivery === "protocol" || delivery === "throw" ? { options, property } : undefined;
}

/** A handler that does nothing but call one behind the boundary is as good as that one. */
function classifyFunction(node: FunctionNode, context: LintContext, steps: number): Protection {
  const [returned, ...others] = collectReturnedValues(node, context.sourceCode);
  const call = returned && others.length === 0 ? skipAwait(returned) : undefined;
  if (call?.type !== "CallExpression" || !isOnlyStatement(call, node)) return "bare";
  return classifyProtection(call.callee, context, steps + 1) === "wrapped" ? "wrapped" : "bare";
}

/** Whether a handler surely answers with a result itself when something in it fails: all of it stands in a `try`. */
export function catchesEverything(handler: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const node = resolveFunctionReference(handler, sourceCode) ?? unwrapExpression(handler);
  if (!isFunctionNode(node) || node.body.type !== "BlockStatement") return false;
  const [attempt, ...others] = node.body.body.filter(
    (each) => each.type !== "VariableDeclaration" && !isPrinting(each),
  );
  const caught = attempt?.type === "TryStatement" && others.length === 0 ? attempt.handler : undefined;
  return (
    !!caught && !collectNodes(sourceCode, caught.body, isFunctionNode).some(({ type }) => type === "ThrowStatement")
  );
}

/** `console.error(...)` */
function isPrinting(statement: TSESTree.Statement): boolean {
  const call = statement.type === "ExpressionStatement" ? statement.expression : undefined;
  const callee = call?.type === "CallExpression" ? call.callee : undefined;
  return callee?.type === "MemberExpression" && callee.object.type === "Identifier" && callee.object.name === "console";
}

function isOnlyStatement(returned: TSESTree.Node, { body }: FunctionNode): boolean {
  return body.type !== "BlockStatement" || (body.body.length === 1 && returned.range[0] > body.range[0]);
}

function callProtection(call: TSESTree.CallExpression, context: LintContext, steps: number): Protection {
  const { sourceCode } = context;
  if (isBoundaryCall(call, context)) return "wrapped";
  const method = readMethodCall(call, sourceCode);
  if (method?.name === "bind") return classifyProtection(method.object, context, steps + 1);
  // Whatever wraps a wrapped handler lets its failures through as they are, or makes others of them: its own business.
  if (call.arguments.some((argument) => classifyProtection(argument, context, steps + 1) === "wrapped"))
    return "wrapped";
  const made = resolveFunctionReference(call.callee, sourceCode);
  if (!made || !isFunctionNode(made)) return "unknown";
  return combineProtections(
    collectReturnedValues(made, sourceCode).map((value) => classifyProtection(value, context, steps + 1)),
  );
}

function combineProtections(protections: readonly Protection[]): Protection {
  const [first = "unknown", ...others] = protections;
  return others.every((other) => other === first) ? first : "unknown";
}
