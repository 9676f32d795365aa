import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { installedProject } from "../kit/installed.js";
import { oxlint, runOxlint } from "../kit/oxlint.js";
import { markedLines, projectFiles } from "./outcome.js";
import { VERSIONS } from "./versions.js";

const CONFIG = {
  extends: ["./node_modules/eslint-plugin-error-contract/oxlint/kaiza.json"],
  plugins: [],
  categories: { correctness: "off" },
  settings: { errorContract: { contract: "kaiza" } },
};

const TSCONFIG = {
  compilerOptions: { strict: true, module: "nodenext", target: "es2022", noEmit: true, checkJs: true, types: ["node"] },
  include: ["src"],
};

interface Cell {
  readonly version: string;
  readonly language: "typed" | "untyped";
}

const [oldest, newest] = VERSIONS.oxlint;
const cells: readonly Cell[] = [
  { version: newest, language: "untyped" },
  { version: newest, language: "typed" },
  { version: oldest, language: "untyped" },
  { version: oldest, language: "typed" },
];

/** Types come from TypeScript 7. */
const packages = ({ version, language }: Cell) => [
  `oxlint@${version}`,
  ...(language === "typed" ? [`typescript@${VERSIONS.typescript7}`, `@types/node@${VERSIONS.typesNode}`] : []),
];

describe.each(cells)("oxlint $version, $language", (cell) => {
  it("finds what the project is marked with, and fixes it within three runs", async () => {
    const project = await installedProject(packages(cell), {
      ".oxlintrc.json": JSON.stringify(CONFIG),
      "tsconfig.json": JSON.stringify(TSCONFIG),
      ...projectFiles(cell.language),
    });
    const main = path.join(project, "node_modules/oxlint/bin/oxlint");
    const lines = async () => {
      const { findings, others } = await oxlint(project, ["src"], main);
      expect(others).toEqual([]);
      return findings
        .map(({ file, rule, range: [start] }) => {
          const line = fs.readFileSync(path.join(project, file), "utf8").slice(0, start).split("\n").length;
          return `${file}:${line} ${rule.split("/")[1]}`;
        })
        .sort();
    };
    expect(await lines()).toEqual([...markedLines(cell.language)].sort());

    for (let run = 0; run < 3; run++) await runOxlint(project, ["--fix", "src"], main);
    const fixed = await lines();
    await runOxlint(project, ["--fix", "src"], main);
    expect(await lines()).toEqual(fixed);
    expect(fixed.length).toBeLessThan(markedLines(cell.language).length);
  });
});
