import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isContractName } from "../contract/boundary-names.js";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";
import { getOutermostWrapper, readMethodCall, readNameOf, unwrapExpression } from "../syntax/expressions.js";
import { resolveFunctionReference, isFunctionNode, listParameters } from "../syntax/functions.js";
import { collectNodes } from "../syntax/source-file.js";
import { getDeclaredClass, resolveVariable } from "../syntax/references.js";
import { listClasses } from "../types/type-facts.js";
import { listSuperClasses, listValues } from "../model/values.js";
import { FRAMEWORKS, type ToolFramework } from "../words/frameworks.js";
import { isBoundaryCall } from "./boundaries.js";
import { isExportOf, isServerClass } from "./registrations.js";

/** Where a file gets a server: it makes one, or a framework makes one for a function of the file. */
export interface ServerPlace {
  /** The expression that makes the server, or the parameter that gets it. */
  readonly node: TSESTree.NewExpression | TSESTree.CallExpression | TSESTree.Identifier;
  readonly framework: ToolFramework;
}

const MAKERS = FRAMEWORKS.map(({ packages, classes, makers = [], givers = [] }) => ({
  packages,
  names: [...classes, ...makers, ...givers],
}));

/** Returns whether the text of a file leaves it open that {@link readServerPlace} finds one in it. */
export function mayGetServer({ sourceCode: { text }, facts }: LintContext): boolean {
  if (facts && /\bnew \w*(?:Server|MCP)/i.test(text)) return true;
  const isIn = (word: string) => text.includes(word);
  return MAKERS.some(({ packages, names }) => packages.some(isIn) && names.some(isIn));
}

/** Reads where a node gets a server. */
export function readServerPlace(
  node: TSESTree.NewExpression | TSESTree.CallExpression,
  lint: LintContext,
): ServerPlace | undefined {
  if (node.type === "NewExpression") {
    const framework = findFrameworkOfClass(node, lint);
    return framework && { node, framework };
  }
  for (const framework of FRAMEWORKS) {
    const { packages, makers = [], givers = [] } = framework;
    if (isExportOf(node.callee, packages, makers, lint)) return { node, framework };
    const [taker] = isExportOf(node.callee, packages, givers, lint) ? node.arguments : [];
    const [server] = isFunctionNode(taker) ? listParameters(taker) : [];
    if (server?.type === "Identifier") return { node: server, framework };
  }
  return undefined;
}

/** Finds the framework whose class `new` makes: the class itself, or one of the project that extends it. */
function findFrameworkOfClass(made: TSESTree.NewExpression, lint: LintContext): ToolFramework | undefined {
  const { sourceCode, facts } = lint;
  const { callee } = made;
  if (callee.type !== "Identifier" && callee.type !== "MemberExpression") return undefined;
  const own = getDeclaredClass(resolveVariable(callee, sourceCode));
  const bases = own ? listSuperClasses(own, lint) : [callee];
  const framework = FRAMEWORKS.find(({ packages, classes }) =>
    bases.some((base) => isExportOf(base, packages, classes, lint)),
  );
  if (framework || own || !facts || !/Server|MCP/i.test(readNameOf(callee, sourceCode))) return framework;
  const classes = facts.members(made).flatMap((member) => listClasses(member).filter(isServerClass));
  return FRAMEWORKS.find((row) => classes.some(({ name }) => row.classes.includes(name)));
}

/**
 * Returns whether the file puts a server behind the boundary, before or after a place where it stands: as a variable or
 * a member, or the server that an `McpServer` has.
 */
export function isWrappedServer(node: TSESTree.Node, lint: LintContext): boolean {
  return listWrapped(lint).some((holder) => isSameServer(holder, node, lint));
}

/** Returns whether two expressions surely mean the same server. */
export function isSameServer(one: TSESTree.Node, other: TSESTree.Node, lint: LintContext): boolean {
  const [first = [], second = []] = [one, other].map((node) =>
    listNamesOf(node, lint).map((each) => identify(each, lint) ?? each),
  );
  return first.some((name) => second.includes(name));
}

/** A server by all its names: what holds it, and where it was made. */
function listNamesOf(node: TSESTree.Node, lint: LintContext): readonly TSESTree.Node[] {
  const server = skipInnerServer(node);
  const made = listValues(server, lint).map((value) => value.node);
  return [server, ...made, ...[server, ...made].flatMap((each) => findHolder(each) ?? [])];
}

/** Lists the servers that a file puts behind the boundary, by what `wrapServer` takes and by what it gives. */
const listWrapped = rememberForLint((lint): readonly TSESTree.Node[] => {
  const { sourceCode } = lint;
  if (![serverBoundary, ...MIDDLEWARES.map(({ request }) => request)].some((word) => sourceCode.text.includes(word)))
    return [];
  return collectNodes(sourceCode).flatMap((node) => {
    if (node.type !== "CallExpression") return [];
    if (isContractName(node.callee, serverBoundary, lint)) return [node, ...node.arguments.slice(0, 1)];
    return findMiddlewareServer(node, lint) ?? [];
  });
});

/** The function that puts a server behind the boundary, under every contract. */
export const serverBoundary = "wrapServer";

const MIDDLEWARES = FRAMEWORKS.flatMap(({ middleware }) => middleware ?? []);

/** Finds `server` of `server.use("mcp:tools/call", wrapHandler(...))`. */
function findMiddlewareServer(call: TSESTree.CallExpression, lint: LintContext): TSESTree.Node | undefined {
  const method = readMethodCall(call, lint.sourceCode);
  const [request, middleware] = call.arguments;
  if (!method || !middleware || request?.type !== "Literal") return undefined;
  if (!MIDDLEWARES.some((row) => row.method === method.name && row.request === request.value)) return undefined;
  const wrapped = resolveFunctionReference(middleware, lint.sourceCode) ?? middleware;
  return wrapped.type === "CallExpression" && isBoundaryCall(wrapped, lint) ? method.object : undefined;
}

/** Finds what an expression that makes a server is given to. */
function findHolder(node: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = getOutermostWrapper(node);
  if (parent?.type === "VariableDeclarator") return parent.id;
  if (parent?.type === "AssignmentExpression") return parent.left;
  return parent?.type === "PropertyDefinition" ? parent.key : undefined;
}

/** What an SDK's server has that is the same server. */
const INNER: ReadonlySet<string> = new Set(["server", "experimental", "tasks"]);

/** `mcp` of `mcp.server` */
function skipInnerServer(node: TSESTree.Node): TSESTree.Node {
  const server = unwrapExpression(node);
  if (server.type !== "MemberExpression" || server.object.type === "ThisExpression") return server;
  const isInner = server.property.type === "Identifier" && INNER.has(server.property.name);
  return isInner ? skipInnerServer(server.object) : server;
}

/** What a name stands for: a variable, else the text of the member. */
function identify(node: TSESTree.Node, { sourceCode }: LintContext): TSESLint.Scope.Variable | string | undefined {
  // `server` of `class { server = new McpServer() }`, for `this.server`
  if (node.parent?.type === "PropertyDefinition" && node.parent.key === node) return `this.${sourceCode.getText(node)}`;
  const isName = node.type === "Identifier" || node.type === "MemberExpression";
  return isName ? (resolveVariable(node, sourceCode) ?? sourceCode.getText(node)) : undefined;
}
