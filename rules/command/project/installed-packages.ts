import { CommandError } from "error-contract/cli";
import type { ESLint, Linter } from "eslint";
import { createRequire } from "node:module";
import path from "node:path";

/** The file of a module that a project has installed. */
export function resolveFrom(cwd: string, name: string): string | undefined {
  try {
    return createRequire(path.join(cwd, "package.json")).resolve(name);
  } catch {
    // Intended: it is not installed, which is the answer.
    return undefined;
  }
}

/** A module that a project has installed; undefined where it is none, or does not load. */
export function requireFrom(cwd: string, name: string): unknown {
  try {
    return createRequire(path.join(cwd, "package.json"))(name);
  } catch {
    // It is not installed, or refuses to load: either way the project does without it.
    return undefined;
  }
}

/** The version of a package that a project has installed. */
export function installedVersion(cwd: string, name: string): string | undefined {
  return (requireFrom(cwd, `${name}/package.json`) as { readonly version?: string } | undefined)?.version;
}

/** The part of ESLint's API that the commands use; ESLint 9 and 10 have it. */
interface EslintModule {
  readonly ESLint: typeof ESLint;
  readonly Linter: typeof Linter;
}

/**
 * Loads the ESLint that a project has installed.
 *
 * @throws CommandError where it has none, or one that is too old for the plugin.
 */
export function loadEslint(cwd: string): EslintModule {
  const eslint = requireFrom(cwd, "eslint") as EslintModule | undefined;
  if (!eslint) throw new CommandError(`ESLint cannot be loaded from ${cwd}: install \`eslint\` there first.`);
  const { version } = eslint.ESLint;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  // Flat configuration with TypeScript's types and `ruleFilter` is complete from 9.22 on; it is the plugin's peer.
  if (major < 9 || (major === 9 && minor < 22))
    throw new CommandError(`ESLint ${version} is installed in ${cwd}; the plugin needs 9.22 or newer.`);
  return eslint;
}

/** Loads the ESLint of a project; where it has none yet, the one that is installed beside this plugin. */
export function loadAnyEslint(cwd: string): EslintModule {
  return loadEslint(resolveFrom(cwd, "eslint") === undefined ? import.meta.dirname : cwd);
}

/** Creates an ESLint that looks for the configuration from each file upwards, as ESLint 10 does. */
export function createEslint({ ESLint }: EslintModule, options: ESLint.Options): ESLint {
  if (!ESLint.version.startsWith("9.")) return new ESLint(options);
  try {
    return new ESLint({ ...options, flags: ["v10_config_lookup_from_file"] });
  } catch {
    // The name that it had in earlier versions.
    return new ESLint({ ...options, flags: ["unstable_config_lookup_from_file"] });
  }
}
