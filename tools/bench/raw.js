// What the preset `recommended` costs where nearly every file has findings: shares of the rules, and whole lints
// against one without rules.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { writeRawCorpus } from "./raw-corpus.js";

const NATIVE = { provider: "native", package: "typescript-7" };

/** @param {{ packages: number, perPackage: number, rounds: number, seed: number }} effort */
export function rawFigures({ rounds, ...options }) {
  const { folder, files } = writeRawCorpus(options);
  const lint = (job) => {
    const script = path.join(import.meta.dirname, "types-run.js");
    const args = [script, JSON.stringify({ folder, preset: "recommended", ...job })];
    return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 1e8 }));
  };
  try {
    const measured = Array.from({ length: rounds }, () => ({
      bare: lint({ types: "off", isBare: true }),
      untyped: lint({ types: "off" }),
      typed: lint({ types: "services" }),
      native: lint({ types: NATIVE }),
    }));
    return { files, rounds: measured };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
