import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../../contract/lint-context.js";
import { type DeclaredNode, type ModulePlace, findLocalNode } from "../../modules/exported-node.js";
import { unwrapExpression } from "../../syntax/expressions.js";
import { isFunctionNode } from "../../syntax/functions.js";
import { findObjectLiteral, readMethodCall } from "../../syntax/properties.js";
import { getConstInitializer, resolveReferencePath, resolveVariable } from "../../syntax/references.js";
import { ITERATIONS } from "../../words/calls.js";

/*
 * Handlers that a loop registers: `for (const tool of tools) server.registerTool(tool.name, {}, tool.handler)`. The
 * table is a list or an object that is written out, in the file or in a module of the project, and each entry is an
 * object literal.
 */

/**
 * A variable of a loop: the table that the loop goes through, and the members that lead from an entry to the variable.
 */
interface LoopVariable {
  readonly table: TSESTree.Node;
  readonly path: readonly string[];
}

/**
 * Returns the handlers that an expression stands for: one for each entry of a table, `undefined` for one that is not
 * known.
 */
export function findTableHandlers(handler: TSESTree.Node, context: LintContext): readonly (DeclaredNode | undefined)[] {
  const { sourceCode, filename, parser } = context;
  const reference = resolveReferencePath(handler, sourceCode);
  const variable =
    reference?.root.kind === "variable" ? findLoopVariable(reference.root.variable, sourceCode) : undefined;
  if (!reference || !variable || !parser) return [];
  const place: ModulePlace = { module: { file: filename, body: sourceCode.ast.body }, parser, trail: [] };
  const path = [...variable.path, ...reference.path];
  return listEntryMembers({ node: resolveTable(variable.table, sourceCode), place }, path);
}

function findLoopVariable(
  { defs: [definition] }: TSESLint.Scope.Variable,
  sourceCode: TSESLint.SourceCode,
): LoopVariable | undefined {
  if (definition?.type === "Variable") {
    const loop = definition.parent.parent;
    const path = findPatternPath(definition.name, definition.node.id);
    return path && loop.type === "ForOfStatement" ? { table: loop.right, path } : undefined;
  }
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return undefined;
  const callback: TSESTree.Node = definition.node;
  const call = callback.parent.type === "CallExpression" ? callback.parent : undefined;
  const method = call?.arguments[0] === callback ? readMethodCall(call, sourceCode) : undefined;
  const path = callback.params[0] && findPatternPath(definition.name, callback.params[0]);
  return method && path && ITERATIONS.has(method.name) ? { table: method.object, path } : undefined;
}

/** Returns the members that lead from the value of a pattern to one of its names. */
function findPatternPath(name: TSESTree.Node, pattern: TSESTree.Node): readonly string[] | undefined {
  if (pattern === name) return [];
  const parts =
    pattern.type === "ArrayPattern"
      ? pattern.elements.map((element, index) => ({ key: String(index), element }))
      : pattern.type === "ObjectPattern"
        ? pattern.properties.map((property) =>
            property.type === "Property" && property.key.type === "Identifier" && !property.computed
              ? { key: property.key.name, element: property.value }
              : { key: "", element: null },
          )
        : [];
  for (const { key, element } of parts) {
    const rest = element ? findPatternPath(name, element) : undefined;
    if (rest) return [key, ...rest];
  }
  return undefined;
}

/**
 * A table of a function is known by its scope, one of the module by its name. A filter leaves the entries as they are.
 */
function resolveTable(table: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node {
  const method = table.type === "CallExpression" ? readMethodCall(table, sourceCode) : undefined;
  if (method?.name === "filter") return resolveTable(method.object, sourceCode);
  return getConstInitializer(resolveVariable(table, sourceCode)) ?? table;
}

/** Returns the members at a path of each entry of a list, or of `Object.values` and `Object.entries` of an object. */
function listEntryMembers(table: DeclaredNode, path: readonly string[]): readonly (DeclaredNode | undefined)[] {
  const { node, place } = followNames(table);
  if (node.type === "ArrayExpression") {
    return node.elements.flatMap((element) =>
      element?.type === "SpreadElement"
        ? listEntryMembers({ node: element.argument, place }, path)
        : [element ? findMemberAt({ node: element, place }, path) : undefined],
    );
  }
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return [undefined];
  const { object, property } = node.callee;
  const method = property.type === "Identifier" ? property.name : "";
  const [argument] = node.arguments;
  if (object.type !== "Identifier" || object.name !== "Object" || !argument) return [undefined];
  const [index, ...rest] = path;
  if (method === "entries" && index === "1") return listValueMembers({ node: argument, place }, rest);
  return method === "values" ? listValueMembers({ node: argument, place }, path) : [undefined];
}

function listValueMembers(owner: DeclaredNode, path: readonly string[]): readonly (DeclaredNode | undefined)[] {
  const { node, place } = followNames(owner);
  if (node.type !== "ObjectExpression") return [undefined];
  return node.properties.map((property) =>
    property.type === "Property" ? findMemberAt({ node: property.value, place }, path) : undefined,
  );
}

function findMemberAt(owner: DeclaredNode, path: readonly string[]): DeclaredNode | undefined {
  return path.reduce<DeclaredNode | undefined>((current, name) => current && findStaticMember(current, name), owner);
}

/** The member of an object literal, or the static one of a class, in a module without scopes. */
export function findStaticMember(owner: DeclaredNode, name: string): DeclaredNode | undefined {
  const { node, place } = followNames(owner);
  const members =
    node.type === "ObjectExpression" ? node.properties : node.type === "ClassDeclaration" ? node.body.body : [];
  for (const member of members) {
    // A spread may replace a named member.
    if (member.type === "SpreadElement") return undefined;
    if (!("key" in member) || member.computed || member.key.type !== "Identifier" || member.key.name !== name) continue;
    const isPlain = member.type === "Property" ? member.kind === "init" : "static" in member && member.static;
    return isPlain && member.value ? { node: member.value, place } : undefined;
  }
  return undefined;
}

/** Follows names to their declared values; a frozen object is the object. */
export function followNames({ node, place }: DeclaredNode): DeclaredNode {
  const value = unwrapExpression(node);
  const declared = value.type === "Identifier" ? findLocalNode(value.name, place) : undefined;
  return declared ? followNames(declared) : { node: findObjectLiteral(value) ?? value, place };
}
