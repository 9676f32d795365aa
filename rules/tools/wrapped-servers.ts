import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import { resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { isBoundaryName } from "./boundary-name.js";

/** Returns the name of the function that puts a whole server behind the boundary. */
const getServerBoundary = ({ contract }: LintContext): string =>
  contract.data.vocabulary.serverBoundary ?? "wrapServer";

/**
 * Returns whether a call registers a handler with a server that the file puts behind the boundary: before or after, as
 * a variable or a member, or the server that an `McpServer` has.
 */
export function isOnWrappedServer(call: TSESTree.CallExpression, context: LintContext): boolean {
  const name = getServerBoundary(context);
  const callee = unwrapExpression(call.callee);
  if (callee.type !== "MemberExpression" || !isMentionedInFile(name, context.sourceCode)) return false;
  const server = skipInnerServer(unwrapExpression(callee.object));
  return collectNodes(context.sourceCode).some(
    (node) =>
      node.type === "CallExpression" &&
      isServerBoundary(node, name, context) &&
      [node, ...listHolders(node)].some((holder) => isSame(holder, server, context)),
  );
}

function isServerBoundary({ callee }: TSESTree.CallExpression, name: string, context: LintContext): boolean {
  const reference = resolveReferencePath(unwrapExpression(callee), context.sourceCode);
  return !!reference && isBoundaryName(reference, name, context.contract);
}

/** Lists what holds the server of `wrapServer(server)`: the argument, and what the result is given to. */
function listHolders(call: TSESTree.CallExpression): readonly TSESTree.Node[] {
  const [first] = call.arguments;
  const { parent } = call;
  const holder =
    parent.type === "VariableDeclarator"
      ? parent.id
      : parent.type === "AssignmentExpression"
        ? parent.left
        : parent.type === "PropertyDefinition"
          ? parent.key
          : undefined;
  return [first, holder].filter((node) => node !== undefined).map((node) => skipInnerServer(unwrapExpression(node)));
}

/** `mcp` of `mcp.server` */
function skipInnerServer(node: TSESTree.Node): TSESTree.Node {
  const isInner = node.type === "MemberExpression" && node.object.type !== "ThisExpression";
  return isInner && node.property.type === "Identifier" && node.property.name === "server" ? node.object : node;
}

function isSame(holder: TSESTree.Node, server: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (holder === server) return true;
  const variable = resolveVariable(server, sourceCode);
  if (variable) return resolveVariable(holder, sourceCode) === variable;
  const text = sourceCode.getText(server);
  return text === sourceCode.getText(holder) || isField(holder, text);
}

/** `server` of `class { server = wrapServer(...) }`, for `this.server` */
const isField = (holder: TSESTree.Node, text: string): boolean =>
  holder.parent?.type === "PropertyDefinition" && holder.type === "Identifier" && text === `this.${holder.name}`;
