import fs from "node:fs";
import path from "node:path";
import * as prettier from "prettier";
import { describe, expect, it, test } from "vitest";

interface Shape {
  readonly job: string;
  readonly file: string;
  readonly isFault: boolean;
  readonly text: string;
}

const load = (file: string): Promise<any> => import(path.join(import.meta.dirname, "../../tools/comparison", file));
const { jobs } = (await load("rules.js")) as { jobs: Record<string, { ours: object }> };
const { shapes } = (await load("shapes.js")) as { shapes: () => readonly Shape[] };
const { compare } = (await load("compare.js")) as { compare: (whose: "ours") => Promise<unknown> };
const { filledPage, keyOfPeers, PAGE, PEERS } = (await load("table.js")) as {
  filledPage: (ours: unknown, peers: unknown) => string;
  keyOfPeers: () => string;
  PAGE: string;
  PEERS: string;
};

const stored = JSON.parse(fs.readFileSync(PEERS, "utf8")) as { key: string; peers: unknown };

describe("the comparison", () => {
  // `npm run comparison` brings both up to date.
  it("is of these shapes and these versions of the others", () => {
    expect(stored.key).toBe(keyOfPeers());
  });

  it("says what our rules make of the shapes today", async () => {
    const options = { ...(await prettier.resolveConfig(PAGE)), filepath: PAGE };
    const page = await prettier.format(filledPage(await compare("ours"), stored.peers), options);
    expect(fs.readFileSync(PAGE, "utf8")).toBe(page);
  });
});

describe("the shapes", () => {
  it("are many, of both kinds and in both languages", () => {
    expect(shapes().length).toBeGreaterThan(80);
    for (const job of Object.keys(jobs)) {
      const own = shapes().filter((shape) => shape.job === job);
      expect(new Set(own.map(({ file }) => file.slice(-3)))).toEqual(new Set([".ts", ".js"]));
      expect(new Set(own.map(({ isFault }) => isFault))).toEqual(new Set([true, false]));
    }
  });

  test.each(shapes())("$file says in its first line whose job it shows, and whether it is a fault", (shape) => {
    const rules = Object.keys(jobs[shape.job]?.ours ?? {}).map((rule) => rule.split(/[/ ]/)[1]);
    const [, rule, claim] =
      /^\/\/ ([\w-]+), (a fault|no fault)(?: under `recommended`)?: \S.*\n/.exec(shape.text) ?? [];
    expect(rules).toContain(rule);
    expect(claim === "a fault").toBe(shape.file.includes("/fault/"));
  });
});
