import fs from "node:fs";
import path from "node:path";
import { type Files, projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const CONFIG = `import errorContract from "eslint-plugin-error-contract";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig([
  {
    files: ["src/**/*.{js,ts}"],
    extends: [errorContract.configs.recommended],
    languageOptions: { parser: tseslint.parser },
  },
]);
`;

/** The file for which a project has a compiler. */
export const TSCONFIG = {
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      allowJs: true,
      strict: true,
      noEmit: true,
      module: "NodeNext",
      lib: ["ES2023"],
      skipLibCheck: true,
      types: [],
    },
    include: ["src"],
  }),
};

/** A project of modules under the preset `recommended`, which has its own formatter. */
export function planProject(files: Files): string {
  return projectWith({
    "package.json": JSON.stringify({ type: "module", devDependencies: { prettier: "*" } }),
    ".prettierrc": JSON.stringify({ printWidth: 100 }),
    "eslint.config.js": CONFIG,
    ...files,
  });
}

export const PLAN = "error-contract.plan.yaml";

export function readFile(folder: string, name: string): string {
  return fs.readFileSync(path.join(folder, name), "utf8");
}

export function editFile(folder: string, name: string, edit: (text: string) => string): void {
  fs.writeFileSync(path.join(folder, name), edit(readFile(folder, name)));
}

/** Runs a command, and reads the JSON that it prints. */
export async function runAsJson(
  folder: string,
  ...args: readonly string[]
): Promise<{ status: number | null; json: any }> {
  const { status, stdout, stderr } = await runHere(folder, ...args, "--json");
  try {
    return { status, json: JSON.parse(stdout) };
  } catch {
    throw new Error(`${args.join(" ")} printed no JSON:\n${stdout}\n${stderr}`);
  }
}

/** Writes the decision for the groups whose kind holds a text. */
export function decide(folder: string, kind: string, decision: string): void {
  editFile(folder, PLAN, (text) =>
    text
      .split("\n  - id: ")
      .map((group) => (group.includes(kind) ? group.replace(/decision:.*/, `decision: ${decision}`) : group))
      .join("\n  - id: "),
  );
}
