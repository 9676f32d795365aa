import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../../contract/lint-context.js";
import { type DeclaredNode, findLocalNode } from "../../modules/exported-node.js";
import { findObjectLiteral, readMethodCall, readPlainKey, unwrapExpression } from "../../syntax/expressions.js";
import { isFunctionNode } from "../../syntax/functions.js";
import { getConstInitializer, resolveReferencePath, resolveVariable } from "../../syntax/references.js";
import { ITERATIONS } from "../../words/calls.js";

/*
 * Handlers that a loop registers: `for (const tool of tools) server.registerTool(tool.name, {}, tool.handler)`. The
 * table is a list, or an object within `Object.values`, in the file or in a module of the project, and each entry is an
 * object literal.
 */

type Declared = DeclaredNode | undefined;

/**
 * Returns the handlers that an expression stands for: one for each entry of a table, `undefined` for one that is not
 * known.
 */
export function findTableHandlers(handler: TSESTree.Node, lint: LintContext): readonly Declared[] {
  const { sourceCode, filename, parser } = lint;
  const reference = resolveReferencePath(handler, sourceCode);
  const variable = reference?.root.kind === "variable" ? reference.root.variable : undefined;
  const loop = variable && findLoop(variable, sourceCode);
  if (!reference || !loop || !parser) return [];
  // A table of a function is known by its scope, one of the module by its name.
  const node = getConstInitializer(resolveVariable(loop.table, sourceCode)) ?? loop.table;
  const place = { module: { file: filename, body: sourceCode.ast.body }, parser, trail: [] };
  const path = [...loop.path, ...reference.path];
  return listEntries({ node, place }).map((entry) => path.reduce(findMember, entry));
}

/** Finds the table that the loop of a variable goes through, and the members from an entry to the variable. */
function findLoop({ name, defs: [definition] }: TSESLint.Scope.Variable, sourceCode: TSESLint.SourceCode) {
  if (definition?.type === "Variable") {
    const loop = definition.parent.parent;
    return loop.type === "ForOfStatement" ? readLoop(loop.right, definition.node.id, name) : undefined;
  }
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return undefined;
  const callback: TSESTree.Node = definition.node;
  const call = callback.parent.type === "CallExpression" ? callback.parent : undefined;
  const method = call?.arguments[0] === callback ? readMethodCall(call, sourceCode) : undefined;
  const isLoop = method && ITERATIONS.has(method.name);
  return isLoop && callback.params[0] ? readLoop(method.object, callback.params[0], name) : undefined;
}

function readLoop(table: TSESTree.Node, pattern: TSESTree.Node, name: string) {
  if (pattern.type === "Identifier") return { table, path: [] };
  if (pattern.type !== "ObjectPattern") return undefined;
  const property = pattern.properties.find((each) => each.value?.type === "Identifier" && each.value.name === name);
  const key = property?.type === "Property" && !property.computed ? readPlainKey(property.key) : undefined;
  return key === undefined ? undefined : { table, path: [key] };
}

function listEntries(table: DeclaredNode): readonly Declared[] {
  const { node, place } = followNames(table);
  if (node.type === "ArrayExpression") {
    return node.elements.flatMap((element) =>
      element?.type === "SpreadElement"
        ? listEntries({ node: element.argument, place })
        : [element ? { node: element, place } : undefined],
    );
  }
  const [argument] = node.type === "CallExpression" && isObjectValues(node.callee) ? node.arguments : [];
  const owner = argument && followNames({ node: argument, place });
  if (owner?.node.type !== "ObjectExpression") return [undefined];
  return owner.node.properties.map((property) =>
    property.type === "Property" ? { node: property.value, place: owner.place } : undefined,
  );
}

function isObjectValues(callee: TSESTree.Node): boolean {
  if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return false;
  return callee.object.name === "Object" && readPlainKey(callee.property) === "values";
}

/** Finds the member of an object literal in a module without scopes. */
export function findMember(owner: Declared, name: string): Declared {
  if (!owner) return undefined;
  const { node, place } = followNames(owner);
  // A spread may replace a named member.
  if (node.type !== "ObjectExpression" || node.properties.some(({ type }) => type === "SpreadElement"))
    return undefined;
  const member = node.properties.find((each) => "key" in each && !each.computed && readPlainKey(each.key) === name);
  return member?.type === "Property" && member.kind === "init" ? { node: member.value, place } : undefined;
}

/** Follows names to their declared values; a frozen object is the object. */
export function followNames({ node, place }: DeclaredNode): DeclaredNode {
  const value = unwrapExpression(node);
  const declared = value.type === "Identifier" ? findLocalNode(value.name, place) : undefined;
  return declared ? followNames(declared) : { node: findObjectLiteral(value) ?? value, place };
}
