import fs from "node:fs";
import path from "node:path";
import { Linter } from "eslint";
import plugin from "eslint-plugin-error-contract";
import { describe, expect, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import { root } from "../kit/page.js";

type RuleName = keyof typeof plugin.rules;

function lint(rule: RuleName, code: string, { options = {}, strictness }: { options?: object; strictness?: string }) {
  const config = {
    plugins: { "error-contract": { rules: plugin.rules } },
    rules: { [`error-contract/${rule}`]: ["error", options] },
    settings: { errorContract: { ...presets.recommended, ...(strictness && { strictness }) } },
  };
  return new Linter().verify(code, [config as unknown as Linter.Config]).length;
}

/** For each rule that reads the setting: what both levels report, and what `strict` alone reports. */
const DIFFERENCES: readonly (readonly [rule: RuleName, both: string, strictAlone: string])[] = [
  [
    "no-swallowed-error",
    `export function f() { try { return load(); } catch { return []; } }`,
    `export function f() { try { return load(); } catch { return null; } }`,
  ],
  [
    "no-error-result",
    `const f = () => ({ content: [{ type: "text", text: "Error: it is gone" }] });`,
    `const f = () => ({ isError: true, content: [{ type: "text", text: "it is gone" }] });`,
  ],
  [
    "no-raw-error",
    `export function f() { throw new Error("a"); }`,
    `export function f() { try { throw new Error("a"); } catch (e) { return String(e); } }`,
  ],
  [
    "no-error-leak",
    `async function f(req, res) { try { await run(); } catch (err) { res.send(err.stack); } }`,
    `async function f(req, res) { try { await run(); } catch (err) { res.send(isDev ? err.stack : "Failed"); } }`,
  ],
];

describe("the setting `strictness`", () => {
  it.each(DIFFERENCES)("%s reports more at `strict`", (rule, both, strictAlone) => {
    for (const strictness of ["recommended", "strict"]) expect(lint(rule, both, { strictness })).toBe(1);
    expect(lint(rule, strictAlone, { strictness: "recommended" })).toBe(0);
    expect(lint(rule, strictAlone, { strictness: "strict" })).toBe(1);
  });

  it("the page has a row for each rule that reads it", () => {
    const page = fs.readFileSync(path.join(root, "docs/guides/settings.md"), "utf8");
    const [, section] = /^## `strictness`\n([^]*?)^## /m.exec(page)!;
    const rules = [...section!.matchAll(/^\| `([\w-]+)`/gm)].map(([, rule]) => rule);
    expect(rules).toEqual(DIFFERENCES.map(([rule]) => rule));
  });
});

describe("an option that has ended stops the lint", () => {
  it.each([
    ["no-swallowed-error", "allowIfCallerCanTell", true, `"recommended"`],
    ["no-swallowed-error", "allowIfCallerCanTell", false, `"strict"`],
    ["no-error-leak", "allowInDevelopment", true, `"recommended"`],
    ["no-error-leak", "allowInDevelopment", false, `"strict"`],
    ["no-error-result", "eachResult", false, `"recommended"`],
    ["no-error-result", "eachResult", true, `"strict"`],
    ["no-raw-error", "strict", false, `"recommended"`],
    ["no-raw-error", "strict", true, `"strict"`],
    ["no-raw-error", "strict", null, "null"],
  ] as const)("%s: %s: %s", (rule, option, value, level) => {
    expect(() => lint(rule, "f();", { options: { [option]: value } })).toThrow(
      `error-contract/${rule}: the option \`${option}\` has ended: expected ` +
        `\`settings.errorContract.strictness: ${level}\` in its place; found \`${option}: ${value}\`.`,
    );
  });

  it.each(DIFFERENCES.map(([rule]) => rule))("%s has no other option of that kind", (rule) => {
    expect(() => lint(rule, "f();", { options: { lenient: true } })).toThrow("lenient");
  });
});
