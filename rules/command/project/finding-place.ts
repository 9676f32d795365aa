import type { SeenReport } from "../../create-rule.js";

/** The place of a finding in a text of a file. */
export function placeKey(file: string, rule: string, at: { readonly line: number; readonly column: number }): string {
  return `${file}\n${rule}\n${at.line}:${at.column}`;
}

/** The name of a rule without the namespace that the configuration gives the plugin. */
export const readRuleName = (ruleId: string): string => ruleId.slice(ruleId.lastIndexOf("/") + 1);

/** Reads where a report stands, counted from 1, as in messages of ESLint. */
export function readPlace({ descriptor }: SeenReport): { readonly line: number; readonly column: number } {
  const loc = "loc" in descriptor ? descriptor.loc : "node" in descriptor ? descriptor.node.loc : undefined;
  const { line, column } = loc ? ("start" in loc ? loc.start : loc) : { line: 1, column: 0 };
  return { line, column: column + 1 };
}
