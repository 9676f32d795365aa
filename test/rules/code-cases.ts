import { readRewrite } from "../kit/marked-rewrite.js";

const IMPORTED = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

type MessageId =
  | "unregistered"
  | "misspelled"
  | "unknownComparison"
  | "misspelledComparison"
  | "missingMember"
  | "misspelledMember"
  | "dynamicCode";

interface More {
  /** What stands above the code; by default, the import of the contract. */
  readonly imported?: string;
  readonly messageId?: MessageId;
  readonly column?: number;
  /** How often it is found. */
  readonly times?: number;
}

/** Code without a finding. */
export const silent = (name: string, code: string, { imported = IMPORTED }: More = {}) => ({
  name,
  code: imported + code,
});

/** Code that is reported, whatever is suggested. */
export const found = (
  name: string,
  code: string,
  { imported = IMPORTED, messageId = "unregistered", times = 1, ...at }: More = {},
) => ({ name, code: imported + code, errors: Array.from({ length: times }, () => ({ messageId, ...at })) });

/** A code that one other is suggested for, as `«before ⇒ after»` says. */
export const replaced = (
  name: string,
  marked: string,
  { imported = IMPORTED, messageId = "misspelled", ...at }: More = {},
) => {
  const { code, output } = readRewrite(imported + marked);
  return { name, code, errors: [{ messageId, ...at, suggestions: [{ messageId: "replaceCode" as const, output }] }] };
};
