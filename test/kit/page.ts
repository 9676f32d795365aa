import fs from "node:fs";
import path from "node:path";
import errorContract from "eslint-plugin-error-contract";
import { presets } from "../../rules/dist/configs.js";
import type { PresetName } from "../../rules/dist/plugin-types.js";

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, "../..");

export interface CodeBlock {
  readonly page: string;
  /** The heading or the `<summary>` that it stands under. */
  readonly section: string;
  readonly language: string;
  readonly code: string;
  /** The line of the page that its fence stands on, from 1. */
  readonly line: number;
}

/** The fenced code of a page, by heading. */
export function codeBlocks(page: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let section = "";
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, text] of fs.readFileSync(path.join(root, page), "utf8").split("\n").entries()) {
    const fence = /^```(\w*)/.exec(text);
    if (fence && open) {
      blocks.push({ page, section, language: open.language, code: open.lines.join("\n"), line: open.line });
      open = undefined;
    } else if (fence) open = { language: fence[1] ?? "", line: index + 1, lines: [] };
    else if (open) open.lines.push(text);
    else section = /^(?:#+ |<details><summary>)([^<]*)/.exec(text)?.[1] ?? section;
  }
  return blocks;
}

/** The rule pages, as paths from the root. */
export function rulePages(): readonly string[] {
  const names = fs.readdirSync(path.join(root, "docs/rules")).filter((name) => name.endsWith(".md"));
  return names.map((name) => `docs/rules/${name}`);
}

/**
 * The preset that the examples of a rule's page are for: `recommended`, also for a rule in no preset, unless the rule
 * is about something that only other contracts have: a deprecated class, or messages of a fixed form.
 */
export function presetOfPage(page: string): PresetName {
  const rule = path.basename(page, ".md") as keyof typeof errorContract.rules;
  if (!(rule in errorContract.rules)) throw new Error(`${page} is about no rule: rules/index.ts has no line for it`);
  if (rule === "no-legacy-error") return "kaiza";
  const named = errorContract.rules[rule].meta?.docs?.presets ?? "all";
  const own = (Object.keys(presets) as PresetName[]).find((preset) => named.includes(preset));
  // One that is added to another takes the settings of that.
  return typeof named === "string" ? "recommended" : (own ?? "recommended");
}
