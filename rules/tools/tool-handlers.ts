import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import path from "node:path";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";
import { getSourceStyle } from "../edits/source-style.js";
import { followValues, listValues } from "../model/values.js";
import { findProperty, isStringExpression, readMethodCall, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  findEnclosingFunction,
  findFunctionVariable,
  isFunctionNode,
  isStatementList,
} from "../syntax/functions.js";
import { collectNodes, isInside, isMentionedInFile } from "../syntax/source-file.js";
import { isBoundaryCall } from "./boundaries.js";
import {
  findRegistrationWords,
  mayNameBoundary,
  mayRegisterTools,
  readOtherRegistration,
  readToolName,
  readToolRegistration,
} from "./registrations.js";
import { isWrappedServer } from "./servers.js";
import { findObjectWords, readServedObject } from "./tool-objects.js";
import { listTableTools, readName } from "./tool-tables.js";
import { isString } from "../types/is-string.js";
import { TOOL_CALLS } from "../words/frameworks.js";

// A tool's handler is found from where it is handed over: every call of the file that registers a tool or wraps a
// handler is followed inwards, through names, wrappers and `bind`, to the function that runs.

/** Whether the text of a file leaves it open that functions of it are handlers of tools. */
export function mayHandleTools(lint: LintContext): boolean {
  const { text } = lint.sourceCode;
  return mayRegisterTools(text) || mayNameBoundary(lint) || HANDLER_NAME.test(text) || findObjectWords(lint).length > 0;
}

/**
 * One way in which a function is the handler of a tool, a resource or a prompt. Without registration and boundary, its
 * name and its file say so.
 */
export interface ToolHandler {
  /** The name of the tool, where it is written. */
  readonly tool: string | undefined;
  /** What registers it: a call, the class or the module of a framework, the object that is a tool. */
  readonly registration: TSESTree.Node | undefined;
  /** The call of the boundary around it, or the registration with a server that stands behind the boundary. */
  readonly boundary: TSESTree.Node | undefined;
}

const HANDLER_NAME = /\bhandle|Handler\b/;

interface FileHandlers {
  readonly byFunction: ReadonlyMap<FunctionNode, readonly ToolHandler[]>;
  /** The names that were handed to a registration or a boundary as they are. */
  readonly handed: ReadonlySet<TSESTree.Node>;
}

/** In which ways a function is a tool's handler; none where nothing says so. */
export function listToolHandlers(node: FunctionNode, lint: LintContext): readonly ToolHandler[] {
  const tool = inferToolName(node, lint.filename);
  const found = getFileHandlers(lint).byFunction.get(node);
  if (found) return found.map((handler) => ({ ...handler, tool: handler.tool ?? tool }));
  return tool === undefined ? [] : [{ ...NO_CALL, tool }];
}

/** The innermost tool handler that a node stands in, if any, with the ways in which it is one. */
function findEnclosingToolHandler(
  node: TSESTree.Node,
  lint: LintContext,
): { readonly node: FunctionNode; readonly handlers: readonly ToolHandler[] } | undefined {
  for (let current = findEnclosingFunction(node); current; current = findEnclosingFunction(current)) {
    const handlers = listToolHandlers(current, lint);
    if (handlers.length > 0) return { node: current, handlers };
  }
  return undefined;
}

/** Returns whether only a server calls a function, as the handler of a tool, so that no other code gets its throws. */
export function isOnlyHandler(node: FunctionNode, lint: LintContext): boolean {
  const { byFunction, handed } = getFileHandlers(lint);
  const calls = (byFunction.get(node) ?? []).flatMap(({ boundary, registration }) => boundary ?? registration ?? []);
  // Other code of the project may call what an object holds.
  if (calls.length === 0 || calls.some(({ type }) => type === "ObjectExpression")) return false;
  const variable = findFunctionVariable(node, lint.sourceCode);
  // A function that is handed over where it stands has no other callers but itself.
  if (calls.some((call) => isInside(node, call))) return (variable?.references.length ?? 0) === 0;
  const holder = node.parent.type === "VariableDeclarator" ? node.parent.parent : node;
  if (!isStatementList(holder.parent)) return false;
  const reads = variable?.references.filter((reference) => reference.isRead()) ?? [];
  return reads.length > 0 && reads.every(({ identifier }) => handed.has(identifier));
}

/** `readFileHandler` in `read_file.js` handles `read_file`. */
function inferToolName(handler: FunctionNode, filename: string): string | undefined {
  const { id, parent } = handler;
  const holder = id ?? (parent.type === "VariableDeclarator" ? parent.id : undefined);
  if (holder?.type !== "Identifier" || !HANDLER_NAME.test(holder.name)) return undefined;
  const words = path.parse(filename).name.split(/[_-]/);
  if (words.some((word) => !/^[a-z0-9]+$/.test(word))) return undefined;
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return holder.name === `${camel}Handler` || holder.name === `handle${pascal}` ? words.join("_") : undefined;
}

const getFileHandlers = rememberForLint((lint): FileHandlers => {
  const byFunction = new Map<FunctionNode, ToolHandler[]>();
  const handed = new Set<TSESTree.Node>();
  const inRegistrations = new Set<TSESTree.Node>();
  const listBoundaries = (nodes: readonly TSESTree.Node[]): readonly TSESTree.CallExpression[] =>
    nodes.filter((node) => node.type === "CallExpression").filter((call) => isBoundaryCall(call, lint));

  function follow(start: TSESTree.Node, outer: ToolHandler): void {
    followValues<never>(start, lint, ({ node, through }, followPart) => {
      const boundaries = listBoundaries(through);
      if (isFunctionNode(node)) {
        const handlers = byFunction.get(node) ?? [];
        byFunction.set(node, [...handlers, describeHandler(boundaries, outer, lint)]);
        return [];
      }
      if (node.type === "CallExpression") {
        if (isBoundaryCall(node, lint)) {
          inRegistrations.add(node);
          return node.arguments.flatMap(followPart);
        }
        const method = readMethodCall(node, lint.sourceCode);
        // Any other wrapper is taken to run its first argument.
        const inner = method?.name === "bind" ? method.object : node.arguments[0];
        return inner ? followPart(inner) : [];
      }
      const calls = through.filter(({ type }) => type === "CallExpression");
      if (calls.length === boundaries.length) handed.add(node);
      return undefined;
    });
  }

  const nodes = listNodes(lint);
  for (const node of nodes) {
    const registration = readToolRegistration(node, lint);
    if (!registration) continue;
    const { tool, server, handler } = registration;
    const boundary = server && isWrappedServer(server, lint) ? node : undefined;
    follow(handler, { tool, registration: node, boundary });
    for (const each of listTableTools(registration, lint)) {
      if (each.handler?.place.module.file !== lint.filename) continue;
      follow(each.handler.node, { tool: readName(each.name)?.name, registration: node, boundary });
    }
  }
  for (const node of nodes) {
    const other = readOtherRegistration(node, lint);
    if (!other) continue;
    follow(other.handler, { ...NO_CALL, registration: node });
    for (const { handler } of listTableTools(other, lint))
      if (handler?.place.module.file === lint.filename) follow(handler.node, { ...NO_CALL, registration: node });
  }
  const registered = new Set(byFunction.keys());
  for (const node of nodes) {
    const object = readServedObject(node, lint);
    if (!object || isRegistered(object.handler, registered, lint)) continue;
    const tool = object.serves === "tool" ? object.tool : undefined;
    follow(object.handler, { tool, registration: node, boundary: undefined });
  }
  for (const node of nodes) {
    if (node.type === "CallExpression" && !inRegistrations.has(node) && isBoundaryCall(node, lint))
      follow(node, NO_CALL);
  }
  return { byFunction, handed };
});

/** Whether what runs for an object is known from what registers it. */
function isRegistered(handler: TSESTree.Node, registered: ReadonlySet<FunctionNode>, lint: LintContext): boolean {
  return listValues(handler, lint).some(({ node }) => isFunctionNode(node) && registered.has(node));
}

const NO_CALL: ToolHandler = { tool: undefined, registration: undefined, boundary: undefined };

/** The innermost boundary counts, and the innermost name. */
function describeHandler(
  boundaries: readonly TSESTree.CallExpression[],
  { tool, registration, boundary }: ToolHandler,
  lint: LintContext,
): ToolHandler {
  const names = boundaries.flatMap((call) => readBoundaryTool(call, lint) ?? []);
  return { tool: names.at(-1) ?? tool, registration, boundary: boundaries.at(-1) ?? boundary };
}

/** The nodes among which registrations and boundaries stand. */
function listNodes(lint: LintContext): readonly TSESTree.Node[] {
  const { sourceCode } = lint;
  const places = [...findRegistrationWords(sourceCode.text), ...findObjectWords(lint)];
  const isLeaf = ({ range }: TSESTree.Node) => !places.some((place) => range[0] <= place && place < range[1]);
  if (places.length === 0 && !mayNameBoundary(lint)) return [];
  return collectNodes(sourceCode, sourceCode.ast, mayNameBoundary(lint) ? undefined : isLeaf);
}

/**
 * `"read_file"` of `wrapHandler(handler, "read_file")` and of `wrapHandler(handler, { tool_name: "read_file" })`. A
 * boundary of every tool has the name of the method, and takes that of the tool from each request.
 */
function readBoundaryTool(call: TSESTree.CallExpression, lint: LintContext): string | undefined {
  for (const argument of call.arguments) {
    const option =
      argument.type === "ObjectExpression" ? findProperty(argument, "tool_name", lint.sourceCode) : undefined;
    const name = readToolName(option?.value ?? argument, lint);
    if (name !== undefined) return name === TOOL_CALLS ? undefined : name;
  }
  return undefined;
}

/** The names under which a file holds the name of a tool. */
const NAMES_IN_SCOPE = ["toolName", "tool_name"];

/**
 * Returns the source text of the name of the tool that a node fails in. It comes from the calls that register or wrap
 * the handler, if all of them name the same tool; else from a `toolName` in scope; else, for a handler that no call
 * names, from the names of handler and file where they agree. `undefined` where the name is not known, or errors of
 * the contract have none.
 */
export function printToolName(node: TSESTree.Node, lint: LintContext): string | undefined {
  if (lint.contract.data.fields.tool === undefined) return undefined;
  const { quote } = getSourceStyle(lint);
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
