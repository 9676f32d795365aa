import { splitWords } from "../words/names.js";
import { type Condition, type ContractData, conditions } from "error-contract";
import { jsonRpc } from "error-contract/json-rpc";
import { findConditionOfGuard } from "error-contract/libraries";
import { fromUnknown, standard } from "error-contract/standard";
import { rememberFor } from "../syntax/remember.js";
import { type Clarity, WORDINGS } from "../words/conditions.js";
import { type FailureFacts, readTextFacts, type Sign } from "./failure-facts.js";

/** From this probability on, one answer is enough: nine of ten are right. */
const SURE = 0.9;

/** From this probability on, three answers of four are right. */
export const LIKELY = 0.5;

/** A code of the contract that a failure may deserve. */
interface LikelyCode {
  readonly code: string;
  /** Between 0 and 1; those of all codes of the contract add up to 1. */
  readonly confidence: number;
  /** What speaks most for its condition, as a clause. */
  readonly why?: string | undefined;
  /** Whether a fact speaks for it: for its condition, or a word of its name. */
  readonly isSaid: boolean;
}

const MOST = 3;
// A code behind the first that is this much less likely is no alternative.
const LEAST_SHARE = 0.1;

/**
 * The codes that a failure with these facts may deserve, best first, at most three. Where no fact speaks for the
 * best and it is not likely by itself, there is none: of those that were offered so, readers refused more than half.
 */
export function suggestCodes(
  facts: FailureFacts,
  data: ContractData,
  isAccepted: (code: string) => boolean = () => true,
): readonly LikelyCode[] {
  const ranked = rankCodes(facts, data).filter(({ code }) => isAccepted(code));
  const [first] = ranked;
  if (!first || (!first.isSaid && first.confidence < LIKELY)) return [];
  if (first.confidence >= SURE) return [first];
  return ranked.filter(({ confidence }) => confidence >= first.confidence * LEAST_SHARE).slice(0, MOST);
}

/** Returns the condition that a text most likely describes. */
export function findLikelyCondition(text: string): string {
  return weighConditions(readTextFacts(text))[0]?.condition ?? "internal";
}

/** What speaks for a condition. */
interface Evidence {
  readonly condition: Condition;
  /** A power of e. */
  readonly weight: number;
  /** A clause; `undefined` where it adds to others and says little by itself. */
  readonly why?: string;
}

/** The facts that speak for a condition; that a type is tested only tells its codes apart. */
type ConditionFacts = Omit<FailureFacts, "isTypeTested">;

/** Weighs every fact: one that is new does not compile without a weight here. */
function weighFacts({
  message,
  signs,
  missing,
  isTimer,
  isAbortedByTimer,
  isAnswered,
  isOfFailedCall,
  isUnreachable,
  failedRequest,
  protocolCode,
  ...others
}: ConditionFacts): readonly Evidence[] {
  others satisfies Record<string, never>;
  const evidence: Evidence[] = [];
  const isOfServer = missing === "setting" || missing === "part";
  for (const { condition, clarity, phrases } of WORDINGS) {
    if (isOfServer && OF_CALLER.has(condition)) continue;
    const said = findPhrase(message, phrases);
    if (said === undefined) continue;
    const reason = clarity === "vague" ? {} : { why: `the message says \`${said}\`` };
    evidence.push({ condition, weight: CLARITY[clarity], ...reason });
  }
  // Who aborts tells why: a timer, or the words of the message.
  const isTimedOut = isAbortedByTimer || evidence.some(({ condition }) => condition === "timeout");
  for (const sign of signs) {
    const told = findConditionOfSign(sign);
    const condition = told === "cancelled" && isTimedOut ? "timeout" : told;
    const why = `the guard tests for ${isStatus(sign.value) ? `the status ${sign.value}` : `\`${sign.value}\``}`;
    if (condition) evidence.push({ condition, weight: 6, why });
  }
  // "Failed to create the file": nothing was looked up.
  if (missing && !(missing === "result" && message.includes(" fail"))) evidence.push(MISSING[missing]);
  if (isAnswered)
    evidence.push({ condition: "upstream_failed", weight: 3.5, why: "the guard tests another server's answer" });
  if (failedRequest !== undefined)
    evidence.push({ condition: "upstream_failed", weight: 3, why: `what fails is \`${failedRequest}\`` });
  if (isTimer) evidence.push({ condition: "timeout", weight: 6, why: "a timer has run out" });
  if (isUnreachable) evidence.push({ condition: "internal", weight: 9, why: "TypeScript says `never`" });
  const meant = Object.entries(jsonRpc.codes).find(([code]) => code === protocolCode)?.[1].condition;
  if (meant && meant !== "internal")
    evidence.push({ condition: meant, weight: 1.5, why: `the protocol's code is \`${protocolCode}\`` });
  // That a call failed is less than why it did.
  if (isOfFailedCall && !evidence.some(({ weight }) => weight >= CLARITY.usual))
    evidence.push({ condition: "upstream_failed", weight: 2.5, why: "the guard tests whether an awaited call failed" });
  return evidence;
}

/** What a caller has done wrong. What the server itself lacks is none of it, whatever its message says. */
const OF_CALLER: ReadonlySet<Condition> = new Set(["missing_input", "invalid_input", "unauthenticated"]);

const isStatus = (value: string): boolean => /^[45]\d\d$/.test(value);

/** Finds the condition that the runtime gives an error with this status, errno, code or name, if any. */
function findConditionOfSign({ value, member }: Sign): Condition | undefined {
  if (!isStatus(value)) return findConditionOfGuard(value, member);
  const { condition } = standard.codes[fromUnknown(Object.assign(new Error(), { status: Number(value) })).code];
  return condition === "internal" ? undefined : condition;
}

const CLARITY: Readonly<Record<Clarity, number>> = { certain: 8, clear: 4, usual: 3, vague: 1.2 };

const MISSING: Readonly<Record<NonNullable<FailureFacts["missing"]>, Evidence>> = {
  // The caller has no part in the settings of the server.
  setting: { condition: "internal", weight: 9, why: "the guard finds nothing in the environment" },
  result: { condition: "not_found", weight: 1.5, why: "the guard finds no result" },
  part: { condition: "unavailable", weight: 2, why: "the guard finds nothing there yet" },
};

// Where nothing speaks for a condition, the honest one is that for everything else.
const UNSAID = 0.6;

function findPhrase(text: string, phrases: readonly string[]): string | undefined {
  const found = phrases.find((phrase) => text.includes(` ${phrase}`));
  if (found === undefined) return undefined;
  const start = text.indexOf(` ${found}`) + 1;
  return text.slice(start, text.indexOf(" ", start + found.length));
}

interface LikelyCondition {
  readonly condition: string;
  /** Relative to the other conditions. */
  readonly likelihood: number;
  readonly why?: string | undefined;
}

/** Returns all conditions, the likeliest first, and what speaks most for each. */
function weighConditions(facts: ConditionFacts): readonly LikelyCondition[] {
  const evidence = weighFacts(facts);
  return Object.keys(conditions)
    .map((condition) => {
      const own = evidence.filter((each) => each.condition === condition).sort((a, b) => b.weight - a.weight);
      const power = own.reduce((sum, { weight }) => sum + weight, condition === "internal" ? UNSAID : 0);
      return { condition, likelihood: Math.exp(power), why: own[0]?.why };
    })
    .sort((one, other) => other.likelihood - one.likelihood);
}

/** A code with what tells it from others of its conditions. */
interface DescribedCode {
  readonly code: string;
  /** Its own condition, and those that the contract has it stand for. */
  readonly conditions: ReadonlySet<string>;
  readonly isNamedForCondition: boolean;
  /** The words of its name that the condition does not say already: what has failed. */
  readonly subject: readonly string[];
}

// No failure is told from another by these.
const GENERAL_WORDS = new Set(["field", "input", "value", "error", "failure", "fail"]);

const describeCodes = rememberFor(({ codes, byCondition = {}, fallback }: ContractData): readonly DescribedCode[] => {
  const own = new Set<string>(Object.values(codes).map(({ condition }) => condition));
  const others = Object.keys(conditions).filter(
    (condition) => !own.has(condition) && !Object.hasOwn(byCondition, condition),
  );
  return Object.entries(codes)
    .filter(([, { kind }]) => kind !== "warning")
    .map(([code, { condition }]) => {
      const named = Object.entries(byCondition).flatMap(([each, of]) => (of === code ? [each] : []));
      return {
        code,
        conditions: new Set<string>([condition, ...named, ...(code === fallback.unknown ? others : [])]),
        isNamedForCondition: named.length > 0,
        // The codes for everything else have no subject, whatever their names say.
        subject:
          code === fallback.construct || code === fallback.unknown
            ? []
            : listStems(code).filter((word) => tells(word, condition)),
      };
    });
});

/** Returns whether a word tells a code from others of its condition, which does not say it already. */
function tells(word: string, condition: string): boolean {
  const phrases = WORDINGS.flatMap((each) => (each.condition === condition ? each.phrases : []));
  return !GENERAL_WORDS.has(word) && findPhrase(` ${condition} ${phrases.join(" ")} `, [word]) === undefined;
}

function listStems(text: string): readonly string[] {
  return splitWords(text).map(toStem);
}

/** A word without its ending: `directories` and `directory`, `parsing` and `parsed` are one word. */
function toStem(word: string): string {
  if (word.length > 5 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  const singular = word.length > 4 && /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
  return singular.length > 5 ? singular.replace(/(?:ing|ed)$/, "") : singular;
}

// How far a code's words decide between the codes of likely conditions, as powers of e: the share of its subject that
// the message names, where a code about nothing in particular has half of it, and whether the contract names the code
// for a condition.
const SUBJECT = 4;
const GENERAL = 0.5;
const NAMED_FOR_CONDITION = 0.5;

/** Ranks the codes of a contract by their conditions, and by the words that they share with the message. */
function rankCodes({ isTypeTested, ...facts }: FailureFacts, data: ContractData): readonly LikelyCode[] {
  const likely = weighConditions(facts);
  const said = new Set([...listStems(facts.message), ...(isTypeTested ? ["type"] : [])]);
  const scored = describeCodes(data).map(({ code, conditions: own, subject, isNamedForCondition }) => {
    const named = subject.filter((word) => said.has(word)).length;
    const share = subject.length === 0 ? GENERAL : named / subject.length;
    // A code whose whole subject is said may have another condition than all others.
    const isWhole = share === 1 && subject.length > 1;
    const reported = likely.filter(({ condition }) => isWhole || own.has(condition));
    const power = SUBJECT * share + (isNamedForCondition ? NAMED_FOR_CONDITION : 0);
    const likelihood = reported.reduce((sum, each) => sum + each.likelihood, 0);
    const why = reported[0]?.why;
    return { code, score: Math.exp(power) * likelihood, why, isSaid: why !== undefined || named > 0 };
  });
  const sum = scored.reduce((total, { score }) => total + score, 0);
  return scored
    .map(({ score, ...code }) => ({ ...code, confidence: score / sum }))
    .sort((one, other) => other.confidence - one.confidence);
}
