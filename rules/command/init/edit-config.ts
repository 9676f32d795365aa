import fs from "node:fs";
import path from "node:path";
import type { PresetName } from "../../plugin-types.js";
import type { FileChange } from "../project/changed-files.js";
import type { Setup } from "./find-setup.js";
import type { SourceGlobs } from "./source-globs.js";

/** The content of the configuration. */
export interface ConfigPlan {
  readonly preset: PresetName;
  readonly globs: SourceGlobs;
  /** The folders that no tool of the server reaches. */
  readonly unreached: readonly string[];
  /** Whether `.js` files are ES modules. */
  readonly isModule: boolean;
  /** Whether TypeScript needs its parser named, because nothing else does. */
  readonly needsParser: boolean;
  /** Whether a `tsconfig.json` gives the files types. */
  readonly isTyped: boolean;
}

/** The change of a file, or what is to be added by hand; neither where there is nothing to do. */
export interface PlannedFile {
  readonly change?: FileChange;
  readonly byHand?: string;
}

/** Plans the configuration of ESLint: a new one, or an edit of the one that there is. */
export function planConfig({ cwd, file: existing }: Setup, plan: ConfigPlan): PlannedFile {
  const blocks = writeBlocks(plan);
  const all = listImports(plan);
  if (existing === undefined) {
    const file = path.join(cwd, plan.isModule ? "eslint.config.js" : "eslint.config.mjs");
    const ignores = '  { ignores: ["**/dist/**", "**/build/**", "**/coverage/**"] },';
    const after = `${printImports(all)}\nexport default defineConfig([\n${ignores}\n${blocks}\n]);\n`;
    return { change: { file, before: undefined, after } };
  }
  const before = fs.readFileSync(existing, "utf8");
  if (before.includes("eslint-plugin-error-contract")) return {};
  const edited = editConfig(before, all, blocks);
  if (typeof edited === "string") return { change: { file: existing, before, after: edited } };
  return {
    byHand: `${existing} is not edited, because ${edited.problem}. Add to it:\n\n${printImports(all)}\n${blocks}`,
  };
}

/** The head of a list that a module exports, or of a call that takes the configurations. */
const EXPORTED = /^export default (?:(defineConfig|\w+\.config)\((?:\s*\[)?|\[)/m;

/**
 * Puts the preset in front of what a flat configuration exports, within `defineConfig`, which combines `files` with
 * those of a preset. `tseslint.config` puts its own in their place, so that the part of the preset that turns the rules
 * off in tests would turn them off everywhere.
 */
function editConfig(text: string, imports: readonly Import[], blocks: string): string | { readonly problem: string } {
  const exported = EXPORTED.exec(text);
  if (!exported) return { problem: "it has no `export default` of a list or of `defineConfig`" };
  const lacking = imports.filter(
    ({ name, module }) => !new RegExp(String.raw`^import [^"';]*\b${name}\b[^"';]*["']${module}["']`, "m").test(text),
  );
  const taken = lacking.find(({ name }) => new RegExp(String.raw`\b${name}\b`).test(text));
  if (taken) return { problem: `the name \`${taken.name}\` is taken in it` };
  const [head, callee] = exported;
  const start = exported.index + head.length;
  const items = callee === "defineConfig" ? blocks : `  ...defineConfig([\n${blocks}\n  ]),`;
  const lineEnd = /^\r?\n/.test(text.slice(start)) ? "" : "\n";
  const first = Math.max(0, text.search(/^import /m));
  const edited =
    text.slice(0, first) +
    printImports(lacking) +
    text.slice(first, start) +
    `\n${items}${lineEnd}` +
    text.slice(start);
  return text.includes("\r\n") ? edited.replaceAll(/\r?\n/g, "\r\n") : edited;
}

interface Import {
  readonly name: string;
  readonly module: string;
  readonly clause: string;
}

/** The imports that the blocks need. */
const listImports = ({ needsParser }: ConfigPlan): readonly Import[] => [
  { name: "defineConfig", module: "eslint/config", clause: "{ defineConfig }" },
  { name: "errorContract", module: "eslint-plugin-error-contract", clause: "errorContract" },
  ...(needsParser ? [{ name: "tseslint", module: "typescript-eslint", clause: "tseslint" }] : []),
];

const printImports = (imports: readonly Import[]) =>
  imports.map(({ module, clause }) => `import ${clause} from "${module}";\n`).join("");

/** The configuration objects of the plugin, each with a comma behind it. */
function writeBlocks({ globs, unreached, needsParser, isTyped, preset }: ConfigPlan): string {
  const types = isTyped ? "\n      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname }," : "";
  const typescript = `    languageOptions: {\n      parser: tseslint.parser,${types}\n    },`;
  const commonjs = `    languageOptions: { sourceType: "commonjs" },`;
  const list = (patterns: readonly string[]) => `[${patterns.map((each) => `"${each}"`).join(", ")}]`;
  const write = (files: readonly string[], content: string) => `  {\n    files: ${list(files)},\n${content}\n  },`;
  const extend = (name: PresetName) => `    extends: [errorContract.configs.${name}],`;
  const ignores =
    "    // No file that makes a server or registers tools imports anything of these.\n" +
    `    ignores: ${list(unreached.map((folder) => `${folder}/**`))},\n`;
  return [
    ...(needsParser ? [write(globs.typescript, typescript)] : []),
    ...(globs.commonjs.length > 0 ? [write(globs.commonjs, commonjs)] : []),
    ...(unreached.length > 0 ? [write(globs.files, extend("node"))] : []),
    write(globs.files, (unreached.length > 0 ? ignores : "") + extend(preset)),
  ].join("\n");
}
