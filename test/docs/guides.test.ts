import fs from "node:fs";
import path from "node:path";
import { ESLint } from "eslint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lines } from "../kit/lines.js";
import { codeBlocks, root } from "../kit/page.js";
import { filesOf, projectWith } from "../kit/project.js";
import { runLine } from "../kit/run-node.js";

/** Inside the repository, so that what the examples import is found. */
const folder = path.join(root, "node_modules/.cache/docs-test");
const pages = ["docs/guides/settings.md", "docs/guides/migrating.md"];
const blocks = pages.flatMap((page) => codeBlocks(page)).filter(({ language }) => language === "js");
const startsWith = (name: string) => blocks.filter(({ code }) => code.startsWith(`// ${name}`));
const configurations = startsWith("eslint.config.mjs");

const legacy = lines`
  import { KaizaError } from "../core/error.js";
  throw new KaizaError({ error_code: "INTERNAL_ERROR" });
`;

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

beforeAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  write("package.json", `{ "type": "module" }`);
  // What the settings of the examples name.
  write("src/core/tool-error.js", "export class ToolError extends Error {}\nexport const TOOL_ERROR_CODES = {};\n");
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("configurations", () => {
  it("are there", () => expect(configurations.length).toBeGreaterThanOrEqual(2));

  it.each(configurations)("$page, line $line: finds what breaks its contract", async ({ code, page, line }) => {
    const overrideConfigFile = write(`config-${page.replaceAll("/", "-")}-${line}.js`, code);
    const eslint = new ESLint({ cwd: folder, overrideConfigFile });
    const isNeutral = code.includes("configs.recommended");
    const text = isNeutral
      ? `export function fail() {\n  throw new Error("NOT_FOUND: There is no such note");\n}\n`
      : legacy;
    const [result] = await eslint.lintText(text, { filePath: path.join(folder, "src/tools/read_file.js") });
    const expected = isNeutral ? "error-contract/no-raw-error" : "error-contract/no-legacy-error";
    expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(expected);
  });
});

it("docs/guides/migrating.md: the bulk fix rewrites sources, and neither tests nor the configuration", async () => {
  const many = (page: string) => codeBlocks(page).filter(({ section }) => section === "Many files at once");
  const [config, command] = many("docs/guides/migrating.md");
  const raw = `export function fail() {\n  throw new Error("It is gone");\n}\n`;
  const failing = `${config!.code}\nexport function fail() {\n  throw new Error("It is gone");\n}\n`;
  const project = projectWith({
    "package.json": `{ "type": "module" }`,
    "eslint.config.js": failing,
    "server.js": raw,
    "src/notes.js": raw,
    "src/notes.test.js": raw,
    "test/notes.js": raw,
    "test-notes.js": raw,
  });
  const before = filesOf(project);
  const run = await runLine(command!.code, { cwd: project });
  expect(run, run.stdout + run.stderr).toMatchObject({ status: 0 });

  const { "server.js": server, "src/notes.js": notes, ...others } = filesOf(project);
  expect(before).toMatchObject(others);
  for (const source of [server, notes])
    expect(source).toContain(`throw toolError(TOOL_ERROR_CODES.INTERNAL, "It is gone"`);

  // The reason that the page gives for not using it.
  const line = `npx eslint . --rule '{ "error-contract/no-raw-error": "error" }'`;
  expect((await runLine(line, { cwd: project })).stdout).toMatch(/test-notes\.js/);
});
