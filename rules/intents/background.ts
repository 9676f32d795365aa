// The place of a handler may excuse a drop: no caller waits for timers, listeners, events and components.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { classifyPurpose, readAttemptedName } from "../catches/attempts.js";
import { isResolveName } from "../catches/throw-sites.js";
import { isPassedTo, isVisitor } from "../syntax/function-called.js";
import { type FunctionNode, findEnclosingFunction, findFunctionVariable } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { isPageScript, rendersComponents } from "../syntax/source-file.js";
import { BACKGROUNDS, LISTENERS, TIMERS, UNLISTENERS } from "../words/calls.js";
import { type DropFacts, hasOnly } from "./drop-facts.js";
import { isSending } from "./other-ways.js";

/** Returns whether the code belongs to a component or a script of a page, which has only the console to tell. */
export function isInComponent({ answers, sourceCode }: DropFacts): boolean {
  return answers.length === 0 && (rendersComponents(sourceCode) || isPageScript(sourceCode));
}

const RUNS_LATER = new Set([...TIMERS, ...BACKGROUNDS, ...LISTENERS]);
const TAKES_LISTENER = new Set([...LISTENERS, ...UNLISTENERS]);

/** Returns whether the code runs in a timer, a listener, or a function that another function calls where it stands. */
export function isInBackground({ handler, owner, sourceCode }: DropFacts): boolean {
  if (collectResolutions(handler.node, sourceCode).length > 0) return false;
  if (handler.kind === "listener") return true;
  let around = owner;
  while (around && isVisitor(around, sourceCode)) around = findEnclosingFunction(around);
  if (!around) return false;
  if (isAddedAsListener(around, sourceCode)) return true;
  const isCalledInPlace = around.parent.type === "CallExpression" && around.parent.callee === around;
  return isCalledInPlace ? findEnclosingFunction(around) !== undefined : isPassedTo(around, RUNS_LATER, sourceCode);
}

/** Collects the calls that resolve a promise, as `resolve(false)` in a listener: it tells who waits for it. */
export function collectResolutions(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): readonly TSESTree.CallExpression[] {
  return collectNodes(sourceCode, node).filter(
    (each): each is TSESTree.CallExpression =>
      each.type === "CallExpression" && each.callee.type === "Identifier" && isResolveName(each.callee, sourceCode),
  );
}

/** `const onMessage = (event) => {...}; socket.on("message", onMessage);` */
function isAddedAsListener(node: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const uses = findFunctionVariable(node, sourceCode)?.references.filter(({ init }) => init !== true) ?? [];
  return hasOnly(uses, ({ identifier }) => isPassedTo(identifier, TAKES_LISTENER, sourceCode));
}

const SETS_UP = /^(?:init(?:iali[sz]e)?|set(?:up)?)(?:$|[A-Z])/;

/**
 * `void pool.warmUp().catch(log);` in a function that does not wait for it, unless the call saves or sets up something:
 * that is missed later.
 */
export function isLeftToItself({ handler, calls, sourceCode }: DropFacts): boolean {
  const { kind, node, call } = handler;
  const { parent } = call ?? node.parent ?? node;
  const statement = parent?.type === "UnaryExpression" ? parent.parent : parent;
  if (kind !== "rejection" || statement?.type !== "ExpressionStatement" || !findEnclosingFunction(statement))
    return false;
  return calls.every(
    (each) =>
      isSending(each, sourceCode) ||
      (!SETS_UP.test(readAttemptedName(each, sourceCode)) && classifyPurpose(each, sourceCode) !== "action"),
  );
}
