// Lints files of one checked-out server and prints the findings as JSON: a process of its own for each server, because a
// program of TypeScript stays in memory. Reads { folder, files, preset, types } from standard input.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import plugin from "../../rules/dist/index.js";
import { findSites, parseSource } from "./sites.js";

const { folder, files, preset, types } = await json(process.stdin);

// The labels judge a place wherever its file stands: the preset without the block that exempts tests and scripts.
const [{ rules, settings, plugins }] = plugin.configs[preset];
const linter = new Linter({ cwd: folder });

function lint(file, isTyped) {
  const code = readFileSync(path.join(folder, file), "utf8");
  const filename = path.join(folder, file);
  const config = {
    files: ["**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}"],
    plugins,
    languageOptions: {
      parser,
      parserOptions: {
        ecmaFeatures: { jsx: true },
        ...(isTyped && types === "services" ? { projectService: true, tsconfigRootDir: folder } : {}),
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "off", noInlineConfig: true },
    settings: { errorContract: { ...settings.errorContract, types: typesSetting(isTyped) } },
    rules,
  };
  return { code, messages: linter.verify(code, [config], { filename }) };
}

function typesSetting(isTyped) {
  if (!isTyped || types === "off") return "off";
  return types === "native" ? { provider: "native", package: "typescript-7" } : "services";
}

function findingsOf(file) {
  if (!existsSync(path.join(folder, file))) return { file, isMissing: true, findings: [] };
  let { code, messages } = lint(file, true);
  // No tsconfig holds the file: a user would lint it without types.
  const isUntyped = types === "services" && messages.some(({ fatal }) => fatal);
  if (isUntyped) ({ code, messages } = lint(file, false));
  const sites = parseSource(code, file);
  return {
    file,
    isUntyped,
    error: messages.find(({ fatal }) => fatal)?.message,
    findings: messages.filter(({ fatal }) => !fatal).map(toFinding),
    handlers: sites ? findSites(sites).filter(({ group }) => group === "catch") : [],
  };
}

function toFinding({ ruleId, messageId, message, line, endLine, fix, suggestions }) {
  return {
    rule: ruleId?.replace("error-contract/", ""),
    messageId,
    message,
    line,
    endLine,
    isFixed: fix !== undefined,
    fixText: fix?.text,
    offers: (suggestions ?? []).map(({ messageId: id, desc }) => ({ id, desc })),
  };
}

console.log(JSON.stringify(files.map(findingsOf)));
