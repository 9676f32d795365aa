import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "../..");

it("the page on speed has each table, with its figures and its day", () => {
  const usage = execFileSync(process.execPath, [path.join(root, "tools/speed/run.js"), "--help"], { encoding: "utf8" });
  const names = /--only TABLE\s+one of ([\w, ]+);/.exec(usage)?.[1]?.split(", ") ?? [];
  const page = fs.readFileSync(path.join(root, "docs/speed.md"), "utf8");

  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const [table = ""] = page.split(`<!-- begin ${name} -->`)[1]?.split(`<!-- end ${name} -->`) ?? [];
    expect(table, name).toMatch(/\| .*\d+\.\d/);
    expect(table, name).toMatch(/^Measured on \d{4}-\d{2}-\d{2}, /m);
  }
});
