import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { LintContext } from "../contract/lint-context.js";
import { isStringExpression, unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, findFunctionVariable } from "../syntax/functions.js";
import { isInside, isMentionedInFile } from "../syntax/source-file.js";
import { isString } from "../types/is-string.js";
import { type ToolHandler, findEnclosingToolHandler } from "./tool-handlers.js";

/** The names under which a file holds the name of a tool. */
const NAMES_IN_SCOPE = ["toolName", "tool_name"];

/**
 * Returns the source text of the name of the tool that a node fails in. It comes from the calls that register or wrap
 * the handler, if all of them name the same tool; else from a `toolName` in scope; else, for a handler that no call
 * names, from the names of handler and file where they agree. `undefined` where the name is not known.
 */
export function printToolName(node: TSESTree.Node, lint: LintContext, quote: '"' | "'"): string | undefined {
  const handler = findEnclosingToolHandler(node, lint);
  const registered =
    handler && !isCalledDirectly(handler.node, lint) ? findRegisteredName(handler.handlers) : undefined;
  if (registered !== undefined) return `${quote}${registered}${quote}`;
  const inScope = nameInScope(node, lint);
  if (inScope !== undefined) return inScope;
  const conventional = handler?.handlers.find((each) => !isCalledByName(each))?.tool;
  return conventional === undefined ? undefined : `${quote}${conventional}${quote}`;
}

/** The name that all calls agree on; a call whose name is not written agrees with none. */
function findRegisteredName(handlers: readonly ToolHandler[]): string | undefined {
  const [first, ...others] = handlers.filter(isCalledByName);
  return others.every(({ tool }) => tool === first?.tool) ? first?.tool : undefined;
}

/** Whether a call names the tool; otherwise the names of function and file do. */
function isCalledByName({ registration, boundary }: ToolHandler): boolean {
  return registration !== undefined || boundary !== undefined;
}

/**
 * Whether the file calls a handler itself, too, as the handler of another tool does: then its failures are not of one
 * tool.
 */
function isCalledDirectly(handler: FunctionNode, { sourceCode }: LintContext): boolean {
  const references = findFunctionVariable(handler, sourceCode)?.references ?? [];
  return references.some(
    ({ identifier: { parent }, identifier }) =>
      parent.type === "CallExpression" && parent.callee === identifier && !isInside(identifier, handler),
  );
}

function nameInScope(node: TSESTree.Node, lint: LintContext): string | undefined {
  return NAMES_IN_SCOPE.find((name) => {
    if (!isMentionedInFile(name, lint.sourceCode)) return false;
    const definition = ASTUtils.findVariable(lint.sourceCode.getScope(node), name)?.defs[0];
    if (!definition || definition.name.range[1] > node.range[0]) return false;
    return isSurelyString(definition, lint);
  });
}

/** Returns whether a variable named like a tool's name holds a string: the contract refuses anything else. */
function isSurelyString({ type, name, node }: TSESLint.Scope.Definition, lint: LintContext): boolean {
  if (name.type !== "Identifier") return false;
  const annotation = name.typeAnnotation?.typeAnnotation.type;
  if (annotation !== undefined) return annotation === "TSStringKeyword";
  if (isString(name, lint)) return true;
  // TypeScript without types says nothing of a parameter without an annotation; in JavaScript its name has to do.
  if (type === "Parameter") return !/\.[cm]?tsx?$/.test(lint.filename);
  return node.type === "VariableDeclarator" && node.init != null && isNameExpression(node.init);
}

/** A string, or the `name` of a request. */
function isNameExpression(init: TSESTree.Expression): boolean {
  if (isStringExpression(init)) return true;
  const value = unwrapExpression(init);
  return value.type === "MemberExpression" && value.property.type === "Identifier" && value.property.name === "name";
}
