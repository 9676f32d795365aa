import { AST_NODE_TYPES, type TSESLint, type TSESTree } from "@typescript-eslint/utils";
import { referencePath } from "../ast/reference-path.js";
import { staticKey } from "../ast/static-key.js";
import { unwrapped } from "../ast/unwrapped.js";
import { variableOf } from "../ast/variable-of.js";
import { isProjectModule } from "../contract/file-contract.js";
import type { TypeFacts, TypeMember } from "../types/type-facts.js";

const MCP_PACKAGES = /^(?:@modelcontextprotocol\/(?:sdk|server|core)|fastmcp)(?:\/|$)/;
const SERVER_CLASSES = /^(?:McpServer|FastMCP|Server|LowLevelServer)$/;
// Methods that nothing but a server of MCP has.
const DISTINCTIVE = new Set(["registerTool", "setRequestHandler"]);

/**
 * Whether the object that a tool is registered with is a server of MCP. Types know its class under any name. Without, a name that
 * other things have too (`tool`, `addTool`) counts in files that import an SDK, or on what is called a server.
 */
export function isToolServer(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
  facts: TypeFacts | undefined,
): boolean {
  const callee = unwrapped(call.callee);
  if (callee.type !== AST_NODE_TYPES.MemberExpression) return false;
  const known = knownServer(facts?.members(callee.object) ?? []);
  if (known !== undefined) return known;
  const method = staticKey(callee, sourceCode) ?? "";
  if (isMadeByOther(callee.object, sourceCode)) return false;
  return DISTINCTIVE.has(method) || isCalledServer(callee.object) || importsServer(sourceCode);
}

/** `undefined` where types do not know either. */
function knownServer(members: readonly TypeMember[]): boolean | undefined {
  const known = members.filter(({ kind }) => kind === "object");
  if (known.length === 0) return undefined;
  return known.some(
    (member) =>
      [member, ...member.bases].some(({ origin }) => origin?.from === "package" && MCP_PACKAGES.test(origin.package)) ||
      // A server that a project declares for itself, as a type of its own.
      [member, ...member.bases].some(({ name, origin }) => origin?.from === "file" && SERVER_CLASSES.test(name)),
  );
}

/** `new Agent()` of a package that is no SDK of MCP. */
function isMadeByOther(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const definition = variableOf(unwrapped(node), sourceCode)?.defs[0];
  const made = definition?.type === "Variable" && definition.node.init ? unwrapped(definition.node.init) : undefined;
  if (made?.type !== AST_NODE_TYPES.NewExpression) return false;
  const root = referencePath(made.callee, sourceCode)?.root;
  // A class of the project may extend a server, as a wrapper of the SDK's in another package may under its name.
  if (root?.kind !== "import" || isProjectModule(root.module) || MCP_PACKAGES.test(root.module)) return false;
  const name = made.callee.type === AST_NODE_TYPES.Identifier ? made.callee.name : "";
  return !/Mcp|MCP|Server/.test(name);
}

function isCalledServer(node: TSESTree.Node): boolean {
  const object = unwrapped(node);
  const name =
    object.type === AST_NODE_TYPES.Identifier
      ? object.name
      : object.type === AST_NODE_TYPES.MemberExpression && object.property.type === AST_NODE_TYPES.Identifier
        ? object.property.name
        : "";
  return /^(?:mcp|server|app)$|Server$|^mcp[A-Z]/.test(name) && name !== "app";
}

function importsServer({ ast, text }: TSESLint.SourceCode): boolean {
  return (
    ast.body.some((each) => each.type === AST_NODE_TYPES.ImportDeclaration && MCP_PACKAGES.test(each.source.value)) ||
    /\brequire\(\s*["'](?:@modelcontextprotocol\/(?:sdk|server|core)|fastmcp)/.test(text)
  );
}
