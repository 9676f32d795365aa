import type { PresetName } from "../../plugin-types.js";
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
  /** The codes of the project, where the linter can read them neither as data nor from types. */
  readonly codes: readonly string[] | undefined;
}

interface Style {
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
  readonly indent: string;
}

const PLAIN: Style = { quote: '"', semicolon: ";", indent: "  " };

/** Writes a whole configuration. */
export function writeConfig(plan: ConfigPlan): string {
  const imports = [
    'import { defineConfig } from "eslint/config";',
    ...writeImports(plan, PLAIN).map(({ text }) => text),
  ];
  return `${imports.join("\n")}

export default defineConfig([
  { ignores: ["**/dist/**", "**/build/**", "**/coverage/**"] },
${writeBlock(plan, PLAIN, "  ")}
]);
`;
}

/** The imports that the block needs, by the names that they bring. */
export function writeImports(
  { needsParser, contract }: ConfigPlan,
  { quote, semicolon }: Style,
): readonly { readonly name: string; readonly module: string; readonly text: string }[] {
  const modules = [
    { name: "errorContract", clause: "errorContract", module: "eslint-plugin-error-contract" },
    ...(needsParser ? [{ name: "tseslint", clause: "tseslint", module: "typescript-eslint" }] : []),
    ...(contract?.isImported ? [{ name: "contract", clause: "{ contract }", module: contract.module }] : []),
  ];
  return modules.map(({ name, clause, module }) => ({
    name,
    module,
    text: `import ${clause} from ${quote}${module}${quote}${semicolon}`,
  }));
}

/** The configuration objects of the plugin, each in lines of its own with a comma behind it. */
export function writeBlock(plan: ConfigPlan, { quote, indent }: Style, margin: string): string {
  const { globs, needsParser, isTyped, preset } = plan;
  const text = (value: string) => `${quote}${value}${quote}`;
  const list = (values: readonly string[]) => `[${values.map(text).join(", ")}]`;
  const typescript = [
    `files: ${list(globs.typescript)},`,
    "languageOptions: {",
    `${indent}parser: tseslint.parser,`,
    ...(isTyped ? [`${indent}parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },`] : []),
    "},",
  ];
  const ours = [
    `files: ${list(globs.files)},`,
    `extends: [errorContract.configs.${preset}],`,
    ...writeSettings(plan, { quote, indent }),
  ];
  const blocks = [
    ...(needsParser ? [typescript] : []),
    ...(globs.commonjs.length > 0
      ? [[`files: ${list(globs.commonjs)},`, `languageOptions: { sourceType: ${text("commonjs")} },`]]
      : []),
    ours,
  ];
  return blocks
    .map((lines) => ["{", ...lines.map((line) => indent + line), "},"].map((line) => margin + line).join("\n"))
    .join("\n");
}

function writeSettings({ contract }: ConfigPlan, { quote, indent }: Omit<Style, "semicolon">): readonly string[] {
  if (!contract) return [];
  const { isImported, module, codes } = contract;
  const listed = codes?.map((code) => `${quote}${code}${quote}`).join(", ");
  return [
    "settings: {",
    `${indent}errorContract: {`,
    ...(isImported ? [`${indent}${indent}contract,`, `${indent}${indent}codes: [],`] : []),
    ...(listed === undefined ? [] : [`${indent}${indent}codes: [${listed}],`]),
    `${indent}${indent}runtime: { module: ${quote}${module}${quote} },`,
    `${indent}},`,
    "},",
  ];
}
