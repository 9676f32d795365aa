import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../../contract/lint-context.js";
import { unwrapExpression } from "../../syntax/expressions.js";
import { resolveFunctionReference } from "../../syntax/function-called.js";
import { isFunctionNode } from "../../syntax/functions.js";
import { collectNodes } from "../../syntax/nodes.js";
import { findImportedNode, classifyProtection, type Protection } from "../../tools/handler-protection.js";
import { findTableHandlers } from "../../tools/handler-tables.js";
import { mayRegisterTools, readToolRegistration, type ToolRegistration } from "../../tools/tool-handlers.js";
import { isToolServer } from "../../tools/tool-servers.js";

/** A stretch of a file. */
export interface Place {
  readonly file: string;
  readonly range: readonly [start: number, end: number];
}

/** A tool where it is registered. */
export interface ToolOutline {
  /** Its name, or the expression that gives it where the name is not written. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly line: number;
  readonly boundary: Protection;
  /** Where its code stands. */
  readonly places: readonly Place[];
}

/**
 * Finds the tools that a file registers; of a handler that serves all tools, those that it tells apart by their names.
 */
export function findTools(nodes: readonly TSESTree.Node[], lint: LintContext): readonly ToolOutline[] {
  const { sourceCode, facts } = lint;
  if (!mayRegisterTools(sourceCode.text)) return [];
  return nodes.flatMap((node) => {
    const registration = node.type === "CallExpression" ? readToolRegistration(node, sourceCode) : undefined;
    if (!registration || node.type !== "CallExpression" || !isToolServer(node, sourceCode, facts)) return [];
    return readTools(registration, node, lint);
  });
}

function readTools(
  { tool, name, handler }: ToolRegistration,
  call: TSESTree.CallExpression,
  lint: LintContext,
): readonly ToolOutline[] {
  const { sourceCode } = lint;
  const boundary = classifyProtection(handler, lint);
  const places = findPlaces(handler, lint);
  const outline = { line: call.loc.start.line, boundary, places };
  if (tool !== undefined) return [{ ...outline, name: tool, isNamed: true }];
  if (name) {
    const table = findTableTools(name, handler, lint).map((each) => ({ ...outline, ...each }));
    return table.length > 0 ? table : [{ ...outline, name: sourceCode.getText(name), isNamed: false }];
  }
  const cases = places.flatMap((place) => findCases(place, lint)).map((each) => ({ ...outline, ...each }));
  return cases.length > 0 ? cases : [{ ...outline, name: "every tool", isNamed: false }];
}

/** The tools that a loop registers from a table. */
function findTableTools(name: TSESTree.Node, handler: TSESTree.Node, lint: LintContext) {
  const names = findTableHandlers(name, lint);
  const handlers = findTableHandlers(handler, lint);
  return names.flatMap((declared, index) => {
    const literal = declared?.node;
    if (literal?.type !== "Literal" || typeof literal.value !== "string") return [];
    const made = handlers[index];
    const places = made ? [{ file: made.place.module.file, range: made.node.range }] : [];
    return [{ name: literal.value, isNamed: true, line: literal.loc.start.line, places }];
  });
}

/** The functions that run for a handler: behind names, wrappers and calls that create it. */
function findPlaces(handler: TSESTree.Node, lint: LintContext): readonly Place[] {
  const node = unwrapExpression(handler);
  if (isFunctionNode(node)) return [{ file: lint.filename, range: node.range }];
  if (node.type === "CallExpression") {
    const parts = [node.callee, ...node.arguments].filter(({ type }) => type !== "ObjectExpression");
    return parts.flatMap((part) => findPlaces(part, lint));
  }
  if (node.type !== "Identifier" && node.type !== "MemberExpression") return [];
  const here = resolveFunctionReference(node, lint.sourceCode);
  if (here) return here === node ? [] : findPlaces(here, lint);
  const imported = findImportedNode(node, lint);
  return imported ? [{ file: imported.place.module.file, range: imported.node.range }] : [];
}

/** The cases of `switch (request.params.name)` and `if (name === "read_file")` in a handler of this file. */
function findCases({ file, range }: Place, lint: LintContext) {
  if (file !== lint.filename) return [];
  const { sourceCode } = lint;
  const root = sourceCode.getNodeByRangeIndex(range[0]);
  const handler = root && findAncestor(root, range);
  if (!handler) return [];
  return collectNodes(sourceCode, handler).flatMap((node) => {
    if (node.type === "SwitchCase" && isNameOfTool(node.parent.discriminant)) return readCase(node.test, node, file);
    if (node.type !== "IfStatement" || node.test.type !== "BinaryExpression" || !/^===?$/.test(node.test.operator))
      return [];
    return isNameOfTool(node.test.left) ? readCase(node.test.right, node.consequent, file) : [];
  });
}

function readCase(name: TSESTree.Node | null, body: TSESTree.Node, file: string) {
  if (name?.type !== "Literal" || typeof name.value !== "string") return [];
  return [{ name: name.value, isNamed: true, line: name.loc.start.line, places: [{ file, range: body.range }] }];
}

function findAncestor(node: TSESTree.Node, range: Place["range"]): TSESTree.Node | undefined {
  let current: TSESTree.Node | undefined = node;
  while (current && (current.range[0] !== range[0] || current.range[1] !== range[1])) current = current.parent;
  return current;
}

function isNameOfTool(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  const last = value.type === "MemberExpression" && !value.computed ? value.property : value;
  return last.type === "Identifier" && /^(?:name|toolName|tool_name|tool)$/.test(last.name);
}
