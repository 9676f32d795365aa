import fs from "node:fs";
import path from "node:path";
import type { PresetName } from "../../plugin-types.js";
import type { FileChange } from "../project/changed-files.js";
import type { Setup } from "./find-setup.js";
import { type LeftDirectives, TYPESCRIPT, readLeftDirectives } from "./left-directives.js";
import type { SourceGlobs } from "./source-globs.js";

/** The content of the configuration. */
export interface ConfigPlan {
  readonly preset: PresetName;
  readonly globs: SourceGlobs;
  /** Whether `.js` files are ES modules. */
  readonly isModule: boolean;
  /** Whether TypeScript needs its parser named, because nothing else does. */
  readonly needsParser: boolean;
  /** Whether a `tsconfig.json` gives files types. */
  readonly isTyped: boolean;
  /** Patterns of the files of TypeScript that no `tsconfig.json` has. */
  readonly outside: readonly string[];
}

/** The change of a file, or what is to be added by hand. */
export interface PlannedFile {
  readonly change?: FileChange;
  readonly byHand?: string;
}

/** Plans the configuration of ESLint: a new one, or an edit of the one that there is. */
export function planConfig({ cwd, file: existing, sources }: Setup, plan: ConfigPlan): PlannedFile {
  const blocks = writeBlocks(plan);
  const all = listImports(plan);
  if (existing === undefined) {
    const file = path.join(cwd, plan.isModule ? "eslint.config.js" : "eslint.config.mjs");
    const ignores = '  { ignores: ["**/dist/**", "**/build/**", "**/coverage/**"] },';
    const left = writeLeftBlock(readLeftDirectives(sources), plan);
    const after = `${printImports(all)}\nexport default defineConfig([\n${ignores}\n${left}${blocks}\n]);\n`;
    return { change: { file, before: undefined, after } };
  }
  const before = fs.readFileSync(existing, "utf8");
  const edited = editConfig(before, all, blocks);
  if (typeof edited === "string") return { change: { file: existing, before, after: edited } };
  return {
    byHand: `${existing} is not edited, because ${edited.problem}. Add to it:\n\n${printImports(all)}\n${blocks}`,
  };
}

/** The configuration object that lets comments of an earlier lint stand. */
function writeLeftBlock({ isNone, hasTypescript }: LeftDirectives, { needsParser }: ConfigPlan): string {
  if (isNone) return "";
  const plugins = `    plugins: { "${TYPESCRIPT}": tseslint.plugin },\n`;
  return (
    "  {\n    // The comments of an earlier lint turn rules off that are not on here.\n" +
    `    linterOptions: { reportUnusedDisableDirectives: "off" },\n${hasTypescript && needsParser ? plugins : ""}  },\n`
  );
}

/** A list that is exported by its name: one of another module, as packages of a monorepo share, or of the file. */
const EXPORTED_NAME = /^export default (\w+(?: (?:as|satisfies) [\w.[\]]+)?);?[ \t]*(?:\/\/.*)?$/m;

/** The head of a list that a module exports, or of a call that takes the configurations. */
const EXPORTED = /^export default (?:(defineConfig|\w+\.config)\((?:\s*\[)?|\[)/m;

/**
 * Puts the preset in front of what a flat configuration exports, within `defineConfig`, which combines `files` with
 * those of a preset. `tseslint.config` puts its own in their place, so that the part of the preset that turns the rules
 * off in tests would turn them off everywhere.
 */
function editConfig(before: string, imports: readonly Import[], blocks: string): string | { readonly problem: string } {
  const text = before.replace(EXPORTED_NAME, (whole, name: string) =>
    whole.replace(name, () => `defineConfig([\n  ${name},\n])`),
  );
  const exported = EXPORTED.exec(text);
  if (!exported) return { problem: "it has no `export default` of a list, of its name, or of `defineConfig`" };
  const lacking = imports.filter(
    ({ name, module }) => !new RegExp(String.raw`^import [^"';]*\b${name}\b[^"';]*["']${module}["']`, "m").test(before),
  );
  const taken = lacking.find(({ name }) => new RegExp(String.raw`\b${name}\b`).test(before));
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
function writeBlocks({ globs, needsParser, isTyped, outside, preset }: ConfigPlan): string {
  const types = "parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },";
  const list = (patterns: readonly string[]) => `[${patterns.map((each) => JSON.stringify(each)).join(", ")}]`;
  const write = (files: readonly string[], content: string) => `  {\n    files: ${list(files)},\n${content}\n  },`;
  const language = (...lines: readonly string[]) =>
    `    languageOptions: {\n${lines.map((line) => `      ${line}\n`).join("")}    },`;
  const ignore = (why: string, patterns: readonly string[]) => `    // ${why}\n    ignores: ${list(patterns)},\n`;
  const parser = "parser: tseslint.parser,";
  const isSplit = isTyped && outside.length > 0;
  return [
    ...(needsParser ? [write(globs.typescript, language(parser, ...(isTyped && !isSplit ? [types] : [])))] : []),
    ...(needsParser && isSplit
      ? [write(globs.typescript, ignore("No tsconfig.json has these.", outside) + language(types))]
      : []),
    ...(globs.commonjs.length > 0 ? [write(globs.commonjs, `    languageOptions: { sourceType: "commonjs" },`)] : []),
    ...(globs.jsx.length > 0 ? [write(globs.jsx, language("parserOptions: { ecmaFeatures: { jsx: true } },"))] : []),
    write(globs.files, `    extends: [errorContract.configs.${preset}],`),
  ].join("\n");
}
