const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
/** Keeps the legacy imports in use, so that a case shows its own finding only. */
const USE = `\nexport { KaizaError, ERROR_CODES, ensureKaizaError };`;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));
const whole = (code: string) => LEGACY + CONTRACT + code + USE;

type Message =
  | "legacyConstruction"
  | "legacyConversion"
  | "legacySubclass"
  | "legacyCheck"
  | "legacyField"
  | "legacyCode"
  | "legacyName"
  | "unknownCode"
  | "unmappedField";

export const fixed = (messageId: Message, name: string, code: string, output: string) => ({
  name,
  code: whole(code),
  output: whole(output),
  errors: messageId === "legacyName" ? [...used, { messageId }] : [{ messageId }, ...used],
});
export const reported = (messageId: Message, name: string, code: string) => ({
  name,
  code: whole(code),
  errors: [{ messageId, suggestions: [] }, ...used],
});
export const suggested = (messageId: Message, name: string, code: string, output: string) => ({
  name,
  code: whole(code),
  errors: [{ messageId, suggestions: [{ messageId, output: whole(output) }] }, ...used],
});
export const silent = (name: string, code: string) => ({ name, code: whole(code), errors: [...used] });
