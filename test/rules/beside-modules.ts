import path from "node:path";
import * as typescriptParser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { expect } from "vitest";
import plugin from "../../rules/dist/index.js";
import { type Files, temporaryFolder, writeFiles } from "../kit/project.js";

const BESIDE: Files = {
  "log.ts": "export const log = (value: unknown): any => value;",
  "package.json": `{ "type": "module", "dependencies": { "@modelcontextprotocol/sdk": "1" } }`,
};

/** Writes files into a new folder, beside what each server of these tests has. */
export function writeProject(files: Files): string {
  const folder = temporaryFolder();
  writeFiles(folder, { ...BESIDE, ...files });
  return folder;
}

/** Lints a server beside other modules; what is reported is a rule and the place that it names. */
export function lintBeside(files: Files, code: string, rules: RegExp, preset = "recommended"): readonly string[] {
  return lintFile(path.join(writeProject(files), "server.ts"), code, rules, preset);
}

/** Lints a text under a name of a folder that is on disk. */
export function lintFile(filename: string, code: string, rules: RegExp, preset = "recommended"): readonly string[] {
  return listMessages(filename, code, rules, preset).map(
    ({ ruleId, messageId, line }) => `${line} ${ruleId?.split("/")[1]} ${messageId}`,
  );
}

/** Lists what ESLint reports under a preset, with typescript-eslint's parser. */
export function listMessages(filename: string, code: string, rules: RegExp, preset = "recommended") {
  const [first] = plugin.configs[preset as "recommended"];
  const files = ["**/*.ts"];
  const config = [
    { files, languageOptions: { parser: typescriptParser } },
    { ...first, files },
  ];
  const linter = new Linter({ configType: "flat", cwd: path.dirname(filename) });
  const found = linter.verify(code, config, { filename });
  expect(found.filter(({ fatal }) => fatal)).toEqual([]);
  return found.filter(({ ruleId }) => rules.test(ruleId ?? ""));
}
