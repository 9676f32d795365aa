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
  /** The codes to name in the settings: none beside data, those of the project where no types tell of them either. */
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
  return `import { defineConfig } from "eslint/config";
${writeImports(plan, PLAIN)
  .map(({ text }) => text)
  .join("\n")}

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
  const describe = (name: string, module: string, clause = name) => ({
    name,
    module,
    text: `import ${clause} from ${quote}${module}${quote}${semicolon}`,
  });
  return [
    describe("errorContract", "eslint-plugin-error-contract"),
    ...(needsParser ? [describe("tseslint", "typescript-eslint")] : []),
    ...(contract?.isImported ? [describe("contract", contract.module, "{ contract }")] : []),
  ];
}

/** The configuration objects of the plugin, each in lines of its own with a comma behind it. */
export function writeBlock(
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
