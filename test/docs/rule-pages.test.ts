import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import errorContract from "eslint-plugin-error-contract";
import { presets } from "../../rules/dist/configs.js";
import { findings, type Host } from "../kit/marked-code.js";
import { codeBlocks, presetOfPage, root, rulePages, type CodeBlock } from "../kit/page.js";

const SECTIONS = ["Incorrect", "Correct", "What types add", "Fix safety", "Limits", "When not to use it"];

const ruleName = (page: string) => path.basename(page, ".md");

function found({ page, code, language }: CodeBlock, strictness: "recommended" | "strict" = "strict") {
  const name = ruleName(page) as keyof typeof errorContract.rules;
  const host: Host = language === "ts" ? "typed" : "javascript";
  const settings = { ...presets[presetOfPage(page)], strictness };
  return findings({ name, rule: errorContract.rules[name] }, code, { host, settings });
}

it.each(Object.keys(errorContract.rules))("%s has its page", (rule) => {
  expect(rulePages()).toContain(`docs/rules/${rule}.md`);
});

describe.each(rulePages())("%s", (page) => {
  const blocks = codeBlocks(page).filter(({ language }) => language === "js" || language === "ts");
  const inSection = (section: string) => blocks.filter((block) => block.section === section);

  it("has the sections of a rule page", () => {
    const headings = fs.readFileSync(path.join(root, page), "utf8").match(/(?<=^## ).*/gm) ?? [];
    expect(headings.filter((heading) => SECTIONS.includes(heading))).toEqual(SECTIONS);
    expect(blocks.map(({ section }) => section)).toEqual(expect.arrayContaining(["Incorrect", "Correct"]));
  });

  it.each(inSection("Incorrect"))("reports the incorrect example in line $line", (block) => {
    expect(found(block)).not.toEqual([]);
  });

  it("`recommended` reports the incorrect examples too, unless the page says otherwise", () => {
    const silent = inSection("Incorrect").filter((block) => found(block, "recommended").length === 0);
    const allButTheLast = /`recommended` reports all but\s+the last/.test(
      fs.readFileSync(path.join(root, page), "utf8"),
    );
    expect(silent).toEqual(allButTheLast ? inSection("Incorrect").slice(-1) : []);
  });

  it.each(inSection("Correct"))("accepts the correct example in line $line", (block) => {
    expect(found(block)).toEqual([]);
  });
});
