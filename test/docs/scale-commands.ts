import path from "node:path";
import { expect } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { nodeModules } from "../kit/project.js";
import { runNode, type Run } from "../kit/run-node.js";

const commands = codeBlocks("docs/guides/scale.md")
  .filter(({ language }) => language === "sh")
  .map(({ code }) => code);

/** Runs the guide's command that has this flag, with more arguments behind it. */
export function guide(flag: string, folder: string, ...args: string[]): Promise<Run> {
  const command = commands.find((each) => each.includes(flag));
  expect(command, flag).toMatch(/^npx eslint [^\n]+$/);
  return eslint(folder, ...command!.split(" ").slice(2), ...args);
}

export function eslint(folder: string, ...args: string[]): Promise<Run> {
  return runNode([path.join(nodeModules, "eslint/bin/eslint.js"), ...args], { cwd: folder });
}

export const CONFIG = `import { defineConfig } from "eslint/config";
import errorContract from "eslint-plugin-error-contract";

export default defineConfig([{ files: ["**/*.js"], extends: [errorContract.configs.kaiza] }]);
`;
