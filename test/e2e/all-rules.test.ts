import fs from "node:fs";
import path from "node:path";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import { ADDED_PRESETS } from "../../rules/dist/configs.js";
import { outdent } from "outdent";
import { expect, it } from "vitest";
import { invalidCases } from "../kit/rule-cases.js";
import { codeBlocks, presetOfPage, rulePages } from "../kit/page.js";
import { legacyServer } from "../kit/project.js";

const { shapes } = (await import(path.join(import.meta.dirname, "../../tools/comparison/shapes.js"))) as {
  shapes: () => readonly { readonly file: string; readonly text: string }[];
};

interface Sample {
  readonly name: string;
  /** A name for the rules to see: what stands in a test, say, is not reported. */
  readonly filename: string;
  readonly code: string;
  readonly preset: keyof typeof errorContract.configs;
}

/** Rules in no preset, or only in one that is added to others, speak beside those of each. */
const rulesInNoPreset = Object.entries(errorContract.rules)
  .filter(([, { meta }]) => {
    const named = meta?.docs?.presets;
    return typeof named === "object" && named.every((preset) => ADDED_PRESETS.some((added) => added === preset));
  })
  .map(([name]) => [`error-contract/${name}`, "error"]);

const configOf = (preset: Sample["preset"]) =>
  [
    { files: ["**/*.ts"], languageOptions: { parser } },
    ...errorContract.configs[preset],
    { rules: Object.fromEntries(rulesInNoPreset) },
  ] as Linter.Config[];

function exampleFiles(): Sample[] {
  return fs
    .readdirSync(legacyServer, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.c?js$/.test(name))
    .map((name) => ({
      name,
      filename: name,
      preset: "kaiza",
      code: fs.readFileSync(path.join(legacyServer, name), "utf8"),
    }));
}

function incorrectExamples(): Sample[] {
  return rulePages()
    .flatMap(codeBlocks)
    .filter(({ section, language }) => section === "Incorrect" && (language === "js" || language === "ts"))
    .map(({ page, line, language, code }) => ({
      name: `${page}:${line}`,
      filename: `sample.${language}`,
      code,
      preset: presetOfPage(page),
    }));
}

function comparedShapes(): Sample[] {
  return shapes().map(({ file, text }) => ({
    name: file,
    filename: path.basename(file),
    code: text,
    preset: "recommended",
  }));
}

/** Failures that more than one rule knows. */
function sharedFailures(): Sample[] {
  const presets: readonly Sample["preset"][] = ["kaiza", "recommended"];
  return presets.flatMap((preset) =>
    [
      `const f = () => ({ ok: false, error_code: "INVALID_PATHS" });`,
      `const f = () => ({ ok: false, error_code: "INVALID_PATHS", human_message: "x" });`,
      `const f = () => ({ success: false, error: { code: "INVALID_INPUT", message: "x" } });`,
      outdent`
        const f = () => ({
          content: [
            { type: "text", text: JSON.stringify({ ok: false, error_code: "INVALID_PATH", human_message: "x" }) },
          ],
        });
      `,
      `const f = () => { try { return g(); } catch (e) { return { ok: false, error: e.stack }; } };`,
      outdent`
        const f = () => {
          const r = { ok: true };
          try {
            r.text = g();
          } catch (e) {
            r.ok = false;
            r.error = e.message;
          }
          return r;
        };
      `,
    ].map((code) => ({ name: `${code.replaceAll(/\s+/g, " ")} (${preset})`, filename: "sample.js", code, preset })),
  );
}

interface Finding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function findingsOf({ filename, code, preset }: Sample): Finding[] {
  const starts = code.split("\n").reduce<number[]>((all, line) => [...all, (all.at(-1) ?? 0) + line.length + 1], [0]);
  const offsetOf = (line: number, column: number) => (starts[line - 1] ?? 0) + column - 1;
  return new Linter()
    .verify(code, configOf(preset), { filename })
    .map(({ ruleId, line, column, endLine, endColumn, message }) => {
      if (ruleId === null) throw new Error(`${message} in\n${code}`);
      const start = offsetOf(line, column);
      const end = offsetOf(endLine ?? line, endColumn ?? column);
      return { rule: ruleId, start, end, text: `${line}:${column} ${ruleId} ${code.slice(start, end)}` };
    });
}

/** Some cases are of JavaScript alone, or begin with what only a file has. */
function isParsed(code: string): boolean {
  try {
    parser.parseForESLint(code, { sourceType: "module" });
    return true;
  } catch {
    return false;
  }
}

/** Pairs of findings where one speaks about a part of the other. */
function overlaps(findings: readonly Finding[]): string[][] {
  return findings.flatMap((one, index) =>
    findings
      .slice(index + 1)
      .filter((other) => one.start < other.end && other.start < one.end)
      .map((other) => [one.text, other.text]),
  );
}

it.each([...exampleFiles(), ...incorrectExamples(), ...comparedShapes(), ...sharedFailures()])(
  "one rule speaks about each failure in $name",
  (sample) => {
    expect(overlaps(findingsOf(sample))).toEqual([]);
  },
);

it("one rule speaks about each failure in the tests of the rules", () => {
  const cases = invalidCases().filter(({ code }) => isParsed(code));
  expect(cases.length).toBeGreaterThan(500);
  const found = cases.flatMap(({ file, code }) =>
    overlaps(findingsOf({ name: file, filename: "sample.ts", code, preset: "kaiza" })).map((pair) => [
      file,
      ...pair,
      code,
    ]),
  );
  expect(found).toEqual([]);
});

it("the samples make every rule speak", () => {
  const findings = [...exampleFiles(), ...incorrectExamples()].flatMap(findingsOf);
  const rules = Object.keys(errorContract.rules).map((name) => `error-contract/${name}`);
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(rules));
});
