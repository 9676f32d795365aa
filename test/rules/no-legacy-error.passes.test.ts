import { Linter } from "eslint";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import noLegacyError from "../../rules/dist/no-legacy-error.js";
import noRawError from "../../rules/dist/no-raw-error.js";
import fc from "../kit/property.js";

// Fixes that add an import overlap there: ESLint applies one of them a pass, until nothing is missing any more.

const STATEMENTS = [
  `throw new KaizaError({ error_code: ERROR_CODES.SESSION_LOCKED, phase: "A" });`,
  `throw new KaizaError({ error_code: ERROR_CODES.INVARIANT_VIOLATION, invariant: "I" });`,
  `throw new KaizaError({ error_code: "UPSTREAM_FAILED" });`,
  `throw ensureKaizaError(cause, { error_code: ERROR_CODES.INTERNAL_ERROR });`,
  `log(ERROR_CODES.SESSION_LOCKED);`,
  `throw new Error("INVALID_PATH: no such path");`,
  `/** @throws {KaizaError} */ function f() {}`,
];
const IMPORTS = [
  `import { KaizaError, ERROR_CODES, ensureKaizaError } from "#core/error";`,
  `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";`,
  outdent`
    import fs from "node:fs";
    import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";
    import path from "node:path";
  `,
  outdent`
    import { KaizaError, ensureKaizaError } from "./error.js";
    import { ERROR_CODES } from "./error.js";
  `,
  outdent`
    import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";
    import { SystemError } from "error-contract/kaiza";
  `,
  outdent`
    import { wrapHandler } from "error-contract/kaiza";
    import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";
  `,
];

const linter = new Linter();
const fix = (code: string) => {
  const config = {
    plugins: { contract: { rules: { "no-legacy-error": noLegacyError, "no-raw-error": noRawError } } } as never,
    rules: { "contract/no-legacy-error": "error", "contract/no-raw-error": "error" },
    settings: { errorContract: { ...kaizaSettings, codes: ["UPSTREAM_FAILED"], runtime: { module: "#contract" } } },
  } as const;
  // ESLint counts its passes only for statistics.
  const { output } = linter.verifyAndFix(code, config, { stats: true } as never);
  return { output, passes: linter.getFixPassCount() };
};
const source = (imports: string, statements: readonly string[]) =>
  [
    imports,
    ...statements.map(
      (statement, index) => outdent`
        export function f${index}(cause, log) {
          ${statement}
        }
      `,
    ),
  ].join("\n");

describe("the fixes of two rules in one file", () => {
  it("settle within five passes, whatever stands beside what", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...IMPORTS),
        fc.array(fc.constantFrom(...STATEMENTS), { minLength: 1, maxLength: 6 }),
        (imports, statements) => {
          const { output, passes } = fix(source(imports, statements));
          expect(passes).toBeLessThanOrEqual(5);
          expect(output).not.toMatch(/KaizaError|(?<!SYSTEM_)ERROR_CODES/);
          expect(fix(output).output).toBe(output);
        },
      ),
    ));
});
