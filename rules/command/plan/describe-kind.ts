import { readDecision } from "../../decision.js";
import { findLikelyCondition } from "../../throws/suggest-codes.js";

/** What one decision settles: the kind that findings share, and the detail that tells one from the others. */
export interface Kind {
  readonly kind: string;
  readonly detail?: string | undefined;
}

/** What a choice says of itself. */
export interface Proposal {
  /** A code, `fix`, `fromUnknown`, `keep`, or the id of a suggestion such as `rethrow`. */
  readonly decision: string;
  /** The code that it writes, where it writes one. */
  readonly code: string | undefined;
  /** Between 0 and 1; a fix is sure. */
  readonly confidence: number;
}

/** The parts of a finding that tell its kind. */
interface Told {
  readonly rule: string;
  readonly messageId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly message: string;
  /** Best first. */
  readonly choices: readonly Proposal[];
}

/**
 * Describes the kind of a finding by its message and data; the message stands for itself where that is enough. Findings
 * of one decision over the project are of its kind.
 */
export function describeKind(finding: Told): Kind {
  const described = DESCRIBERS[finding.rule]?.(finding) ?? { kind: finding.message };
  const decision = readDecision(finding.data);
  return decision ? { ...described, kind: decision.name } : described;
}

const DESCRIBERS: Readonly<Record<string, (finding: Told) => Kind | undefined>> = {
  "no-raw-error": describeRaw,
  "no-error-result": describeResult,
  "no-swallowed-error": describeDrop,
  "require-boundary": ({ messageId }) =>
    HANDLERS[messageId] === undefined ? undefined : { kind: HANDLERS[messageId] },
};

const HANDLERS: Readonly<Record<string, string>> = {
  bareHandler: "a bare handler",
  bareToolHandler: "a bare handler",
  bareServer: "a bare server",
};

/** Failures that are thrown and rejected are of one kind; the others say how they are delivered. */
const DELIVERED: Readonly<Record<string, string>> = {
  rawCallback: "passed on: ",
  rawEvent: "emitted: ",
  rawAbort: "aborts: ",
  rawReturn: "returned: ",
  rawUnused: "not thrown: ",
  unknownValue: "of unknown type: ",
};

function describeRaw(finding: Told): Kind | undefined {
  const { messageId, data } = finding;
  const { name, isOwnClass } = data;
  if (messageId === "ownClass") return { kind: `class ${String(name)}` };
  if (typeof isOwnClass !== "boolean") return undefined;
  // All throws of a class need one decision.
  const described = isOwnClass ? { kind: `class ${String(name)}` } : describeFailure(String(name), finding);
  return { ...described, kind: `${DELIVERED[messageId] ?? ""}${described.kind}` };
}

/** From here on about nine proposals in ten are right. */
const SURE = 0.8;

/**
 * Describes the kind of a failure by its form and its message: the code in front of the message, else the code that is
 * sure, else what the message is about. The messages of a kind are read together.
 */
function describeFailure(name: string, { data, choices }: Told): Kind {
  const { text, prefix, isWritten } = data;
  if (typeof text !== "string") return { kind: name };
  const [best] = choices;
  const isFixed = best?.decision === "fix";
  const detail = `"${isWritten === true ? text : text.replaceAll('"', "'")}"`;
  // A code in front tells the kind of failure; `REFUSE: ...` is a word of its own, unless it is registered.
  if (typeof prefix === "string" && (isFixed || /^[A-Z0-9]+_[A-Z0-9_]+$/.test(prefix)))
    return { kind: `${name} "${prefix}: …"` };
  if (isFixed) return { kind: `${name} ${detail}` };
  if (best?.code !== undefined && best.confidence >= SURE) return { kind: `${name} that says ${best.code}`, detail };
  if (best && best.code === undefined) return { kind: `${name} with a cause`, detail };
  if (isWritten !== true) return { kind: `${name} about a message that is made elsewhere`, detail };
  const condition = findLikelyCondition(text);
  return { kind: `${name} about ${condition === "internal" ? "something else" : condition}`, detail };
}

/** Describes a result by its shape: results of one shape get one decision, and each is rewritten with its own text. */
function describeResult(finding: Told): Kind | undefined {
  const { shape, kind, quotesCaught } = finding.data;
  if (typeof shape !== "string" || kind === undefined) return undefined;
  const choices = finding.choices.filter(({ decision }) => decision !== "markResult");
  const isRewritten = choices.length > 0;
  if (kind === "isError" && !isRewritten) return { kind: `${shape}, to be rewritten by hand` };
  const described = describeFailure(shape, { ...finding, choices });
  if (kind === "isError")
    return quotesCaught === true ? { ...described, kind: `${shape} with the words of the caught error` } : described;
  const name = kind === "text" ? "a text that tells of a failure" : shape;
  return { ...described, kind: isRewritten ? name : `${name} outside of handlers` };
}

const DROPPED: Readonly<Record<string, string>> = {
  ignored: "ignored",
  logged: "only logged",
  replaced: "replaced by a default",
  answered: "answered as a success",
  partly: "dropped on one path",
};

/** Describes how a failure is dropped, and its first remedy: findings that share both get one decision. */
function describeDrop({ messageId, data, choices: [first] }: Told): Kind | undefined {
  const how = DROPPED[messageId];
  if (how === undefined) return undefined;
  const place = data.handler === "catch" ? "in a catch" : `by a handler of a ${String(data.handler)}`;
  const kind = first ? `${how}; ${first.decision}` : "dropped where nothing can be thrown";
  return { kind, detail: `"${how} ${place}"` };
}
