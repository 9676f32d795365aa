import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileBuilder } from "./typed-corpus-files.js";
import { randomFrom } from "./random.js";

const modules = path.join(import.meta.dirname, "../../node_modules");

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023"],
    module: "NodeNext",
    moduleResolution: "NodeNext",
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  },
  include: ["src/**/*.ts"],
};

/**
 * Writes a TypeScript server into a new folder: features of four files each, which import each other and two shared
 * modules. A settled server keeps the contract; else about a third of its failures are not the contract's yet.
 *
 * @param {{ features: number, seed: number, settled: boolean }} options
 * @returns {{ folder: string, files: number }}
 */
export function writeTypedCorpus({ features, seed, settled }) {
  const folder = mkdtempSync(path.join(tmpdir(), "error-contract-bench-"));
  symlinkSync(modules, path.join(folder, "node_modules"), "dir");
  const random = randomFrom(seed);
  let files = 0;
  const write = (name, text) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
    if (name.endsWith(".ts")) files++;
  };
  write("package.json", JSON.stringify({ name: "bench-server", private: true, type: "module" }));
  write("tsconfig.json", JSON.stringify(TSCONFIG));
  const builder = fileBuilder(random, features, settled);
  for (const [name, text] of builder.shared()) write(name, text);
  for (let feature = 0; feature < features; feature++) {
    for (const [name, text] of builder.feature(feature)) write(name, text);
  }
  return { folder, files };
}
