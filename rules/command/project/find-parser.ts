import type { ESLint, Linter } from "eslint";
import { createRequire } from "node:module";
import path from "node:path";

type Parser = Linter.Parser;

/** The parser for TypeScript that a project has installed. */
export function findTypeScriptParser(cwd: string): Parser | undefined {
  const together = requireFrom(cwd, "typescript-eslint") as { readonly parser?: Parser } | undefined;
  return together?.parser ?? (requireFrom(cwd, "@typescript-eslint/parser") as Parser | undefined);
}

/** The packages that a configuration needs to import the parser for TypeScript, and that a project lacks. */
export function findMissingParser(cwd: string): readonly string[] {
  if (requireFrom(cwd, "typescript-eslint") !== undefined) return [];
  const missing = ["typescript-eslint", "typescript"].filter((name) => installedVersion(cwd, name) === undefined);
  return missing.length > 0 ? missing : ["typescript-eslint"];
}

/** The version of a package that a project has installed. */
export function installedVersion(cwd: string, name: string): string | undefined {
  const manifest = requireFrom(cwd, `${name}/package.json`) as { readonly version?: string } | undefined;
  return manifest?.version;
}

function requireFrom(cwd: string, name: string): unknown {
  try {
    return createRequire(path.join(cwd, "package.json"))(name);
  } catch {
    // It is not installed, or refuses to load: either way the project does without it.
    return undefined;
  }
}

/** How a configuration reads a TypeScript file. */
export interface TypeScriptSetup {
  readonly hasParser: boolean;
  readonly isTyped: boolean;
}

interface FileConfig {
  readonly languageOptions?: {
    readonly parser?: { readonly meta?: { readonly name?: string } };
    readonly parserOptions?: { readonly project?: unknown; readonly projectService?: unknown };
  };
}

/** Asks ESLint how it reads a file. */
export async function readTypeScriptSetup(eslint: ESLint, file: string): Promise<TypeScriptSetup> {
  const config = (await eslint.calculateConfigForFile(file)) as FileConfig | undefined;
  const { parser, parserOptions = {} } = config?.languageOptions ?? {};
  return {
    hasParser: parser?.meta?.name?.startsWith("typescript-eslint/") === true,
    isTyped: Boolean(parserOptions.project ?? parserOptions.projectService),
  };
}
