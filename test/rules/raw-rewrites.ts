import { readRewrite } from "../kit/marked-rewrite.js";

const IMPORTED = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

type MessageId =
  "rawThrow" | "rawReject" | "rawCallback" | "rawReturn" | "rawUnused" | "protocolError" | "unknownValue";

interface Options {
  readonly allow: [];
  readonly allowUnknown: false;
  readonly fallbackCode: string | null;
  readonly everyCode?: boolean;
}

interface More {
  /** What stands above the code; by default, the import of what rewrites need. */
  readonly imported?: string;
  readonly messageId?: MessageId;
  /** How often it is found. */
  readonly times?: number;
  readonly options?: readonly [Options];
  readonly settings?: Record<string, unknown>;
  readonly filename?: string;
}

/** A migration of many files at once. */
export const bulk: readonly [Options] = [{ allow: [], allowUnknown: false, fallbackCode: "INTERNAL_ERROR" }];

/** A raw error that is fixed, as `«before ⇒ after»` says. */
export function fixed(name: string, marked: string, more: More = {}) {
  const { imported = IMPORTED, messageId = "rawThrow", times = 1, ...rest } = more;
  return {
    name,
    ...rest,
    ...readRewrite(imported + marked),
    errors: Array.from({ length: times }, () => ({ messageId })),
  };
}

/** A raw error with one suggestion. */
export function offered<Suggestion extends object>(
  name: string,
  marked: string,
  suggestion: Suggestion,
  { imported = IMPORTED, messageId = "rawThrow", ...more }: More = {},
) {
  const { code, output } = readRewrite(imported + marked);
  return { name, ...more, code, output: null, errors: [{ messageId, suggestions: [{ ...suggestion, output }] }] };
}

/** A raw error that is only reported. */
export function kept(name: string, code: string, { imported = IMPORTED, messageId = "rawThrow", ...more }: More = {}) {
  return { name, ...more, code: imported + code, output: null, errors: [{ messageId, suggestions: null }] };
}
