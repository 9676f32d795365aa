import fs from "node:fs";
import path from "node:path";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import * as prettier from "prettier";
import { beforeAll, describe, expect, it } from "vitest";
import { invalidCases } from "../kit/rule-cases.js";
import { codeBlocks, presetOfPage, root } from "../kit/page.js";
import { typedFolder } from "../kit/rule-tester.js";

const PAGE = path.join(root, "docs/types.md");
const BEGIN = "<!-- begin generated -->\n";
const END = "<!-- end generated -->";

interface Row {
  readonly rule: string;
  /** Places that the rule reports with types. */
  readonly typed: number;
  /** Those of them that it reports without. */
  readonly untyped: number;
  /** Places that it reports only without types: they have shown it that nothing is wrong. */
  readonly takenBack: number;
}

const rules = Object.keys(errorContract.rules) as (keyof typeof errorContract.rules)[];
const linter = new Linter({ cwd: typedFolder });

const WITH_TYPES = {
  project: "./tsconfig.json",
  tsconfigRootDir: typedFolder,
  disallowAutomaticSingleRunInference: true,
};

interface Sample {
  readonly code: string;
  readonly preset: keyof typeof errorContract.configs;
}

function places(sample: Sample, rule: (typeof rules)[number], parserOptions: object): ReadonlySet<string> | undefined {
  const [preset] = errorContract.configs[sample.preset];
  const id = `error-contract/${rule}`;
  const config = {
    files: ["**/*.ts"],
    languageOptions: { parser, parserOptions },
    plugins: { "error-contract": errorContract },
    settings: preset?.settings,
    rules: { [id]: preset?.rules[id] ?? "error" },
  } as Linter.Config;
  const messages = linter.verify(sample.code, [config], { filename: path.join(typedFolder, "file.ts") });
  // What is JavaScript alone is no TypeScript.
  if (messages.some(({ fatal }) => fatal)) return undefined;
  return new Set(messages.map(({ line, column }) => `${line}:${column}`));
}

/** What the rule makes of these, each under its preset. */
function row(rule: (typeof rules)[number], samples: readonly Sample[]): Row {
  let typed = 0;
  let untyped = 0;
  let takenBack = 0;
  for (const sample of samples) {
    const [withTypes, without] = [places(sample, rule, WITH_TYPES), places(sample, rule, {})];
    if (!withTypes || !without) continue;
    typed += withTypes.size;
    untyped += [...withTypes].filter((place) => without.has(place)).length;
    takenBack += [...without].filter((place) => !withTypes.has(place)).length;
  }
  return { rule, typed, untyped, takenBack };
}

/**
 * The code in the tests of the rule and on its page. A test file is of the rule that its name begins with, and follows
 * `kaiza` where the page follows `recommended`.
 */
function ownSamples(rule: string): readonly Sample[] {
  const page = `docs/rules/${rule}.md`;
  const preset = presetOfPage(page);
  const cases = invalidCases().filter(({ file }) => file.startsWith(rule));
  const examples = codeBlocks(page).filter(({ section }) => section === "Incorrect");
  return [
    ...cases.map(({ code }) => ({ code, preset: preset === "recommended" ? ("kaiza" as const) : preset })),
    ...examples.map(({ code }) => ({ code, preset })),
  ];
}

async function pageWith(rows: readonly Row[]): Promise<string> {
  const [before] = fs.readFileSync(PAGE, "utf8").split(BEGIN);
  const [, after] = fs.readFileSync(PAGE, "utf8").split(END);
  const table = [
    "| rule | reported with types | of these without | only without |",
    "| :-- | --: | --: | --: |",
    ...rows.map(({ rule, typed, untyped, takenBack }) => {
      const link = `[${rule}](rules/${rule}.md#what-types-add)`;
      return `| ${link} | ${typed} | ${untyped} | ${takenBack} |`;
    }),
  ];
  const text = `${before}${BEGIN}\n${table.join("\n")}\n\n${END}${after}`;
  return prettier.format(text, { ...(await prettier.resolveConfig(PAGE)), filepath: PAGE });
}

function rowsOfPage(): readonly Row[] {
  const lines = fs.readFileSync(PAGE, "utf8").matchAll(/^\| \[([a-z-]+)\]\S+ +\| +(\d+) \| +(\d+) \| +(\d+) \|$/gm);
  return [...lines].map(([, rule = "", ...counts]) => {
    const [typed = 0, untyped = 0, takenBack = 0] = counts.map(Number);
    return { rule, typed, untyped, takenBack };
  });
}

/** Whether a row of the page is further from today's than new cases of a test explain. */
function isStale({ typed, untyped, takenBack }: Row, now: Row): boolean {
  if (now.typed > 2 * typed || 2 * now.typed < typed) return true;
  return [now.typed - now.untyped - (typed - untyped), now.takenBack - takenBack].some((by) => Math.abs(by) > 3);
}

describe("docs/types.md", () => {
  /** The rows of the page, with those of today where one is missing or stale. */
  let rows: readonly Row[];

  beforeAll(async () => {
    const shown = rowsOfPage();
    rows = rules.map((rule) => {
      const now = row(rule, ownSamples(rule));
      return shown.find((each) => each.rule === rule && !isStale(each, now)) ?? now;
    });
    if (process.env.UPDATE_TYPES) fs.writeFileSync(PAGE, await pageWith(rows));
  }, 300_000);

  // Each new case of a test moves the totals.
  it("says what types add today, give or take three places, of tests that have not doubled since", () => {
    const command = "UPDATE_TYPES=1 npx vitest run --mode all test/docs/types";
    expect(rowsOfPage(), `${command} writes these rows`).toEqual(rows);
  });
});
