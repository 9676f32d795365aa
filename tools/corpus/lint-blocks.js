import parser from "@typescript-eslint/parser";

/** Which types the rules of a run are given: typescript-eslint's, none, or those of TypeScript 7. */
export const TYPES = ["services", "off", "native"];

/**
 * Returns the configuration that lints the code of a checkout: `blocks`, under which parser, and with which types.
 *
 * @param {string} folder
 * @param {"services" | "off" | "native"} types
 * @param {import("eslint").Linter.Config[]} blocks
 */
export function createLintBlocks(folder, types, blocks) {
  return [
    {
      files: ["**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}"],
      languageOptions: {
        parser,
        parserOptions: {
          ecmaFeatures: { jsx: true },
          ...(types === "services" ? { projectService: true, tsconfigRootDir: folder } : {}),
        },
      },
      linterOptions: { reportUnusedDisableDirectives: "off", noInlineConfig: true },
    },
    ...blocks,
    { settings: { errorContract: { types: typesSetting(types) } } },
  ];
}

function typesSetting(types) {
  return types === "native" ? { provider: "native", package: "typescript-7" } : types;
}
