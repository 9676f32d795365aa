import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isProjectModule } from "../contract/file-contract.js";
import { listValues } from "../model/values.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import {
  findProperty,
  readMethodCall,
  readNameOf,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { listClasses } from "../types/classes-of.js";
import type { TypeBase, TypeFacts } from "../types/type-facts.js";
import { FRAMEWORKS, TOOL_REQUESTS, type ToolMethod } from "../words/frameworks.js";

/** A call that registers a tool, or one handler for every tool, with that handler. */
export interface ToolRegistration {
  /** The name of the tool, where it is written. */
  readonly tool: string | undefined;
  /** The expression of the name; `undefined` where the handler serves every tool. */
  readonly name: TSESTree.Node | undefined;
  readonly handler: TSESTree.Node;
}

const METHODS = FRAMEWORKS.flatMap(({ methods }) => methods);
const DISTINCTIVE: ReadonlySet<string> = new Set(METHODS.filter((each) => each.isDistinctive).map(({ name }) => name));
const PACKAGES: ReadonlySet<string> = new Set(FRAMEWORKS.flatMap(({ packages }) => packages));
const CLASSES: ReadonlySet<string> = new Set(FRAMEWORKS.flatMap(({ classes }) => classes));

// `tool` is a word of every text about tools: as a method it stands behind a dot, or in brackets.
const REGISTRATION = new RegExp(
  String.raw`\b(?:${METHODS.map(({ name }) => name)
    .filter((name) => name !== "tool")
    .join("|")})\b|tool\b(?<=(?:\.|\*\/|\[\s*["'${"`"}])\s*tool)`,
  "g",
);

/** Returns the places in the text of a file where it may register tools. */
export function findRegistrationWords(text: string): readonly number[] {
  return [...text.matchAll(REGISTRATION)].map(({ index }) => index);
}

/** Returns whether the text of a file leaves it open that {@link readToolRegistration} finds one in it. */
export function mayRegisterTools(text: string): boolean {
  return text.search(REGISTRATION) >= 0;
}

/** Reads the tool that a call registers with a method of a framework. */
export function readToolRegistration(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): ToolRegistration | undefined {
  const method = readMethodCall(call, sourceCode);
  const rows = method ? METHODS.filter(({ name }) => name === method.name) : [];
  for (const row of rows) {
    const registration = readByRow(call, row, sourceCode);
    if (registration) return registration;
  }
  return undefined;
}

function readByRow(
  call: TSESTree.CallExpression,
  { tool: place, handler: properties, isDistinctive = false }: ToolMethod,
  sourceCode: TSESLint.SourceCode,
): ToolRegistration | undefined {
  const [first, second] = call.arguments;
  if (!first || first.type === "SpreadElement") return undefined;
  if (place === "request")
    return second && isToolRequest(first, sourceCode)
      ? { tool: undefined, name: undefined, handler: second }
      : undefined;
  // Methods of these names mean many things; a name in front tells them apart.
  if (isDistinctive || readToolName(first, sourceCode) !== undefined || isCalledName(first, sourceCode))
    return place === "argument" || properties ? readNamedRegistration(call, sourceCode) : undefined;
  return place === "property" ? readObjectRegistration(call, first, properties, sourceCode) : undefined;
}

/** Reads the tool that a project's own function registers: its name is first, its handler the last function. */
export function readNamedRegistration(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): ToolRegistration | undefined {
  const [name] = call.arguments;
  const handler = findLastHandler(call);
  return name && handler ? { tool: readToolName(name, sourceCode), name, handler } : undefined;
}

function readObjectRegistration(
  call: TSESTree.CallExpression,
  node: TSESTree.Node,
  properties: readonly string[] | undefined,
  sourceCode: TSESLint.SourceCode,
): ToolRegistration | undefined {
  const [object] = listValues(node, sourceCode).map((value) => value.node);
  if (object?.type !== "ObjectExpression") return undefined;
  const name = findProperty(object, "name", sourceCode)?.value;
  const property = properties?.map((key) => findProperty(object, key, sourceCode)).find(Boolean);
  // The function that a getter returns is seen where it is made.
  const handler = properties ? property?.kind === "init" && property.value : findLastHandler(call);
  return name && handler ? { tool: readToolName(name, sourceCode), name, handler } : undefined;
}

/** Options may follow the handler. */
function findLastHandler({ arguments: [, ...others] }: TSESTree.CallExpression): TSESTree.Node | undefined {
  const handler = others.findLast(({ type }) => type !== "ObjectExpression");
  return handler?.type === "SpreadElement" ? undefined : handler;
}

function isToolRequest(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const name = readToolName(node, sourceCode) ?? resolveReferencePath(node, sourceCode)?.path.at(-1);
  return name !== undefined && TOOL_REQUESTS.has(name);
}

/** Reads the name of a tool that the file writes, in place or as a constant. */
export function readToolName(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const [value, ...others] = listValues(node, sourceCode).map((each) => each.node);
  const name = value?.type === "Literal" && others.length === 0 ? value.value : undefined;
  // A quote or backslash in a tool's name is nobody's convention; such a name is not copied.
  return typeof name === "string" && /^[\w./:-]+$/.test(name) ? name : undefined;
}

/** `tool.name`, `toolName` */
function isCalledName(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return /^(?:name|\w*Name)$/.test(readNameOf(node, sourceCode));
}

/**
 * Returns whether the object that a tool is registered with is a server of MCP. Types know its class under any name.
 * Without types, a common method name (`tool`, `addTool`) counts on an instance of a framework's class, or on a
 * variable named like a server.
 */
export function isToolServer(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
  facts: TypeFacts | undefined,
): boolean {
  const { object, name } = readMethodCall(call, sourceCode) ?? {};
  if (!object || name === undefined) return false;
  const origin = classifyClass(unwrapExpression(object), sourceCode);
  if (origin === "framework") return true;
  const members = facts?.members(object).filter(({ kind }) => kind === "object") ?? [];
  if (members.length > 0) return members.some((member) => [...listClasses(member)].some(isServerClass));
  if (origin === "other") return false;
  return DISTINCTIVE.has(name) || /^(?:mcp|server)$|Server$/.test(readNameOf(object, sourceCode));
}

function isServerClass({ name, origin }: TypeBase): boolean {
  if (origin?.from === "package") return PACKAGES.has(origin.package);
  // A server that a project declares for itself, as a type of its own.
  return origin?.from === "file" && CLASSES.has(name);
}

/** Returns where an object's class comes from: a framework, or surely elsewhere, as the file or another package. */
function classifyClass(object: TSESTree.Node, sourceCode: TSESLint.SourceCode): "framework" | "other" | undefined {
  if (object.type === "ThisExpression") return isOtherClass(findEnclosingClass(object)) ? "other" : undefined;
  const definition = resolveVariable(object, sourceCode)?.defs[0];
  const init = definition?.type === "Variable" ? definition.node.init : undefined;
  const made = init ? unwrapExpression(init) : object;
  if (made.type === "ObjectExpression") return "other";
  const root = made.type === "NewExpression" ? resolveReferencePath(made.callee, sourceCode)?.root : undefined;
  if (root?.kind === "variable") return isOtherClass(root.variable.defs[0]?.node) ? "other" : undefined;
  // A class of the project may extend a server.
  if (root?.kind !== "import" || isProjectModule(root.module)) return undefined;
  const { module } = root;
  return [...PACKAGES].some((name) => module === name || module.startsWith(`${name}/`)) ? "framework" : "other";
}

/** A class of the file that is below no other, and not called a server: it has a method of that name for itself. */
function isOtherClass(node: TSESTree.Node | undefined): boolean {
  const isClass = node?.type === "ClassDeclaration" || node?.type === "ClassExpression";
  return isClass && !node.superClass && !CLASSES.has(node.id?.name ?? "");
}
