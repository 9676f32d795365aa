// Lints single files of checked-out servers under some presets, with the rules under watch.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Linter, SourceCode } from "eslint";
import { createLintBlocks } from "../corpus/lint-blocks.js";

const PRESETS = ["recommended", "kaiza"];

/**
 * Returns a function that reads a file of a folder once, and returns one that lints it: each finding as a text. A file
 * that cannot be read as code has no finding.
 */
export async function createLint(folder) {
  const { default: plugin } = await import("../../rules/dist/index.js");
  const linter = new Linter({ cwd: folder });
  const configs = PRESETS.map((preset) => {
    const [{ rules, settings, plugins }] = plugin.configs[preset];
    return { preset, blocks: createLintBlocks(folder, "off", [{ plugins, settings, rules }]) };
  });
  return (file) => {
    const filename = path.join(folder, file);
    linter.verify(readFileSync(filename, "utf8"), createLintBlocks(folder, "off", []), { filename });
    const { text, ast, parserServices, scopeManager, visitorKeys } = linter.getSourceCode() ?? {};
    if (ast === undefined) return () => [];
    return () =>
      configs.flatMap(({ preset, blocks }) => {
        const source = new SourceCode({ text, ast, parserServices, scopeManager, visitorKeys });
        return linter
          .verify(source, blocks, { filename })
          .map(({ ruleId, messageId, message, line, column, endLine, fix, suggestions }) => ({
            rule: ruleId?.replace("error-contract/", ""),
            line,
            endLine: endLine ?? line,
            text: JSON.stringify([preset, ruleId, messageId, message, line, column, fix, suggestions]),
            place: `${preset} ${ruleId} ${line}:${column}`,
          }));
      });
  };
}
