// `explain` prints the page of each rule, which the package ships.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import plugin from "eslint-plugin-error-contract";
import { root } from "../kit/page.js";
import { temporaryFolder } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const RULES = Object.keys(plugin.rules);
const explain = (...args: string[]) => runHere(temporaryFolder(), "explain", ...args);

it.each(RULES)("%s: says all that the page says, and no mark of another tool", async (rule) => {
  const { status, stdout } = await explain(rule);
  expect(status).toBe(0);
  const page = fs.readFileSync(path.join(root, `docs/rules/${rule}.md`), "utf8");
  const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!.replace(/\[(.*?)\]\(.*?\)/g, "$1"));
  expect(headings).not.toEqual([]);
  for (const heading of headings) expect(stdout.split("\n")).toContain(heading);
  expect(stdout).not.toMatch(/^```|<!--|\]\(/m);
});

it("takes the name as ESLint prints it, and gives the page as it is to programs", async () => {
  const { stdout } = await explain("error-contract/no-raw-error", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    rule: "no-raw-error",
    description: plugin.rules["no-raw-error"].meta?.docs?.description,
    page: fs.readFileSync(path.join(root, "docs/rules/no-raw-error.md"), "utf8"),
  });
});

it("lists the rules without a name", async () => {
  const { stdout } = await explain();
  expect(stdout.split("\n").map((line) => line.split(" ")[0])).toEqual([...RULES, ""]);
  expect(JSON.parse((await explain("--json")).stdout).map(({ rule }: { rule: string }) => rule)).toEqual(RULES);
});

it.each([
  [["no-raw-eror"], "did you mean `no-raw-error`?"],
  [["no-raw-error", "require-cause"], "expects one rule"],
  [["no-raw-error", "--cwd"], "'--cwd'"],
])("refuses %s", async (args, problem) => {
  expect(await explain(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(problem) });
});

it("no rule names an address that not everybody can open", () => {
  expect(Object.values(plugin.rules).filter(({ meta }) => meta?.docs && "url" in meta.docs)).toEqual([]);
});
