import type { TSESLint } from "@typescript-eslint/utils";
import type { Linter } from "eslint";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { getOrCreate } from "../syntax/remember.js";
import type { ModuleParser } from "./parsed-module.js";
import type { WorkspaceFile } from "./workspace-files.js";

const own = createRequire(import.meta.url);
const opened = new WeakMap<WorkspaceFile, TSESLint.SourceCode | undefined>();

/**
 * Opens another file of the workspace as ESLint would, with its scopes, and without types; `undefined` where its parser
 * refuses it.
 */
export function openFile(
  file: WorkspaceFile,
  parser: ModuleParser | null | undefined,
): TSESLint.SourceCode | undefined {
  return getOrCreate(opened, file, () => {
    const { Linter: ProjectLinter } = own("eslint") as { readonly Linter: typeof Linter };
    const linter = new ProjectLinter();
    // Brackets in a name would be part of a pattern.
    const filename = `file${extname(file.path)}`;
    const languageOptions = {
      ...(parser ? { parser: parser as Linter.Parser } : {}),
      parserOptions: { ecmaFeatures: { jsx: filename.endsWith("x") } },
    };
    const [problem] = linter.verify(file.text, [{ files: [`**/${filename}`], languageOptions }], { filename });
    // The type of ESLint's own tree and that of typescript-eslint differ in the nodes of TypeScript.
    return problem?.fatal ? undefined : (linter.getSourceCode() as unknown as TSESLint.SourceCode);
  });
}
