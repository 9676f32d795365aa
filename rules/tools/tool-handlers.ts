import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import type { LintContext } from "../contract/lint-context.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { isNamedFunction } from "../contract/named-function.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { resolveFunctionReference } from "../syntax/function-called.js";
import {
  type FunctionNode,
  collectReturnedValues,
  findEnclosingFunction,
  isFunctionNode,
  listParameters,
  findFunctionVariable,
} from "../syntax/functions.js";
import { findLocalMember } from "../syntax/local-member.js";
import { collectNodes, isInside } from "../syntax/nodes.js";
import {
  getConstInitializer,
  findProperty,
  resolveReferencePath,
  readStaticKey,
  resolveVariable,
  getLastSegment,
} from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { isBoundaryName } from "./boundary-name.js";
import { isOnWrappedServer } from "./wrapped-servers.js";

// A tool's handler is found from where it is handed over: every call of the file that registers a tool or wraps a
// handler is followed inwards, through names, wrappers and `bind`, to the function that runs.

/** One way in which a function is a tool's handler. Without registration and boundary, its name and its file say so. */
export interface ToolHandler {
  /** The name of the tool, where it is written. */
  readonly tool: string | undefined;
  /** The call that registers it with a server. */
  readonly registration: TSESTree.CallExpression | undefined;
  /** The call of the boundary around it, or the registration with a server that stands behind the boundary. */
  readonly boundary: TSESTree.CallExpression | undefined;
}

/** A call that registers a tool, or one handler for every tool, with that handler. */
export interface ToolRegistration {
  /** The name of the tool, where it is written. */
  readonly tool: string | undefined;
  /** The expression of the name; `undefined` where the handler serves every tool. */
  readonly name: TSESTree.Node | undefined;
  readonly handler: TSESTree.Node;
}

/** The method of the requests that call tools; also the name of a boundary around every tool. */
export const TOOL_CALLS = "tools/call";
const NAMED_REGISTRATIONS = new Set(["registerTool", "tool", "addTool"]);
const REGISTRATION_WORD = /\b(?:setRequestHandler|registerTool|addTool)\b/;
// `tool` is a word of every text about tools: as a method it stands behind a dot, or in brackets.
const TOOL_METHOD = /tool\b(?<=(?:\.|\*\/|\[\s*["'`])\s*tool)/;
const HANDLER_PROPERTIES = ["execute", "handler", "callback"];
const HANDLER_NAME = /\bhandle|Handler\b/;
// `const a = b, b = a` would never end.
const MAX_STEPS = 5;

interface FileHandlers {
  readonly context: LintContext;
  readonly byFunction: ReadonlyMap<FunctionNode, readonly ToolHandler[]>;
  /** The names that were handed to a registration or a boundary as they are. */
  readonly handed: ReadonlySet<TSESTree.Node>;
}

const files = new WeakMap<TSESLint.SourceCode, FileHandlers>();

/** In which ways a function is a tool's handler; none where nothing says so. */
export function listToolHandlers(node: FunctionNode, context: LintContext): readonly ToolHandler[] {
  const tool = inferToolName(node, context.filename);
  const found = getFileHandlers(context).byFunction.get(node);
  if (found) return found.map((handler) => ({ ...handler, tool: handler.tool ?? tool }));
  return tool === undefined ? [] : [{ tool, registration: undefined, boundary: undefined }];
}

/** Whether the text of a file leaves it open that functions of it are handlers of tools. */
export function mayHandleTools(context: LintContext): boolean {
  const { text } = context.sourceCode;
  return mayRegisterTools(text) || mayNameBoundary(context) || HANDLER_NAME.test(text);
}

/** The innermost tool handler that a node stands in, if any, with the ways in which it is one. */
export function findEnclosingToolHandler(
  node: TSESTree.Node,
  context: LintContext,
): { readonly node: FunctionNode; readonly handlers: readonly ToolHandler[] } | undefined {
  for (let current = findEnclosingFunction(node); current; current = findEnclosingFunction(current)) {
    const handlers = listToolHandlers(current, context);
    if (handlers.length > 0) return { node: current, handlers };
  }
  return undefined;
}

/** Returns whether only a server calls a function, as the handler of a tool, so that no other code gets its throws. */
export function isOnlyHandler(node: FunctionNode, context: LintContext): boolean {
  const { byFunction, handed } = getFileHandlers(context);
  const calls = (byFunction.get(node) ?? []).flatMap(({ boundary, registration }) => boundary ?? registration ?? []);
  if (calls.length === 0) return false;
  // A function that is handed over where it stands has no other callers but itself.
  if (calls.some((call) => isInside(node, call))) return !callsItself(node, context);
  const holder = node.parent.type === "VariableDeclarator" ? node.parent : node;
  const declaration = holder.type === "VariableDeclarator" ? holder.parent : holder;
  if (!/^(?:Program|BlockStatement|StaticBlock)$/.test(declaration.parent.type)) return false;
  const variable = findFunctionVariable(node, context.sourceCode);
  const reads = variable?.references.filter((reference) => reference.isRead()) ?? [];
  return reads.length > 0 && reads.every(({ identifier }) => handed.has(identifier));
}

function callsItself(node: FunctionNode, { sourceCode }: LintContext): boolean {
  const own = sourceCode.getDeclaredVariables(node).find(({ defs }) => defs[0]?.name === node.id);
  return (own?.references.length ?? 0) > 0;
}

/**
 * Reads the tool that a call registers: `registerTool(name, config, handler)`, `tool(name, ..., handler)`,
 * `addTool({ name, execute })`, `setRequestHandler(CallToolRequestSchema, handler)`.
 */
export function readToolRegistration(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): ToolRegistration | undefined {
  const callee = unwrapExpression(call.callee);
  if (callee.type !== "MemberExpression") return undefined;
  const method = readStaticKey(callee, sourceCode) ?? "";
  const [first] = call.arguments;
  if (!first || first.type === "SpreadElement") return undefined;
  if (method === "setRequestHandler") {
    const handler = call.arguments[1];
    return handler && isToolCall(first, sourceCode) ? { tool: undefined, name: undefined, handler } : undefined;
  }
  if (!NAMED_REGISTRATIONS.has(method)) return undefined;
  const tool = readStringValue(first, sourceCode);
  // `.tool(...)` and `.addTool(...)` mean many things; a name in front tells them apart.
  if (tool !== undefined || method === "registerTool" || isCalledName(first)) {
    const handler = findLastHandler(call.arguments.slice(1));
    return handler && { tool, name: first, handler };
  }
  return readObjectRegistration(first, sourceCode);
}

/** Whether the text of a file leaves it open that {@link readToolRegistration} finds one in it. */
export function mayRegisterTools(text: string): boolean {
  return TOOL_METHOD.test(text) || REGISTRATION_WORD.test(text);
}

/** Reads the tool that a project's own function registers: its name is first, its handler the last function. */
export function readNamedRegistration(
  { arguments: given }: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): ToolRegistration | undefined {
  const [first] = given;
  const handler = findLastHandler(given.slice(1));
  return first && handler ? { tool: readStringValue(first, sourceCode), name: first, handler } : undefined;
}

/**
 * Whether a call wraps a handler in the boundary: the contract's, one of the settings, or one that passes on to such.
 */
export function isBoundaryCall(call: TSESTree.CallExpression, context: LintContext): boolean {
  return mayNameBoundary(context) && isBoundary(call.callee, context, 0);
}

/** `readFileHandler` in `read_file.js` handles `read_file`. */
function inferToolName(handler: FunctionNode, filename: string): string | undefined {
  const name = findHandlerName(handler);
  if (name === undefined || !HANDLER_NAME.test(name)) return undefined;
  const words = path
    .basename(filename)
    .replace(/\.[^.]*$/, "")
    .split(/[_-]/);
  if (words.some((word) => !/^[a-z0-9]+$/.test(word))) return undefined;
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return name === `${camel}Handler` || name === `handle${pascal}` ? words.join("_") : undefined;
}

function findHandlerName(handler: FunctionNode): string | undefined {
  if (handler.id) return handler.id.name;
  const { parent } = handler;
  return parent.type === "VariableDeclarator" && parent.id.type === "Identifier" ? parent.id.name : undefined;
}

function getFileHandlers(context: LintContext): FileHandlers {
  const known = files.get(context.sourceCode);
  if (known?.context.contract === context.contract) return known;
  const found = findHandlers(context);
  files.set(context.sourceCode, found);
  return found;
}

function findHandlers(context: LintContext): FileHandlers {
  const { sourceCode } = context;
  const byFunction = new Map<FunctionNode, ToolHandler[]>();
  const handed = new Set<TSESTree.Node>();
  const boundaries: TSESTree.CallExpression[] = [];
  const inRegistrations = new Set<TSESTree.Node>();

  function follow(node: TSESTree.Node, handler: ToolHandler, steps = 0, isDirect = false): void {
    if (steps > MAX_STEPS) return;
    const expression = unwrapExpression(node);
    if (isFunctionNode(expression)) {
      byFunction.set(expression, [...(byFunction.get(expression) ?? []), handler]);
      return;
    }
    if (expression.type === "CallExpression") {
      followCall(expression, handler, steps);
      return;
    }
    if (isDirect) handed.add(expression);
    const referred = resolveFunctionReference(expression, sourceCode);
    if (referred) follow(referred, handler, steps + 1, isDirect);
  }

  function followCall(call: TSESTree.CallExpression, handler: ToolHandler, steps: number): void {
    if (isBoundaryCall(call, context)) {
      inRegistrations.add(call);
      const wrappedHandler = { ...handler, tool: readBoundaryTool(call, sourceCode) ?? handler.tool, boundary: call };
      for (const argument of call.arguments) follow(argument, wrappedHandler, steps + 1, true);
      return;
    }
    const callee = unwrapExpression(call.callee);
    const isBind = callee.type === "MemberExpression" && readStaticKey(callee, sourceCode) === "bind";
    // Any other wrapper is taken to run its first argument.
    const inner = isBind ? callee.object : call.arguments[0];
    if (inner) follow(inner, handler, steps + 1);
  }

  for (const node of mayHoldHandlers(context)) {
    if (node.type !== "CallExpression") continue;
    const registration = readToolRegistration(node, sourceCode);
    if (registration) {
      const { tool, handler } = registration;
      const boundary = isOnWrappedServer(node, context) ? node : undefined;
      follow(handler, { tool, registration: node, boundary }, 0, true);
    } else if (isBoundaryCall(node, context)) {
      boundaries.push(node);
    }
  }
  for (const call of boundaries) {
    if (!inRegistrations.has(call)) followCall(call, { tool: undefined, registration: undefined, boundary: call }, 0);
  }
  return { context, byFunction, handed };
}

/** The nodes of a file among which registrations and boundaries stand. */
function mayHoldHandlers(context: LintContext): readonly TSESTree.Node[] {
  const { sourceCode } = context;
  if (mayNameBoundary(context)) return collectNodes(sourceCode);
  const places = [REGISTRATION_WORD, TOOL_METHOD].flatMap((words) =>
    [...sourceCode.text.matchAll(new RegExp(words, "g"))].map(({ index }) => index),
  );
  const isLeaf = ({ range }: TSESTree.Node) => !places.some((place) => range[0] <= place && place < range[1]);
  return places.length > 0 ? collectNodes(sourceCode, sourceCode.ast, isLeaf) : [];
}

/** Returns whether a file may name a boundary, as its wrappers do. Types know those of the settings by any name. */
function mayNameBoundary({ contract, facts, sourceCode }: LintContext): boolean {
  const { boundaries } = contract.settings;
  if (facts && boundaries.length > 0) return true;
  const names = [contract.data.vocabulary.boundary, ...boundaries.flatMap(listMatcherNames)];
  return names.some((name) => isMentionedInFile(getLastSegment(name), sourceCode));
}

/**
 * `"read_file"` of `wrapHandler(handler, "read_file")` and of `wrapHandler(handler, { tool_name: "read_file" })`. A
 * boundary of every tool has the name of the method, and takes that of the tool from each request.
 */
function readBoundaryTool(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): string | undefined {
  for (const argument of call.arguments) {
    const option = argument.type === "ObjectExpression" ? findProperty(argument, "tool_name", sourceCode) : undefined;
    const name = readStringValue(option?.value ?? argument, sourceCode);
    if (name !== undefined) return name === TOOL_CALLS ? undefined : name;
  }
  return undefined;
}

function isBoundary(node: TSESTree.Node, context: LintContext, steps: number): boolean {
  const { contract, sourceCode, facts } = context;
  const callee = unwrapExpression(node);
  if (isNamedFunction(callee, contract.settings.boundaries, sourceCode, facts)) return true;
  const reference = resolveReferencePath(callee, sourceCode);
  const { boundary } = contract.data.vocabulary;
  if (reference && reference.root.kind !== "variable") return isBoundaryName(reference, boundary, contract);
  const local = callee.type === "Identifier" ? resolveFunctionReference(callee, sourceCode) : undefined;
  if (!local || !isFunctionNode(local)) return false;
  return findHandlerName(local) === boundary || (steps < MAX_STEPS && passesOn(local, context, steps));
}

/** `const wrap = (handler, tool) => wrapHandler(handler, { tool_name: tool, audit })` */
function passesOn(node: FunctionNode, context: LintContext, steps: number): boolean {
  const { sourceCode } = context;
  const [first] = listParameters(node);
  const [returned, ...others] = collectReturnedValues(node, sourceCode);
  const call = returned && unwrapExpression(returned);
  if (call?.type !== "CallExpression" || others.length > 0) return false;
  const [passed] = call.arguments;
  const isPassed = passed?.type === "Identifier" && resolveVariable(passed, sourceCode)?.defs[0]?.name === first;
  return isPassed && isBoundary(call.callee, context, steps + 1);
}

/** `CallToolRequestSchema`, or the name of the method as the SDK's second version takes it. */
function isToolCall(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (readStringValue(node, sourceCode) === TOOL_CALLS) return true;
  const name = resolveReferencePath(node, sourceCode)?.path.at(-1);
  return name === "CallToolRequestSchema";
}

function findLastHandler(given: readonly TSESTree.CallExpressionArgument[]): TSESTree.Node | undefined {
  // Options may follow the handler.
  const handler = given.findLast(({ type }) => type !== "ObjectExpression");
  return handler?.type === "SpreadElement" ? undefined : handler;
}

function readObjectRegistration(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): ToolRegistration | undefined {
  const object = unwrapExpression(node);
  if (object.type === "Identifier") {
    const initializer = getConstInitializer(resolveVariable(object, sourceCode));
    return initializer?.type === "ObjectExpression" ? readObjectRegistration(initializer, sourceCode) : undefined;
  }
  if (object.type !== "ObjectExpression") return undefined;
  const name = findProperty(object, "name", sourceCode);
  const handler = HANDLER_PROPERTIES.map((key) => findProperty(object, key, sourceCode)).find(Boolean);
  // The function that a getter returns is seen where it is made.
  return name && handler?.kind === "init"
    ? { tool: readStringValue(name.value, sourceCode), name: name.value, handler: handler.value }
    : undefined;
}

function readStringValue(node: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): string | undefined {
  const value = node && readConstantText(unwrapExpression(node), sourceCode);
  // A quote or backslash in a tool's name is nobody's convention; such a name is not copied.
  return value !== undefined && /^[\w./:-]+$/.test(value) ? value : undefined;
}

function readConstantText(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  // `"read_file"` of `TOOLS.readFile`
  const reference = node.type === "MemberExpression" ? resolveReferencePath(node, sourceCode) : undefined;
  const constant = reference ? findLocalMember(reference) : getConstInitializer(resolveVariable(node, sourceCode));
  const value = constant && unwrapExpression(constant);
  return value?.type === "Literal" && typeof value.value === "string" ? value.value : undefined;
}

/** Whether an expression is called a name: `tool.name`, `toolName`. */
function isCalledName(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  const last = value.type === "MemberExpression" && !value.computed ? value.property : value;
  return last.type === "Identifier" && /^(?:name|\w*(?:Name|_name|_NAME))$/.test(last.name);
}
