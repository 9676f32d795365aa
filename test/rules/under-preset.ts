import { RuleTester } from "@typescript-eslint/rule-tester";
import parser from "@typescript-eslint/parser";
import { presets } from "../../rules/dist/configs.js";
import type { PresetName } from "../../rules/dist/plugin-types.js";
import { typedFolder } from "../kit/rule-tester.js";

/** A tester under a preset's settings, and what differs from them. */
export const under = (preset: PresetName, settings: object = {}, isTyped = false) =>
  new RuleTester({
    languageOptions: {
      parser,
      ...(isTyped && { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: typedFolder } }),
    },
    settings: { errorContract: { ...presets[preset], ...settings } },
  });
