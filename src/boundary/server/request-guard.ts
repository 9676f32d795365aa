import { withoutPrefix } from "../../libraries/mcp-clients.js";
import { isWritable } from "../../json/is-writable.js";
import { isObject, isRecord, parseJSON, readAt, readMember } from "../../json/read.js";
import type { Boundary, Delivery, ErrorResult } from "../boundary.js";
import { beginCall, tracking, type BegunCall } from "../context.js";
import { leave } from "../guard-handler.js";
import type { RequestHandler } from "../options.js";
import { findAnsweredFailure, type ReturnedFailure } from "../returned-failure.js";
import { findSdkOfError, findUrlElicitation } from "../sdk-signal.js";
import { toJSONSafe } from "../../json/to-json-safe.js";
import { settle } from "../settle.js";
import { createTimeLimit } from "../time-limit.js";
import { hasStructuredFailure, moveStructured } from "../tool-result.js";
import { beginAttempt, endAttempt, observeTool, type Attempt, type Ending } from "./attempt.js";
import { findListedTool } from "./listed-tools.js";
import { fitsOutput } from "./output-schema.js";
import {
  createRefusalError,
  explainInput,
  explainRefusedRequest,
  explainRefusedResult,
  listFields,
  type Refusal,
} from "./refusals.js";
import { findFormProblem } from "./result-form.js";
import { registries, type Registered, type Registry } from "./registries.js";
import { locate, type SchemaIssues } from "./schema-issues.js";
import { RefusedInput } from "./tool-inputs.js";

export interface GuardedMethod {
  readonly boundary: Boundary;
  readonly method: string;
  readonly getRegistrar: () => object | undefined;
  /** Whether the handler was set on the wrapped server, so that {@link Attempt.request} tells how it ended. */
  readonly isObserved: boolean;
  readonly readIssues: (request: unknown) => unknown;
  readonly wantsAddress: () => boolean;
  /** Whether the SDK refuses a call of a tool by a result, as 1.x does; 1.x before 1.22 throws, and sends no data. */
  readonly refusesByResult: boolean;
  /** Answers a request to list the tools. */
  readonly listTools: RequestHandler;
}

interface Answer extends GuardedMethod {
  readonly call: BegunCall;
  readonly params: unknown;
  readonly ending: Ending;
  /** How the handler ended that the SDK's function calls; `undefined` where it was not called, or not observed. */
  readonly handled: Ending | undefined;
  readonly attempt: Attempt;
  readonly registration: Registration | undefined;
}

interface Registration {
  readonly registrar: object;
  readonly registry: Registry;
  readonly item: Registered | undefined;
}

interface Leaving {
  readonly returned: ReturnedFailure;
  readonly refusal?: Refusal;
  /** Whether the refusal is that of a registered name or its input, and not of the request itself. */
  readonly isUncalled?: boolean;
}

const toolCalls = "tools/call";

export function guardRequest(guarded: GuardedMethod, handler: RequestHandler): RequestHandler {
  const { boundary, method, getRegistrar } = guarded;
  const registry = Object.hasOwn(registries, method) ? registries[method] : undefined;
  return async (request, context) => {
    const call = beginCall(boundary, [request, context]);
    const limit = createTimeLimit(boundary, [request, context]);
    const attempt = beginAttempt(limit ? limit.args : [request, context]);
    const registrar = registry && getRegistrar();
    const item =
      registrar && method === toolCalls ? registry.find(registrar, readMember(request, "params")) : undefined;
    if (item) observeTool(item);
    const ending = await run(boundary, call, () => {
      const result = handler(attempt.args[0], attempt.args[1]);
      return limit ? limit.wait(result) : result;
    });
    endAttempt(attempt);
    const isTooLate = "thrown" in ending && limit?.isReached(ending.thrown) === true;
    const handled = isTooLate ? ending : registrar ? attempt.tool : attempt.request;
    if ("result" in ending && isSuccess(guarded, ending.result, handled)) return ending.result;
    const registration = registry && registrar && { registry, registrar, item };
    const params = readMember(request, "params");
    const answer: Answer = { ...guarded, call, params, ending, handled, attempt, registration };
    const leaving = await explain(answer);
    if (!("thrown" in ending) || !isNegotiation(answer, ending.thrown)) return settleAnswer(answer, leaving);
    await settle(boundary, leaving.returned, call);
    throw ending.thrown;
  };
}

/** Nearly every request ends here, so this looks at no more than it has to. */
function isSuccess({ boundary, method }: GuardedMethod, result: unknown, handled: Ending | undefined): boolean {
  if (readMember(result, "isError") === true || !isSendable(result)) return false;
  if (findFormProblem(method, result) !== undefined) return false;
  return findAnsweredFailure(boundary, getOriginal(result, handled)) === undefined;
}

/** Returns whether an SDK can send a result. It sends nothing in place of any other, and the client waits. */
const isSendable = (result: unknown): boolean => isRecord(result) && isWritable(result);

const getOriginal = (result: unknown, handled: Ending | undefined): unknown =>
  handled && "result" in handled ? handled.result : result;

/** The errors of SDK 2.x that tell the client how to ask again, with the member of their data that says it. */
const negotiations: ReadonlyMap<unknown, string> = new Map([
  [-32_021, "requiredCapabilities"],
  [-32_022, "supported"],
]);

/** Returns whether the SDK itself tells the client how to ask again. It leaves as it is: the client reads its data. */
function isNegotiation({ handled }: Answer, thrown: unknown): boolean {
  if (handled && "thrown" in handled) return false;
  const member = negotiations.get(readMember(thrown, "code"));
  const isOfSdk = member !== undefined && findSdkOfError(thrown) === 2;
  return isOfSdk && isObject(readMember(readMember(thrown, "data"), member));
}

async function run(boundary: Boundary, call: BegunCall, answer: () => unknown): Promise<Ending> {
  const { tracker } = tracking;
  try {
    return { result: await (tracker ? tracker({ boundary, call }, answer) : answer()) };
  } catch (thrown) {
    return { thrown };
  }
}

async function explain(answer: Answer): Promise<Leaving> {
  const { ending } = answer;
  try {
    return await ("thrown" in ending ? explainThrown(answer, ending.thrown) : explainResult(answer, ending.result));
  } catch (thrown) {
    // A schema that fails where the SDK has tried it, too.
    return { returned: { thrown } };
  }
}

async function explainThrown(answer: Answer, thrown: unknown): Promise<Leaving> {
  const { handled, attempt, isObserved, registration, readIssues } = answer;
  if (thrown instanceof RefusedInput) return { ...refuse(answer, thrown.refusal, undefined), isUncalled: true };
  if (findUrlElicitation(thrown)) return { returned: { thrown } };
  if (handled && "result" in handled) return explainRefused(answer, handled.result, thrown);
  // A signal that the SDK has replaced must not leave any more.
  if (handled) return { returned: findUrlElicitation(handled.thrown) ? { thrown } : handled };
  const refusal = registration && (await explainUncalled(answer, registration));
  if (refusal) return { ...refuse(answer, refusal, thrown), isUncalled: true };
  // The request has not the form of its method, or the server may not be asked for it.
  const [request] = answer.call.args;
  const issues = locate(readMember(thrown, "issues") ?? readIssues(request), request);
  const isMalformed = isObserved ? !attempt.request : isOfRequest(issues);
  if (!isMalformed) return { returned: { thrown } };
  const malformed: Refusal = { condition: "invalid_input", message: readWords(thrown, "message") };
  return refuse(answer, issues ? explainInput(issues) : malformed, thrown);
}

const isOfRequest = (issues: SchemaIssues | undefined): boolean =>
  issues?.fields.every(({ name }) => name === "params" || name.startsWith("params.")) ?? false;

async function explainResult(answer: Answer, result: unknown): Promise<Leaving> {
  const { boundary, handled, method, registration } = answer;
  if (handled && "thrown" in handled) return { returned: handled };
  if (handled || !registration || method !== toolCalls) {
    const original = getOriginal(result, handled);
    const returned = findAnsweredFailure(boundary, original);
    if (!returned && !isSendable(result)) return refuse(answer, createNoResult(original), result);
    const problem = returned ? undefined : findFormProblem(method, result);
    if (problem !== undefined) return refuse(answer, { condition: "internal", message: problem }, undefined);
    if (!returned) return explainRefused(answer, original, result);
    // What the SDK has made of the result is what the client can read.
    const own = returned.result && isSendable(result) ? (result as ErrorResult) : undefined;
    return { returned: { ...returned, result: own } };
  }
  const words = readWords(readMember(readMember(result, "content"), "0"), "text");
  const refusal = (await explainUncalled(answer, registration)) ?? explainByLimits(answer, registration, words);
  return refuse(answer, refusal, undefined);
}

function createNoResult(result: unknown): Refusal {
  const what = result === undefined || result === null ? "nothing" : "what is no object, or what JSON cannot hold";
  return { condition: "internal", message: `The handler has returned ${what}` };
}

function explainUncalled({ params }: Answer, { registry, registrar }: Registration): Promise<Refusal | undefined> {
  return explainRefusedRequest(registry, registry.find(registrar, params), params);
}

function explainByLimits({ params }: Answer, { registrar, item }: Registration, message: string): Refusal {
  const isTaskWanted = readMember(item?.execution, "taskSupport") === "required" && !isTask(params);
  const isLimited = readMember(registrar, "_maxToolInputElements") !== undefined;
  return { condition: isTaskWanted || isLimited ? "invalid_input" : "internal", message };
}

async function explainRefused(answer: Answer, result: unknown, sdk: unknown): Promise<Leaving> {
  const returned = findAnsweredFailure(answer.boundary, result);
  if (returned) return { returned: { ...returned, result: undefined } };
  const isThrown = "thrown" in answer.ending;
  const words = isThrown ? readWords(sdk, "message") : readWords(readMember(readMember(sdk, "content"), "0"), "text");
  if (!isSendable(result)) return refuse(answer, createNoResult(result), isThrown ? sdk : undefined);
  const refusal = await explainRefusedResult(answer.registration?.item?.outputSchema, result);
  const own = { condition: "internal", message: shortenIssues(words, result) } as const;
  return refuse(answer, refusal ?? own, isThrown ? sdk : undefined);
}

/** Lists the issues of a schema by their fields, where words of an SDK end with them as JSON. */
function shortenIssues(words: string, result: unknown): string {
  const start = words.indexOf(": [");
  const issues = start < 0 ? undefined : locate(parseJSON(words.slice(start + 2)), result);
  return issues ? `${words.slice(0, start)}: ${listFields(issues.fields)}` : words;
}

function refuse({ boundary }: Answer, refusal: Refusal, cause: unknown): Leaving {
  return { returned: { thrown: createRefusalError(boundary, refusal, cause) }, refusal };
}

function readWords(owner: unknown, key: string): string {
  const words = readMember(owner, key);
  return typeof words === "string" && words !== "" ? withoutPrefix(words).text : "The server has refused this";
}

const isTask = (params: unknown): boolean => readMember(params, "task") !== undefined;

async function settleAnswer(answer: Answer, leaving: Leaving): Promise<unknown> {
  const { boundary, call, ending } = answer;
  const { returned, refusal } = leaving;
  const outcome = await settle({ ...boundary, deliver: chooseForm(answer, leaving) }, returned, call);
  if (refusal && "thrown" in ending && "thrown" in outcome) keepCode(ending.thrown, outcome.thrown);
  if ("thrown" in outcome) addData(answer, outcome.thrown);
  const left = leave(outcome);
  if (hasStructuredFailure(left) && !(await isReadable(answer, left))) moveStructured(left);
  return left;
}

/** Returns whether clients of SDK 1.x read a failing result: they throw away one that its output schema refuses. */
async function isReadable({ method, params, listTools, call }: Answer, result: ErrorResult): Promise<boolean> {
  if (method !== toolCalls) return true;
  try {
    const tool = await findListedTool(listTools, readMember(params, "name"), call.args[1]);
    const schema = readMember(tool, "outputSchema");
    return !isObject(schema) || fitsOutput(schema, result.structuredContent);
  } catch {
    // A server that cannot list its tools has told no client of a schema.
    return true;
  }
}

/**
 * Chooses the form: a result, which the model reads, for a tool; an error of the protocol, as SDK 2.x itself refuses.
 */
function chooseForm(answer: Answer, { refusal, isUncalled }: Leaving): Delivery | Boundary["deliver"] {
  const { boundary, method, params, ending, handled, registration, refusesByResult } = answer;
  const { deliver } = boundary;
  const isResult = "result" in ending;
  if (method === "tasks/result" && isResult) return "result";
  if (method !== toolCalls || isTask(params)) return deliver === "throw" ? "throw" : "protocol";
  const isCallRefused = isUncalled && refusesByResult;
  if (refusal && !isResult && !handled && !isCallRefused) return "protocol";
  return registration ? (deliver ?? "result") : deliver;
}

/** Puts what the SDK itself says in the data of its error beside the envelope, such as an address and its problem. */
function addData(answer: Answer, thrown: unknown): void {
  const { boundary, ending, handled } = answer;
  const { code, findEntry } = boundary.compiled;
  const data = readMember(thrown, "data");
  const entry = isRecord(data) ? findEntry(readAt(data, code.parts)) : undefined;
  if (!entry) return;
  const isOfSdk = "thrown" in ending && !handled;
  const own = isOfSdk ? toJSONSafe(readMember(ending.thrown, "data")) : undefined;
  const { method, params, wantsAddress } = answer;
  const isAddressed = entry.condition === "not_found" && method === "resources/read" && wantsAddress();
  const added = { ...(isRecord(own) && own), ...(isAddressed && { uri: readMember(params, "uri") }) };
  if (Object.keys(added).length > 0) Reflect.set(thrown as object, "data", { ...added, ...(data as object) });
}

function keepCode(refused: unknown, thrown: unknown): void {
  const code = readMember(refused, "code");
  if (Number.isSafeInteger(code)) Reflect.defineProperty(thrown as object, "code", { value: code, configurable: true });
}
