import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { EXCUSES } from "../../rules/dist/catches/excuses.js";
import { LOSSES } from "../../rules/dist/catches/stand-ins.js";
import { presets } from "../../rules/dist/configs.js";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { findings } from "../kit/marked-code.js";
import { root } from "../kit/page.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };
const page = fs.readFileSync(path.join(root, "docs/rules/no-swallowed-error.md"), "utf8");

/** The rows of a table of the page: what is said, the code that is silent, the code that is reported. */
function readRows(table: string) {
  const text = new RegExp(`^\\| ${table} [^]*?(?=\n\n)`, "m").exec(page)![0];
  return [...text.matchAll(/^\| (?!-)(.*) \|$/gm)].slice(1).map(([, row]) => {
    const cells = row!.split(" | ").map((cell) => cell.trim());
    const [silent, reported] = cells.slice(-2).map((cell) => cell.replaceAll("`", ""));
    return [cells[0]!, cells.slice(0, -2).join(": "), silent!, reported!] as const;
  });
}

/** An example is the body of a function, unless it declares one or runs at the top of a module. */
function toCode(example: string) {
  const isBody = /\b(?:return|await|const|save|this|names)\b/.test(example) && !/\bfunction\b|^set|^main/.test(example);
  return isBody ? `export async function f(id, file, use) { ${example} }` : example;
}

const find = (example: string, strictness: "recommended" | "strict") =>
  findings(rule, toCode(example), { host: "untyped", settings: { ...presets.recommended, strictness } });

describe.each(["it gives", "excuse", "loss"])("the table of the page: %s", (table) => {
  it.each(readRows(table))("%s: %s", (_, __, silent, reported) => {
    expect(find(silent, "recommended")).toEqual([]);
    expect(find(silent, "strict")).toHaveLength(1);
    expect(find(reported, "recommended")).toHaveLength(1);
  });
});

describe("the head of the page", () => {
  const lenient = Object.entries(presets)
    .filter(([, { strictness }]) => strictness === "recommended")
    .map(([name]) => `\`${name}\``);

  it("names the presets that are lenient", () => {
    expect(page).toContain(`${lenient.join(" and ")} ask **can the caller that waits tell?**`);
  });

  it.each([
    ["a log", "try { return read(id); } catch (error) { console.error(error); return []; }", 1],
    ["a default", "try { return read(id); } catch { return []; }", 1],
    ["cleanup", "for (const each of id) { try { await each.close(); } catch {} }", 0],
    ["a comment", "try { return read(id); } catch { /* the list is optional */ return []; }", 0],
  ])("%s: strict presets report it, also where the others do not", (_, code, found) => {
    expect(find(code, "strict")).toHaveLength(1);
    expect(find(code, "recommended")).toHaveLength(found);
  });

  it("a comment that marks the drop as intended: no preset reports it", () => {
    const code = "try { return read(id); } catch { /* Intended: the list is optional */ return []; }";
    expect([...find(code, "strict"), ...find(code, "recommended")]).toEqual([]);
  });
});

it.each([
  ["excuse", EXCUSES],
  ["loss", LOSSES],
])("has a row for each %s, and only for those", (table, facts) => {
  expect([...new Set(readRows(table).map(([name]) => name))]).toEqual(Object.keys(facts));
});
