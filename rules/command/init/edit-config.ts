import type { Linter } from "eslint";
import type { TSESTree } from "@typescript-eslint/utils";
import fs from "node:fs";
import path from "node:path";
import type { PresetName } from "../../plugin-types.js";
import { unwrapExpression } from "../../syntax/expressions.js";
import { loadAnyEslint } from "../project/installed-packages.js";
import type { PlannedFile } from "./edit-manifest.js";
import type { Site } from "./find-sites.js";
import type { SourceGlobs } from "./source-globs.js";

/** The content of the configuration. */
export interface ConfigPlan {
  readonly preset: PresetName;
  readonly globs: SourceGlobs;
  /** Whether TypeScript needs its parser named, because nothing else does. */
  readonly needsParser: boolean;
  /** Whether a `tsconfig.json` gives the files types. */
  readonly isTyped: boolean;
}

/** Plans the configuration of ESLint: a new one, or an edit of the one that there is. */
export function planConfig({ cwd, eslintConfig, isModule }: Site, plan: ConfigPlan): PlannedFile {
  if (eslintConfig !== undefined) return editConfig(eslintConfig, plan, new (loadAnyEslint(cwd).Linter)());
  const file = path.join(cwd, isModule ? "eslint.config.js" : "eslint.config.mjs");
  const after = `${printImports(plan, new Map())}
export default defineConfig([
  { ignores: ["**/dist/**", "**/build/**", "**/coverage/**"] },
${writeBlocks(plan)}
]);
`;
  return { change: { file, before: undefined, after } };
}

/**
 * Puts the preset in front of what a flat configuration exports, within `defineConfig`, which combines `files` with
 * those of a preset. `tseslint.config` puts its own in their place, so that the part of the preset that turns the rules
 * off in tests would turn them off everywhere: there the preset gets a `defineConfig` of its own. It stays inside of
 * the call, because the types of typescript-eslint's configurations do not fit those of `defineConfig`.
 */
function editConfig(file: string, plan: ConfigPlan, linter: Linter): PlannedFile {
  const text = fs.readFileSync(file, "utf8");
  if (text.includes("eslint-plugin-error-contract")) return {};
  const refuse = (why: string): PlannedFile => {
    const added = `${printImports(plan, new Map())}\n${writeBlocks(plan)}`;
    return { byHand: `${file} is not edited, because ${why}. Add to it:\n\n${added}` };
  };
  const program = parse(text, file, linter);
  const exported = program?.body.find((statement) => statement.type === "ExportDefaultDeclaration");
  if (!program || !exported) return refuse("it has no `export default` in JavaScript");
  const imports = program.body.filter((statement) => statement.type === "ImportDeclaration");
  const names = new Map(
    imports.flatMap(({ source, specifiers }) => specifiers.map(({ local }) => [local.name, source.value] as const)),
  );
  const clash = listImports(plan).find(([name, module]) => (names.get(name) ?? module) !== module);
  if (clash) return refuse(`the name \`${clash[0]}\` is taken in it`);
  const { declaration } = exported;
  const value = unwrapExpression(declaration);
  const isTseslint = isCallOf(value, "config");
  const call = isTseslint || isCallOf(value, "defineConfig") ? value : undefined;
  const first = call ? call.arguments[0] : value;
  const list = first?.type === "ArrayExpression" ? first : undefined;
  const start = list ? list.range[0] + 1 : (first?.range[0] ?? value.range[1] - 1);
  const [before, after] = call ? ["", ""] : list ? ["defineConfig(", ")"] : ["defineConfig([\n", ",\n])"];
  // What a function returns may be a promise, which ESLint waits for and `defineConfig` does not take.
  const isAwaited = !call && value.type === "CallExpression";
  const blocks = isTseslint ? `  ...defineConfig([\n${writeBlocks(plan)}\n  ]),` : writeBlocks(plan);
  const items = list
    ? `\n${blocks}${/^\r?\n/.test(text.slice(start)) ? "" : "\n"}`
    : `${call ? blocks.trimStart() : blocks}\n  ${isAwaited ? "await " : ""}`;
  const edited = insertAll(text, [
    [imports[0]?.range[0] ?? 0, `${printImports(plan, names)}${imports[0] ? "" : "\n"}`],
    [declaration.range[0], before],
    [start, items],
    [declaration.range[1], after],
  ]);
  return { change: { file, before: text, after: edited } };
}

function parse(text: string, file: string, linter: Linter): TSESTree.Program | undefined {
  linter.verify(text, [{ files: ["**/*"], languageOptions: { ecmaVersion: "latest", sourceType: "module" } }], {
    filename: `${path.basename(file, path.extname(file))}.js`,
  });
  // ESLint keeps no source of a text that does not parse.
  const source = linter.getSourceCode() as { readonly text: string; readonly ast: object } | undefined | null;
  return source?.text === text ? (source.ast as TSESTree.Program) : undefined;
}

/** Returns whether a value is a call: of `defineConfig` as a name, of `tseslint.config` as the name of a member. */
function isCallOf(value: TSESTree.Node, name: string): value is TSESTree.CallExpression {
  if (value.type !== "CallExpression") return false;
  const last = value.callee.type === "MemberExpression" ? value.callee.property : value.callee;
  return last.type === "Identifier" && last.name === name;
}

/** Inserts texts at offsets, which ascend. */
function insertAll(text: string, insertions: readonly (readonly [at: number, text: string])[]): string {
  const ends = text.includes("\r\n") ? "\r\n" : "\n";
  return [...insertions]
    .reverse()
    .reduce((all, [at, added]) => all.slice(0, at) + added.replaceAll("\n", ends) + all.slice(at), text);
}

/** The imports that the blocks need: name, module, clause. */
const listImports = ({ needsParser }: ConfigPlan) =>
  [
    ["defineConfig", "eslint/config", "{ defineConfig }"],
    ["errorContract", "eslint-plugin-error-contract", "errorContract"],
    ...(needsParser ? [["tseslint", "typescript-eslint", "tseslint"] as const] : []),
  ] as const;

/** Prints the imports whose names a configuration lacks, each with the end of its line. */
function printImports(plan: ConfigPlan, names: ReadonlyMap<string, string>): string {
  const lacking = listImports(plan).filter(([name]) => !names.has(name));
  return lacking.map(([, module, clause]) => `import ${clause} from "${module}";\n`).join("");
}

/** The configuration objects of the plugin, each with a comma behind it. */
function writeBlocks({ globs, needsParser, isTyped, preset }: ConfigPlan): string {
  const types = isTyped ? "\n      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname }," : "";
  const typescript = `    languageOptions: {\n      parser: tseslint.parser,${types}\n    },`;
  const commonjs = `    languageOptions: { sourceType: "commonjs" },`;
  const write = (files: readonly string[], content: string) =>
    `  {\n    files: [${files.map((each) => `"${each}"`).join(", ")}],\n${content}\n  },`;
  return [
    ...(needsParser ? [write(globs.typescript, typescript)] : []),
    ...(globs.commonjs.length > 0 ? [write(globs.commonjs, commonjs)] : []),
    write(globs.files, `    extends: [errorContract.configs.${preset}],`),
  ].join("\n");
}
