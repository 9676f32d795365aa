import { Linter } from "eslint";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import noLegacyError from "../../rules/dist/no-legacy-error.js";
import noRawError from "../../rules/dist/no-raw-error.js";

// Fixes that add an import overlap there. ESLint applies one of them a pass, and the others in the pass after it.

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
  `import fs from "node:fs";\nimport { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\nimport path from "node:path";`,
  `import { KaizaError, ensureKaizaError } from "./error.js";\nimport { ERROR_CODES } from "./error.js";`,
  `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\nimport { SystemError } from "error-contract/kaiza";`,
  `import { wrapHandler } from "error-contract/kaiza";\nimport { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";`,
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
  [imports, ...statements.map((statement, index) => `export function f${index}(cause, log) {\n  ${statement}\n}`)].join(
    "\n",
  );

describe("the fixes of two rules in one file", () => {
  it("settle within three passes, whatever stands beside what", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...IMPORTS),
        fc.array(fc.constantFrom(...STATEMENTS), { minLength: 1, maxLength: 6 }),
        (imports, statements) => {
          const { output, passes } = fix(source(imports, statements));
          expect(passes).toBeLessThanOrEqual(3);
          expect(output).not.toMatch(/KaizaError|(?<!SYSTEM_)ERROR_CODES/);
          expect(fix(output).output).toBe(output);
        },
      ),
      { numRuns: 300 },
    );
  });
});
