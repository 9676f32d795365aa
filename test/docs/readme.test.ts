// What the README of the repository says, against the thing itself.
import fs from "node:fs";
import path from "node:path";
import { parseEnvelope } from "error-contract/standard";
import ts from "typescript";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { runLine, runNode } from "../kit/run-node.js";
import { listStrictProblems } from "../kit/strict-problems.js";

const page = fs.readFileSync(path.join(root, "README.md"), "utf8");
const blocks = codeBlocks("README.md");
const manifest = (folder: string) =>
  JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };

it("shows an envelope of the neutral contract", () => {
  const shown: unknown = JSON.parse(blocks.find(({ language }) => language === "json")!.code);
  expect(parseEnvelope(shown)).toBe(shown);
});

it.each(["demo", "test"])("names what a fresh clone needs for `%s`, which is a script", (script) => {
  const command = script === "test" ? "npm test" : `npm run ${script}`;
  expect(page).toContain(`\`npm ci && ${command}\``);
  expect(manifest("").scripts).toHaveProperty(script);
});

it("has a boundary that compiles", () => {
  const programs = blocks.filter(({ language }) => language === "js");
  expect(programs).toHaveLength(1);
  expect(listStrictProblems({ "boundary.mts": programs[0]!.code })).toEqual([]);
  expect(ts.transpile(programs[0]!.code)).toContain("wrapServer");
});

it("names scripts that there are", () => {
  const names = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(["build", "demo", "pack", "site:dev"]));
  for (const name of names) expect(manifest(".").scripts).toHaveProperty(String(name));
  // Vitepress serves at this port, unless it is told another one.
  expect(page).toContain("http://localhost:5173/play");
  expect(manifest("site").scripts.dev).toBe("vitepress dev");
});

it("proves a server from a clone, without a change of it", { timeout: 120_000 }, async () => {
  const line = blocks.map(({ code }) => code).find((code) => code.includes(" prove -- "))!;
  const before = fs.readFileSync(path.join(root, "docs/examples/issues/server.js"), "utf8");
  const server = temporaryFolder();
  writeFiles(server, { "package.json": '{ "type": "module" }', "server.js": before });
  fs.symlinkSync(path.join(root, "node_modules"), path.join(server, "node_modules"), "junction");
  const { status, stdout } = await runLine(line.replace("../error-contract", root), { cwd: server });
  expect(status, stdout).toBe(1);
  expect(stdout).toMatch(/^get_issue +NO/m);
  expect(fs.readFileSync(path.join(server, "server.js"), "utf8")).toBe(before);
});

it("shows pictures that their script makes of real runs", { timeout: 120_000 }, async () => {
  const shown = [...page.matchAll(/docs\/[\w-]+\.svg/g)].map(([file]) => file);
  expect(new Set(shown).size).toBe(4);
  for (const file of shown) expect(fs.statSync(path.join(root, file)).size).toBeLessThan(12_000);
  const check = await runNode([path.join(root, "docs/picture.js"), "--check"], { cwd: root });
  expect(check).toMatchObject({ status: 0, stderr: "" });
});

it("says how often the rules are right by the page of evidence", () => {
  const real = fs.readFileSync(path.join(root, "docs/evidence.md"), "utf8");
  const [, findings] = real.split("## Findings on servers that nobody had linted");
  const ofTen = (rows: string, name: string) => {
    const row = rows.split("\n").find((line) => line.startsWith(`| ${name} `))!;
    const [, read, one, other] = /\| +(\d+) \| (\d+) and (\d+)/.exec(row)!.map(Number);
    const shares = [one!, other!].map((right) => Math.round((10 * right) / read!)).sort((a, b) => a - b);
    return [...new Set(shares)].join(" or ");
  };
  const [returned, dropped, raw] = ["no-error-result", "no-swallowed-error", "no-raw-error"].map((rule) =>
    ofTen(findings!, `\`${rule}\``),
  );
  const accepted = ofTen(real, "eight that nobody knows");
  const said = page.replaceAll("\n", " ");
  expect(said).toContain(`called ${returned} right where a failure is answered as a success`);
  expect(said).toContain(`${dropped} where one is dropped, and ${raw} where an error without a code is thrown`);
  expect(said).toContain(`of 10 proposed codes they accepted ${accepted}.`);
});
