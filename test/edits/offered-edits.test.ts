// Edits that rules offer, drawn from the code of all their tests: each leaves code that parses and compiles as far as
// it did, whose finding is settled, and in which what was written is no other finding.
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { invalidCases } from "../kit/rule-cases.js";
import { isWhole } from "../kit/scope.js";

interface Offer {
  readonly kind: string;
}

interface Problem {
  readonly type: string;
  readonly text: string;
}

type Lint = (text: string, filename: string) => readonly Linter.LintMessage[];

interface Edit {
  readonly filename: string;
  readonly before: string;
  readonly after: string;
}

interface Read {
  readonly offers: readonly Offer[];
  readonly check: (offer: Offer) => { readonly after: string; readonly problems: readonly Problem[] };
}

const { createCheck, compileEdits } = (await import(path.join(import.meta.dirname, "../../tools/edits/offers.js"))) as {
  createCheck: (lint: Lint) => (filename: string, text: string) => Read;
  compileEdits: (edits: readonly Edit[]) => readonly (readonly string[])[];
};

/** How many edits are drawn under each preset, 300 in all. */
const DRAWN = { recommended: 110, kaiza: 110, mcpAql: 60, node: 20 } as const;
const TIMES = isWhole ? 5 : 1;
type Preset = keyof typeof DRAWN;

function createLint(preset: Preset): Lint {
  const linter = new Linter();
  const blocks = [
    { files: ["**/*.ts"], languageOptions: { parser } },
    ...errorContract.configs[preset],
  ] as Linter.Config[];
  return (text, filename) => linter.verify(text, blocks, { filename });
}

/** A fixed order that has nothing to do with that of the files. */
const shuffle = <Item>(items: readonly Item[]): readonly Item[] =>
  items
    .map((item, index) => ({ item, rank: Math.imul(index + 1, 2_654_435_761) >>> 0 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);

describe("edits that are offered", () => {
  const cases = shuffle(invalidCases());
  const seen = new Map<string, number>();
  const edits: (Edit & { readonly name: string })[] = [];

  it.each(Object.keys(DRAWN) as Preset[])("leave code that lints, under %s", { timeout: 120_000 }, (preset) => {
    const read = createCheck(createLint(preset));
    const problems: string[] = [];
    let drawn = 0;
    for (const { code, file } of cases) {
      if (drawn >= DRAWN[preset] * TIMES) break;
      const { offers, check } = read("sample.ts", code);
      // The rarer kinds come first.
      const [offer] = [...offers].sort((one, other) => (seen.get(one.kind) ?? 0) - (seen.get(other.kind) ?? 0));
      if (!offer || (seen.get(offer.kind) ?? 0) > 40 * TIMES) continue;
      drawn += 1;
      seen.set(offer.kind, (seen.get(offer.kind) ?? 0) + 1);
      const { after, problems: found } = check(offer);
      const name = `${preset}, ${file}: ${offer.kind}`;
      edits.push({ name, filename: "sample.ts", before: code, after });
      for (const { type, text } of found.filter((each) => each.type !== "revealed"))
        problems.push(`${name}: ${type}: ${text}\n${code}`);
    }
    expect(problems).toEqual([]);
    expect(drawn).toBeGreaterThanOrEqual(DRAWN[preset]);
  });

  it("leave code that compiles as before", { timeout: 120_000 }, () => {
    const problems = compileEdits(edits).flatMap((errors, index) =>
      errors.map((text) => `${edits[index]?.name}: ${text}\n${edits[index]?.after}`),
    );
    expect(problems).toEqual([]);
  });

  it("are of every kind that is common", () => expect(seen.size).toBeGreaterThan(30));
});
