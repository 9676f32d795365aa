import type { TSESLint } from "@typescript-eslint/utils";
import { structuredPatch } from "diff";

/** The lines that edits of a text remove and add, without the lines around them. */
export function showExample(text: string, edits: readonly TSESLint.RuleFix[]): string {
  const { hunks } = structuredPatch("", "", text, editText(text, edits), "", "", { context: 0 });
  return hunks.flatMap(({ lines }) => lines.filter((line) => /^[-+]/.test(line))).join("\n");
}

function editText(text: string, edits: readonly TSESLint.RuleFix[]): string {
  const inOrder = [...edits].sort((one, other) => one.range[0] - other.range[0] || one.range[1] - other.range[1]);
  let edited = "";
  let position = 0;
  for (const { range, text: inserted } of inOrder) {
    edited += text.slice(position, range[0]) + inserted;
    position = Math.max(position, range[1]);
  }
  return edited + text.slice(position);
}
