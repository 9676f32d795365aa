import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { CommandHook, SeenReport } from "../../create-rule.js";
import { editsOf } from "../../edits/source-style.js";
import { findNameAround, readFunctionName, isFunctionNode } from "../../syntax/functions.js";
import { readPlace, readRuleName } from "../project/finding-place.js";
import { describeKind, type Kind, type Proposal } from "./describe-kind.js";

/** One way to settle a finding. */
export interface Choice extends Proposal {
  readonly reason?: string | undefined;
  readonly fix: TSESLint.ReportFixFunction;
}

/** A finding as a command sees it, before it is reported. */
export interface Finding extends Kind {
  /** The rule's name without the namespace that the configuration gives the plugin. */
  readonly rule: string;
  readonly message: string;
  /** The absolute path. */
  readonly filename: string;
  /** Counted from 1, as in messages of ESLint. */
  readonly line: number;
  readonly column: number;
  /** The name of the function that it stands in. */
  readonly within: string | undefined;
  /** The codes that can be decided for, where any code can. */
  readonly codes: readonly string[];
  /** The code that stands in the failure and that no registry has. */
  readonly unregistered: string | undefined;
  /** The class of the project that it is about. */
  readonly ownClass: string | undefined;
}

/** A finding with what can be done about it, while its file is linted. */
export interface OpenFinding {
  readonly finding: Finding;
  /** The text that is linted, which earlier fixes may have changed. */
  readonly text: string;
  /** What is proposed, best first. */
  readonly choices: readonly Choice[];
  /** The choice of any decision; `undefined` where it cannot be made at this place. */
  readonly choose: (decision: string) => Choice | undefined;
  /** The comment that keeps the finding, with a reason; `undefined` where no comment can stand. */
  readonly keep: (reason: string) => Choice | undefined;
}

/** Returns the choice that is carried out; `undefined` where nothing is decided. */
export type Decide = (open: OpenFinding) => Choice | undefined;

/** Creates the hook by which rules hand their findings to a command. */
export function createHook(decide: Decide): CommandHook {
  return { chooseFix: (report) => decide(readFinding(report))?.fix, options: { everyCode: true } };
}

/** The decision to convert a value, instead of choosing a code. */
const FROM_UNKNOWN = "fromUnknown";

const WRITES_CODE = /^(?:use(?:Likely)?Code|throwCode|replaceCode)$/;
const CONVERTS = /^(?:convertUnknown|throwConverted)$/;
/**
 * How sure a suggestion is that names no probability. Code behind a check or a type may read what one class alone has.
 */
const CONFIDENCE: Readonly<Record<string, number>> = {
  legacyCheck: 0.75,
  legacyField: 0.95,
  legacyConstruction: 0.9,
  legacyConversion: 0.9,
  convertUnknown: 0.9,
  wrapHandler: 0.8,
  wrapServer: 0.9,
};
const UNSURE = 0.5;

function readFinding(report: SeenReport): OpenFinding {
  const { context, messages, descriptor } = report;
  const { sourceCode, filename, id: ruleId } = context;
  const { messageId, data = {}, fix, suggest } = descriptor;
  const { line, column } = readPlace(report);
  const node = "node" in descriptor && "parent" in descriptor.node ? descriptor.node : undefined;
  const rule = readRuleName(ruleId);
  const message = fillMessage(messages[messageId] ?? "", data);
  const fixes = fix && editsOf(fix).length > 0 ? [{ decision: "fix", code: undefined, confidence: 1, fix }] : [];
  const suggestions = (suggest ?? []).map(describeSuggestion);
  // What nothing speaks for is no proposal, but can be decided.
  const choices = [...fixes, ...suggestions.filter(({ confidence }) => confidence > 0)];
  const isAnyCode = choices.length < fixes.length + suggestions.length;
  const codes = isAnyCode ? suggestions.flatMap(({ code }) => code ?? []) : [];
  const { said, name, isOwnClass } = data;
  const isUnregistered = typeof said === "string" && /^[A-Z][A-Z0-9_]{3,}$/.test(said) && codes.length > 0;
  return {
    finding: {
      rule,
      message,
      ...describeKind({ rule, messageId, data, message, choices }),
      filename,
      line,
      column,
      within: findNameAt(
        node ?? sourceCode.getNodeByRangeIndex(sourceCode.getIndexFromLoc({ line, column: column - 1 })),
        sourceCode,
      ),
      codes,
      unregistered: isUnregistered && !codes.includes(said) ? said : undefined,
      ownClass: messageId === "ownClass" || isOwnClass === true ? String(name) : undefined,
    },
    text: sourceCode.text,
    choices,
    choose: (decision) => {
      const choice = [...fixes, ...suggestions].find((each) => each.decision === decision);
      return choice && editsOf(choice.fix).length > 0 ? choice : undefined;
    },
    keep: (reason) => {
      const edit = keepFinding(ruleId, line, reason, sourceCode);
      return edit && { decision: "keep", code: undefined, confidence: 1, fix: () => edit };
    },
  };
}

function describeSuggestion({ messageId, data = {}, fix }: TSESLint.SuggestionReportDescriptor<string>): Choice {
  const { code, why, confidence, reason = why } = data;
  const written = WRITES_CODE.test(messageId) ? String(code) : undefined;
  return {
    decision: written ?? (CONVERTS.test(messageId) ? FROM_UNKNOWN : messageId),
    code: written,
    confidence: typeof confidence === "number" ? confidence : (CONFIDENCE[messageId] ?? UNSURE),
    reason: typeof reason === "string" ? reason : undefined,
    fix,
  };
}

/** Fills the placeholders of a message. */
function fillMessage(message: string, data: Readonly<Record<string, unknown>>): string {
  return message.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = data[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : whole;
  });
}

/** Finds the name of the nearest function that has one. */
function findNameAt(node: TSESTree.Node | null, sourceCode: TSESLint.SourceCode): string | undefined {
  if (!node) return undefined;
  const own = isFunctionNode(node) ? readFunctionName(node, sourceCode) : undefined;
  return own ?? findNameAround(node, sourceCode);
}

const DIRECTIVE = /\beslint-disable-next-line\b/;

/**
 * The edit that keeps a finding: a directive on a line of its own, or at the end of the line under another directive.
 */
function keepFinding(
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
    const lineBreak = /\r?\n/.exec(sourceCode.text)?.[0] ?? "\n";
    return {
      range: [start, start],
      text: `${indent}// eslint-disable-next-line ${ruleId} -- ${reason}${lineBreak}`,
    };
  }
  const end = start + text.length;
  const last = sourceCode.getNodeByRangeIndex(end - 1);
  const isCommented = sourceCode.getAllComments().some(({ range }) => range[0] <= end && end <= range[1]);
  if (isCommented || last?.type === "TemplateElement") return undefined;
  return { range: [end, end], text: ` // eslint-disable-line ${ruleId} -- ${reason}` };
}
