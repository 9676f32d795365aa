import path from "node:path";
import { loadAnyEslint } from "../project/installed-packages.js";
import { readNearestPackage, type Source } from "../project/read-project.js";

/** How ESLint has to read a file of JavaScript. */
export interface ModuleKind {
  readonly sourceType: "module" | "commonjs";
  readonly isJsx: boolean;
}

/** A file that is neither `.mjs` nor `.cjs`, whose kind its name tells. */
const OPEN_KIND = /\.jsx?$/;
/** What stands in ES modules alone. Node takes such a file for one where its package says nothing. */
const MODULE_SYNTAX = /^\s*(?:export\b|import\b(?!\s*[(.]))/m;

/**
 * Reads the module kinds of `.js` and `.jsx` files: what the nearest `package.json` says, unless the file parses only
 * as something else.
 */
export function readModuleKinds(cwd: string, sources: readonly Source[]): ReadonlyMap<Source, ModuleKind> {
  const { Linter } = loadAnyEslint(cwd);
  const linter = new Linter();
  const parses = (text: string, { sourceType, isJsx }: ModuleKind) => {
    const languageOptions = { sourceType, parserOptions: { ecmaFeatures: { jsx: isJsx } } };
    return !linter.verify(text, [{ files: ["**/*"], languageOptions }], "file.js").some(({ fatal }) => fatal);
  };
  const kinds = new Map<Source, ModuleKind>();
  for (const source of sources.filter(({ name }) => OPEN_KIND.test(name))) {
    const { name, text } = source;
    const isModule = readNearestPackage(path.dirname(path.join(cwd, name)))?.type === "module";
    const likely = isModule || MODULE_SYNTAX.test(text) ? "module" : "commonjs";
    const unlikely = likely === "module" ? "commonjs" : "module";
    const tried: readonly ModuleKind[] = [
      { sourceType: likely, isJsx: false },
      { sourceType: unlikely, isJsx: false },
      { sourceType: likely, isJsx: true },
      { sourceType: unlikely, isJsx: true },
    ];
    const [first] = tried;
    const kind = tried.find((each) => parses(text, each)) ?? first;
    if (kind) kinds.set(source, kind);
  }
  return kinds;
}
