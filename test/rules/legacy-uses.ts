import { readRewrite } from "../kit/marked-rewrite.js";

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

/** Legacy code that is fixed, as `«before ⇒ after»` says. */
export const fixed = (name: string, marked: string, messageId: Message) => ({
  name,
  ...readRewrite(whole(marked)),
  errors: messageId === "legacyName" ? [...used, { messageId }] : [{ messageId }, ...used],
});
export const reported = (name: string, code: string, messageId: Message) => ({
  name,
  code: whole(code),
  errors: [{ messageId, suggestions: [] }, ...used],
});
/** The same with one suggestion. */
export const suggested = (name: string, marked: string, messageId: Message) => {
  const { code, output } = readRewrite(whole(marked));
  return { name, code, errors: [{ messageId, suggestions: [{ messageId, output }] }, ...used] };
};
export const silent = (name: string, code: string) => ({ name, code: whole(code), errors: [...used] });
