import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import type { FailureHandler } from "../catches/failure-handlers.js";
import { addBinding, findKnownCause } from "../causes/known-cause.js";
import type { LintContext } from "../contract/lint-context.js";
import type { Layout } from "../edits/factory-call.js";
import { getLayout, getSourceStyle } from "../edits/source-style.js";
import { resolvesPromise } from "../intents/background.js";
import { isFunctionNode } from "../syntax/functions.js";
import { planConversion } from "./rewrite-raw-error.js";
import { mayThrowAt } from "./throw-places.js";

const PARAMETER_NAMES = ["error", "err", "cause", "caught"];

interface Named {
  readonly name: string;
  readonly addName: (fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[];
}

/**
 * Returns the edits that throw the failure where a handler drops it, as the contract's error. The other code is kept,
 * but for the `return` or the jump that the throw takes the place of. `undefined` where the failure cannot be named, a
 * comment would be lost or would say the opposite, nothing catches the throw, or the handler goes on on purpose: to
 * try again, or to answer.
 */
export function rethrow(
  handler: FailureHandler,
  drop: DroppedFailure,
  context: LintContext,
): TSESLint.ReportFixFunction | undefined {
  const { sourceCode } = context;
  const { at } = drop;
  if (handler.kind !== "catch" && handler.kind !== "rejection") return undefined;
  if (isFunctionNode(handler.node) && (handler.node.parent.type !== "CallExpression" || handler.node.generator))
    return undefined;
  if (!mayThrowAt(handler.node, sourceCode) || resolvesPromise(handler.node, sourceCode)) return undefined;
  const named = handler.binding ? readBoundName(handler.binding) : createBinding(handler, sourceCode);
  const made = named && planConversion(named.name, handler.body, context);
  if (!made) return undefined;
  const printThrow = (layout: Layout) => `throw ${made.text(layout)}`;
  const edit =
    at && at !== handler.node
      ? replaceWithThrow(at, printThrow, sourceCode)
      : insertAtEnd(handler, printThrow, sourceCode);
  return edit && ((fixer) => [...made.imported(fixer), ...named.addName(fixer), edit(fixer)]);
}

type Edit = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix;

function readBoundName(binding: TSESTree.Node): Named | undefined {
  return binding.type === "Identifier" ? { name: binding.name, addName: () => [] } : undefined;
}

function createBinding({ node, body }: FailureHandler, sourceCode: TSESLint.SourceCode): Named | undefined {
  if (node.type === "CatchClause") {
    const cause = findKnownCause(body, [], sourceCode);
    return cause && { name: cause.name, addName: (fixer) => addBinding(fixer, cause, sourceCode) };
  }
  const used = new Set(sourceCode.getTokens(node).map(({ value }) => value));
  const name = PARAMETER_NAMES.find((each) => !used.has(each));
  return name === undefined
    ? undefined
    : { name, addName: (fixer) => addBinding(fixer, { name, unbound: node }, sourceCode) };
}

function getArrowToken(
  node: TSESTree.ArrowFunctionExpression,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Token | TSESTree.Node {
  return sourceCode.getTokenBefore(node.body, { filter: ({ value }) => value === "=>" }) ?? node.body;
}

/** `return null;` becomes the throw. */
function replaceWithThrow(
  at: TSESTree.Node,
  throwing: (layout: Layout) => string,
  sourceCode: TSESLint.SourceCode,
): Edit | undefined {
  if (sourceCode.getCommentsInside(at).length > 0) return undefined;
  const semicolon = sourceCode.getLastToken(at)?.value === ";" ? ";" : "";
  const text = `${throwing(getLayout(at, sourceCode))}${semicolon}`;
  return (fixer) => fixer.replaceText(at, text);
}

/** Inserts a statement at the end of a handler; the expression that a handler consists of is kept in front of it. */
export function insertAtEnd(
  { node, body }: FailureHandler,
  statement: (layout: Layout) => string,
  sourceCode: TSESLint.SourceCode,
): Edit | undefined {
  const base = getLayout(node, sourceCode);
  const indent = base.indent + base.step;
  const layout = { ...base, indent };
  if (body.type !== "BlockStatement") return replaceBodyWithThrow(node, body, statement(layout), sourceCode);
  const close = sourceCode.getLastToken(body);
  const before = close && sourceCode.getTokenBefore(close, { includeComments: true });
  if (!before) return undefined;
  const gap = sourceCode.text.slice(before.range[1], close.range[0]);
  const text = `${statement(layout)}${getSourceStyle(sourceCode).semicolon}`;
  if (gap.includes("\n")) {
    return (fixer) => fixer.insertTextBefore(close, `${base.step}${text}\n${base.indent}`);
  }
  const last = body.body.at(-1);
  const separator = last && isOpen(last, sourceCode) ? ";" : "";
  const inline = `${separator} ${text}${gap === "" ? " " : ""}`;
  return (fixer) => fixer.insertTextAfterRange(before.range, inline);
}

/** Whether nothing ends a statement but the end of its block, or of its line. */
function isOpen(statement: TSESTree.Statement, sourceCode: TSESLint.SourceCode): boolean {
  switch (statement.type) {
    case "IfStatement":
      return isOpen(statement.alternate ?? statement.consequent, sourceCode);
    case "ForStatement":
    case "ForInStatement":
    case "ForOfStatement":
    case "WhileStatement":
    case "LabeledStatement":
      return isOpen(statement.body, sourceCode);
    case "BlockStatement":
    case "SwitchStatement":
    case "TryStatement":
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return false;
    default:
      return sourceCode.getLastToken(statement)?.value !== ";";
  }
}

/** `() => null` becomes `(error) => { throw ... }`; a call is kept: it may log. */
function replaceBodyWithThrow(
  node: FailureHandler["node"],
  body: TSESTree.Expression,
  throwing: string,
  sourceCode: TSESLint.SourceCode,
): Edit | undefined {
  const arrow = node.type === "ArrowFunctionExpression" ? getArrowToken(node, sourceCode) : undefined;
  if (!arrow) return undefined;
  const range: [number, number] = [arrow.range[1], node.range[1]];
  const isCall = /^(?:Call|Await|Chain)Expression$/.test(body.type);
  const inside = sourceCode.text.slice(...range);
  if (/\/[/*]/.test(inside)) return undefined;
  const kept = isCall ? `${sourceCode.getText(body)}; ` : "";
  return (fixer) => fixer.replaceTextRange(range, ` { ${kept}${throwing}; }`);
}
