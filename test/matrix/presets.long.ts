import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { installedProject } from "../kit/installed.js";
import { writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { configuration } from "./configuration.js";
import { eslintFindings, markedLines, projectFiles } from "./outcome.js";
import { VERSIONS } from "./versions.js";

const withJson = (preset: string) => `import json from "@eslint/json";
import errorContract from "eslint-plugin-error-contract";
import { defineConfig } from "eslint/config";

export default defineConfig([
  { files: ["**/*.json"], plugins: { json }, language: "json/json" },
  ${preset},
]);
`;

interface Inspected {
  readonly configs: readonly { readonly name?: string; readonly files?: unknown; readonly rules?: object }[];
  readonly rules: Readonly<
    Record<string, { readonly docs: { description: string; url: string; recommended: boolean } }>
  >;
}

/** What `eslint --inspect-config` hands to its page: a list of values that refer to each other by their place. */
function inspected(project: string): Inspected {
  const folder = path.join(project, "dist/__eslint-config-inspector/__rpc-dump");
  const file = fs.readdirSync(folder).find((name) => name.endsWith("get-payload.fallback.json"))!;
  const values = JSON.parse(fs.readFileSync(path.join(folder, file), "utf8")) as [number, any?][];
  const value = (place: number): any => {
    const [kind, content] = values[place] ?? [];
    if (kind === 1) return content.map(value);
    if (kind === 2) return Object.fromEntries(content.map((pair: number[]) => pair.map(value)));
    return content;
  };
  return value(0).output as Inspected;
}

describe("a preset in a project", () => {
  let project: string;

  beforeAll(async () => {
    const { configInspector, json, eslint } = VERSIONS;
    project = await installedProject(
      [`@eslint/config-inspector@${configInspector}`, `@eslint/json@${json}`, `eslint@${eslint.at(-1)!}`],
      { ...projectFiles("javascript"), ...configuration({ form: "objects", language: "javascript" }) },
    );
  });

  it("shows the inspector its blocks by name, and its rules with what they want and where to read more", async () => {
    const build = await runNode(["node_modules/@eslint/config-inspector/bin.mjs", "build"], { cwd: project });
    expect(build, build.stderr).toMatchObject({ status: 0 });
    const { configs, rules } = inspected(project);

    const blocks = configs.filter(({ name }) => name?.includes("error-contract/kaiza"));
    expect(blocks.map(({ name, files }) => [name!.split(" > ").at(-1), Array.isArray(files)])).toEqual([
      ["error-contract/kaiza", true],
      ["error-contract/kaiza/no-server-code", true],
    ]);
    const shown = Object.keys(blocks[0]!.rules!).map((rule) => [rule, rules[rule]?.docs] as const);
    expect(shown.length).toBeGreaterThan(10);
    for (const [rule, docs] of shown) {
      expect(docs).toMatchObject({ recommended: true, description: expect.stringMatching(/^(require|disallow) /) });
      expect(docs!.url).toMatch(new RegExp(`/docs/${rule.replace("error-contract", "rules")}\\.md$`));
    }
  });

  it("with `files` leaves JSON alone", async () => {
    writeFiles(project, {
      "eslint.config.mjs": withJson(`{ files: ["src/**/*.{js,cjs}"], extends: [errorContract.configs.kaiza] }`),
    });
    const findings = await eslintFindings(project);
    expect(findings.map(({ place, rule }) => `${place} ${rule}`)).toEqual(markedLines("javascript"));
  });

  it("without `files` is refused for JSON", async () => {
    writeFiles(project, { "eslint.config.mjs": withJson(`errorContract.configs.kaiza`) });
    const run = await runNode(["node_modules/eslint/bin/eslint.js", "package.json"], { cwd: project });
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining("do not support the language") });
  });
});
