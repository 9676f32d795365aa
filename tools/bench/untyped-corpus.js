import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sourceFiles, sourceTypes } from "../corpus/source-files.js";

// Code that people wrote, as their packages ship it: no bundles.
const PACKAGES = ["eslint", "@modelcontextprotocol/sdk", "hono", "yaml", "jose", "ajv"];

/**
 * Copies the files out of node_modules, where ESLint would not look at them: ES modules and CommonJS apart.
 *
 * @param {number} perPackage
 */
export function writeUntypedCorpus(perPackage) {
  const folder = mkdtempSync(path.join(tmpdir(), "error-contract-bench-"));
  const { files } = sourceFiles({ packages: PACKAGES, perPackage, bytes: 150_000 });
  const chosen = files.filter((file) => file.endsWith("js"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "bench-packages", private: true }));
  for (const [index, file] of chosen.entries()) {
    const target = path.join(folder, sourceTypes(file)[0] === "module" ? "module" : "commonjs");
    mkdirSync(target, { recursive: true });
    copyFileSync(file, path.join(target, `${index}-${path.basename(file)}`));
  }
  return { folder, files: chosen.length };
}
