import fs from "node:fs";
import path from "node:path";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import plugin from "../../rules/dist/index.js";
import { presets } from "../../rules/dist/configs.js";

/** What all rules find in the files of a project under a preset's settings, with types from whom `types` says. */
export function findingsIn({ folder, files }, preset, types) {
  const isFromServices = types === "services";
  const rules = Object.keys(plugin.rules).map((name) => [`error-contract/${name}`, "error"]);
  const config = {
    files: ["**/*.{js,mjs,cjs,ts,mts,cts}"],
    plugins: { "error-contract": plugin },
    languageOptions: {
      parser,
      parserOptions: isFromServices ? { projectService: true, tsconfigRootDir: folder } : {},
    },
    linterOptions: { reportUnusedDisableDirectives: "off", noInlineConfig: true },
    settings: { errorContract: { ...presets[preset], types } },
    rules: Object.fromEntries(rules),
  };
  const linter = new Linter({ cwd: folder });
  const begun = performance.now();
  const found = files.flatMap((file) =>
    linter
      .verify(fs.readFileSync(file, "utf8"), [config], { filename: file })
      .map((message) => ({ file: path.relative(folder, file), ...message })),
  );
  return { found, seconds: (performance.now() - begun) / 1000 };
}

/** The findings that only one of the two has, in all that they say: place, text, fix and suggestions. */
export function differences(one, other) {
  const texts = [one, other].map(({ found }) => new Set(found.map((each) => JSON.stringify(each))));
  const [first, second] = texts;
  return {
    onlyOne: [...first].filter((each) => !second.has(each)),
    onlyOther: [...second].filter((each) => !first.has(each)),
  };
}
