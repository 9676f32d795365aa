import errorContract from "eslint-plugin-error-contract";
import type { MarkdownRenderer } from "vitepress";
import { encodeAddress } from "../play/address.js";

/** Returns the anchor that GitHub gives to a heading, so that a link leads to the same place on both. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

/** Adds to examples of rules their place in the playground, keeps spaces, and lets wide tables be scrolled by keys. */
export function extendMarkdown({ renderer: { rules } }: MarkdownRenderer, base: string): void {
  const { fence } = rules;
  rules.fence = (tokens, index, options, env: { readonly relativePath?: string }, self) => {
    const html = fence?.(tokens, index, options, env, self) ?? "";
    const rule = /^rules\/([a-z-]+)\.md$/.exec(env.relativePath ?? "")?.[1] ?? "";
    if (!(rule in errorContract.rules) || !isExample(tokens.slice(0, index))) return html;
    const address = encodeAddress({ code: tokens[index]?.content ?? "", preset: findPreset(rule), rules: [rule] });
    return `<div class="example">${html}<a href="${base}play${address}">Open in playground</a></div>`;
  };
  // Vue would drop a line end between two elements.
  rules.softbreak = () => " ";
  rules.table_open = () => `<div class="table" role="group" tabindex="0">\n<table>\n`;
  rules.table_close = () => "</table>\n</div>\n";
}

/** Returns whether code stands under "Incorrect" or "Correct", from what stands before it. */
function isExample(tokens: readonly { readonly type: string; readonly content: string }[]): boolean {
  const heading = tokens.findLastIndex(({ type }) => type === "heading_open");
  return /^(?:Inc|C)orrect/.test(tokens[heading + 1]?.content ?? "");
}

/** The preset that the examples on the page of a rule follow. */
function findPreset(rule: string): string {
  // It is about the deprecated class of one contract.
  if (rule === "no-legacy-error") return "kaiza";
  const presets = errorContract.rules[rule as keyof typeof errorContract.rules].meta?.docs?.presets;
  // One that is added to another has no settings of its own.
  const configs: Readonly<Partial<Record<string, readonly { readonly settings?: object }[]>>> = errorContract.configs;
  const own = typeof presets === "object" ? presets.find((name) => configs[name]?.[0]?.settings) : undefined;
  return own ?? "recommended";
}
