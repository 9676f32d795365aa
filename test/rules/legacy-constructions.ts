const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const BOTH = LEGACY + CONTRACT;
/** Keeps the legacy imports in use, so that a case shows its own finding only. */
const USE = `\nexport { KaizaError, ERROR_CODES, ensureKaizaError };`;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));

/** A construction, its only fix, and nothing else of interest. */
export const made = (name: string, code: string, output: string) => ({
  name,
  code: BOTH + code + USE,
  output: BOTH + output + USE,
  errors: [{ messageId: "legacyConstruction" as const }, ...used],
});

/** A construction that is only suggested. */
export const suggested = (name: string, code: string, output: string) => ({
  name,
  code: BOTH + code + USE,
  errors: [
    {
      messageId: "legacyConstruction" as const,
      suggestions: [{ messageId: "makeWith" as const, output: BOTH + output + USE }],
    },
    ...used,
  ],
});

/** A finding about a construction without fix or suggestion. */
export const reported = (
  name: string,
  code: string,
  messageId: "legacyConstruction" | "unmappedField" | "unknownCode" = "legacyConstruction",
) => ({
  name,
  code: BOTH + code + USE,
  errors: [{ messageId, suggestions: [] }, ...used],
});
