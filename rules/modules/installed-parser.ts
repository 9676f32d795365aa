import { createRequire } from "node:module";
import type { ModuleParser } from "./parsed-module.js";

const own = createRequire(import.meta.url);

/**
 * The parser of what is installed beside this plugin: ESLint's own, or typescript-eslint's for TypeScript. For a host that
 * has none to lend.
 *
 * @throws Error where there is none: typescript-eslint's does not load beside TypeScript 7 alone.
 */
export function installedParser(file: string): ModuleParser {
  const [owner, parser] = /\.[cm]?tsx?$/.test(file)
    ? ["@typescript-eslint/utils", "@typescript-eslint/typescript-estree"]
    : ["eslint", "espree"];
  return createRequire(own.resolve(owner))(parser) as ModuleParser;
}
