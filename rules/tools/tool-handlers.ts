import type { TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";
import { type FunctionNode, findEnclosingFunction, findFunctionVariable, isFunctionNode } from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import { findProperty, readMethodCall } from "../syntax/properties.js";
import { followValues } from "../model/values.js";
import { TOOL_CALLS } from "../words/frameworks.js";
import { isBoundaryCall, mayNameBoundary } from "./boundaries.js";
import { findRegistrationWords, mayRegisterTools, readToolName, readToolRegistration } from "./registrations.js";
import { isWrappedServer } from "./servers.js";

// A tool's handler is found from where it is handed over: every call of the file that registers a tool or wraps a
// handler is followed inwards, through names, wrappers and `bind`, to the function that runs.

/** Whether the text of a file leaves it open that functions of it are handlers of tools. */
export function mayHandleTools(lint: LintContext): boolean {
  const { text } = lint.sourceCode;
  return mayRegisterTools(text) || mayNameBoundary(lint) || HANDLER_NAME.test(text);
}

/** One way in which a function is a tool's handler. Without registration and boundary, its name and its file say so. */
export interface ToolHandler {
  /** The name of the tool, where it is written. */
  readonly tool: string | undefined;
  /** What registers it: a call, the class or the module of a framework. */
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
export function findEnclosingToolHandler(
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
  if (calls.length === 0) return false;
  // A function that is handed over where it stands has no other callers but itself.
  if (calls.some((call) => isInside(node, call))) return !callsItself(node, lint);
  const holder = node.parent.type === "VariableDeclarator" ? node.parent.parent : node;
  if (!/^(?:Program|BlockStatement)$/.test(holder.parent.type)) return false;
  const variable = findFunctionVariable(node, lint.sourceCode);
  const reads = variable?.references.filter((reference) => reference.isRead()) ?? [];
  return reads.length > 0 && reads.every(({ identifier }) => handed.has(identifier));
}

function callsItself(node: FunctionNode, { sourceCode }: LintContext): boolean {
  const own = sourceCode.getDeclaredVariables(node).find(({ defs }) => defs[0]?.name === node.id);
  return (own?.references.length ?? 0) > 0;
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
  }
  for (const node of nodes) {
    if (node.type === "CallExpression" && !inRegistrations.has(node) && isBoundaryCall(node, lint))
      follow(node, NO_CALL);
  }
  return { byFunction, handed };
});

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
  const places = findRegistrationWords(sourceCode.text);
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
