import type { Files } from "../kit/project.js";
import type { Cell, ConfigForm, Language } from "./cells.js";

/** How each form names the preset. */
const PRESET: Record<ConfigForm, string> = {
  objects: "extends: [errorContract.configs.kaiza]",
  strings: `plugins: { "error-contract": errorContract }, extends: ["error-contract/kaiza"]`,
  renamed: `plugins: { ec: errorContract }, extends: ["ec/kaiza"]`,
  commonjs: "extends: [errorContract.configs.kaiza]",
  typescript: "extends: [errorContract.configs.kaiza]",
};

const LANGUAGE: Record<Language, string> = {
  typed: `files: ["src/**/*.{js,cjs,ts}"], languageOptions: {
    parser: tseslint.parser,
    parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
  }`,
  untyped: `files: ["src/**/*.{js,cjs,ts}"], languageOptions: { parser: tseslint.parser }`,
  beside: `files: ["src/**/*.{js,cjs,ts}"], languageOptions: { parser: tseslint.parser }`,
  javascript: `files: ["src/**/*.{js,cjs}"]`,
  native: `files: ["src/**/*.{js,cjs}"]`,
  commonjs: `files: ["src/**/*.js"], languageOptions: { sourceType: "commonjs" }`,
};

const FILE_NAME: Partial<Record<ConfigForm, string>> = {
  commonjs: "eslint.config.cjs",
  typescript: "eslint.config.ts",
};

/** The configuration of a cell. */
export function configuration({ form, language }: Pick<Cell, "form" | "language">): Files {
  const isCommonJs = form === "commonjs";
  const load = (binding: string, module: string) =>
    isCommonJs
      ? `const { ${binding === "defineConfig" ? binding : `default: ${binding}`} } = require("${module}");`
      : `import ${binding === "defineConfig" ? `{ ${binding} }` : binding} from "${module}";`;
  const list = `defineConfig([{ ${LANGUAGE[language]}, ${PRESET[form]} }]);`;
  const lines = [
    load("defineConfig", "eslint/config"),
    load("errorContract", "eslint-plugin-error-contract"),
    ...(LANGUAGE[language].includes("tseslint") ? [load("tseslint", "typescript-eslint")] : []),
    isCommonJs ? `module.exports = ${list.replace("import.meta.dirname", "__dirname")}` : `export default ${list}`,
  ];
  return { [FILE_NAME[form] ?? "eslint.config.mjs"]: `${lines.join("\n")}\n` };
}
