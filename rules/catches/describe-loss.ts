import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Handler } from "../model/handlers.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/source-file.js";
import { readStaticKey } from "../syntax/properties.js";
import { toExcerpt } from "../syntax/words.js";
import type { DroppedFailure } from "./dropped-failures.js";

/** The members of a result that hold the text which it tells. */
const TEXTS: ReadonlySet<string | undefined> = new Set(["text", "message", "status"]);

/** Names the failing work, and either the value that the caller gets instead or the line where the code goes on. */
export function describeLoss(
  { work, call, sourceCode }: Handler,
  { told, line }: Pick<DroppedFailure, "told" | "line">,
): Record<"work" | "told", string> {
  const excerpt = told && toExcerpt(readShownText(told, sourceCode) ?? sourceCode.getText(told));
  return {
    work: work === "" ? "this" : `\`${work}\``,
    told: told
      ? `the caller is told \`${excerpt}\` in line ${told.loc.start.line}`
      : `the code goes on from line ${call?.loc.end.line ?? line}`,
  };
}

/** The text that a literal is, or that a result holds: `Saved` of `{ content: [{ type: "text", text: "Saved" }] }`. */
function readShownText(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const value = unwrapExpression(node);
  if (value.type === "Literal") return typeof value.value === "string" && value.value !== "" ? value.value : undefined;
  if (value.type === "TemplateLiteral") return value.quasis.map((quasi) => quasi.value.raw).join("…");
  if (value.type !== "ObjectExpression") return undefined;
  for (const each of collectNodes(sourceCode, value)) {
    const isText = each.type === "Property" && TEXTS.has(readStaticKey(each, sourceCode));
    const text = isText && each.value.type !== "ObjectExpression" ? readShownText(each.value, sourceCode) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}
