import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { isProjectModule, type ClassNode, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import {
  findProperty,
  getLastSegment,
  readMethodCall,
  readNameOf,
  readStaticKey,
  unwrapExpression,
} from "../syntax/expressions.js";
import { rememberText } from "../syntax/remember.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { type TypeBase, listClasses } from "../types/type-facts.js";
import { listSuperClasses, listValues } from "../model/values.js";
import { FRAMEWORKS, TOOL_REQUESTS, type ToolMethod } from "../words/frameworks.js";

/** What registers a tool, or one handler for every tool, with that handler. */
export interface ToolRegistration {
  /** The name of the tool, where it is written. */
  readonly tool: string | undefined;
  /** The expression of the name; `undefined` where the handler serves every tool. */
  readonly name: TSESTree.Node | undefined;
  readonly handler: TSESTree.Node;
  /** The server that takes the tool; `undefined` where the framework finds it by itself. */
  readonly server: TSESTree.Node | undefined;
  /** Where `handler` is a whole tool, or a list of tools, not written in the call: where the handlers are in it. */
  readonly object?: ToolObject;
}

interface ToolObject {
  /** The properties that may hold the handler. */
  readonly handlers: readonly string[];
  readonly isList: boolean;
}

const METHODS = FRAMEWORKS.flatMap(({ methods }) => methods);
const OTHERS = FRAMEWORKS.flatMap(({ others = [] }) => others);
const DISTINCTIVE: ReadonlySet<string> = new Set(METHODS.filter((each) => each.isDistinctive).map(({ name }) => name));
const PACKAGES: ReadonlySet<string> = new Set(FRAMEWORKS.flatMap(({ packages }) => packages));
const CLASSES: ReadonlySet<string> = new Set(FRAMEWORKS.flatMap(({ classes }) => classes));

// `tool` is a word of every text about tools: as a method it stands behind a dot, or in brackets. A module that is a
// tool is told by the package alone.
const WORDS = FRAMEWORKS.flatMap(({ methods, toolClass, toolModule, packages }) => [
  ...methods.flatMap(({ name }) => writePattern(name)),
  ...(toolClass ? [String.raw`\b${toolClass.name}\b`] : []),
  ...(toolModule ? packages.map((name) => `["']${name}["'/]`) : []),
]);
const REGISTRATION = new RegExp([...new Set(WORDS)].join("|"), "g");
const ALL_REGISTRATIONS = new RegExp(
  [...new Set([...WORDS, ...OTHERS.map(({ name }) => writePattern(name))])].join("|"),
  "g",
);

function writePattern(method: string): string {
  if (!/^(?:tool|resource|prompt)$/.test(method)) return String.raw`\b${method}\b`;
  return String.raw`${method}\b(?<=(?:\.|\*\/|\[\s*["'${"`"}])\s*${method})`;
}

/** Returns the places in the text of a file where it may register tools, resources or prompts. */
export const findRegistrationWords = rememberText((text): readonly number[] =>
  [...text.matchAll(ALL_REGISTRATIONS)].map(({ index }) => index),
);

/** Returns whether the text of a file leaves it open that {@link readToolRegistration} finds one in it. */
export const mayRegisterTools = rememberText((text): boolean => text.search(REGISTRATION) >= 0);

/** Returns whether a file may name a boundary, as its wrappers do. Types know those of the settings by any name. */
export function mayNameBoundary({ contract, facts, sourceCode }: LintContext): boolean {
  const { boundaries } = contract.settings;
  if (facts && boundaries.length > 0) return true;
  const names = [contract.data.vocabulary.boundary, ...boundaries.flatMap(listMatcherNames)];
  return names.some((name) => isMentionedInFile(getLastSegment(name), sourceCode));
}

/** Returns whether a module is one of some packages, or a part of one. */
function isOfPackages(module: string, packages: Iterable<string>): boolean {
  return [...packages].some((name) => module === name || module.startsWith(`${name}/`));
}

/** Reads the tool that a call registers with a method of a framework, or that a class or a module is. */
export function readToolRegistration(node: TSESTree.Node, lint: LintContext): ToolRegistration | undefined {
  switch (node.type) {
    case "CallExpression":
      return readToolCall(node, lint);
    case "ClassDeclaration":
    case "ClassExpression":
      return readToolClass(node, lint);
    case "ExportDefaultDeclaration":
      return readToolModule(node, lint);
    default:
      return undefined;
  }
}

/** Reads the resource or the prompt that a call registers; its `tool` is the name of that. */
export function readOtherRegistration(node: TSESTree.Node, lint: LintContext): ToolRegistration | undefined {
  if (node.type !== "CallExpression") return undefined;
  const registration = readMethodOf(node, OTHERS, lint);
  return registration && isToolServer(node, lint) ? registration : undefined;
}

function readToolCall(call: TSESTree.CallExpression, lint: LintContext): ToolRegistration | undefined {
  return readMethodOf(call, METHODS, lint);
}

function readMethodOf(
  call: TSESTree.CallExpression,
  methods: readonly ToolMethod[],
  lint: LintContext,
): ToolRegistration | undefined {
  const method = readMethodCall(call, lint.sourceCode);
  const rows = method ? methods.filter(({ name }) => name === method.name) : [];
  for (const row of rows) {
    const registration = readByRow(call, row, lint);
    if (registration) return { ...registration, server: method?.object };
  }
  return undefined;
}

function readByRow(call: TSESTree.CallExpression, row: ToolMethod, lint: LintContext): ToolRegistration | undefined {
  const { tool: place, handler: properties, isDistinctive = false } = row;
  const [first, second] = call.arguments;
  if (!first) return undefined;
  if (first.type === "SpreadElement") return place === "request" ? undefined : createUnread(first.argument);
  if (place === "request")
    return second && isToolRequest(first, lint)
      ? { tool: undefined, name: undefined, handler: second, server: undefined }
      : undefined;
  // Methods of these names mean many things; a name in front tells them apart.
  if (isDistinctive || readToolName(first, lint) !== undefined || isCalledName(first, lint)) {
    const last = properties && place === "argument" ? call.arguments.at(-1) : undefined;
    return readNamedRegistration(call, lint, last && findHandlerIn(last, properties, lint));
  }
  return place === "property" ? readObjectRegistration(call, first, row, lint) : undefined;
}

/** Reads the tool that a project's own function registers: its name is first, its handler the last function. */
export function readNamedRegistration(
  call: TSESTree.CallExpression,
  lint: LintContext,
  handler = findLastHandler(call),
): ToolRegistration | undefined {
  const [name] = call.arguments;
  return name && handler && { tool: readToolName(name, lint), name, handler, server: undefined };
}

function readObjectRegistration(
  call: TSESTree.CallExpression,
  object: TSESTree.Expression,
  { handler: properties, takesList = false }: ToolMethod,
  lint: LintContext,
): ToolRegistration | undefined {
  const name = findMember(object, "name", lint) ?? findMember(object, "uri", lint);
  const own = findHandlerIn(object, properties, lint);
  if (own) return createRegistration(name, own, lint);
  const last = findLastHandler(call);
  if (last && (name ?? isToolServer(call, lint))) return createRegistration(name, last, lint);
  return createUnread(object, { handlers: properties ?? [], isList: takesList });
}

/** A registration of what the call does not write: a tool of another place, the arguments of a spread. */
function createUnread(handler: TSESTree.Node, object?: ToolObject): ToolRegistration {
  return { tool: undefined, name: handler, handler, server: undefined, ...(object && { object }) };
}

/** `class ReadFile extends MCPTool { name = "read_file"; async execute() {...} }` */
function readToolClass(node: ClassNode, lint: LintContext): ToolRegistration | undefined {
  const bases = listSuperClasses(node, lint);
  for (const { packages, toolClass } of FRAMEWORKS) {
    if (!toolClass || !bases.some((base) => isExportOf(base, packages, [toolClass.name], lint))) continue;
    const handler = findField(node, toolClass.method, lint);
    return handler && createRegistration(findField(node, "name", lint), handler, lint);
  }
  return undefined;
}

function findField({ body }: ClassNode, name: string, { sourceCode }: LintContext): TSESTree.Node | undefined {
  const member = body.body.find(
    (each) =>
      (each.type === "MethodDefinition" || each.type === "PropertyDefinition") &&
      readStaticKey(each, sourceCode) === name,
  );
  return member && "value" in member ? (member.value ?? undefined) : undefined;
}

/** `export const metadata = { name: "read_file" }; export default async function (input) {...}` */
function readToolModule(
  { declaration }: TSESTree.ExportDefaultDeclaration,
  lint: LintContext,
): ToolRegistration | undefined {
  const { body } = lint.sourceCode.ast;
  const imports = body.filter((each) => each.type === "ImportDeclaration");
  for (const { packages, toolModule } of FRAMEWORKS) {
    const ours = imports.filter(({ source }) => isOfPackages(source.value, packages));
    if (!toolModule || ours.length === 0) continue;
    const { beside, otherTypes } = toolModule;
    const types = ours.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name));
    const exported = body.flatMap((each) =>
      each.type === "ExportNamedDeclaration" && each.declaration?.type === "VariableDeclaration"
        ? each.declaration.declarations.filter(({ id }) => id.type === "Identifier" && beside.includes(id.name))
        : [],
    );
    if (exported.length === 0 || types.some((type) => otherTypes.includes(type))) continue;
    const described = exported.find(({ id }) => id.type === "Identifier" && id.name === beside[0])?.init;
    const name = described ? findMember(described, "name", lint) : undefined;
    return createRegistration(name, declaration, lint);
  }
  return undefined;
}

/** A tool whose name may be written nowhere, and is then none that could be written again. */
function createRegistration(
  name: TSESTree.Node | undefined,
  handler: TSESTree.Node,
  lint: LintContext,
): ToolRegistration {
  return { tool: name && readToolName(name, lint), name: name ?? handler, handler, server: undefined };
}

/** Returns whether an expression is what one of some packages exports under one of some names. */
export function isExportOf(
  node: TSESTree.Node,
  packages: Iterable<string>,
  names: readonly string[],
  { sourceCode }: LintContext,
): boolean {
  if (!names.some((name) => isMentionedInFile(name, sourceCode))) return false;
  const { root, path = [] } = resolveReferencePath(node, sourceCode) ?? {};
  return root?.kind === "import" && names.includes(path.at(-1) ?? "") && isOfPackages(root.module, packages);
}

/** Finds the handler in the object of a tool. The function that a getter returns is seen where it is made. */
function findHandlerIn(
  object: TSESTree.Node,
  properties: readonly string[] | undefined,
  lint: LintContext,
): TSESTree.Node | undefined {
  return properties?.map((key) => findMember(object, key, lint)).find(Boolean);
}

function findMember(node: TSESTree.Node, key: string, lint: LintContext): TSESTree.Node | undefined {
  const [object] = listValues(node, lint).map((value) => value.node);
  const property = object?.type === "ObjectExpression" ? findProperty(object, key, lint.sourceCode) : undefined;
  return property?.kind === "init" ? property.value : undefined;
}

/** Options may follow the handler. */
function findLastHandler({ arguments: [, ...others] }: TSESTree.CallExpression): TSESTree.Node | undefined {
  const handler = others.findLast(({ type }) => type !== "ObjectExpression");
  return handler?.type === "SpreadElement" ? handler.argument : handler;
}

function isToolRequest(node: TSESTree.Node, lint: LintContext): boolean {
  const name = readToolName(node, lint) ?? resolveReferencePath(node, lint.sourceCode)?.path.at(-1);
  return name !== undefined && TOOL_REQUESTS.has(name);
}

/** Reads the name of a tool that the file writes, in place or as a constant. */
export function readToolName(node: TSESTree.Node, lint: LintContext): string | undefined {
  const [value, ...others] = listValues(node, lint).map((each) => each.node);
  const name = value?.type === "Literal" && others.length === 0 ? value.value : undefined;
  // A quote or backslash in a tool's name is nobody's convention; such a name is not copied.
  return typeof name === "string" && /^[\w./:-]+$/.test(name) ? name : undefined;
}

/** `tool.name`, `toolName` */
function isCalledName(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  return /[nN]ame$/.test(readNameOf(node, sourceCode));
}

/**
 * Returns whether the object that a tool is registered with is a server of MCP. Types know its class under any name.
 * Without types, a common method name (`tool`, `addTool`) counts on an instance of a framework's class, or on a
 * variable named like a server.
 */
export function isToolServer(node: TSESTree.Node, lint: LintContext): boolean {
  const { sourceCode, facts } = lint;
  // A framework finds classes and modules by itself.
  if (node.type !== "CallExpression") return true;
  const { object, name } = readMethodCall(node, sourceCode) ?? {};
  if (!object || name === undefined) return false;
  const isKnown = isOfFramework(unwrapExpression(object), lint);
  if (isKnown === true) return true;
  const members = facts?.members(object).filter(({ kind }) => kind === "object") ?? [];
  if (members.length > 0) return members.some((member) => listClasses(member).some(isServerClass));
  if (isKnown === false) return false;
  return DISTINCTIVE.has(name) || /server$/i.test(readNameOf(object, sourceCode));
}

/** Returns whether a class is one of a framework, by what types say. */
export function isServerClass({ name, origin }: TypeBase): boolean {
  if (origin?.from === "package") return PACKAGES.has(origin.package);
  // A server that a project declares for itself, as a type of its own.
  return origin?.from === "file" && CLASSES.has(name);
}

/** Returns whether an object is of a framework's class; undefined where that is not known. */
function isOfFramework(object: TSESTree.Node, { sourceCode }: LintContext): boolean | undefined {
  const definition = resolveVariable(object, sourceCode)?.defs[0];
  const init = definition?.type === "Variable" ? definition.node.init : undefined;
  const made = init ? unwrapExpression(init) : object;
  const root = made.type === "NewExpression" ? resolveReferencePath(made.callee, sourceCode)?.root : undefined;
  // A class of the project may extend a server.
  return root?.kind === "import" && !isProjectModule(root.module) ? isOfPackages(root.module, PACKAGES) : undefined;
}
