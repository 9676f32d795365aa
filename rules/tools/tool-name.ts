import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapped } from "../syntax/expressions.js";
import { type FunctionNode, isFunctionNode } from "../syntax/functions.js";
import { isString } from "../types/is-string.js";
import { isStringExpression } from "../syntax/message-parts.js";
import { type ToolHandler, toolHandlers } from "./tool-handlers.js";

const NAMES_IN_SCOPE = ["toolName", "tool_name"];

/**
 * The source text of the name of the tool that a node fails in: from the call that registers or wraps the handler, a
 * `toolName` in scope, or the names of handler and file where they agree. `undefined` where nobody wrote it.
 */
export function toolName(node: TSESTree.Node, context: LintContext, quote: '"' | "'"): string | undefined {
  const handlers = enclosingFunctions(node).flatMap((each) => toolHandlers(each, context));
  const names = new Set(handlers.flatMap((handler) => (isCalledByName(handler) ? (handler.tool ?? []) : [])));
  if (names.size > 1) return nameInScope(node, context);
  const [registered] = names;
  if (registered !== undefined) return `${quote}${registered}${quote}`;
  const inScope = nameInScope(node, context);
  if (inScope !== undefined) return inScope;
  const fromFile = handlers.find((handler) => !isCalledByName(handler))?.tool;
  return fromFile === undefined ? undefined : `${quote}${fromFile}${quote}`;
}

/** Whether a call names the tool; otherwise the names of function and file do. */
function isCalledByName({ registration, boundary }: ToolHandler): boolean {
  return registration !== undefined || boundary !== undefined;
}

function enclosingFunctions(node: TSESTree.Node): readonly FunctionNode[] {
  const functions: FunctionNode[] = [];
  for (let current = node.parent; current; current = current.parent) {
    if (isFunctionNode(current)) functions.push(current);
  }
  return functions;
}

function nameInScope(node: TSESTree.Node, context: LintContext): string | undefined {
  return NAMES_IN_SCOPE.find((name) => {
    const definition = ASTUtils.findVariable(context.sourceCode.getScope(node), name)?.defs[0];
    if (!definition || definition.name.range[1] > node.range[0]) return false;
    return isSurelyString(definition, context);
  });
}

/** Whether what is called a tool's name holds one: the contract refuses anything but a string. */
function isSurelyString({ type, name, node }: TSESLint.Scope.Definition, context: LintContext): boolean {
  if (name.type !== "Identifier") return false;
  const annotation = name.typeAnnotation?.typeAnnotation.type;
  if (annotation !== undefined) return annotation === "TSStringKeyword";
  if (isString(name, context)) return true;
  // TypeScript without types says nothing of a parameter without an annotation; in JavaScript its name has to do.
  if (type === "Parameter") return !/\.[cm]?tsx?$/.test(context.filename);
  return node.type === "VariableDeclarator" && node.init != null && isNameExpression(node.init);
}

/** A string, or the `name` of a request. */
function isNameExpression(init: TSESTree.Expression): boolean {
  if (isStringExpression(init)) return true;
  const value = unwrapped(init);
  return value.type === "MemberExpression" && value.property.type === "Identifier" && value.property.name === "name";
}
