import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { type DeclaredNode, findLocalNode } from "../modules/exported-node.js";
import { findObjectLiteral, readPlainKey, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { getConstInitializer, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { ITERATIONS } from "../words/calls.js";
import type { ToolRegistration } from "./registrations.js";

/*
 * Tools that a loop registers: `for (const tool of tools) server.registerTool(tool.name, {}, tool.handler)`. The table
 * is a list, an object or a map, in the file or in a module of the project, and each entry is an object literal.
 */

/** `isKey`: a key as it is written, which names no variable. */
type Part = DeclaredNode & { readonly isKey?: boolean };
type Declared = Part | undefined;

/** An entry of a table; a pair where a loop takes its key with it. */
interface Entry {
  readonly key: Declared;
  readonly value: Declared;
  readonly isPair: boolean;
}

/** A member by its name, or a part of a pair by its place. */
type Path = readonly (string | number)[];

/** A tool that a table holds, as far as it is known. */
export interface TableTool {
  readonly name: Declared;
  readonly handler: Declared;
}

/** The name of a tool that stands in a module, and its line. */
export function readName(declared: Declared): { readonly name: string; readonly line: number } | undefined {
  if (!declared) return undefined;
  const { node } = followNames(declared);
  const name =
    declared.isKey && node.type === "Identifier" ? node.name : node.type === "Literal" ? node.value : undefined;
  return typeof name === "string" ? { name, line: node.loc.start.line } : undefined;
}

/**
 * Lists the tools that a registration takes from a table, or from a list: one for each entry; none where what it takes
 * is no such entry.
 */
export function listTableTools({ name, handler, object }: ToolRegistration, lint: LintContext): readonly TableTool[] {
  if (object) {
    const tools = object.isList ? listValuesOf(handler, lint) : listTableValues(handler, lint);
    return tools.map((tool) => readTool(tool, object.handlers));
  }
  const handlers = listTableValues(handler, lint);
  const names = name ? listTableValues(name, lint) : [];
  const longer = handlers.length > names.length ? handlers : names;
  return longer.map((_, index) => ({ name: names[index], handler: handlers[index] }));
}

/** Reads the name and the handler of a tool that is an object, or made by a call that is given one. */
function readTool(tool: Declared, handlers: readonly string[]): TableTool {
  const object = tool && skipMaker(tool);
  return {
    name: findMember(object, "name"),
    handler: handlers.map((key) => findMember(object, key)).find(Boolean),
  };
}

/** The object of `defineTool({ name, execute })`. */
function skipMaker(tool: DeclaredNode): DeclaredNode {
  const { node, place } = followNames(tool);
  const objects = node.type === "CallExpression" ? node.arguments.filter((each) => findObjectLiteral(each)) : [];
  return objects.length === 1 && objects[0] ? { node: objects[0], place } : { node, place };
}

/**
 * Returns the values that an expression stands for in a loop: one for each entry of the table, `undefined` for one that
 * is not known.
 */
function listTableValues(expression: TSESTree.Node, lint: LintContext): readonly Declared[] {
  const found = findTable(expression, lint);
  return found ? listEntries(found.table, lint).map((entry) => followPath(entry, found.path)) : [];
}

function listValuesOf(list: TSESTree.Node, lint: LintContext): readonly Declared[] {
  const table = locate(list, lint);
  return table ? listEntries(table, lint).map((entry) => entry?.value) : [];
}

/** Finds the table that an expression takes an entry of, and the way from the entry to the expression. */
function findTable(
  expression: TSESTree.Node,
  lint: LintContext,
): { readonly table: DeclaredNode; readonly path: Path } | undefined {
  const { sourceCode } = lint;
  const node = unwrapExpression(expression);
  const reference = resolveReferencePath(node, sourceCode);
  if (!reference) return node.type === "MemberExpression" ? findIndexed(node, lint) : undefined;
  const loop = reference.root.kind === "variable" ? findLoop(reference.root.variable, lint) : undefined;
  const table = loop && locate(loop.table, lint);
  return table && { table, path: [...loop.path, ...reference.path] };
}

/** `tools[key]`, and a member of it. */
function findIndexed(member: TSESTree.MemberExpression, lint: LintContext): ReturnType<typeof findTable> {
  if (member.computed) {
    const table = locate(member.object, lint);
    return table && followNames(table).node.type === "ObjectExpression" ? { table, path: [1] } : undefined;
  }
  const key = readPlainKey(member.property);
  const found = key === undefined ? undefined : findTable(member.object, lint);
  return found && key !== undefined ? { ...found, path: [...found.path, key] } : undefined;
}

/** A table of a function is known by its scope, one of the module by its name. */
function locate(table: TSESTree.Node, { sourceCode, filename, reader }: LintContext): Declared {
  const node = getConstInitializer(resolveVariable(unwrapExpression(table), sourceCode)) ?? table;
  return { node, place: { module: { file: filename, body: sourceCode.ast.body }, from: reader, trail: [] } };
}

/** Finds the table that the loop of a variable goes through, and the way from an entry to the variable. */
function findLoop({ name, defs: [definition] }: TSESLint.Scope.Variable, lint: LintContext) {
  if (definition?.type === "Variable") {
    const loop = definition.parent.parent;
    return loop.type === "ForOfStatement" ? readLoop(loop.right, definition.node.id, name) : undefined;
  }
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return undefined;
  const callback: TSESTree.Node = definition.node;
  const call = callback.parent.type === "CallExpression" ? callback.parent : undefined;
  const method = call?.arguments[0] === callback ? readMethod(call) : undefined;
  if (!method || !ITERATIONS.has(method.name)) return undefined;
  const [value, key] = callback.params;
  // `map.forEach((tool, name) => ...)`
  const isOfMap = method.name === "forEach" && isMap(locate(method.object, lint));
  const isKey = isOfMap && key?.type === "Identifier" && key.name === name;
  const loop = isKey ? { table: method.object, path: [] } : value && readLoop(method.object, value, name);
  return loop && (isOfMap ? { ...loop, path: [isKey ? 0 : 1, ...loop.path] } : loop);
}

function isMap(table: Declared): boolean {
  const node = table && followNames(table).node;
  return node?.type === "NewExpression" && node.callee.type === "Identifier" && node.callee.name === "Map";
}

function readLoop(table: TSESTree.Node, pattern: TSESTree.Node, name: string) {
  const path = findInPattern(pattern, name);
  return path && { table, path };
}

/** The way to a name in a pattern: `1`, `handler` of `[name, { handler }]`. */
function findInPattern(pattern: TSESTree.Node, name: string): Path | undefined {
  if (pattern.type === "Identifier") return pattern.name === name ? [] : undefined;
  const parts: readonly (readonly [string | number | undefined, TSESTree.Node | null])[] =
    pattern.type === "ArrayPattern"
      ? pattern.elements.map((element, index) => [index, element])
      : pattern.type === "ObjectPattern"
        ? pattern.properties.map((each) => [
            each.type === "Property" && !each.computed ? readPlainKey(each.key) : undefined,
            each.type === "Property" ? each.value : null,
          ])
        : [];
  for (const [step, part] of parts) {
    const rest = part && step !== undefined ? findInPattern(part, name) : undefined;
    if (rest && step !== undefined) return [step, ...rest];
  }
  return undefined;
}

function followPath(entry: Entry | undefined, path: Path): Declared {
  if (!entry) return undefined;
  const { key, value, isPair } = entry;
  const [first, ...rest] = path;
  if (!isPair || typeof first !== "number") return isPair && first !== undefined ? undefined : followSteps(value, path);
  return followSteps(first === 0 ? key : value, rest);
}

function followSteps(start: Declared, path: Path): Declared {
  return path.reduce<Declared>(
    (at, step) => (typeof step === "string" ? findMember(at, step) : findPart(at, step)),
    start,
  );
}

function findPart(pair: Declared, index: number): Declared {
  if (!pair) return undefined;
  const { node, place } = followNames(pair);
  const part = node.type === "ArrayExpression" ? node.elements[index] : undefined;
  return part ? { node: part, place } : undefined;
}

/** Array methods whose result has no other entries. */
const SELECTIONS = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed"]);

/** Lists the entries of a table; `undefined` for one that is not known. */
function listEntries(table: DeclaredNode, lint: LintContext): readonly (Entry | undefined)[] {
  const { node, place } = followNames(table);
  const listOf = (part: TSESTree.Node) => listEntries({ node: part, place }, lint);
  if (node.type === "ArrayExpression") {
    return [
      ...node.elements.flatMap((element) =>
        element?.type === "SpreadElement" ? listOf(element.argument) : [element ? toEntry(element, place) : undefined],
      ),
      ...listAdded(node, "push", place, lint),
    ];
  }
  if (node.type === "ObjectExpression") return listProperties(node, place);
  if (node.type === "NewExpression" && node.callee.type === "Identifier" && /^(?:Map|Set)$/.test(node.callee.name)) {
    const given = node.arguments.slice(0, 1).flatMap(listOf);
    if (node.callee.name === "Set") return given;
    return [...given.map((pair) => pair && toPair(pair)), ...listAdded(node, "set", place, lint)];
  }
  return node.type === "CallExpression" ? listEntriesOfCall(node, listOf) : [undefined];
}

const toEntry = (node: TSESTree.Node, place: DeclaredNode["place"]): Entry => ({
  key: undefined,
  value: { node, place },
  isPair: false,
});

/** `["read_file", tool]` of a map. */
const toPair = ({ value }: Entry): Entry => ({ key: findPart(value, 0), value: findPart(value, 1), isPair: true });

function listProperties(
  { properties }: TSESTree.ObjectExpression,
  place: DeclaredNode["place"],
): readonly (Entry | undefined)[] {
  return properties.map((property) =>
    property.type === "Property"
      ? {
          key: { node: property.key, place, isKey: !property.computed },
          value: { node: property.value, place },
          isPair: true,
        }
      : undefined,
  );
}

function listEntriesOfCall(
  call: TSESTree.CallExpression,
  listOf: (part: TSESTree.Node) => readonly (Entry | undefined)[],
): readonly (Entry | undefined)[] {
  const method = readMethod(call);
  const [argument] = call.arguments;
  if (method?.object.type === "Identifier" && method.object.name === "Object" && argument)
    return selectParts(listOf(argument), method.name);
  if (method?.object.type === "Identifier" && method.object.name === "Array" && method.name === "from" && argument)
    return listOf(argument);
  if (!method) return [undefined];
  if (SELECTIONS.has(method.name)) return listOf(method.object);
  return selectParts(listOf(method.object), method.name);
}

/** What `Object.values`, `Object.entries` and `Object.keys`, and the methods of a map, give of each entry. */
function selectParts(entries: readonly (Entry | undefined)[], name: string): readonly (Entry | undefined)[] {
  if (name === "entries") return entries;
  if (name === "values") return entries.map((entry) => entry && { ...entry, isPair: false });
  if (name === "keys") return entries.map((entry) => entry && { key: undefined, value: entry.key, isPair: false });
  return [undefined];
}

/** What the file adds to a list or a map after it is made: `tools.push(tool)`, `tools.set("read_file", tool)`. */
function listAdded(
  table: TSESTree.Node,
  method: "push" | "set",
  place: DeclaredNode["place"],
  { sourceCode, filename }: LintContext,
): readonly Entry[] {
  const { parent } = table;
  if (place.module.file !== filename || parent?.type !== "VariableDeclarator") return [];
  const references = resolveVariable(parent.id, sourceCode)?.references ?? [];
  return references.flatMap(({ identifier: { parent: member } }) => {
    const call =
      member.type === "MemberExpression" && member.parent.type === "CallExpression" ? member.parent : undefined;
    if (call?.callee !== member || readMethod(call)?.name !== method) return [];
    const [key, value] = call.arguments;
    if (method === "push") return call.arguments.map((each) => toEntry(each, place));
    return key && value ? [{ key: { node: key, place }, value: { node: value, place }, isPair: true }] : [];
  });
}

/** The object and the name of a called method, as they are written. */
function readMethod({ callee }: TSESTree.CallExpression) {
  const member = unwrapExpression(callee);
  if (member.type !== "MemberExpression" || member.computed) return undefined;
  const name = readPlainKey(member.property);
  return name === undefined ? undefined : { object: unwrapExpression(member.object), name };
}

/** Finds the member of an object literal in a module without scopes. */
function findMember(owner: Declared, name: string): Declared {
  if (!owner) return undefined;
  const { node, place } = followNames(owner);
  // A spread may replace a named member.
  if (node.type !== "ObjectExpression" || node.properties.some(({ type }) => type === "SpreadElement"))
    return undefined;
  const member = node.properties.find((each) => "key" in each && !each.computed && readPlainKey(each.key) === name);
  return member?.type === "Property" && member.kind === "init" ? { node: member.value, place } : undefined;
}

/** Follows names to their declared values; a frozen object is the object. */
function followNames({ node, place, isKey = false }: Part): DeclaredNode {
  if (isKey) return { node, place };
  const value = unwrapExpression(node);
  const declared = value.type === "Identifier" ? findLocalNode(value.name, place) : undefined;
  return declared ? followNames(declared) : { node: findObjectLiteral(value) ?? value, place };
}
