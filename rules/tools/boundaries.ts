import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type FileContract, isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { isNamedFunction } from "../contract/named-function.js";
import { followValues } from "../model/values.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { resolveFunctionReference } from "../syntax/function-called.js";
import { isFunctionNode, listParameters } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { getLastSegment, readMethodCall, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { FRAMEWORKS } from "../words/frameworks.js";

const MIDDLEWARES = FRAMEWORKS.flatMap(({ middleware }) => middleware ?? []);

/** Returns whether a file may name a boundary, as its wrappers do. Types know those of the settings by any name. */
export function mayNameBoundary({ contract, facts, sourceCode }: LintContext): boolean {
  const { boundaries } = contract.settings;
  if (facts && boundaries.length > 0) return true;
  const names = [contract.data.vocabulary.boundary, ...boundaries.flatMap(listMatcherNames)];
  return names.some((name) => isMentionedInFile(getLastSegment(name), sourceCode));
}

/**
 * Returns whether a call wraps a handler in the boundary: the contract's, one of the settings, or a function of the
 * file that passes its first argument on to such: `const wrap = (handler) => wrapHandler(handler, { audit })`.
 */
export function isBoundaryCall(call: TSESTree.CallExpression, lint: LintContext): boolean {
  if (!mayNameBoundary(lint)) return false;
  const answers = followValues(call, lint.sourceCode, ({ node }) => {
    if (node.type !== "CallExpression") return undefined;
    return isBoundary(node.callee, lint) ? [node === call || wrapsParameter(node, lint.sourceCode)] : undefined;
  });
  return answers.includes(true);
}

function isBoundary(callee: TSESTree.Node, { contract, sourceCode, facts }: LintContext): boolean {
  if (isNamedFunction(callee, contract.settings.boundaries, sourceCode, facts)) return true;
  const { boundary } = contract.data.vocabulary;
  const local = callee.type === "Identifier" ? resolveFunctionReference(callee, sourceCode) : undefined;
  if (!isFunctionNode(local)) return isContractName(callee, boundary, contract, sourceCode);
  return resolveVariable(callee, sourceCode)?.name === boundary;
}

function wrapsParameter({ arguments: [wrapped] }: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const definition = wrapped?.type === "Identifier" ? resolveVariable(wrapped, sourceCode)?.defs[0] : undefined;
  return isFunctionNode(definition?.node) && listParameters(definition.node)[0] === definition.name;
}

/** Returns whether an expression is what a contract's module exports under a name, or a global of that name. */
function isContractName(
  node: TSESTree.Node,
  name: string,
  contract: FileContract,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const { root, path = [] } = resolveReferencePath(unwrapExpression(node), sourceCode) ?? {};
  if (stripDefaultName(path).join(".") !== name) return false;
  return root?.kind === "import" ? isOurs(root.module, contract) : root?.kind === "global";
}

function isOurs(module: string, contract: FileContract): boolean {
  return contract.isRuntime(module) || isProjectModule(module) || /^error-contract(?:\/|$)/.test(module);
}

/**
 * Returns whether a call registers a handler with a server that the file puts behind the boundary: before or after, as
 * a variable or a member, or the server that an `McpServer` has.
 */
export function isOnWrappedServer(call: TSESTree.CallExpression, lint: LintContext): boolean {
  const { contract, sourceCode } = lint;
  const name = contract.data.vocabulary.serverBoundary ?? "wrapServer";
  const method = readMethodCall(call, sourceCode);
  const mayWrap = [name, ...MIDDLEWARES.map(({ request }) => request)].some((each) => sourceCode.text.includes(each));
  if (!method || !mayWrap) return false;
  const server = skipInnerServer(method.object);
  return collectNodes(sourceCode).some((node) => {
    if (node.type !== "CallExpression") return false;
    const holders = isContractName(node.callee, name, contract, sourceCode)
      ? [node, node.arguments[0], findHolder(node)]
      : [findMiddlewareServer(node, lint)];
    return holders.some((holder) => holder && isSame(skipInnerServer(holder), server, sourceCode));
  });
}

/** Finds `server` of `server.use("mcp:tools/call", wrapHandler(...))`. */
function findMiddlewareServer(call: TSESTree.CallExpression, lint: LintContext): TSESTree.Node | undefined {
  const method = readMethodCall(call, lint.sourceCode);
  const [request, middleware] = call.arguments;
  if (!method || !middleware || request?.type !== "Literal") return undefined;
  if (!MIDDLEWARES.some((row) => row.method === method.name && row.request === request.value)) return undefined;
  const wrapped = resolveFunctionReference(middleware, lint.sourceCode) ?? middleware;
  return wrapped.type === "CallExpression" && isBoundaryCall(wrapped, lint) ? method.object : undefined;
}

/** Finds what the result of `wrapServer(server)` is given to. */
function findHolder({ parent }: TSESTree.CallExpression): TSESTree.Node | undefined {
  if (parent.type === "VariableDeclarator") return parent.id;
  if (parent.type === "AssignmentExpression") return parent.left;
  return parent.type === "PropertyDefinition" ? parent.key : undefined;
}

/** `mcp` of `mcp.server` */
function skipInnerServer(node: TSESTree.Node): TSESTree.Node {
  const server = unwrapExpression(node);
  const isInner = server.type === "MemberExpression" && server.object.type !== "ThisExpression";
  return isInner && server.property.type === "Identifier" && server.property.name === "server" ? server.object : server;
}

function isSame(holder: TSESTree.Node, server: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const variable = resolveVariable(server, sourceCode);
  if (holder === server || variable) return holder === server || resolveVariable(holder, sourceCode) === variable;
  const text = sourceCode.getText(server);
  // `server` of `class { server = wrapServer(...) }`, for `this.server`
  const isField = holder.parent?.type === "PropertyDefinition" && holder.type === "Identifier";
  return text === (isField ? `this.${holder.name}` : sourceCode.getText(holder));
}
