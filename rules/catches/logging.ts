import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isNamedFunction } from "../contract/named-function.js";
import { unwrapped } from "../syntax/expressions.js";
import { methodCall, referencePath, staticKey } from "../syntax/references.js";
import { rendersInterface } from "../syntax/source-file.js";

// The end of a name: `console`, `log`, `this.logger`, `auditLog`, `getLogger()`; not `dialog` or `catalog`.
const LOGGER =
  /^(?:console|log|logs|logger|logging|winston|pino|bunyan|debug|trace|stderr|stdout)$|(?:Log|Logger|Logging|_log|_logger|LOG|LOGGER)$/;
const LOG_METHOD =
  /^(?:log|info|warn|warning|error|debug|trace|fatal|verbose|silly|notice|critical|alert|emerg|write|exception|dir|table|group|groupEnd|child)$/;
const ERROR_LEVELS = new Set(["error", "fatal", "critical", "emerg"]);
const ERROR_LEVEL_WORD = new RegExp(`\\b(?:${[...ERROR_LEVELS].join("|")})\\b`);
const LOG_FUNCTION = /^_*(?:log|logger|debug|dbg|trace|warn|verbose|print|println)(?:[A-Z_]\w*)?$/;
// They tell an operator, and the caller goes on as if nothing had happened.
const REPORT =
  /^(?:captureException|captureError|captureMessage|recordException|recordError|trackException|trackError|noticeError|emitWarning)$/;
// The same for imported functions. A method `report` may do anything, and users see the notifications of an interface.
const REPORTER =
  /^(?:(?:report|notify)(?:(?:Error|Exception|Failure)(?:To[A-Z]\w*)?)?|(?:capture|track)(?:[A-Z]\w*)?)$/;

/** Whether a call does nothing with a failure but record it. */
export function isLogging(call: TSESTree.CallExpression, context: LintContext): boolean {
  return isLogger(call.callee, context);
}

/** Returns whether an expression is a function that only logs: `console.error`, `logger.warn.bind(logger)`. */
export function isLogger(node: TSESTree.Node, context: LintContext): boolean {
  const { sourceCode, facts, contract } = context;
  const callee = unwrapped(node);
  if (isNamedFunction(callee, contract.settings.loggers, sourceCode, facts)) return true;
  if (callee.type === "Identifier") {
    if (LOG_FUNCTION.test(callee.name) || REPORT.test(callee.name)) return true;
    return isOfConsole(callee, sourceCode) || isReporter(callee, sourceCode);
  }
  if (callee.type === "CallExpression") return isBound(callee, context);
  if (callee.type !== "MemberExpression") return false;
  const method = staticKey(callee, sourceCode) ?? "";
  if (REPORT.test(method)) return true;
  if (!LOG_METHOD.test(method)) return LOG_FUNCTION.test(method);
  return LOGGER.test(ownerName(callee.object, sourceCode));
}

/** Returns whether an expression is the console, one of its methods, or a method of anything named `console`. */
export function isOfConsole(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const callee = unwrapped(node);
  if (callee.type === "MemberExpression" && ownerName(callee.object, sourceCode) === "console") return true;
  const reference = referencePath(callee, sourceCode);
  return reference?.root.kind === "global" && reference.path[0] === "console";
}

/** `report` of `import { report } from "../flow/tracker.js"`, under whatever name. */
function isReporter(callee: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): boolean {
  const reference = referencePath(callee, sourceCode);
  if (reference?.root.kind !== "import") return false;
  const isNamedSo = [callee.name, reference.path.at(-1) ?? ""].some((name) => REPORTER.test(name));
  return isNamedSo && !rendersInterface(sourceCode);
}

/** `console.error.bind(console)` */
function isBound(call: TSESTree.CallExpression, context: LintContext): boolean {
  const method = methodCall(call, context.sourceCode);
  return method?.name === "bind" && isLogger(method.object, context);
}

/** Whether a call records something at the level of an error. */
export function isErrorLog(call: TSESTree.CallExpression, context: LintContext): boolean {
  return ERROR_LEVELS.has(methodCall(call, context.sourceCode)?.name ?? "") && isLogging(call, context);
}

/** Whether the text of a file leaves it open that there is such a call in it. */
export function mayLogErrors(text: string): boolean {
  return ERROR_LEVEL_WORD.test(text);
}

/** Returns the last name of a method's object: `logger` of `this.logger`, of `logger.child()`. */
function ownerName(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const owner = unwrapped(node);
  switch (owner.type) {
    case "Identifier":
      return owner.name;
    case "MemberExpression": {
      const { property } = owner;
      const name = property.type === "PrivateIdentifier" ? property.name : (staticKey(owner, sourceCode) ?? "");
      return LOG_METHOD.test(name) && !LOGGER.test(name) ? ownerName(owner.object, sourceCode) : name;
    }
    case "CallExpression":
      return ownerName(owner.callee, sourceCode);
    default:
      return "";
  }
}
