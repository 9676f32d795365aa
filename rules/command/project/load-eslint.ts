import type { ESLint, Linter } from "eslint";
import { createRequire } from "node:module";
import path from "node:path";
import { CommandError } from "../command-error.js";

/** The part of ESLint's API that the commands use; ESLint 9 and 10 have it. */
interface EslintModule {
  readonly ESLint: typeof ESLint;
  readonly Linter: typeof Linter;
}

/** Flat configuration with TypeScript's types and `ruleFilter` is complete from here on; it is the plugin's peer. */
const OLDEST: readonly [major: number, minor: number] = [9, 22];

/**
 * Loads the ESLint that a project has installed.
 *
 * @throws CommandError where it has none, or one that is too old for the plugin.
 */
export function loadEslint(cwd: string): EslintModule {
  const require = createRequire(path.join(cwd, "package.json"));
  const eslint = requireEslint(require, cwd);
  const { version } = eslint.ESLint;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new CommandError(`ESLint ${version} is installed in ${cwd}; the plugin needs ${OLDEST.join(".")} or newer.`);
  return eslint;
}

function requireEslint(require: NodeJS.Require, cwd: string): EslintModule {
  try {
    return require("eslint") as EslintModule;
  } catch (error) {
    throw new CommandError(`ESLint cannot be loaded from ${cwd}: install \`eslint\` there first.`, { cause: error });
  }
}

/** Loads the ESLint of a project; where it has none yet, the one that is installed beside this plugin. */
export function loadAnyEslint(cwd: string): EslintModule {
  try {
    return loadEslint(cwd);
  } catch (error) {
    if (!(error instanceof CommandError) || error.cause === undefined) throw error;
    return requireEslint(createRequire(import.meta.url), cwd);
  }
}
