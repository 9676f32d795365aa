import type { TSESTree } from "@typescript-eslint/utils";
import { isProjectModule } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { type DeclaredNode, findExportedNode, findLocalNode } from "../modules/exported-node.js";
import { unwrapExpression, skipAwait } from "../syntax/expressions.js";
import { resolveFunctionReference } from "../syntax/function-called.js";
import { type FunctionNode, isFunctionNode, collectReturnedValues } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { findProperty, readMethodCall, readStaticValue, resolveReferencePath } from "../syntax/references.js";
import { findTableHandlers, findStaticMember } from "./handler-tables.js";
import { isBoundaryCall } from "./tool-handlers.js";

/*
 * Decides whether the handler of a tool stands behind the boundary. In the linted file the handler is followed through
 * names, wrappers and functions that make it. An imported name is read from the text of its module, found by its
 * relative path or, with types, by its declaration. Where any step leads out of the readable code, the answer is
 * unknown.
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
  if (referred && referred !== node) return classifyProtection(referred, context, steps + 1);
  const imported = findImportedNode(node, context);
  return imported ? classifyDeclaredHandler(imported, context, steps + 1) : classifyTable(node, context, steps + 1);
}

/** Returns the protection of the handlers that a loop over a table registers: bare where one entry is. */
function classifyTable(node: TSESTree.Node, context: LintContext, steps: number): Protection {
  const protections = findTableHandlers(node, context).map((handler) => {
    if (!handler) return "unknown";
    const isHere = handler.place.module.file === context.filename;
    return isHere ? classifyProtection(handler.node, context, steps) : classifyDeclaredHandler(handler, context, steps);
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
  if (made && isFunctionNode(made)) {
    return combineProtections(
      collectReturnedValues(made, sourceCode).map((value) => classifyProtection(value, context, steps + 1)),
    );
  }
  const imported = findImportedNode(call.callee, context);
  return imported ? classifyMadeHandler(imported, context, steps + 1) : "unknown";
}

function combineProtections(protections: readonly Protection[]): Protection {
  const [first = "unknown", ...others] = protections;
  return others.every((other) => other === first) ? first : "unknown";
}

/** Finds the node of an imported name in the text of its module; `undefined` where that is no file of the project. */
export function findImportedNode(
  node: TSESTree.Node,
  { sourceCode, filename, parser, facts }: LintContext,
): DeclaredNode | undefined {
  const reference = resolveReferencePath(node, sourceCode);
  // A wrapper may give a handler the type of the one that it wraps, so that a variable's type does not tell its value.
  if (reference?.root.kind !== "import") return undefined;
  const origin = node.type === "Identifier" ? facts?.origin(node) : undefined;
  if (origin?.from === "file" && origin.file !== filename) {
    const found = findExportedNode(origin.file, origin.name, { file: filename, parser });
    if (found) return found;
  }
  if (!isProjectModule(reference.root.module)) return undefined;
  const [name, ...members] = reference.path;
  const found =
    name === undefined ? undefined : findExportedNode(reference.root.module, name, { file: filename, parser });
  return members.reduce<DeclaredNode | undefined>((owner, member) => owner && findStaticMember(owner, member), found);
}

/** The protection of a handler in another module, where there are no scopes. */
function classifyDeclaredHandler({ node, place }: DeclaredNode, context: LintContext, steps: number): Protection {
  if (steps > MAX_STEPS) return "unknown";
  const value = unwrapExpression(node);
  if (isFunctionNode(value)) return "bare";
  if (value.type === "Identifier") {
    const found = findLocalNode(value.name, place);
    return found ? classifyDeclaredHandler(found, context, steps + 1) : "unknown";
  }
  if (value.type !== "CallExpression") return "unknown";
  if (isNamedBoundary(value.callee, context)) return "wrapped";
  const callee = unwrapExpression(value.callee);
  const maker = callee.type === "Identifier" ? findLocalNode(callee.name, place) : undefined;
  return maker ? classifyMadeHandler(maker, context, steps + 1) : "unknown";
}

/** Returns the protection of the value that a function of another module returns. */
function classifyMadeHandler({ node, place }: DeclaredNode, context: LintContext, steps: number): Protection {
  const value = unwrapExpression(node);
  if (!isFunctionNode(value)) return "unknown";
  const returned = findReturnedNode(value);
  if (!returned) return "unknown";
  const made = unwrapExpression(returned);
  return isFunctionNode(made) ? "bare" : classifyDeclaredHandler({ node: made, place }, context, steps);
}

function findReturnedNode({ body }: FunctionNode): TSESTree.Node | undefined {
  if (body.type !== "BlockStatement") return body;
  const last = body.body.at(-1);
  const isOnly = body.body.every((each) => each === last || each.type === "VariableDeclaration");
  return isOnly && last?.type === "ReturnStatement" ? (last.argument ?? undefined) : undefined;
}

/** In another module, a name has to do. */
function isNamedBoundary(callee: TSESTree.Node, { contract }: LintContext): boolean {
  const name = unwrapExpression(callee);
  const names = [contract.data.vocabulary.boundary, ...contract.settings.boundaries.flatMap(listMatcherNames)];
  return name.type === "Identifier" && names.includes(name.name);
}
