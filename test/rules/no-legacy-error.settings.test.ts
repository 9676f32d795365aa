import path from "node:path";
import parser from "@typescript-eslint/parser";
import { RuleTester } from "@typescript-eslint/rule-tester";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
// It gives the tester vitest's functions.
import "../kit/rule-tester.js";
import { readRewriteWithImport } from "../kit/marked-rewrite.js";

const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const BOTH = LEGACY + CONTRACT;
/** Keeps the legacy imports in use, so that a case shows its own finding only. */
const USE = `\nexport { KaizaError, ERROR_CODES, ensureKaizaError };`;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));

const ownClass = {
  errorContract: {
    ...kaizaSettings,
    runtime: { module: path.join(import.meta.dirname, "../fixtures/own-class/core/system-error.js") },
  },
};
const inOwnProject = path.join(import.meta.dirname, "../fixtures/own-class/tools/read_file.js");

// Each case brings its own settings: those of a tester are merged into them.
const settingsRuleTester = new RuleTester({ languageOptions: { parser } });

settingsRuleTester.run("no-legacy-error: a project's own class", rule, {
  valid: [],
  invalid: [
    {
      name: "a failure with a field that the factory does not read, as the settings say",
      filename: inOwnProject,
      settings: {
        errorContract: {
          ...ownClass.errorContract,
          runtime: { ...ownClass.errorContract.runtime, factories: { "SystemError.toolFailure": ["human_message"] } },
        },
      },
      ...readRewriteWithImport(lines`
        import { KaizaError } from "../core/error.js";
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
        »throw new «KaizaError({ error_code: "INTERNAL_ERROR", invariant ⇒ SystemError({ error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR, invariant_id»: "I" });
      `),
      errors: [
        { messageId: "legacyConstruction", data: { legacy: "KaizaError", replacement: "new SystemError(...)" } },
      ],
    },
  ],
});

const KINDS = {
  errorContract: {
    ...kaizaSettings,
    legacy: [
      {
        class: { from: "package", name: "AppError", package: "@acme/errors" },
        fields: { kind: "error_code", text: "human_message", tool: "tool_name" },
        codeMap: { Locked: "SESSION_LOCKED" },
      },
    ],
  },
};

/** The preset, with its class only where a path says. */
const at = (file: string) => ({
  errorContract: {
    ...kaizaSettings,
    legacy: [{ ...kaizaSettings.legacy[0], class: { from: "file", name: "KaizaError", path: file } }],
  },
});

settingsRuleTester.run("no-legacy-error: settings", rule, {
  valid: [
    {
      name: "a namesake in a file whose name only ends like the path",
      code: `import { KaizaError } from "./my-errors.js"; throw new KaizaError({ error_code: "SESSION_LOCKED" });`,
      settings: at("errors.js"),
    },
    {
      name: "the namesake of a package's class in the project",
      code: `import { AppError } from "./errors"; throw new AppError({ kind: "Locked" });`,
      settings: KINDS,
    },
  ],
  invalid: [
    {
      name: "a class, fields and codes that the settings name",
      ...readRewriteWithImport(lines`
        import { AppError } from "@acme/errors/all";
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        »throw «new AppError({ kind: "Locked", text: "No", tool ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: "No", tool_name»: "Lock" });
      `),
      settings: KINDS,
      errors: [
        { messageId: "legacyConstruction", data: { legacy: "AppError", replacement: "SystemError.toolFailure(...)" } },
      ],
    },
    {
      name: "a code that the project's map leaves out",
      code: `${BOTH}throw new KaizaError({ error_code: ERROR_CODES.WRITE_REJECTED });${USE}`,
      settings: { errorContract: { ...kaizaSettings, legacy: [{ ...kaizaSettings.legacy[0], codeMap: {} }] } },
      errors: [{ messageId: "unknownCode" }, ...used],
    },
  ],
});
