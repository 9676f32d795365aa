import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { isInside } from "../syntax/source-file.js";
import { resolveVariable } from "../syntax/references.js";
import { isLogging } from "../model/logging.js";

/** The file, and the catch clause or function whose failure is followed. */
interface HandlerContext extends LintContext {
  readonly handler: TSESTree.Node;
}

/** The methods that put something into a list, a set, a map. */
export const FILLS: ReadonlySet<string> = new Set(["push", "unshift", "add", "set"]);

/**
 * Returns whether a variable or member is read outside of the handler by more than a log. Other code may read what is
 * in no variable of the file.
 */
export function isKeptForLater(node: TSESTree.Node, context: HandlerContext): boolean {
  const variable = resolveVariable(getRootNode(node), context.sourceCode);
  const definition = variable?.defs[0];
  if (!variable || definition?.type !== "Variable" || definition.parent.parent.type === "ExportNamedDeclaration")
    return true;
  return variable.references
    .filter((reference) => reference.isReadOnly() && !isInside(reference.identifier, context.handler))
    .some(({ identifier }) => !isOnlyFilled(identifier) && !isOnlyLogged(identifier, context));
}

function getRootNode(node: TSESTree.Node): TSESTree.Node {
  const owner = unwrapExpression(node);
  return owner.type === "MemberExpression" ? getRootNode(owner.object) : owner;
}

/** `errors.push(e);` */
function isOnlyFilled({ parent }: TSESTree.Node): boolean {
  if (parent?.type !== "MemberExpression" || parent.property.type !== "Identifier") return false;
  return FILLS.has(parent.property.name) && parent.parent.parent?.type === "ExpressionStatement";
}

/** `logger.warn({ last });` */
function isOnlyLogged(read: TSESTree.Node, context: HandlerContext): boolean {
  for (let node = read, { parent } = read; parent && !isFunctionNode(parent); node = parent, { parent } = parent) {
    if (parent.type === "CallExpression" && parent.callee !== node && isLogging(parent, context)) return true;
    if (parent.type.endsWith("Statement")) return false;
  }
  return false;
}
