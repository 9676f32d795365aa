import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "../syntax/expressions.js";
import { nodesIn } from "../syntax/nodes.js";
import { staticKey } from "../syntax/references.js";
import { type AttemptHandler, attemptedName, callsAttempted, purposeOf } from "./attempts.js";
import type { DroppedFailure } from "./dropped-failures.js";

const MAX_LENGTH = 40;
// Where the text stands that a result tells.
const TEXT_KEY = /^(?:text|message|msg|status|title|description)$/;

/** Names the failing work, and either the value that the caller gets instead or the line where the code goes on. */
export function describeLoss(
  handler: AttemptHandler,
  { told, line }: Pick<DroppedFailure, "told" | "line">,
  sourceCode: TSESLint.SourceCode,
): Record<"work" | "told", string> {
  const work = nameOfWork(handler, sourceCode);
  return {
    work: work === "" ? "this" : `\`${work}\``,
    told: told
      ? `the caller is told \`${excerpt(told, sourceCode)}\` in line ${told.loc.start.line}`
      : `the code goes on from line ${line}`,
  };
}

/** The name of the call that does something; else of the first one that is awaited, or made. */
export function nameOfWork(handler: AttemptHandler, sourceCode: TSESLint.SourceCode): string {
  const calls = callsAttempted(handler, sourceCode).filter((call) => purposeOf(call, sourceCode) !== "computation");
  const isAwaited = ({ parent }: TSESTree.Node) => parent?.type === "AwaitExpression";
  const work = calls.find((call) => purposeOf(call, sourceCode) === "action") ?? calls.find(isAwaited) ?? calls[0];
  return work ? attemptedName(work, sourceCode) : "";
}

function excerpt(value: TSESTree.Expression, sourceCode: TSESLint.SourceCode): string {
  const text = (textIn(value, sourceCode) ?? sourceCode.getText(value)).replace(/\s+/g, " ").replaceAll("`", "");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).trimEnd()}…` : text;
}

/** The text that a literal is, or that a result holds: `Saved` of `{ content: [{ type: "text", text: "Saved" }] }`. */
function textIn(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const value = unwrapped(node);
  if (value.type === "Literal") return typeof value.value === "string" && value.value !== "" ? value.value : undefined;
  if (value.type === "TemplateLiteral") return value.quasis.map((quasi) => quasi.value.raw).join("…");
  if (value.type !== "ObjectExpression") return undefined;
  for (const each of nodesIn(sourceCode, value)) {
    if (each.type !== "Property" || !TEXT_KEY.test(staticKey(each, sourceCode) ?? "")) continue;
    const text = each.value.type === "ObjectExpression" ? undefined : textIn(each.value, sourceCode);
    if (text !== undefined) return text;
  }
  return undefined;
}
