import type { Linter } from "eslint";
import type { TSESTree } from "@typescript-eslint/utils";
import fs from "node:fs";
import path from "node:path";
import type { PresetName } from "../../plugin-types.js";
import { unwrapExpression } from "../../syntax/expressions.js";
import { loadAnyEslint } from "../project/installed-packages.js";
import type { Project } from "../project/read-project.js";
import type { PlannedFile } from "./edit-manifest.js";
import type { SourceGlobs } from "./source-globs.js";

/** The content of the configuration. */
export interface ConfigPlan {
  readonly preset: PresetName;
  readonly globs: SourceGlobs;
  /** Whether TypeScript needs its parser named, because nothing else does. */
  readonly needsParser: boolean;
  /** Whether a `tsconfig.json` gives the files types. */
  readonly isTyped: boolean;
  /** The module of the project's own contract, relative to the configuration. */
  readonly contract: ContractModule | undefined;
}

export interface ContractModule {
  /** As the configuration names it: `./src/contract.js`. */
  readonly module: string;
  /** Whether the configuration can import it, and so take the contract as data. */
  readonly isImported: boolean;
  /** The codes to name in the settings: none beside data, those of the project where no types tell of them either. */
  readonly codes: readonly string[] | undefined;
}

interface Style {
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
  readonly indent: string;
}

/** Plans the configuration of ESLint: a new one, or an edit of the one that there is. */
export function planConfig({ cwd, eslintConfig, isModule }: Project, plan: ConfigPlan): PlannedFile {
  if (eslintConfig) return editConfig(eslintConfig.file, plan, new (loadAnyEslint(cwd).Linter)());
  const file = path.join(cwd, isModule ? "eslint.config.js" : "eslint.config.mjs");
  const style = { quote: '"', semicolon: ";", indent: "  " } as const;
  const after = `${printImports([HELPER, ...listImports(plan)], style)}
export default defineConfig([
  { ignores: ["**/dist/**", "**/build/**", "**/coverage/**"] },
${writeBlock(plan, style, "  ")}
]);
`;
  return { change: { file, before: undefined, after } };
}

/**
 * Adds the plugin behind the last configuration object of a flat configuration that lacks it. Understood are a list,
 * and a call that takes configurations (`defineConfig`, `tseslint.config`), each exported as it is or by the name of a
 * `const`.
 */
function editConfig(file: string, plan: ConfigPlan, linter: Linter): PlannedFile {
  const text = fs.readFileSync(file, "utf8");
  if (text.includes("eslint-plugin-error-contract")) return {};
  const quote = (text.match(/'/g)?.length ?? 0) > (text.match(/"/g)?.length ?? 0) ? "'" : '"';
  const semicolon = /;\s*$/m.test(text) ? ";" : "";
  const indent = /^(\t| {2,4})\S/m.exec(text)?.[1] ?? "  ";
  const style = { quote, semicolon, indent } as const;
  const refuse = (why: string): PlannedFile => {
    const added = `${printImports(listImports(plan), style)}\n${writeBlock(plan, style, "")}`;
    return { byHand: `${path.basename(file)} is not edited, because ${why}. Add to it:\n\n${added}` };
  };
  if (/\bmodule\.exports\b/.test(text)) return refuse("it is a CommonJS module");
  const program = parse(text, file, linter);
  if (!program) return refuse("it cannot be parsed as JavaScript");
  const list = findList(program);
  if (!list) return refuse("what it exports is neither a list nor a call of `defineConfig`");

  const names = collectImports(program);
  const imports = listImports(plan).filter(({ module }) => !names.has(module));
  const clash = imports.find(({ name }) => [...names.values()].flat().includes(name));
  if (clash) return refuse(`the name \`${clash.name}\` is taken in it`);
  const parser = names.get("typescript-eslint")?.[0] ?? "tseslint";
  const hasHelper = list.isDefined || names.get(HELPER.module)?.includes(HELPER.name) === true;
  const margin = readMargin(list, text, indent);
  const block = writeBlock(plan, style, list.isDefined ? margin : margin + indent);
  const item = list.isDefined ? block : `${margin}...defineConfig([\n${block}\n${margin}]),`;
  const after = insertAll(text, [
    { at: findEndOfImports(program, text), text: printImports(hasHelper ? imports : [HELPER, ...imports], style) },
    ...insertItem(list, text, item.replaceAll("tseslint.parser", `${parser}.parser`), margin.slice(indent.length)),
  ]);
  return { change: { file, before: text, after } };
}

/** The place where configuration objects stand. */
interface ConfigList {
  /**
   * Whether they are given to `defineConfig`, which combines `files` with those of a preset. `tseslint.config` puts its
   * own in their place, so that the part of the preset that turns the rules off in tests would turn them off
   * everywhere.
   */
  readonly isDefined: boolean;
  readonly items: readonly TSESTree.Node[];
  /** The offset of the closing bracket. */
  readonly end: number;
}

function parse(text: string, file: string, linter: Linter): TSESTree.Program | undefined {
  linter.verify(text, [{ files: ["**/*"], languageOptions: { ecmaVersion: "latest", sourceType: "module" } }], {
    filename: `${path.basename(file, path.extname(file))}.js`,
  });
  // ESLint keeps no source of a text that does not parse.
  const source = linter.getSourceCode() as { readonly text: string; readonly ast: object } | undefined | null;
  return source?.text === text ? (source.ast as TSESTree.Program) : undefined;
}

function findList(program: TSESTree.Program): ConfigList | undefined {
  const exported = program.body.find((statement) => statement.type === "ExportDefaultDeclaration");
  const value = exported && resolveConst(exported.declaration, program);
  const call = value?.type === "CallExpression" && takesConfigs(value.callee) ? value : undefined;
  const only = call?.arguments.length === 1 ? call.arguments[0] : undefined;
  const list = only ? resolveConst(only, program) : value;
  const isDefined = call?.callee.type === "Identifier";
  if (list?.type === "ArrayExpression")
    return { isDefined, items: list.elements.filter((element) => element !== null), end: list.range[1] - 1 };
  return call && { isDefined, items: call.arguments, end: call.range[1] - 1 };
}

function resolveConst(expression: TSESTree.Node, { body }: TSESTree.Program): TSESTree.Node {
  const node = unwrapExpression(expression);
  if (node.type !== "Identifier") return node;
  const declared = body
    .flatMap((statement) => (statement.type === "VariableDeclaration" ? statement.declarations : []))
    .find(({ id }) => id.type === "Identifier" && id.name === node.name);
  return declared?.init ? unwrapExpression(declared.init) : node;
}

/** `defineConfig(...)`, `tseslint.config(...)` */
function takesConfigs(callee: TSESTree.Node): boolean {
  if (callee.type === "Identifier") return callee.name === "defineConfig";
  const method = callee.type === "MemberExpression" ? callee.property : undefined;
  return method?.type === "Identifier" && method.name === "config";
}

/** Module -> the names that are imported from it. */
function collectImports({ body }: TSESTree.Program): ReadonlyMap<string, readonly string[]> {
  const imports = body.filter((statement) => statement.type === "ImportDeclaration");
  return new Map(imports.map(({ source, specifiers }) => [source.value, specifiers.map(({ local }) => local.name)]));
}

function findEndOfImports({ body }: TSESTree.Program, text: string): number {
  const last = body.findLast((statement) => statement.type === "ImportDeclaration");
  const end = last?.range[1] ?? body[0]?.range[0] ?? 0;
  const newline = last ? text.indexOf("\n", end) : -1;
  return newline < 0 ? end : newline + 1;
}

/** The white space in front of the items. */
function readMargin({ items }: ConfigList, text: string, indent: string): string {
  const [first] = items;
  if (!first) return indent;
  const line = text.slice(text.lastIndexOf("\n", first.range[0] - 1) + 1, first.range[0]);
  return /^\s*$/.test(line) ? line : indent;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

function insertItem({ items, end }: ConfigList, text: string, item: string, margin: string): readonly Insertion[] {
  const last = items.at(-1);
  if (!last) return [{ at: end, text: `\n${item}\n${margin}` }];
  const behind = text.slice(last.range[1], end);
  // A comment may stand behind the last item, in front of or behind its comma.
  const hasComma = behind.replace(/\/\*[^]*?\*\/|\/\/.*/g, "").includes(",");
  const lineEnd = /\r?\n[ \t]*$/.exec(behind);
  const at = lineEnd ? end - lineEnd[0].length : end;
  const insertion = { at, text: `\n${item}${lineEnd ? "" : `\n${margin}`}` };
  return hasComma ? [insertion] : [{ at: last.range[1], text: "," }, insertion];
}

function insertAll(text: string, insertions: readonly Insertion[]): string {
  const isCrlf = text.includes("\r\n");
  return [...insertions]
    .reverse()
    .sort((one, other) => other.at - one.at)
    .reduce((all, { at, text: added }) => {
      const written = isCrlf ? added.replaceAll("\n", "\r\n") : added;
      return all.slice(0, at) + written + all.slice(at);
    }, text);
}

interface Import {
  readonly name: string;
  readonly module: string;
  readonly clause: string;
}

const HELPER: Import = { name: "defineConfig", module: "eslint/config", clause: "{ defineConfig }" };

/** The imports that the block needs. */
function listImports({ needsParser, contract }: ConfigPlan): readonly Import[] {
  return [
    { name: "errorContract", module: "eslint-plugin-error-contract", clause: "errorContract" },
    ...(needsParser ? [{ name: "tseslint", module: "typescript-eslint", clause: "tseslint" }] : []),
    ...(contract?.isImported ? [{ name: "contract", module: contract.module, clause: "{ contract }" }] : []),
  ];
}

/** Prints imports, each with the end of its line. */
function printImports(imports: readonly Import[], { quote, semicolon }: Style): string {
  return imports.map(({ clause, module }) => `import ${clause} from ${quote}${module}${quote}${semicolon}\n`).join("");
}

/** The configuration objects of the plugin, each in lines of its own with a comma behind it. */
function writeBlock(
  { globs, needsParser, isTyped, preset, contract }: ConfigPlan,
  { quote, indent }: Style,
  margin: string,
): string {
  const list = (values: readonly string[]) => `[${values.map((each) => quote + each + quote).join(", ")}]`;
  const typescript = [
    `files: ${list(globs.typescript)},`,
    "languageOptions: {",
    `${indent}parser: tseslint.parser,`,
    ...(isTyped ? [`${indent}parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },`] : []),
    "},",
  ];
  const commonjs = [`files: ${list(globs.commonjs)},`, `languageOptions: { sourceType: ${quote}commonjs${quote} },`];
  const settings = contract && [
    "settings: {",
    `${indent}errorContract: {`,
    ...(contract.isImported ? [`${indent}${indent}contract,`] : []),
    ...(contract.codes ? [`${indent}${indent}codes: ${list(contract.codes)},`] : []),
    `${indent}${indent}runtime: { module: ${quote}${contract.module}${quote} },`,
    `${indent}},`,
    "},",
  ];
  const ours = [`files: ${list(globs.files)},`, `extends: [errorContract.configs.${preset}],`, ...(settings ?? [])];
  return [...(needsParser ? [typescript] : []), ...(globs.commonjs.length > 0 ? [commonjs] : []), ours]
    .map((lines) => ["{", ...lines.map((line) => indent + line), "},"].map((line) => margin + line).join("\n"))
    .join("\n");
}
