import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findNameAround } from "../syntax/function-name.js";
import { isExecutionBoundary, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readCalleeName, readMethodCall } from "../syntax/references.js";
import { splitWords } from "../syntax/words.js";
import type { FailureHandler } from "./failure-handlers.js";

/** A handler, or an expression that is given as one: `console.error` of `.catch(console.error)`. */
export type AttemptHandler = Pick<FailureHandler, "kind" | "call"> & { readonly node: TSESTree.Node };

// Questions that are answered by trying.
const ASKS = new RegExp(
  String.raw`^(?:parse|safeParse|is|has|exists|access|stat|lstat|realpath|resolve|decode|detect|test|` +
    String.raw`validate|verify|check|require|URL|RegExp|compile|json|hostname|stringify)(?:$|[A-Z_])`,
);
// Actions with an effect of their own. Trying one is no test of whether it is possible.
const ACTS = new RegExp(
  String.raw`^(?:store|save|write|upsert|update|create|rename|upload|send|install|register)(?:$|[A-Z_])`,
);
const CLEANS_UP = new RegExp(
  String.raw`^(?:close|unlink|rm|remove|kill|abort|destroy|disconnect|dispose|release|end|terminate|clear|` +
    String.raw`cancel|unref|stop|shutdown|unsubscribe|clean|cleanup|delete|rollback)(?:$|[A-Z_])`,
);
// Calls that only compute a value from other values.
const COMPUTES = new RegExp(
  String.raw`^(?:String|Number|Date|parseInt|now|trim|toString|toISOString|slice|split|join|includes|push|` +
    String.raw`replace|startsWith|endsWith|indexOf|substring|match|matchAll|toLowerCase|toUpperCase|keys|` +
    String.raw`values|entries|map|filter|some|every|then|catch|get|add|from|isDirectory|isSymbolicLink|isFile|` +
    String.raw`log|info|warn|error|debug|homedir|cwd|dirname|basename|extname|relative|normalize|existsSync|` +
    String.raw`isArray|safeParse|clearTimeout|clearInterval)$`,
);

const WRITES_LOG = /^(?:(?:write|rotate)\b.*\blogs?\b|log\b(?! (?:in|out|on|off)\b))/;

/** The purpose of a call that may fail. */
export type Purpose = "question" | "action" | "cleanup" | "computation" | "other";

/** Returns the purpose of a call, as far as its name tells it. */
export function classifyPurpose(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): Purpose {
  const name = readAttemptedName(call, sourceCode);
  if (COMPUTES.test(name) || isOfDigest(call, sourceCode)) return "computation";
  if (ASKS.test(name) || isSignalProbe(call, sourceCode)) return "question";
  if (CLEANS_UP.test(name)) return "cleanup";
  return ACTS.test(name) ? "action" : "other";
}

/** `hash.update(text)`, `decipher.update(data)` */
function isOfDigest(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const method = call.type === "CallExpression" ? readMethodCall(call, sourceCode) : undefined;
  if (method?.name !== "update") return false;
  return /hash\w*(?:\([^()]*\))?$/i.test(sourceCode.getText(method.object));
}

/** Returns whether a call only asks whether a process runs: `process.kill(pid, 0)`. */
export function isSignalProbe(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return /^process\.kill\([^,]+,\s*0\s*\)$/.test(sourceCode.getText(call));
}

/** Returns whether all that a handler's attempt does is to ask. */
export function isQuestion(handler: AttemptHandler, sourceCode: TSESLint.SourceCode): boolean {
  const calls = collectAttempts(handler, sourceCode);
  return calls.length > 0 && calls.every((call) => classifyPurpose(call, sourceCode) === "question");
}

/** Returns whether a function writes a log by its name. That an entry of an audit log is lost is a failure. */
export function isLogWriter(name: string): boolean {
  return WRITES_LOG.test(splitWords(name).join(" ")) && !/audit/i.test(name);
}

/** Returns whether a name begins with a verb of removing: a function of that name is asked to remove something. */
export function isRemoval(name: string): boolean {
  return /^(?:delete|remove|clear|drop)(?:$|[A-Z_])/.test(name);
}

/** Returns whether a drop loses what somebody asks for: a removal, or a failure that the attempt itself throws. */
export function isAskedFor({ node }: AttemptHandler, sourceCode: TSESLint.SourceCode): boolean {
  if (isRemoval(findNameAround(node, sourceCode) ?? "")) return true;
  if (node.type !== "CatchClause") return false;
  const throws = (block: TSESTree.Node): boolean =>
    collectNodes(sourceCode, block, isFunctionNode).some(({ type }) => type === "ThrowStatement");
  return throws(node.parent.block) && !throws(node.body);
}

/** Returns whether a handler stands in a `finally` block. */
export function isInFinally(node: TSESTree.Node): boolean {
  for (let child: TSESTree.Node = node, parent = node.parent; parent; child = parent, parent = parent.parent) {
    if (parent.type === "TryStatement" && parent.finalizer === child) return true;
    // A handler that is a function is no boundary itself.
    if (isExecutionBoundary(parent) && child !== node) return false;
  }
  return false;
}

/** Returns whether a node is a `try` whose handler throws nothing. */
export function catchesFailures(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type !== "TryStatement" || !node.handler) return false;
  return collectNodes(sourceCode, node.handler.body).every(({ type }) => type !== "ThrowStatement");
}

/**
 * Collects the calls whose failure comes to a handler, in the order of the text: not those that only compute, nor
 * those whose failure another handler catches before.
 */
export function collectAttempts(handler: AttemptHandler, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const attempt = findAttempt(handler, sourceCode);
  if (!attempt) return [];
  const isCaught = (node: TSESTree.Node): boolean =>
    node.parent?.type === "TryStatement" && node.parent.block === node && catchesFailures(node.parent, sourceCode);
  return collectNodes(sourceCode, attempt, (node) => isFunctionNode(node) || (node !== attempt && isCaught(node)))
    .filter((node) => /^(?:Call|New|Import)Expression$/.test(node.type))
    .filter((call) => classifyPurpose(call, sourceCode) !== "computation")
    .sort((one, other) => one.range[0] - other.range[0]);
}

/**
 * Finds the code whose failure comes to a handler: the block of a `try`, or `fs.rm(path)` of
 * `fs.rm(path).catch(handler)`.
 */
function findAttempt(
  { node, kind, call: given }: AttemptHandler,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  if (node.type === "CatchClause") return node.parent.block;
  const call = given ?? node.parent;
  if (kind === "callback") return call;
  return call?.type === "CallExpression" ? readMethodCall(call, sourceCode)?.object : undefined;
}

/** Returns the last name of a callee: `rm` of `fs.promises.rm(...)`. */
export function readAttemptedName(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  if (call.type !== "CallExpression" && call.type !== "NewExpression") return "require";
  return readCalleeName(call, sourceCode);
}
