// The code around or after a failure may excuse a drop: it goes another way to the answer, does something about the
// failure, or handles another one already.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { classifyPurpose, readAttemptedName } from "../catches/attempts.js";
import { findEnclosingHandler } from "../catches/failure-handlers.js";
import { isEmptyValue } from "../model/sayings.js";
import { isVisitor } from "../syntax/function-called.js";
import { isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { resolveVariable } from "../syntax/references.js";
import type { DropFacts } from "./drop-facts.js";

/** `let text; try { text = read(); } catch {} if (!text) text = fetch();`: code below looks for the missing value. */
export function isTriedOtherwise({ handler: { node }, sourceCode }: DropFacts): boolean {
  if (node.type !== "CatchClause") return false;
  const attempt = node.parent;
  return collectNodes(sourceCode, attempt.block, isFunctionNode).some((each) => {
    if (each.type !== "AssignmentExpression" || each.left.type !== "Identifier") return false;
    const variable = resolveVariable(each.left, sourceCode);
    return variable?.references.some(
      ({ identifier }) => identifier.range[0] > attempt.range[1] && isTestedForAbsence(identifier),
    );
  });
}

const ASSIGNS_IF_ABSENT = /^(?:\?\?|\|\|)=$/;
const EQUALS = /^={2,3}$/;

/** `if (!value)`, `if (value === undefined)`, `value ??= other`, `value ||= other` */
function isTestedForAbsence(read: TSESTree.Node): boolean {
  const { parent } = read;
  if (parent?.type === "AssignmentExpression") return parent.left === read && ASSIGNS_IF_ABSENT.test(parent.operator);
  if (parent?.type === "UnaryExpression") return parent.operator === "!" && parent.parent.type === "IfStatement";
  if (parent?.type !== "BinaryExpression" || parent.parent.type !== "IfStatement") return false;
  return EQUALS.test(parent.operator) && isEmptyValue(parent.right);
}

/** Returns whether a connection that takes no message is closed, or removed from the list. */
export function isPeerClosed({ handler, calls, sourceCode }: DropFacts): boolean {
  if (!calls.some((call) => isSending(call, sourceCode))) return false;
  return collectNodes(sourceCode, handler.node).some(
    (each) => each.type === "CallExpression" && classifyPurpose(each, sourceCode) === "cleanup",
  );
}

const TO_PEER = /^(?:send\w*|write)$/;

/** Returns whether a call sends a message to the other end of a connection. */
export function isSending(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return TO_PEER.test(readAttemptedName(call, sourceCode));
}

/** Returns whether the handler stands in that of another failure, or in a `forEach` there. */
export function handlesAnother({ handler, owner, sourceCode }: DropFacts): boolean {
  if (findEnclosingHandler(handler.node, sourceCode)) return true;
  return owner !== undefined && isVisitor(owner, sourceCode) && findEnclosingHandler(owner, sourceCode) !== undefined;
}

const READS_BODY = /^(?:text|json)$/;
const IS_REFUSED = /!\s*[\w.]+\.ok\b/;

/** `if (!response.ok) { const text = await response.text().catch(() => ""); ... }`: the details of a failure. */
export function readsRefusal({ handler: { node }, calls, sourceCode }: DropFacts): boolean {
  if (!calls.every((each) => READS_BODY.test(readAttemptedName(each, sourceCode)))) return false;
  for (let child: TSESTree.Node = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if (isFunctionNode(parent) && parent !== node) return false;
    if (parent.type === "IfStatement" && parent.consequent === child)
      return IS_REFUSED.test(sourceCode.getText(parent.test));
  }
  return false;
}
