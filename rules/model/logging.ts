import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isNamedFunction } from "../contract/name-matcher.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readMethodCall, readStaticKey } from "../syntax/properties.js";
import { resolveReferencePath } from "../syntax/references.js";
import { ERROR_LEVELS, LOGGERS, LOG_FUNCTION, LOG_METHODS, REPORTS } from "../words/logs.js";

/** Whether a call does nothing with a failure but record it. */
export function isLogging(call: TSESTree.CallExpression, lint: LintContext): boolean {
  return isLogger(call.callee, lint);
}

/** Returns whether an expression is a function that only logs: `console.error`, `logger.warn.bind(logger)`. */
export function isLogger(node: TSESTree.Node, lint: LintContext): boolean {
  const { sourceCode, contract } = lint;
  const callee = unwrapExpression(node);
  if (isNamedFunction(callee, contract.settings.loggers, lint)) return true;
  if (callee.type === "Identifier")
    return LOG_FUNCTION.test(callee.name) || REPORTS.has(callee.name) || isOfConsole(callee, lint);
  if (callee.type !== "MemberExpression") return false;
  const method = readStaticKey(callee, sourceCode) ?? "";
  if (REPORTS.has(method)) return true;
  if (!LOG_METHODS.has(method)) return LOG_FUNCTION.test(method);
  return isLoggerName(readOwnerName(callee.object, lint));
}

/** Returns whether an expression is the console or one of its methods. */
function isOfConsole(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const reference = resolveReferencePath(node, sourceCode);
  return reference?.root.kind === "global" && reference.path[0] === "console";
}

function isLoggerName(name: string): boolean {
  return LOGGERS.has(name) || name.endsWith("Logger");
}

/** Whether a call records something at the level of an error. */
export function isErrorLog(call: TSESTree.CallExpression, lint: LintContext): boolean {
  return ERROR_LEVELS.has(readMethodCall(call, lint.sourceCode)?.name ?? "") && isLogging(call, lint);
}

/** Returns the last name of a method's object: `logger` of `this.logger`, of `logger.child()`. */
function readOwnerName(node: TSESTree.Node, lint: LintContext): string {
  const owner = unwrapExpression(node);
  switch (owner.type) {
    case "Identifier":
      return owner.name;
    case "MemberExpression": {
      const { property } = owner;
      const name =
        property.type === "PrivateIdentifier" ? property.name : (readStaticKey(owner, lint.sourceCode) ?? "");
      return LOG_METHODS.has(name) && !isLoggerName(name) ? readOwnerName(owner.object, lint) : name;
    }
    case "CallExpression":
      return readOwnerName(owner.callee, lint);
    default:
      return "";
  }
}
