import type { ContractData } from "../../contract/contract-data.js";
import { findEntry } from "../../contract/codes.js";
import { getLastPart } from "../../contract/schema.js";
import { decode, isRecord, parseJSON, readMember } from "../../json/read.js";
import { stringify } from "../../json/to-json-safe.js";
import { familyOf, type FaultKind } from "../faults/fault-kinds.js";
import { findLeaks } from "./find-leaks.js";
import { createCall, type Operation } from "../calls/operations.js";
import type { Cell, Column, Problem, Verdict } from "../proof/proof.js";
import { namesFault, saysFailure } from "./read-success.js";
import type { Answer } from "../server/session.js";
import { codeOfFault, isFailing, readFailure, type ReadFailure } from "./speak.js";
import type { Input } from "../calls/valid-input.js";

/** A call that is to be made, and why. */
export interface Attempt {
  readonly operation: Operation;
  readonly column: Column;
  readonly input: Input;
  /** Whether the schema refuses the input. */
  readonly isRefused: boolean;
  /** The fault below the tool, where there is one. */
  readonly kind?: FaultKind | undefined;
  /** Whether the tool is known not to wait for what the fault makes fail: it answers while that hangs. */
  readonly isIgnored?: boolean | undefined;
  /** What the tool answers to valid input without a fault; `undefined` where this is it. */
  readonly usual?: Answer | undefined;
}

/** All that is known of a call when it is judged. */
interface Trial extends Attempt {
  readonly answer: Answer;
  /** What the same call answers when it is repeated. */
  readonly again: Answer | undefined;
  readonly contract: ContractData | undefined;
  readonly command: string;
  readonly protocolVersion: string;
}

interface Judged extends Trial {
  readonly isFailing: boolean;
  readonly failure: ReadFailure;
  /** The operations of this call that the fault made fail. */
  readonly faulted: Answer["hits"];
  /** What the client knows already. */
  readonly known: string;
}

/** A demand: what is wrong where it is not met, in a sentence. */
interface Demand {
  readonly kind: string;
  readonly check: (judged: Judged) => string | false | undefined;
}

/** From this revision on MCP wants refused input as a result that the model can read. */
const refusalsAsResults = "2025-11-25";
const invalidParams = -32602;
const internalError = -32603;

/** When a server ends, by what came of the call. */
const endings: Readonly<Record<Answer["outcome"], string>> = {
  result: "after its answer ",
  error: "after its answer ",
  silence: "without an answer ",
  death: "",
};

/** What is demanded of every answer, in the order in which it is said. */
const demands: readonly Demand[] = [
  {
    kind: "died",
    check: ({ answer: { outcome, ending } }) => ending !== undefined && `the server ends ${endings[outcome]}${ending}`,
  },
  {
    kind: "no answer",
    check: ({ answer, usual }) =>
      answer.outcome === "silence" &&
      answer.ending === undefined &&
      usual?.outcome !== "silence" &&
      `there is no answer within ${Math.round(answer.ms / 1000)} s`,
  },
  {
    kind: "hangs",
    check: ({ answer }) =>
      answer.ending === undefined && !answer.isAlive && "the server does not answer the next request",
  },
  { kind: "accepted", check: findAccepted },
  { kind: "swallowed", check: findSwallowed },
  { kind: "protocol error", check: findProtocolError },
  {
    kind: "no envelope",
    check: ({ contract, isFailing, failure }) =>
      contract &&
      isFailing &&
      failure.contract === undefined &&
      `no envelope of ${contract.name}: ${failure.problems.slice(0, 2).join("; ")}`,
  },
  {
    kind: "envelope",
    check: ({ contract, failure }) =>
      contract && failure.contract !== undefined && failure.problems.slice(0, 2).join("; "),
  },
  { kind: "code", check: findOtherCode },
  {
    kind: "leak",
    check: ({ isFailing, answer, contract, known }) =>
      findLeaks(readShown(answer.value, contract), known, answer, isFailing).slice(0, 2).join(", and "),
  },
  { kind: "unstable", check: findChange },
  {
    kind: "not logged",
    check: ({ isFailing, answer }) =>
      isFailing && answer.isLogged === false && "the audit log has no entry of it when the answer arrives",
  },
];

/** Judges a call. */
export function judge(trial: Trial): Cell {
  const { answer, contract, column, kind } = trial;
  const call = createCall(trial.operation, trial.input);
  const isFailed = isFailing(answer, contract);
  const failure = isFailed
    ? readFailure(answer, contract)
    : { contract: undefined, code: undefined, condition: undefined, problems: [] };
  // A connection that an earlier call has left behind fails by the fault of that one.
  const hits = answer.hits.filter(({ by, family }) => by === "fault" && kind && family === familyOf(kind));
  const judged: Judged = {
    ...trial,
    isFailing: isFailed,
    failure,
    faulted: hits.filter(({ isOfCall }) => isOfCall),
    known: `${trial.command}\n${JSON.stringify(call)}`,
  };
  const isReached = kind === undefined ? isUndisturbed(answer) : hits.length > 0;
  const problems = isReached ? listProblems(judged) : [];
  const { verdict, reason } = isReached
    ? decide(judged, problems)
    : { verdict: "not reached" as const, reason: describeWall(answer) };
  return {
    column: column.name,
    verdict,
    problems,
    ...(reason !== undefined && { reason }),
    call: { ...call, params: cut(call.params) },
    answer: cut(answer.outcome === "silence" ? "no answer" : answer.value),
    ms: answer.ms,
    ...(isFailed && { failed: true as const }),
    ...(failure.code !== undefined && { code: failure.code }),
    ...(answer.hits.length > 0 && { hits: answer.hits.slice(0, 20) }),
  };
}

/** Returns whether the server has survived that nothing leaves it. How it survives a fault is for the fault to show. */
const isUndisturbed = ({ isAlive, hits }: Answer): boolean => isAlive || !hits.some(({ by }) => by === "wall");

/** Names what was refused so that nothing is harmed, where a call came to that instead. */
function describeWall({ hits, ending }: Answer): string | undefined {
  const wall = hits.find(({ by }) => by === "wall");
  if (!wall) return undefined;
  const end = ending === undefined ? "" : `, and the server ended ${ending}`;
  return `${wall.operation} ${wall.target} was refused, so that nothing is harmed${end}`;
}

function listProblems(judged: Judged): readonly Problem[] {
  const problems: Problem[] = [];
  for (const { kind, check } of demands) {
    const message = check(judged);
    if (typeof message === "string" && message !== "") problems.push({ kind, message });
  }
  return problems;
}

function decide(
  judged: Judged,
  problems: readonly Problem[],
): { readonly verdict: Verdict; readonly reason?: string | undefined } {
  if (problems.length > 0) return { verdict: "wrong" };
  const reason = findExcuse(judged);
  if (reason !== undefined) return { verdict: "open", reason };
  return { verdict: judged.isFailing && !judged.contract ? "no code" : "kept" };
}

/** An input that the schema refuses has to be refused, before anything is done with it. */
function findAccepted({ isRefused, isFailing, answer }: Judged): string | false {
  if (!isRefused || answer.outcome === "silence" || answer.outcome === "death") return false;
  if (!isFailing) return "an input that the schema refuses is answered with a success";
  // A log, and a process that is started for one, is no work with the input.
  const [hit] = answer.hits.filter(
    ({ by, isOfCall, operation, family }) => by === "wall" && isOfCall && family !== "child" && !logs.test(operation),
  );
  return hit !== undefined && `an input that the schema refuses is worked with: ${hit.operation} ${hit.target}`;
}

/** A success, although something that it asked for has failed and nothing else has answered. */
function findSwallowed(judged: Judged): string | false {
  const { isFailing, answer, faulted, kind } = judged;
  if (isFailing || answer.outcome !== "result" || faulted.length === 0 || findExcuse(judged) !== undefined)
    return false;
  const { operation, target } = faulted[0]!;
  return `a success, although ${kind!.meaning} (${operation} ${target}); a failing result is \`isError: true\``;
}

/** Says why a success may be right although something failed. */
function findExcuse(judged: Judged): string | undefined {
  const { isFailing, isIgnored, kind, answer, faulted, usual } = judged;
  if (answer.outcome === "silence") return "with valid input and without a fault there is no answer either";
  if (!isFailing && kind === undefined) {
    if (saysFailure(answer.value)) return "the answer says that the call failed, and is no failing result";
    if (isIgnored !== true && isHeldBack(answer)) return "what it asked for was refused, so that nothing is harmed";
  }
  if (isFailing || faulted.length === 0) return undefined;
  if (isIgnored === true) return "the tool does not wait for what failed";
  if (kind && !saysFailure(answer.value) && namesFault(answer.value, kind)) return "the answer names what failed";
  if (kind?.isAnswer) return "what came back may be the answer";
  const logged = new Set(faulted.filter(({ operation }) => logs.test(operation)).map(({ target }) => target));
  const others = faulted.filter(({ operation, target }) => !logged.has(target) && !questions.test(operation));
  if (others.length === 0) return "what failed may be a log, or a question whether something is there";
  if (answer.passed > 0) return "something else may have answered";
  const isRead = others.every(({ operation }) => reads.test(operation));
  const isSame = isRead && usual?.outcome === "result" && stringify(usual.value) === stringify(answer.value);
  return isSame ? "the answer is the same without the fault" : undefined;
}

/** Returns whether a call asked for something beside a log that was refused, so that nothing is harmed. */
export const isHeldBack = ({ hits }: Pick<Answer, "hits">): boolean =>
  hits.some(
    ({ by, isOfCall, operation }) => by === "wall" && isOfCall && !logs.test(operation) && !questions.test(operation),
  );

/** What is added to a file, or written to one that was open before. */
const logs = /^fs\.(?:appendFile|write|writev|mkdir)$/;
const questions = /^fs\.(?:exists|access)$/;
const reads = /^fs\.(?:read|stat|lstat|open|realpath|statfs)/;

function findProtocolError({ operation, answer, isRefused, protocolVersion }: Judged): string | false {
  if (operation.kind !== "tool" || !operation.isKnown || answer.outcome !== "error") return false;
  if (isMalformed(answer.value)) return false;
  const code = readMember(answer.value, "code");
  const isRefusal = isRefused || code === invalidParams;
  if (isRefusal && protocolVersion < refusalsAsResults) {
    return (
      code === internalError &&
      `the refusal is an internal error of the protocol (${internalError}); MCP wants ${invalidParams}, or a result`
    );
  }
  const what = isRefused ? "the refusal" : "the failure of a tool";
  return `${what} is an error of the protocol, which no model reads; MCP wants a result with \`isError\``;
}

/**
 * Returns whether an error says that the request is none of MCP, which the SDK finds before any tool is called: it
 * lists what is wrong with `params`.
 */
function isMalformed(error: unknown): boolean {
  const issues = parseJSON(String(readMember(error, "message")));
  if (!Array.isArray(issues) || issues.length === 0) return false;
  return issues.every((issue: unknown) => {
    const path = readMember(issue, "path");
    return Array.isArray(path) && path[0] === "params";
  });
}

function findOtherCode({ contract, failure, column, kind, isRefused, isFailing, operation }: Judged): string | false {
  if (!contract || !isFailing || failure.code === undefined || failure.contract === undefined) return false;
  const isJudged = kind !== undefined || isRefused || !operation.isKnown;
  const { expected } = column;
  const { code, condition } = failure;
  if (!isJudged || expected.length === 0 || expected.includes(code) || expected.includes(condition!)) return false;
  if (kind && codeOfFault(contract, kind) === code && findEntry(contract, code)?.condition !== "internal") return false;
  return `${code} (${String(condition)}) does not say that ${column.meaning}; expected is ${expected.join(" or ")}`;
}

function findChange({ contract, failure, answer, again, isFailing }: Judged): string | false {
  if (!contract || !isFailing || !again) return false;
  const other = readFailure(again, contract);
  if (other.code !== failure.code) return `the same call gives ${String(failure.code)}, then ${String(other.code)}`;
  const isSame = contract.message !== "literal" || stringify(again.value) === stringify(answer.value);
  return !isSame && "the same call does not give the same bytes";
}

/** Returns the text of a failure without the slots of an envelope that are there for the server's own context. */
function readShown(value: unknown, contract: ContractData | undefined): string {
  const { cause, stack } = contract?.fields ?? {};
  const slots = [...Object.keys(contract?.context ?? {}), ...[cause, stack].map((path) => path && getLastPart(path))];
  const shown = decodeTexts(value) ?? null;
  return JSON.stringify(shown, (key, each: unknown) => (slots.includes(key) ? undefined : each));
}

/** Texts that are JSON, as envelopes are. */
function decodeTexts(value: unknown): unknown {
  if (typeof value === "string") return decode(value) ?? value;
  if (Array.isArray(value)) return value.map(decodeTexts);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decodeTexts(each)]))
    : value;
}

/** The longest text that is kept of a call or an answer. */
const longest = 2_000;

function cut(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  return text.length <= longest ? value : `${text.slice(0, longest)}… (${text.length} characters)`;
}
