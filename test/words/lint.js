// Lints single files of checked-out servers under some presets, with the rules under watch.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Linter } from "eslint";
import { createLintBlocks } from "../corpus/lint-blocks.js";

const PRESETS = ["recommended", "kaiza"];
const linters = new Map();

/** Returns what the rules find in a file, each finding as a text. */
export async function createLint() {
  const { default: plugin } = await import("../../rules/dist/index.js");
  return (folder, file) => {
    const code = readFileSync(path.join(folder, file), "utf8");
    if (!linters.has(folder)) linters.set(folder, new Linter({ cwd: folder }));
    return PRESETS.flatMap((preset) => {
      const [{ rules, settings, plugins }] = plugin.configs[preset];
      const blocks = createLintBlocks(folder, "off", [{ plugins, settings, rules }]);
      const messages = linters.get(folder).verify(code, blocks, { filename: path.join(folder, file) });
      return messages.map(({ ruleId, messageId, message, line, column, endLine, fix, suggestions }) => ({
        rule: ruleId?.replace("error-contract/", ""),
        line,
        endLine: endLine ?? line,
        text: JSON.stringify([preset, ruleId, messageId, message, line, column, fix, suggestions]),
        place: `${preset} ${ruleId} ${line}:${column}`,
      }));
    });
  };
}
