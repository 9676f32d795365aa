import fs from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import parser from "@typescript-eslint/parser";
import { ESLint, Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import { describe, expect, it } from "vitest";
import { ADDED_PRESETS, presets } from "../../rules/dist/configs.js";
import type { PresetName } from "../../rules/dist/plugin-types.js";
import { fixPass } from "../kit/fix-pass.js";
import { lines } from "../kit/lines.js";
import { oxlint, runOxlint } from "../kit/oxlint.js";
import { codeBlocks, presetOfPage, root, rulePages } from "../kit/page.js";
import { filesOf, legacyServer, legacyServerWith, projectWith, type Files } from "../kit/project.js";
import { allCases } from "../kit/rule-cases.js";
import { isWhole } from "../kit/scope.js";
import { toRows } from "../kit/to-rows.js";

const { shapes } = (await import(path.join(import.meta.dirname, "../../tools/comparison/shapes.js"))) as {
  shapes: () => readonly { readonly file: string; readonly text: string }[];
};

/** `contextResolve` -> `context-resolve.json` */
const fileOf = (preset: string) => `${preset.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;
const PRESET_NAMES = Object.keys(presets) as PresetName[];

/** A preset, and what stands behind it. */
const listWith = (preset: PresetName) => (preset === "recommended" ? [preset, ...ADDED_PRESETS] : [preset]);

/** What a project writes to lint with a preset, and with nothing else. */
const configOf = (preset: PresetName, folder = ".", settings: object = {}) =>
  JSON.stringify({
    extends: listWith(preset).map(
      (name) => `${folder}/node_modules/eslint-plugin-error-contract/oxlint/${fileOf(name)}`,
    ),
    plugins: [],
    categories: { correctness: "off" },
    ignorePatterns: ["node_modules"],
    settings: { errorContract: { contract: presets[preset].contract, types: "off", ...settings } },
  });

interface Sample {
  readonly name: string;
  readonly code: string;
  readonly preset: PresetName;
}

// A file without any of these is a script for oxlint, and a fix brings no import into a script.
const asModule = (code: string) =>
  /\b(?:import|export|require|exports)\b/.test(code) ? code : `${code}\nexport {};\n`;

/**
 * The code of the tests of the rules, under the presets that it is about, as TypeScript and as JavaScript by turns. The
 * gate has one of eleven cases.
 */
function ruleSamples(): Sample[] {
  return allCases().flatMap(({ file, code }, index) => {
    if (!isWhole && index % 11 !== 0) return [];
    const named = PRESET_NAMES.filter((preset) => code.includes(`"error-contract/${presets[preset].contract}"`));
    const about: readonly PresetName[] = named.length > 0 ? named : index % 16 === 0 ? PRESET_NAMES : ["kaiza"];
    const extension = index % 2 === 0 && isJavaScript(code) ? "js" : "ts";
    return about.map((preset) => ({ preset, code: asModule(code), name: `${file}-${index}.${extension}` }));
  });
}

function isJavaScript(code: string): boolean {
  return !new Linter().verify(code, { languageOptions: JSX }).some(({ fatal }) => fatal);
}

const JSX = { parserOptions: { ecmaFeatures: { jsx: true } } };

function exampleSamples(): Sample[] {
  const server = fs
    .readdirSync(legacyServer, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.c?js$/.test(name));
  const pages = rulePages()
    .flatMap(codeBlocks)
    .filter(({ language }) => language === "js" || language === "ts");
  return [
    ...server.map((name) => ({
      name: `server/${name}`,
      preset: "kaiza" as const,
      code: fs.readFileSync(path.join(legacyServer, name), "utf8"),
    })),
    ...pages.map(({ page, line, language, code }) => ({
      name: `${path.basename(page, ".md")}-${line}.${language}`,
      preset: presetOfPage(page),
      code: asModule(code),
    })),
    ...shapes().map(({ file, text }) => ({
      name: `shapes/${file}`,
      preset: "recommended" as const,
      code: asModule(text),
    })),
  ];
}

/** ESLint's findings, by syntax and scope alone. */
function eslintMessages({ name, code, preset }: Sample, folder: string): readonly Linter.LintMessage[] {
  const config = [
    { languageOptions: JSX },
    { files: ["**/*.ts"], languageOptions: { parser } },
    ...listWith(preset).flatMap((each) => errorContract.configs[each]),
    { settings: { errorContract: { ...presets[preset], types: "off" } } },
  ] as Linter.Config[];
  const filename = path.join(folder, preset, name);
  return new Linter({ cwd: folder }).verify(code, config, { filename });
}

function lineOf(file: string, code: string, message: Linter.LintMessage): string {
  const starts = [0, ...[...code.matchAll(/\r\n|[\r\n\u2028\u2029]/g)].map(({ 0: end, index }) => index + end.length)];
  const offset = (line: number, column: number) => (starts[line - 1] ?? 0) + column - 1;
  const { line, column, endLine = line, endColumn = column, ruleId, message: text } = message;
  return `${file} ${offset(line, column)}-${offset(endLine, endColumn)} ${ruleId} ${text}`;
}

describe("the code of the tests, the pages, the examples and the comparison", () => {
  const cases = ruleSamples();
  // What stands on the pages is about all rules.
  const samples = [...cases, ...exampleSamples()];
  const files: Files = Object.fromEntries(samples.map(({ name, preset, code }) => [`${preset}/${name}`, code]));
  const configs = Object.fromEntries(
    PRESET_NAMES.map((preset) => [`${preset}/.oxlintrc.json`, configOf(preset, "..")]),
  );
  const folder = projectWith({ ...files, ...configs, ".oxlintrc.json": `{ "plugins": [] }` });
  const messages = new Map(
    samples.map((sample) => [`${sample.preset}/${sample.name}`, eslintMessages(sample, folder)]),
  );
  const isFatal = (file: string) => messages.get(file)?.some(({ fatal }) => fatal);

  it("has the findings that ESLint has without types, each with the same text at the same place", async () => {
    const { findings, others } = await oxlint(folder, PRESET_NAMES);
    // What one of the two parsers refuses.
    const left = new Set([...others.map(({ file }) => file), ...Object.keys(files).filter(isFatal)]);
    expect(left.size).toBeLessThan(samples.length / 100);

    const expected = [...messages].flatMap(([file, all]) =>
      left.has(file) ? [] : all.map((message) => lineOf(file, files[file] ?? "", message)),
    );
    const found = findings.flatMap(({ file, rule, message, range: [start, end] }) =>
      left.has(file) ? [] : [`${file} ${start}-${end} ${rule} ${message}`],
    );
    expect(found.sort()).toEqual(expected.sort());
    expect(cases.length).toBeGreaterThan(isWhole ? 1000 : 100);
    // A rule in no preset is on nowhere here.
    const inPresets = Object.entries(errorContract.rules).filter(([, { meta }]) => meta?.docs?.presets?.length);
    const rules = inPresets.map(([name]) => `error-contract/${name}`);
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(rules));
  });

  it("is changed by `--fix` as by one pass of ESLint", async () => {
    await runOxlint(folder, ["--fix", "--silent", ...PRESET_NAMES]);
    const fixed = Object.keys(files).filter((file) => !isFatal(file));
    const texts = (textOf: (file: string) => string) => Object.fromEntries(fixed.map((file) => [file, textOf(file)]));
    expect(texts((file) => fs.readFileSync(path.join(folder, file), "utf8"))).toEqual(
      texts((file) => fixPass(files[file] ?? "", messages.get(file) ?? [])),
    );
  });
});

describe("the presets", () => {
  const schema = JSON.parse(
    fs.readFileSync(path.join(root, "node_modules/oxlint/configuration_schema.json"), "utf8"),
  ) as object;
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const guide = codeBlocks("docs/guides/oxlint.md").filter(({ language }) => language === "json");
  const thrown = `export const f = (run) => run().catch(() => {\n  throw new Error("x");\n});\n`;
  const RAW = "error-contract/no-raw-error";

  it.each(PRESET_NAMES)("%s turns on what ESLint's does, and off in tests", (preset) => {
    const text = fs.readFileSync(path.join(root, "rules/oxlint", fileOf(preset)), "utf8");
    const config = JSON.parse(text) as { rules: object; overrides: { rules: object }[] };
    expect(isValid(config), JSON.stringify(isValid.errors)).toBe(true);
    const [on, off] = errorContract.configs[preset];
    expect([config.rules, config.overrides[0]?.rules]).toEqual([on?.rules, off?.rules]);
  });

  it("find what is thrown in a server, and not in its tests", async () => {
    const files = PRESET_NAMES.flatMap((preset) => [
      [`${preset}/server.ts`, thrown],
      [`${preset}/test/server.ts`, thrown],
      [`${preset}/.oxlintrc.json`, configOf(preset, "..")],
    ]);
    const folder = projectWith({ ...(Object.fromEntries(files) as Files), ".oxlintrc.json": `{ "plugins": [] }` });
    const { findings, others } = await oxlint(folder, PRESET_NAMES);
    const rules = PRESET_NAMES.map((preset) => [preset, preset === "node" ? "error-contract/require-cause" : RAW]);
    expect(findings.map(({ file, rule }) => [file, rule]).sort()).toEqual(
      rules.map(([preset, rule]) => [`${preset!}/server.ts`, rule]).sort(),
    );
    expect(others).toEqual([]);
  });

  it.each(guide)(
    "the guide's configuration in line $line is valid, and finds what breaks its contract",
    async ({ code }) => {
      expect(isValid(JSON.parse(code)), JSON.stringify(isValid.errors)).toBe(true);
      const folder = projectWith({
        "src/errors.js": "export class ToolError {}\n",
        "src/a.js": thrown,
        ".oxlintrc.json": code,
      });
      expect((await oxlint(folder, ["src"])).findings.map(({ file, rule }) => [file, rule])).toEqual([
        ["src/a.js", RAW],
      ]);
    },
  );

  it("leave the defaults of oxlint on", async () => {
    const folder = projectWith({ "a.js": `debugger;\n${thrown}`, ".oxlintrc.json": guide[0]?.code ?? "" });
    const { findings, others } = await oxlint(folder, ["a.js"]);
    expect([findings.length, others.length]).toEqual([1, 1]);
  });
});

describe("a mistake in the configuration stops the lint and is named", () => {
  const raw = `throw new Error("x");\n`;
  const plugin = { jsPlugins: ["eslint-plugin-error-contract"], plugins: [], categories: { correctness: "off" } };

  it.each(
    toRows({
      "an unknown setting": [
        { settings: { errorContract: { contarct: "kaiza" } }, rules: { "error-contract/no-raw-error": "error" } },
        "settings.errorContract.contarct",
      ],
      "an unregistered code in an option": [
        { rules: { "error-contract/no-raw-error": ["error", { fallbackCode: "OOPS" }] } },
        "fallbackCode",
      ],
      "an option that has ended": [
        { rules: { "error-contract/no-swallowed-error": ["error", { allowIfCallerCanTell: true }] } },
        "settings.errorContract.strictness",
      ],
      "an unknown option": [{ rules: { "error-contract/no-raw-error": ["error", { allowed: [] }] } }, `"allowed"`],
      "options of a rule that has none": [
        { rules: { "error-contract/require-cause": ["error", {}] } },
        "error-contract/require-cause",
      ],
      "an unknown rule": [{ rules: { "error-contract/no-raw-errors": "error" } }, "no-raw-errors"],
    }),
  )("%s", async (_, config, named) => {
    const folder = projectWith({ "a.js": raw, ".oxlintrc.json": JSON.stringify({ ...plugin, ...config }) });
    const { status, stdout, stderr } = await runOxlint(folder, ["a.js"]);
    expect(status).not.toBe(0);
    expect(stdout + stderr).toContain(named);
  });
});

describe("what stands in other modules", () => {
  const rulesOf = async (files: Files, settings: object, linted: readonly string[]) => {
    const folder = projectWith({ ...files, ".oxlintrc.json": configOf("kaiza", ".", settings) });
    return (await oxlint(folder, linted)).findings.map(({ rule, message }) => [rule, /`([A-Z_]+)`/.exec(message)?.[1]]);
  };
  const used = `import { SystemError } from "error-contract/kaiza";
throw SystemError.toolFailure("UPSTREAM_FAILED");
`;
  const unknown = used.replace("UPSTREAM_FAILED", "NEVER_REGISTERED");

  it.each(["codes.js", "codes.ts"])("the codes of %s are read", async (name) => {
    const assertion = name.endsWith("ts") ? " as const" : "";
    const codes = `export const CODES = { UPSTREAM_FAILED: "UPSTREAM_FAILED" }${assertion};\n`;
    const settings = { codes: { module: `./${name}`, export: "CODES" } };
    expect(await rulesOf({ [name]: codes, "a.js": used, "b.js": unknown }, settings, ["a.js", "b.js"])).toEqual([
      ["error-contract/no-unregistered-code", "NEVER_REGISTERED"],
    ]);
  });
});

describe("fixes", () => {
  it("settle within three runs, as ESLint's do within three passes", async () => {
    const folder = legacyServerWith({ ".oxlintrc.json": configOf("kaiza") });
    const runs: Files[] = [];
    for (let run = 0; run < 4; run++) {
      await runOxlint(folder, ["--fix", "--silent"]);
      runs.push(filesOf(folder));
    }
    const { ".oxlintrc.json": _, ...settled } = runs[2] ?? {};
    expect(runs[3]).toEqual(runs[2]);

    const cwd = legacyServerWith({});
    const overrideConfig = [
      { files: ["**/*.cjs"], languageOptions: { sourceType: "commonjs" } },
      ...errorContract.configs.kaiza,
    ] as Linter.Config[];
    const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig, fix: true });
    await ESLint.outputFixes(await eslint.lintFiles(["."]));
    expect(settled).toEqual(filesOf(cwd));
  });

  it("stand alone: two that need the import are applied one after the other", async () => {
    const two = lines`
      export const f = () => {
        throw new Error("INVALID_PATH: a");
      };
      export const g = () => {
        throw new Error("HASH_MISMATCH: b");
      };
    `;
    const folder = projectWith({ "a.js": two, ".oxlintrc.json": configOf("kaiza") });
    const text = () => fs.readFileSync(path.join(folder, "a.js"), "utf8");
    const counts = () => [text().split("import {").length - 1, text().split("new Error").length - 1];
    await runOxlint(folder, ["--fix", "a.js"]);
    expect(counts()).toEqual([1, 1]);
    await runOxlint(folder, ["--fix", "a.js"]);
    expect(counts()).toEqual([1, 0]);
  });

  it("`--fix-suggestions` takes the best suggestion", async () => {
    const folder = projectWith({
      "a.js": `export const f = (file) => { if (!file) throw new Error("file is required"); };\n`,
      ".oxlintrc.json": configOf("kaiza"),
    });
    await runOxlint(folder, ["--fix-suggestions", "a.js"]);
    expect(fs.readFileSync(path.join(folder, "a.js"), "utf8")).toContain("SYSTEM_ERROR_CODES.MISSING_REQUIRED_FIELD");
  });
});

describe("functions of other modules", () => {
  it("are read under oxlint as they are under ESLint", async () => {
    const folder = projectWith({
      ".oxlintrc.json": configOf("recommended"),
      "answers.ts": `export const fail = (error: Error) => ({ content: [{ type: "text", text: error.message }] });\n`,
      "server.ts": lines`
        import { fail } from "./answers.js";
        server.registerTool("read", {}, async ({ id }: { id: string }) => {
          try { return await load(id); } catch (error) { return fail(error as Error); }
        });
      `,
    });
    const { findings, others } = await oxlint(folder);
    expect(others).toEqual([]);
    expect(findings.map(({ file, message }) => `${file} ${message}`).sort()).toEqual([
      "answers.ts Throw `toolError(...)`; the client takes this answer for a success.",
      "server.ts Let `fail` throw `toolError(...)`; the client takes its answer, which one call in this file gives, for a success.",
    ]);
  });
});
