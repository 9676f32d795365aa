import { findCodeByCondition } from "../../src/dist/contract/codes.js";
import { placeOf } from "./labels.js";

/** What the labels of a kind are asked, and which findings answer. */
export const QUESTIONS = [
  {
    name: "raw errors",
    rule: "no-raw-error",
    group: "throw",
    jobs: ["thrown-values", "raw-errors"],
    isPositive: ({ label }) => label === "RAW",
    // A class of the project is one decision, which its declaration asks for.
    isReported: (label, { findings, decided = [] }) =>
      findings.some((finding) => isRawErrorIn(finding, label)) || decided.some((made) => isInside(made, label)),
  },
  {
    name: "swallowed",
    rule: "no-swallowed-error",
    group: "catch",
    jobs: ["swallowed-errors"],
    isPositive: ({ label }) => label === "SWALLOWED",
    isReported: isHandlerReported,
  },
  {
    name: "defects",
    rule: "no-swallowed-error",
    group: "catch",
    jobs: ["swallowed-errors"],
    isPositive: ({ sub }) => sub?.startsWith("defect:") ?? false,
    isReported: isHandlerReported,
  },
  {
    name: "verdicts of maintainers",
    rule: "no-swallowed-error",
    group: "verdict",
    jobs: ["swallowed-errors"],
    isPositive: ({ label }) => label === "changed",
    isReported: isHandlerReported,
  },
  {
    name: "returned failures",
    rule: "no-error-result",
    group: "return",
    jobs: [],
    // A right MCP error result is neither.
    isAsked: ({ label }) => label !== "MCP_ERROR",
    isPositive: ({ label }) => label === "ERROR_RESULT",
    isReported: (label, { findings }) =>
      findings.some((finding) => finding.rule === "no-error-result" && isInside(finding, label)),
  },
];

/** The labels of these groups stand at handlers. */
const HANDLER_GROUPS = ["catch", "verdict"];

/**
 * Returns a question as it is asked of rules of others: a handler is reported where a finding begins in it, or at its
 * `try`, and not in a handler inside of it.
 *
 * @param {readonly string[]} rules of which one is enough
 */
export function askPeers(question, rules) {
  return {
    ...question,
    isReported: (label, { peers = [], handlers }) =>
      peers.some(({ rule, line, handlerLine }) => {
        if (!rules.includes(rule)) return false;
        if (!HANDLER_GROUPS.includes(question.group)) return isInside({ line }, label);
        return handlerLine === label.line || innermost(handlers, line)?.line === label.line;
      }),
  };
}

/** Answers a question for each of its labels. */
export function judgeLabels({ group, isAsked = () => true, isPositive, isReported }, labels, filesOf) {
  return labels
    .filter((label) => label.group === group && isAsked(label))
    .flatMap((label) => {
      const file = filesOf(label);
      if (!file) return [];
      return {
        repo: label.repo,
        place: placeOf(label),
        label,
        weight: label.weight ?? 1,
        isBorderline: label.borderline === true,
        isPositive: isPositive(label),
        isReported: isReported(label, file),
      };
    });
}

/**
 * Compares the codes that are offered for a raw throw with those that the reader would accept.
 *
 * @param {(file: object, label: import("./labels.js").Label) =>
 *   { offered: string[], isFixed: boolean, confidence?: number } | undefined} findOffers
 * @returns {{ place: string, isFixed: boolean, offered: string[], confidence?: number, best: string, first: boolean,
 *   isBest: boolean, amongThree: boolean }[]} `confidence`: how likely the first code is; undefined where no code is
 *   offered first
 */
export function judgeCodes(labels, filesOf, contract, findOffers) {
  return labels.flatMap((label) => {
    const wanted = label.group === "throw" && label.label === "RAW" ? label.codes[contract] : undefined;
    const file = wanted && filesOf(label);
    const offers = file && findOffers(file, label);
    if (!offers) return [];
    const { offered, isFixed, confidence } = offers;
    return {
      repo: label.repo,
      place: placeOf(label),
      isFixed,
      offered,
      confidence,
      best: wanted.best,
      isBest: offered[0] === wanted.best,
      first: wanted.accepted.includes(offered[0]),
      amongThree: offered.slice(0, 3).some((code) => wanted.accepted.includes(code)),
    };
  });
}

/** The codes of our rule, in the order of its suggestions. */
export function offersOfRule({ codes }) {
  return ({ findings }, label) => {
    const finding = findings.find((each) => isRawErrorIn(each, label));
    if (!finding) return undefined;
    const { offers, isFixed } = finding;
    return {
      offered: offers.map(({ id, desc }) => codeIn(desc, codes) ?? id),
      isFixed,
      confidence: offers[0]?.confidence,
    };
  };
}

/** The code of the condition that a detector of codes reports. */
export function offersOfDetector(contract) {
  return ({ peers = [] }, label) => {
    const finding = peers.find(({ rule, line }) => rule === "detector/codes" && isInside({ line }, label));
    return finding && { offered: [findCodeByCondition(contract, finding.message)].filter(Boolean), isFixed: false };
  };
}

function isRawErrorIn(finding, label) {
  return finding.rule === "no-raw-error" && isInside(finding, label);
}

function isInside(finding, { line, endLine }) {
  return finding.line >= line && finding.line <= endLine;
}

// A finding about the text that a handler answers with is one about the handler.
function isHandlerReported(label, { findings, handlers }) {
  return findings.some((finding) => {
    if (finding.rule === "no-swallowed-error") return finding.line === label.line;
    if (finding.rule !== "no-error-result" || !isInside(finding, label)) return false;
    return finding.messageId === "failureText" && innermost(handlers, finding.line)?.line === label.line;
  });
}

function innermost(handlers, line) {
  const around = handlers.filter((handler) => handler.line <= line && handler.endLine >= line);
  return around.sort((one, other) => one.endLine - one.line - (other.endLine - other.line))[0];
}

function codeIn(text, codes) {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name).find((name) => name in codes);
}
