import path from "node:path";
import { requireFrom } from "../project/installed-packages.js";
import { isTypeScriptSource, type Source } from "../project/read-project.js";
import { writeExactPatterns } from "./exact-patterns.js";

/** The part of typescript-eslint that is used. */
interface TypeScriptEslint {
  readonly parser: { readonly parseForESLint: (text: string, options: object) => unknown };
}

/** The files for which the project's `tsconfig.json` files give types, and those for which they do not. */
export interface TypedFiles {
  /** Whether some have types. */
  readonly isTyped: boolean;
  /** Patterns of the files of TypeScript that no `tsconfig.json` has. */
  readonly outside: readonly string[];
}

/**
 * Asks the parser of a project, with the project's own `tsconfig.json` files, which files have types. Where it cannot
 * be loaded, all of them are taken to have some.
 */
export function findTypedFiles(cwd: string, sources: readonly Source[]): TypedFiles {
  const { parser } = (requireFrom(cwd, "typescript-eslint") ?? {}) as Partial<TypeScriptEslint>;
  if (!parser) return { isTyped: true, outside: [] };
  const written = sources.filter(isTypeScriptSource);
  const outside = new Set(written.filter(({ name, text }) => !hasTypes(path.join(cwd, name), text, cwd, parser)));
  const namesOf = (isWanted: (each: Source) => boolean) => written.filter(isWanted).map(({ name }) => name);
  return {
    isTyped: outside.size < written.length,
    outside: writeExactPatterns(
      namesOf((each) => outside.has(each)),
      namesOf((each) => !outside.has(each)),
    ),
  };
}

function hasTypes(
  filePath: string,
  text: string,
  tsconfigRootDir: string,
  parser: TypeScriptEslint["parser"],
): boolean {
  try {
    parser.parseForESLint(text, { filePath, tsconfigRootDir, projectService: true });
    return true;
  } catch (error) {
    // What is wrong in the file itself has a place there, and is no question of types.
    return error instanceof Error && "location" in error;
  }
}
