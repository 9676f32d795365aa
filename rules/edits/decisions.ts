import type { TSESLint } from "@typescript-eslint/utils";
import { getSourceStyle } from "./source-style.js";

interface FindingKind {
  readonly kind: string;
  readonly detail?: string | undefined;
}

/** The data of a finding beyond its text, for the commands that decide about many findings at once. */
interface Decidable {
  /** The kind, which the findings share that one decision settles, and the detail that tells it from them. */
  readonly kind: () => FindingKind | string;
  /** Returns the rewrite to a code or, without one, to the conversion of a value. */
  readonly rewriteTo?: ((code: string | undefined) => TSESLint.ReportFixFunction | undefined) | undefined;
  /** The codes that it may be rewritten to. */
  readonly codes?: (() => readonly string[]) | undefined;
  /** A code that stands in the failure and that no registry has. */
  readonly unregistered?: string | undefined;
  /** The class of the project that the finding is about. */
  readonly ownClass?: string | undefined;
  /** Whether only the commands see it: the project's own lint reports nothing there. */
  readonly isUnreported?: boolean | undefined;
  /** The reason why it cannot be rewritten yet, as a clause. */
  readonly blocked?: (() => string | undefined) | undefined;
}

/** A finding with the data that commands need. */
export type DecidableReport<MessageId extends string> = TSESLint.ReportDescriptor<MessageId> & {
  readonly decidable?: Decidable;
};

/** One way to settle a finding. */
export interface Choice {
  /** A code, `fix`, `fromUnknown`, or the id of a suggestion such as `rethrow`. */
  readonly decision: string;
  /** Between 0 and 1; a fix is sure. */
  readonly confidence: number;
  readonly reason?: string | undefined;
  readonly edits: readonly TSESLint.RuleFix[];
}

/** A finding as a command sees it, before it is reported. */
export interface DecidableFinding {
  readonly ruleId: string;
  readonly filename: string;
  /** The text that is linted, which earlier fixes may have changed. */
  readonly text: string;
  /** Counted from 1, as in messages of ESLint. */
  readonly line: number;
  readonly column: number;
  /** The name of the function that it stands in. */
  readonly within: string | undefined;
  readonly message: string;
  readonly kind: string;
  /** The detail that tells it from the others of the kind, such as its message. */
  readonly detail: string | undefined;
  /** Best first. */
  readonly choices: readonly Choice[];
  /** The codes that can be decided for, where any can. */
  readonly codes: () => readonly string[];
  readonly unregistered: string | undefined;
  readonly ownClass: string | undefined;
  /** Whether only the commands see it. */
  readonly isUnreported: boolean;
  /** The reason why nothing can be written yet; another rewrite of the run may remove it. */
  readonly blocked: () => string | undefined;
  /** The choice of any decision; undefined where it cannot be made at this place. */
  readonly choose: (decision: string) => Choice | undefined;
  /** The comment that keeps the finding, with a reason; undefined where no comment can stand. */
  readonly keep: (reason: string) => Choice | undefined;
}

/** Returns the edits of the decision about a finding; undefined where nothing is decided. */
export type Decide = (finding: DecidableFinding) => readonly TSESLint.RuleFix[] | undefined;

/**
 * Returns the function that decides about findings where a command lints: `decide` in `settings.errorContractCommand`.
 * In its presence a finding is reported with the fix of its decision, and with no other.
 */
export function decideOf({ settings }: Pick<TSESLint.RuleContext<string, []>, "settings">): Decide | undefined {
  const { errorContractCommand: command } = settings;
  const { decide } = typeof command === "object" && command !== null && "decide" in command ? command : {};
  return typeof decide === "function" ? (decide as Decide) : undefined;
}

/** The decision to convert a value, instead of choosing a code. */
export const FROM_UNKNOWN = "fromUnknown";

const WRITES_CODE = /^(?:use(?:Likely)?Code|throwCode|replaceCode|renameCode)$/;
const CONVERTS = /^(?:convertUnknown|throwConverted)$/;
/**
 * How sure a suggestion is that names no probability. Code behind a check or a type may read what one class alone has.
 */
const CONFIDENCE: Readonly<Record<string, number>> = {
  checkBoth: 0.75,
  readBoth: 0.95,
  nameBoth: 0.75,
  makeWith: 0.9,
  convertWith: 0.9,
  convertUnknown: 0.9,
  wrapHandler: 0.8,
};
const UNSURE = 0.5;

/** A suggestion as a choice, before its edits are made. */
export function describeSuggestion(
  messageId: string,
  data: Readonly<Record<string, unknown>> = {},
): Pick<Choice, "decision" | "confidence" | "reason"> {
  const { code, why, confidence, reason = why } = data;
  const decision = WRITES_CODE.test(messageId) ? String(code) : CONVERTS.test(messageId) ? FROM_UNKNOWN : messageId;
  return {
    decision,
    confidence: typeof confidence === "number" ? confidence : (CONFIDENCE[messageId] ?? UNSURE),
    reason: typeof reason === "string" ? reason : undefined,
  };
}

/** Fills the placeholders of a message. */
export function fillMessage(message: string, data: Readonly<Record<string, unknown>> = {}): string {
  return message.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = data[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : whole;
  });
}

const DIRECTIVE = /\beslint-disable-next-line\b/;

/**
 * The edit that keeps a finding: a directive on a line of its own, or at the end of the line under another directive.
 */
export function keepFinding(
  ruleId: string,
  line: number,
  reason: string,
  sourceCode: TSESLint.SourceCode,
): TSESLint.RuleFix | undefined {
  const start = sourceCode.getIndexFromLoc({ line, column: 0 });
  const node = sourceCode.getNodeByRangeIndex(start);
  if (node && /^(?:TemplateElement|JSXText)$/.test(node.type)) return undefined;
  const text = sourceCode.lines[line - 1] ?? "";
  if (!DIRECTIVE.test(sourceCode.lines[line - 2] ?? "")) {
    const indent = /^\s*/.exec(text)?.[0] ?? "";
    return {
      range: [start, start],
      text: `${indent}// eslint-disable-next-line ${ruleId} -- ${reason}${getSourceStyle(sourceCode).lineBreak}`,
    };
  }
  const end = start + text.length;
  const last = sourceCode.getNodeByRangeIndex(end - 1);
  const isCommented = sourceCode.getAllComments().some(({ range }) => range[0] <= end && end <= range[1]);
  if (isCommented || last?.type === "TemplateElement") return undefined;
  return { range: [end, end], text: ` // eslint-disable-line ${ruleId} -- ${reason}` };
}
