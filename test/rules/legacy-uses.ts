const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const BOTH = LEGACY + CONTRACT;
/** Keeps the legacy imports in use, so that a case shows its own finding only. */
const USE = `\nexport { KaizaError, ERROR_CODES, ensureKaizaError };`;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));
export const whole = (code: string) => BOTH + code + USE;

type Message =
  | "legacyConstruction"
  | "legacyConversion"
  | "legacySubclass"
  | "legacyCheck"
  | "legacyField"
  | "legacyType"
  | "legacyCode"
  | "legacyName"
  | "unknownCode"
  | "unmappedField";

export const fixed = (messageId: Message, name: string, code: string, output: string) => ({
  name,
  code: whole(code),
  output: whole(output),
  errors: [{ messageId }, ...used],
});
export const reported = (messageId: Message, name: string, code: string) => ({
  name,
  code: whole(code),
  errors: [{ messageId, suggestions: [] }, ...used],
});
export const suggested = <Id extends string>(
  messageId: Message,
  name: string,
  code: string,
  ...outputs: [Id, string][]
) => ({
  name,
  code: whole(code),
  errors: [
    { messageId, suggestions: outputs.map(([id, output]) => ({ messageId: id as never, output: whole(output) })) },
    ...used,
  ],
});
export const silent = (name: string, code: string) => ({ name, code: BOTH + code + USE, errors: [...used] });
