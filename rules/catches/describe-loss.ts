import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readStaticKey } from "../syntax/references.js";
import { toExcerpt } from "../syntax/words.js";
import { type AttemptHandler, classifyPurpose, collectAttempts, readAttemptedName } from "./attempts.js";
import type { DroppedFailure } from "./dropped-failures.js";

// Where the text stands that a result tells.
const TEXT_KEY = /^(?:text|message|status|title|description)$/;

/** Names the failing work, and either the value that the caller gets instead or the line where the code goes on. */
export function describeLoss(
  handler: AttemptHandler,
  { told, line }: Pick<DroppedFailure, "told" | "line">,
  sourceCode: TSESLint.SourceCode,
): Record<"work" | "told", string> {
  const work = nameOfWork(handler, sourceCode);
  const excerpt = told && toExcerpt(readShownText(told, sourceCode) ?? sourceCode.getText(told));
  return {
    work: work === "" ? "this" : `\`${work}\``,
    told: told
      ? `the caller is told \`${excerpt}\` in line ${told.loc.start.line}`
      : `the code goes on from line ${handler.call?.loc.end.line ?? line}`,
  };
}

/** The name of the call that does something; else of the first one that is awaited, or made. */
export function nameOfWork(handler: AttemptHandler, sourceCode: TSESLint.SourceCode): string {
  const calls = collectAttempts(handler, sourceCode);
  const isAwaited = ({ parent }: TSESTree.Node) => parent?.type === "AwaitExpression";
  const work =
    calls.find((call) => classifyPurpose(call, sourceCode) === "action") ?? calls.find(isAwaited) ?? calls[0];
  return work ? readAttemptedName(work, sourceCode) : "";
}

/** The text that a literal is, or that a result holds: `Saved` of `{ content: [{ type: "text", text: "Saved" }] }`. */
function readShownText(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const value = unwrapExpression(node);
  if (value.type === "Literal") return typeof value.value === "string" && value.value !== "" ? value.value : undefined;
  if (value.type === "TemplateLiteral") return value.quasis.map((quasi) => quasi.value.raw).join("…");
  if (value.type !== "ObjectExpression") return undefined;
  for (const each of collectNodes(sourceCode, value)) {
    if (each.type !== "Property" || !TEXT_KEY.test(readStaticKey(each, sourceCode) ?? "")) continue;
    const text = each.value.type === "ObjectExpression" ? undefined : readShownText(each.value, sourceCode);
    if (text !== undefined) return text;
  }
  return undefined;
}
