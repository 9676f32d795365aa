import path from "node:path";
import { AST_NODE_TYPES, ASTUtils, type TSESLint, type TSESTree } from "@typescript-eslint/utils";
import { isFunctionNode, type FunctionNode } from "../ast/functions.js";
import { isStringExpression } from "../ast/message-parts.js";
import { staticKey } from "../ast/static-key.js";
import { unwrapped } from "../ast/unwrapped.js";

const REGISTRATIONS = new Set(["registerTool", "tool", "addTool"]);
const NAMES_IN_SCOPE = ["toolName", "tool_name"];

/** What the fix engine needs to know of the file to name the tool that fails. */
export interface ToolNameContext {
  readonly sourceCode: TSESLint.SourceCode;
  readonly filename: string;
  /** The contract's name for the function that wraps a handler. */
  readonly boundary: string;
  /** Whether types, or the syntax, say that an expression is a string. */
  isString: (node: TSESTree.Node) => boolean;
}

/**
 * The source text of the name of the tool that a node fails in: from the call that registers or wraps the handler, a
 * `toolName` in scope, or the names of handler and file where they agree. `undefined` where nobody wrote it.
 */
export function toolName(node: TSESTree.Node, context: ToolNameContext, quote: '"' | "'"): string | undefined {
  const handlers = enclosingFunctions(node);
  const names = new Set(handlers.flatMap((handler) => registeredNames(handler, context)));
  if (names.size > 1) return nameInScope(node, context);
  const [registered] = names;
  if (registered !== undefined) return `${quote}${registered}${quote}`;
  const inScope = nameInScope(node, context);
  if (inScope !== undefined) return inScope;
  const fromFile = handlers.map((handler) => fileName(handler, context)).find((name) => name !== undefined);
  return fromFile === undefined ? undefined : `${quote}${fromFile}${quote}`;
}

function enclosingFunctions(node: TSESTree.Node): readonly FunctionNode[] {
  const functions: FunctionNode[] = [];
  for (let current = node.parent; current; current = current.parent) {
    if (isFunctionNode(current)) functions.push(current);
  }
  return functions;
}

function registeredNames(handler: FunctionNode, context: ToolNameContext): readonly string[] {
  const inline = registrationOf(handler, context);
  if (inline !== undefined) return [inline];
  const variable = functionVariable(handler, context.sourceCode);
  const uses = variable?.references.filter((reference) => reference.isRead()) ?? [];
  return uses.flatMap(({ identifier }) => registrationOf(identifier, context) ?? []);
}

/** The tool name that is given in the same call as a handler, or in the call around a wrapper. */
function registrationOf(handler: TSESTree.Node, context: ToolNameContext): string | undefined {
  const call = handler.parent;
  if (call?.type !== AST_NODE_TYPES.CallExpression || call.callee === handler) return undefined;
  if (isRegistration(call, context.sourceCode)) return stringValue(call.arguments[0]);
  if (call.arguments[0] !== handler) return undefined;
  // `wrapHandler(handler, "read_file")`, or any wrapper within a registration.
  const isBoundary = call.callee.type === AST_NODE_TYPES.Identifier && call.callee.name === context.boundary;
  return (isBoundary ? stringValue(call.arguments[1]) : undefined) ?? registrationOf(call, context);
}

function isRegistration(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const callee = unwrapped(call.callee);
  if (callee.type !== AST_NODE_TYPES.MemberExpression) return false;
  return REGISTRATIONS.has(staticKey(callee, sourceCode) ?? "") && stringValue(call.arguments[0]) !== undefined;
}

function stringValue(node: TSESTree.Node | undefined): string | undefined {
  // A quote or backslash in a tool's name is nobody's convention; such a name is not copied.
  const isName =
    node?.type === AST_NODE_TYPES.Literal && typeof node.value === "string" && /^[\w./:-]+$/.test(node.value);
  return isName ? node.value : undefined;
}

function functionVariable(handler: FunctionNode, sourceCode: TSESLint.SourceCode): TSESLint.Scope.Variable | undefined {
  const named = handler.parent.type === AST_NODE_TYPES.VariableDeclarator ? handler.parent : handler;
  return sourceCode.getDeclaredVariables(named).find(({ name }) => name === functionName(handler));
}

function functionName(handler: FunctionNode): string | undefined {
  if (handler.id) return handler.id.name;
  const { parent } = handler;
  return parent.type === AST_NODE_TYPES.VariableDeclarator && parent.id.type === AST_NODE_TYPES.Identifier
    ? parent.id.name
    : undefined;
}

function nameInScope(node: TSESTree.Node, context: ToolNameContext): string | undefined {
  return NAMES_IN_SCOPE.find((name) => {
    const definition = ASTUtils.findVariable(context.sourceCode.getScope(node), name)?.defs[0];
    if (!definition || definition.name.range[1] > node.range[0]) return false;
    return isSurelyString(definition, context);
  });
}

/** Whether what is called a tool's name holds one: the contract refuses anything but a string. */
function isSurelyString({ type, name, node }: TSESLint.Scope.Definition, context: ToolNameContext): boolean {
  if (name.type !== AST_NODE_TYPES.Identifier) return false;
  const annotation = name.typeAnnotation?.typeAnnotation.type;
  if (annotation !== undefined) return annotation === AST_NODE_TYPES.TSStringKeyword;
  if (context.isString(name)) return true;
  // TypeScript without types says nothing of a parameter without an annotation; in JavaScript its name has to do.
  if (type === "Parameter") return !/\.[cm]?tsx?$/.test(context.filename);
  return node.type === AST_NODE_TYPES.VariableDeclarator && node.init != null && isNameExpression(node.init);
}

/** A string, or the `name` of a request. */
function isNameExpression(init: TSESTree.Expression): boolean {
  if (isStringExpression(init)) return true;
  const value = unwrapped(init);
  return (
    value.type === AST_NODE_TYPES.MemberExpression &&
    value.property.type === AST_NODE_TYPES.Identifier &&
    value.property.name === "name"
  );
}

/** `readFileHandler` in `read_file.js` handles `read_file`. */
function fileName(handler: FunctionNode, { filename }: ToolNameContext): string | undefined {
  const name = functionName(handler);
  const words = path
    .basename(filename)
    .replace(/\.[^.]*$/, "")
    .split(/[_-]/);
  if (name === undefined || words.some((word) => !/^[a-z0-9]+$/.test(word))) return undefined;
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return name === `${camel}Handler` || name === `handle${pascal}` ? words.join("_") : undefined;
}
