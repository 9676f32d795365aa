import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isProjectModule } from "../contract/file-contract.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import { resolveReferencePath, readStaticKey, resolveVariable } from "../syntax/references.js";
import { listClasses } from "../types/classes-of.js";
import type { TypeBase, TypeFacts, TypeMember } from "../types/type-facts.js";

const MCP_PACKAGES = /^(?:@modelcontextprotocol\/(?:sdk|server|core)|fastmcp)(?:\/|$)/;
const SERVER_CLASSES = /^(?:McpServer|FastMCP|Server|LowLevelServer)$/;
// Methods that nothing but a server of MCP has.
const DISTINCTIVE = new Set(["registerTool", "setRequestHandler"]);

/**
 * Returns whether the object that a tool is registered with is a server of MCP. Types know its class under any name.
 * Without types, a common method name (`tool`, `addTool`) counts on an instance of an SDK's class, or on a variable
 * named like a server.
 */
export function isToolServer(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
  facts: TypeFacts | undefined,
): boolean {
  const callee = unwrapExpression(call.callee);
  if (callee.type !== "MemberExpression") return false;
  const module = classifyClassModule(callee.object, sourceCode);
  if (module === "sdk") return true;
  const known = isKnownServer(facts?.members(callee.object) ?? []);
  if (known !== undefined) return known;
  if (module === "other") return false;
  const method = readStaticKey(callee, sourceCode) ?? "";
  return DISTINCTIVE.has(method) || isCalledServer(callee.object);
}

/** `undefined` where types do not know either. */
function isKnownServer(members: readonly TypeMember[]): boolean | undefined {
  const known = members.filter(({ kind }) => kind === "object");
  if (known.length === 0) return undefined;
  return known.some((member) => [...listClasses(member)].some(isServerClass));
}

function isServerClass({ name, origin }: TypeBase): boolean {
  if (origin?.from === "package") return MCP_PACKAGES.test(origin.package);
  // A server that a project declares for itself, as a type of its own.
  return origin?.from === "file" && SERVER_CLASSES.test(name);
}

/** Returns the origin of an object's class: an SDK, or surely another: the file itself, a package (`new Agent()`). */
function classifyClassModule(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): "sdk" | "other" | undefined {
  const object = unwrapExpression(node);
  if (object.type === "ThisExpression") return isOtherClass(findEnclosingClass(object)) ? "other" : undefined;
  const definition = resolveVariable(object, sourceCode)?.defs[0];
  const init = definition?.type === "Variable" ? definition.node.init : undefined;
  const made = init ? unwrapExpression(init) : object;
  if (made.type === "ObjectExpression") return "other";
  if (made.type !== "NewExpression") return undefined;
  const root = resolveReferencePath(made.callee, sourceCode)?.root;
  if (root?.kind === "variable") return isOtherClass(root.variable.defs[0]?.node) ? "other" : undefined;
  // A class of the project may extend a server.
  if (root?.kind !== "import" || isProjectModule(root.module)) return undefined;
  if (MCP_PACKAGES.test(root.module)) return "sdk";
  const name = made.callee.type === "Identifier" ? made.callee.name : "";
  // A wrapper of the SDK's in another package may have its name.
  return /Mcp|MCP|Server/.test(name) ? undefined : "other";
}

/** A class of the file that is below no other, and not called a server: it has a method of that name for itself. */
function isOtherClass(node: TSESTree.Node | undefined): boolean {
  const isClass = node?.type === "ClassDeclaration" || node?.type === "ClassExpression";
  return isClass && !node.superClass && !SERVER_CLASSES.test(node.id?.name ?? "");
}

function isCalledServer(node: TSESTree.Node): boolean {
  const object = unwrapExpression(node);
  const named = object.type === "MemberExpression" ? object.property : object;
  return named.type === "Identifier" && /^(?:mcp|server)$|Server$|^mcp[A-Z]/.test(named.name);
}
