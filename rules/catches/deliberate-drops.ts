// Tells a failure that is dropped on purpose from one that gets lost.
//
// A handler that logs treats the error as a failure: the operator learns of it, but the caller does not. A silent
// handler treats the error as an answer. So a logged drop is a defect and a silent one is deliberate, unless something
// in the code says otherwise. `INTENTS` holds the excuses for a logged drop, `LOSSES` the signs against a silent one.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { basename } from "node:path";
import type { LintContext } from "../contract/lint-context.js";
import { isDefaultTested } from "../modules/default-expectations.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { findCalledFunction } from "../syntax/function-called.js";
import {
  type FunctionNode,
  collectReturnedValues,
  findEnclosingClass,
  findEnclosingFunction,
  getEnclosingStatement,
  isFunctionNode,
} from "../syntax/functions.js";
import { findNameAround } from "../syntax/function-name.js";
import { isInside, collectNodes } from "../syntax/nodes.js";
import { readCalleeName, readStaticKey, resolveVariable } from "../syntax/references.js";
import { isPageScript, rendersComponents } from "../syntax/source-file.js";
import { listWords } from "../syntax/words.js";
import {
  type AttemptHandler,
  isAskedFor,
  readAttemptedName,
  callsAttempted,
  isInFinally,
  isLogWriter,
  isRemoval,
  classifyPurpose,
} from "./attempts.js";
import { isTriedAgain } from "./dropped-failures.js";
import { findEnclosingHandler, findHandlerParameter } from "./failure-handlers.js";
import { isEmptyValue, isFalse, tellsFailureAsSuccess } from "./failure-values.js";
import { isDebugLevel, isLogger, isLogging, isQuietLevel, readLogText } from "./logging.js";
import { isFailedExit } from "./propagation.js";
import { isExecutorName } from "./throw-sites.js";

/** Why a failure may be dropped. */
export type Intent = "cleanup" | "extra" | "background" | "handling" | "fallback" | "dismissed" | "answer" | "tested";

const EXTRA = new RegExp(
  String.raw`\b(?:telemetry|analytics?|track(?:s|ed|ing|er)?|metrics?|statistics?|stats|heartbeats?|` +
    String.raw`activit(?:y|ies)|notif\w*|broadcast\w*|progress|cach\w+|prefetch\w*|preload\w*|warm(?:up)?|` +
    String.raw`clean(?:s|ed|ing|up)?|dispos\w*|shutdown|sweep\w*|prune\w*|temp|temporary|spans?|stale|expired|` +
    String.raw`rotat\w*|refresh\w*|enhanc\w*|enrich\w*|reindex\w*|elicit\w*|browser|optional\w*|` +
    String.raw`polls?|polling|(?:package|app|server|client|latest) versions?|dotenv|env file|load env|` +
    String.raw`(?:record|report|send|post|log) usage)\b`,
);
// A file or a class that others can do without.
const ACCESSORY = /\b(?:telemetry|instrumentation|cache|(?<!audit )logg(?:er|ing)|log rotation)\b/;
const GOES_ON = new RegExp(
  String.raw`\b(?:fall(?:s|ing)?[- ]?(?:back|through)|fallback|using defaults?|use defaults?|instead|degrad\w*|` +
    String.raw`keep(?:s|ing)|non-?\s?(?:fatal|critical(?:ly)?|blocking)|not (?:fatal|critical)|` +
    String.raw`fire[- ]and[- ]forget|continu(?:e|es|ing)|skip(?:s|ped|ping)?|best[- ]effort|` +
    String.raw`fail[- ]?(?:safe|open|closed)|this is (?:ok|okay|fine|expected)|ignor\w+|silently|manually|anyway|` +
    String.raw`[,;] (?:attempting|trying|proceeding)|optional|in(?:to)? your browser|(?:do|does|must|should)(?: not|n['’]?t)(?: want to)? ` +
    String.raw`(?:fail|block|throw|break|crash|impact|affect|interrupt|show|surface))\b`,
  "i",
);
// Comments that are written for a tool, or for somebody who has work left to do.
const NO_REASON = /^[\s*]*(?:eslint|@ts-|prettier|istanbul|c8|v8|#|(?:TODO|FIXME|XXX|HACK)\b)/;
const QUESTION = new RegExp(
  String.raw`^(?:(?:is|has|can|should|supports?|exists|matche?s|allows|contains|verify|verifies|validates?|test|` +
    String.raw`ping|probe|healthCheck|checkHealth)(?:$|[A-Z_])|\w+Exists$)`,
);
const LISTENER = /^(?:cb|\w*(?:handler|listener|callback|subscriber|observer|hook))$/i;
const FAILURE = /^$|^(?:failed|failure|error|could not|cannot|unable)\b/i;
const BACKGROUND = new RegExp(
  String.raw`^(?:setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|waitUntil|on|once|addListener|` +
    String.raw`addEventListener|after)$`,
);
/** `createPreviewOrNull`, `maybeFindUser`, `readBodySafe`: the caller asks for the default, or for an attempt. */
const NAMED_FOR_DEFAULT = /Or(?:Null|Undefined|Default|Empty|Fallback)$/;
const NAMED_FOR_ATTEMPT = /^_*(?:try|safe|maybe)[A-Z]|Safe(?:ly)?$/;
const DESCRIBES_FAILURE = new RegExp(
  String.raw`^(?:describe|format|read|parse|extract|get|handle|throw|to)(?:[A-Z]\w*)?(?:Error|Failure)` +
    String.raw`(?:Response|Message|Body|Text|Details?|Reason)?$`,
);
/** The same in a comment alone: a log with these words may tell of the failure. */
const GOES_ON_IN_COMMENT = new RegExp(
  String.raw`\b(?:return(?:s|ing)? (?:an? |the )?(?:empty|undefined|null|default)|keep (?:it|the|as)|` +
    String.raw`still|even (?:on|if|when)|if [^.]*\bfails?\b[^.]*\b(?:return|use))\b`,
  "i",
);
const OTHER_WAY = /\b(?:fall(?:s|ing)?[- ]?(?:back|through)|defaults?|try|instead|empty)\b/i;
const FILTERS = /^(?:filter|find|findIndex|some|every)$/;
/** A sentence of a JSDoc comment: "Returns null if the file cannot be parsed." */
const DOCUMENTED = new RegExp(
  String.raw`\b(?:returns?|resolves?)\b[^.]*?(?:\b(?:null|undefined|empty|false|nothing)\b|\[\])[^.]*` +
    String.raw`\b(?:fail\w*|errors?|can(?:not|['’]t| not)|unable|invalid|unreadable)\b`,
  "i",
);
/** `handleConfigChanged`, `onClose`: nobody waits for what an event is answered with. */
const HANDLES_EVENT =
  /^_*(?:on|handle)[A-Z]\w*(?:Change[ds]?|Update[ds]?|Events?|Close[ds]?|Disconnect(?:ed)?|Exit|Signal)$/;
/** Of the provider that the OAuth client of the MCP SDK asks: without tokens it asks the user to log in. */
const ASKED_FOR_TOKENS =
  /^(?:tokens|clientInformation|(?:load|read|get)(?:Valid|Stored|Saved|Cached|Persisted)?(?:Access|OAuth)?(?:Tokens?|ClientInfo(?:rmation)?))$/;
const RELEASES = /^_*(?:release|unlock)(?:\w*Locks?)?$/;
const SETS_UP = /^(?:init(?:iali[sz]e)?|set(?:up)?)(?:$|[A-Z])/;
const TO_PEER = /^(?:(?:send|ping|forward)\w*|write|emit)$/;
const LISTENS = /^(?:on|once|off|(?:add|remove)(?:Event)?Listener)$/;

/** The facts of a handler that drops its failure. */
interface Drop {
  readonly handler: AttemptHandler;
  readonly calls: readonly TSESTree.Node[];
  readonly functionName: string;
  readonly logs: readonly TSESTree.CallExpression[];
  readonly answers: readonly TSESTree.Node[];
  readonly context: LintContext;
}

const INTENTS: readonly (readonly [intent: Intent, applies: (drop: Drop) => boolean])[] = [
  ["cleanup", isCleanup],
  ["extra", isExtra],
  ["extra", isAboutLogging],
  ["extra", isInComponent],
  ["background", isInBackground],
  ["handling", ({ handler, context }) => findEnclosingHandler(handler.node, context.sourceCode) !== undefined],
  ["fallback", ({ answers, context }) => answers.some((answer) => isOtherWay(answer, context))],
  ["fallback", isTriedOtherwise],
  ["fallback", callsNext],
  // Whoever writes to a folder that is not there fails.
  ["fallback", ({ functionName }) => /^_*ensure\w*(?:Dir|Folder)/.test(functionName)],
  ["handling", startsAgain],
  ["answer", answersQuestion],
  ["answer", isNamedForDefault],
  ["answer", isDocumented],
  ["handling", ({ functionName }) => DESCRIBES_FAILURE.test(functionName)],
  ["answer", tellsOutcome],
  ["answer", givesStatus],
  ["answer", keepsState],
  ["answer", ({ answers }) => answers.length > 0 && answers.every(isUnknown)],
  ["answer", ({ functionName, answers }) => ASKED_FOR_TOKENS.test(functionName) && answers.length > 0],
  ["answer", computesOnly],
  ["handling", callsHandling],
  ["handling", putsPeerAway],
  ["background", ({ functionName, answers }) => HANDLES_EVENT.test(functionName) && answers.length === 0],
  ["background", isLeftToItself],
  ["handling", readsRefusal],
  ["background", callsListener],
  ["dismissed", saysThatWorkGoesOn],
  ["dismissed", isWarnedOf],
];

const LOSSES: readonly ((drop: Drop) => boolean)[] = [givesNoResult, isLeftEmpty, losesWork, isOverlooked];

/** Returns why a failure may be dropped as it is; `undefined` where it gets lost. */
export function findIntent(handler: AttemptHandler, context: LintContext): Intent | undefined {
  const { sourceCode } = context;
  const { node } = handler;
  const written = node.type === "CatchClause" || isFunctionNode(node) ? node : undefined;
  const calls = callsAttempted(handler, sourceCode);
  const drop: Drop = {
    handler,
    calls: calls.filter((call) => classifyPurpose(call, sourceCode) !== "computation"),
    functionName: findNameAround(node, sourceCode) ?? "",
    // A handler without a parameter for the failure logs something else.
    logs: written && takesFailure(written, context) ? collectLoggingCalls(written.body, context) : [],
    // Nothing reads the return value of a callback or a listener.
    answers: written && /^(?:catch|rejection)$/.test(handler.kind) ? answersOf(written.body, sourceCode) : [],
    context,
  };
  const intent = INTENTS.find(([, applies]) => applies(drop))?.[0];
  if (intent) return intent;
  const isExplained = sourceCode.getCommentsInside(node).some(isReason);
  // A log that no operator sees is no sign of a failure, unless the caller gets a default.
  const isQuiet = drop.logs.every((log) => isDebugLevel(readCalleeName(log, sourceCode)));
  const isNoted = isQuiet && (isExplained || drop.answers.length === 0);
  const isLogged = (drop.logs.length > 0 && !isNoted) || (!written && isLogger(node, context));
  const isMeant =
    isExplained ||
    (written !== undefined &&
      drop.answers.length === 0 &&
      isTriedAgain({ node: written, body: written.body, binding: undefined }, { at: undefined }, sourceCode));
  const isLost = isLogged || (!isMeant && LOSSES.some((loses) => loses(drop)));
  if (!isLost) return "answer";
  return isDefaultTested(drop.functionName, context.filename) ? "tested" : undefined;
}

/** Whether a handler takes the failure: one that reads it, or that logs at the level of an error. */
function takesFailure(node: TSESTree.CatchClause | FunctionNode, context: LintContext): boolean {
  const parameter = findHandlerParameter(node);
  if (parameter?.type !== "Identifier") return parameter !== undefined;
  const isRead = readsFailure(node, context.sourceCode);
  const isNews = (log: TSESTree.CallExpression): boolean =>
    /^(?:log|info|print)/.test(readCalleeName(log, context.sourceCode));
  return isRead || !collectLoggingCalls(node.body, context).every(isNews);
}

function readsFailure(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const parameter = node.type === "CatchClause" || isFunctionNode(node) ? findHandlerParameter(node) : undefined;
  if (parameter?.type !== "Identifier") return parameter !== undefined;
  return resolveVariable(parameter, sourceCode)?.references.some((each) => each.isRead()) ?? true;
}

/**
 * Closing, removing, killing, and whatever a `finally` block tries, in a function that is not asked to remove anything.
 */
function isCleanup({ handler, calls, functionName, context }: Drop): boolean {
  if (isInFinally(handler.node) || RELEASES.test(functionName)) return true;
  if (isRemoval(functionName)) return false;
  return calls.length > 0 && calls.every((call) => classifyPurpose(call, context.sourceCode) === "cleanup");
}

/** Returns whether the names tell of a side task, not of the requested work. */
function isExtra({ handler, calls, functionName, context: { sourceCode, filename } }: Drop): boolean {
  // `clearCache` is asked to clear the cache.
  if (isRemoval(functionName)) return false;
  const names = calls.flatMap((call) => [readAttemptedName(call, sourceCode), readOwnerName(call, sourceCode)]);
  if (EXTRA.test(listWords([functionName, ...names].join(" ")).join(" "))) return true;
  const surroundings = [basename(filename), findEnclosingClass(handler.node)?.id?.name ?? ""];
  return ACCESSORY.test(listWords(surroundings.join(" ")).join(" "));
}

/** `appendToLog`, `sanitizeForLogging`, `logger.flush()`; what an audit log does not record is lost. */
function isAboutLogging({ calls, functionName, context: { sourceCode } }: Drop): boolean {
  if (isLogWriter(functionName) || /^(?!.*audit).*logg(?:er|ing)/i.test(functionName)) return true;
  return calls.length > 0 && calls.every((call) => /^(?!.*audit).*logger$/i.test(readOwnerName(call, sourceCode)));
}

/** A component or a script of a page has nobody but the console to tell. */
function isInComponent({ answers, context: { sourceCode } }: Drop): boolean {
  return answers.length === 0 && (rendersComponents(sourceCode) || isPageScript(sourceCode));
}

/** `catch { next(); }`: the next handler of a request takes over. */
function callsNext({ handler: { node }, context: { sourceCode } }: Drop): boolean {
  return collectNodes(sourceCode, node).some(
    (each) =>
      each.type === "CallExpression" &&
      each.arguments.length === 0 &&
      each.callee.type === "Identifier" &&
      each.callee.name === "next" &&
      resolveVariable(each.callee, sourceCode)?.defs[0]?.type === "Parameter",
  );
}

/** In a timer, a listener, or a function that another function calls where it stands. */
function isInBackground({ handler, context: { sourceCode } }: Drop): boolean {
  if (resolvesPromise(handler.node, sourceCode)) return false;
  if (handler.kind === "listener") return true;
  let around = findEnclosingFunction(handler.node);
  while (around && isGivenTo(around, /^forEach$/, sourceCode)) around = findEnclosingFunction(around);
  if (around && isAddedAsListener(around, sourceCode)) return true;
  if (around?.parent.type !== "CallExpression") return false;
  const { parent } = around;
  if (parent.callee === around) return findEnclosingFunction(around) !== undefined;
  return BACKGROUND.test(readCalleeName(parent, sourceCode));
}

function isGivenTo(node: FunctionNode, methods: RegExp, sourceCode: TSESLint.SourceCode): boolean {
  const { parent } = node;
  return parent.type === "CallExpression" && parent.callee !== node && methods.test(readCalleeName(parent, sourceCode));
}

/** `void pool.warmUp().catch(log);` in a function that does not wait for it; what it sets up is missed later. */
function isLeftToItself({ handler: { kind, node, call }, calls, context: { sourceCode } }: Drop): boolean {
  const { parent } = call ?? node.parent ?? node;
  const statement = parent?.type === "UnaryExpression" ? parent.parent : parent;
  if (kind !== "rejection" || statement?.type !== "ExpressionStatement" || !findEnclosingFunction(statement))
    return false;
  return calls.every(
    (each) =>
      (!SETS_UP.test(readAttemptedName(each, sourceCode)) && classifyPurpose(each, sourceCode) !== "action") ||
      TO_PEER.test(readAttemptedName(each, sourceCode)),
  );
}

/** `if (!response.ok) { const text = await response.text().catch(() => ""); ... }`: the details of a failure. */
function readsRefusal({ handler: { node }, calls, context: { sourceCode } }: Drop): boolean {
  if (!calls.every((each) => /^(?:text|json)$/.test(readAttemptedName(each, sourceCode)))) return false;
  for (let child: TSESTree.Node = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if (isFunctionNode(parent) && parent !== node) return false;
    if (parent.type === "IfStatement" && parent.consequent === child)
      return /!\s*[\w.]+\.ok\b|\.status\b/.test(sourceCode.getText(parent.test));
  }
  return false;
}

/** `const onMessage = (event) => {...}; socket.on("message", onMessage);` */
function isAddedAsListener(node: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const declared = node.parent.type === "VariableDeclarator" ? node.parent : node;
  const [variable] = isFunctionNode(declared) && !declared.id ? [] : sourceCode.getDeclaredVariables(declared);
  const uses = variable?.references.filter(({ init }) => init !== true) ?? [];
  return (
    uses.length > 0 &&
    uses.every(({ identifier: { parent }, identifier }) => {
      if (parent.type !== "CallExpression" || parent.callee === identifier) return false;
      return LISTENS.test(readCalleeName(parent, sourceCode));
    })
  );
}

/** Returns whether nothing but one of several listeners is called, whose failure is not that of the others. */
function callsListener({ calls, context: { sourceCode } }: Drop): boolean {
  const isListener = (call: TSESTree.Node): boolean => {
    const callee = call.type === "CallExpression" ? unwrapExpression(call.callee) : call;
    if (callee.type !== "Identifier" || !LISTENER.test(callee.name)) return false;
    const declared = resolveVariable(callee, sourceCode)?.defs[0];
    if (declared?.type === "Variable") return declared.parent.parent.type === "ForOfStatement";
    const owner = declared?.type === "Parameter" ? declared.node.parent : undefined;
    return owner?.type === "CallExpression" && readCalleeName(owner, sourceCode) === "forEach";
  };
  return calls.length > 0 && calls.every(isListener);
}

/** Whether a handler calls `resolve`, as `resolve(false)` in a listener: whoever waits for the promise is told. */
export function resolvesPromise(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return collectNodes(sourceCode, node).some(
    (each) =>
      each.type === "CallExpression" && each.callee.type === "Identifier" && isExecutorName(each.callee, 0, sourceCode),
  );
}

/** A value that is computed takes the place of the answer: it is another way to it. */
function isOtherWay(answer: TSESTree.Node, context: LintContext): boolean {
  const value = unwrapExpression(answer);
  switch (value.type) {
    case "Literal":
    case "TemplateLiteral":
    case "UnaryExpression":
      return false;
    case "ArrayExpression":
      return value.elements.length > 0;
    case "ObjectExpression":
      return value.properties.length > 0;
    case "Identifier":
      return value.name !== "undefined";
    case "CallExpression":
      return !isLogging(value, context) && !tellsFailureAsSuccess(value, context.sourceCode);
    default:
      return true;
  }
}

/** `let text; try { text = read(); } catch {} if (!text) text = fetch();`: code below looks for what is missing. */
function isTriedOtherwise({ handler: { node }, context: { sourceCode } }: Drop): boolean {
  if (node.type !== "CatchClause") return false;
  const attempt = node.parent;
  return collectNodes(sourceCode, attempt.block, isFunctionNode).some((each) => {
    if (each.type !== "AssignmentExpression" || each.left.type !== "Identifier") return false;
    const variable = resolveVariable(each.left, sourceCode);
    return variable?.references.some(
      ({ identifier }) => identifier.range[0] > attempt.range[1] && isTestedForAbsence(identifier),
    );
  });
}

/** `if (!value)`, `if (value === undefined)`, `value ??= other`, `value ||= other` */
function isTestedForAbsence(read: TSESTree.Node): boolean {
  const { parent } = read;
  if (parent?.type === "AssignmentExpression") return parent.left === read && /^(?:\?\?|\|\|)=$/.test(parent.operator);
  if (parent?.type === "UnaryExpression") return parent.operator === "!" && parent.parent.type === "IfStatement";
  if (parent?.type !== "BinaryExpression" || parent.parent.type !== "IfStatement") return false;
  return /^={2,3}$/.test(parent.operator) && isEmptyValue(parent.right);
}

/** The handler calls the function that it stands in, later or with other arguments. */
function startsAgain({ handler: { node }, functionName, context: { sourceCode } }: Drop): boolean {
  return (
    functionName !== "" &&
    collectNodes(sourceCode, node).some((each) => {
      if (each.type !== "CallExpression") return false;
      if (/^set(?:Timeout|Immediate)$/.test(readCalleeName(each, sourceCode))) {
        const [callback] = each.arguments;
        return callback?.type === "Identifier" && callback.name === functionName;
      }
      if (readCalleeName(each, sourceCode) !== functionName) return false;
      // `store.save()` in a method `save` calls another one.
      return each.callee.type !== "MemberExpression" || each.callee.object.type === "ThisExpression";
    })
  );
}

/** The comment above the function says which default it gives where something fails. */
function isDocumented({ handler: { node }, answers, context: { sourceCode } }: Drop): boolean {
  const owner = findEnclosingFunction(node);
  if (!owner || !answers.every((answer) => isEmptyValue(answer) || isEmptyList(answer))) return false;
  const declared = owner.parent.type === "MethodDefinition" ? owner.parent : getEnclosingStatement(owner);
  const outer = declared.parent?.type.startsWith("Export") ? declared.parent : declared;
  const [comment] = sourceCode.getCommentsBefore(outer).slice(-1);
  return comment?.type === "Block" && DOCUMENTED.test(comment.value.replaceAll(/\s*\n[\s*]*/g, " "));
}

function isEmptyList(answer: TSESTree.Node): boolean {
  const value = unwrapExpression(answer);
  return value.type === "ArrayExpression" && value.elements.length === 0;
}

function isNamedForDefault({ functionName, answers }: Drop): boolean {
  return NAMED_FOR_ATTEMPT.test(functionName) || (answers.length > 0 && NAMED_FOR_DEFAULT.test(functionName));
}

/** `isValid`, `healthCheck`: what cannot be done is the answer `false`, whether somebody logs it or not. */
function answersQuestion(drop: Drop): boolean {
  const { functionName, answers, handler, context } = drop;
  const owner = findEnclosingFunction(handler.node);
  const isFilter = owner !== undefined && isGivenTo(owner, FILTERS, context.sourceCode);
  return (isFilter || QUESTION.test(functionName)) && answers.length > 0 && answers.every(isFalse) && !losesWork(drop);
}

/**
 * `return true` where the work is done, and `false` from the handlers of its failures alone: the log tells the operator
 * why, and the answer the caller that it failed.
 */
function tellsOutcome({ handler: { node }, logs, answers, context: { sourceCode } }: Drop): boolean {
  const owner = findEnclosingFunction(node);
  if (!owner || logs.length === 0 || answers.length === 0 || !answers.every(isFalse)) return false;
  const values = collectReturnedValues(owner, sourceCode);
  const successes = values.filter((value) => value.type === "Literal" && value.value === true);
  const failures = values.filter((value) => isFalse(value) && findEnclosingHandler(value, sourceCode));
  return successes.length > 0 && successes.length + failures.length === values.length;
}

/** `return 1` in a function that otherwise returns 0, the status of a process. */
function givesStatus({ handler: { node }, answers, context: { sourceCode } }: Drop): boolean {
  const owner = findEnclosingFunction(node);
  if (!owner || answers.length === 0 || !answers.every(isFailedExit)) return false;
  return collectReturnedValues(owner, sourceCode).some((value) => value.type === "Literal" && value.value === 0);
}

/** `try { ...; this.isReady = true; } catch { this.isReady = false; }` */
function keepsState({ handler: { node }, context: { sourceCode } }: Drop): boolean {
  if (node.type !== "CatchClause") return false;
  const listTargets = (block: TSESTree.BlockStatement, isWanted: (value: TSESTree.Node) => boolean) =>
    collectNodes(sourceCode, block, isFunctionNode).flatMap((each) =>
      each.type === "AssignmentExpression" && isWanted(each.right) ? [sourceCode.getText(each.left)] : [],
    );
  const failed = listTargets(node.body, isFalse);
  const isTrue = (value: TSESTree.Node): boolean => value.type === "Literal" && value.value === true;
  return failed.length > 0 && listTargets(node.parent.block, isTrue).some((target) => failed.includes(target));
}

/** A warning with the failure tells the operator that the work goes on, unless a file or a message is lost with it. */
function isWarnedOf(drop: Drop): boolean {
  const { handler, logs, answers, context } = drop;
  const levels = logs.map((log) => readCalleeName(log, context.sourceCode));
  const isSeen = answers.length === 0 || !levels.every(isDebugLevel);
  if (isAskedFor(handler, context.sourceCode)) return false;
  return (
    levels.length > 0 &&
    levels.every(isQuietLevel) &&
    isSeen &&
    readsFailure(handler.node, context.sourceCode) &&
    !losesWork(drop)
  );
}

/** `try { return text.split(",").map((each) => each.trim()); } catch { return []; }`: nothing there fails. */
function computesOnly({ handler: { node }, calls, context: { sourceCode } }: Drop): boolean {
  if (node.type !== "CatchClause" || calls.length > 0) return false;
  return collectNodes(sourceCode, node.parent.block).every(
    ({ type }) => !/^(?:Await|Yield|Throw|ForOf|Import)/.test(type),
  );
}

/** The functions that are called handle their failures themselves. */
function callsHandling({ calls, context: { sourceCode } }: Drop): boolean {
  return (
    calls.length > 0 &&
    calls.every((call) => {
      const called = call.type === "CallExpression" ? findCalledFunction(call, sourceCode) : undefined;
      return called !== undefined && handlesAll(called, sourceCode);
    })
  );
}

/** Whether all that may fail in a function stands in a `try` whose handler throws nothing. */
function handlesAll({ body }: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const isHandled = (node: TSESTree.Node): boolean =>
    node.type === "TryStatement" &&
    node.handler !== null &&
    collectNodes(sourceCode, node.handler.body).every(({ type }) => type !== "ThrowStatement");
  return collectNodes(sourceCode, body, (node) => isFunctionNode(node) || isHandled(node)).every(
    (node) =>
      !/^(?:Throw|Await|New|Import)/.test(node.type) &&
      (node.type !== "CallExpression" || classifyPurpose(node, sourceCode) === "computation"),
  );
}

/** A connection that takes no message is closed, or removed from the list. */
function putsPeerAway({ handler, calls, context: { sourceCode } }: Drop): boolean {
  const isSending = calls.some((call) => TO_PEER.test(readAttemptedName(call, sourceCode)));
  return (
    isSending &&
    collectNodes(sourceCode, handler.node).some(
      (each) => each.type === "CallExpression" && classifyPurpose(each, sourceCode) === "cleanup",
    )
  );
}

/** `return "unknown"`, `return -1` */
function isUnknown(answer: TSESTree.Node): boolean {
  const value = unwrapExpression(answer);
  if (value.type === "UnaryExpression" && value.operator === "-") return true;
  return value.type === "Literal" && /^(?:unknown|n\/a|not available|unavailable)$/i.test(String(value.value));
}

function saysThatWorkGoesOn({ handler, logs, context: { sourceCode } }: Drop): boolean {
  const statement = getEnclosingStatement(handler.node);
  if (saysOtherWay(statement, sourceCode)) return true;
  const above = sourceCode.getCommentsBefore(statement);
  const comments = [...above, ...sourceCode.getCommentsInside(handler.node)].filter(isReason).map(({ value }) => value);
  if (GOES_ON_IN_COMMENT.test(comments.join(" "))) return true;
  return [comments.join(" "), ...logs.map((log) => readLogText(log, sourceCode))].some(saysToGoOn);
}

/** `// Fall back to the default port` below a `try`, in front of the statement that comes next. */
function saysOtherWay(attempt: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const next = attempt.type === "TryStatement" ? sourceCode.getTokenAfter(attempt) : null;
  const comments = next ? sourceCode.getCommentsBefore(next) : [];
  return comments.some(({ value }) => OTHER_WAY.test(value));
}

/** Returns whether a comment may say why a failure is dropped. */
export function isReason({ value }: TSESTree.Comment): boolean {
  return !NO_REASON.test(value);
}

/** Returns whether a text says that the work goes on without the part that failed. */
export function saysToGoOn(text: string): boolean {
  return GOES_ON.test(text);
}

/** An empty list or text looks like an answer, and a text that begins with the failure like a result. */
function givesNoResult({ answers, calls, context }: Drop): boolean {
  // A part of what is no URL is empty.
  if (calls.length > 0 && calls.every((call) => call.type === "NewExpression" && isUrl(call.callee))) return false;
  return answers.some((answer) => {
    const value = unwrapExpression(answer);
    if (value.type === "ArrayExpression") return value.elements.length === 0;
    if (tellsFailureAsSuccess(value, context.sourceCode)) return true;
    const text =
      value.type === "TemplateLiteral" ? value.quasis[0]?.value.raw : value.type === "Literal" && value.value;
    return typeof text === "string" && FAILURE.test(text);
  });
}

function isUrl(callee: TSESTree.Node): boolean {
  return callee.type === "Identifier" && callee.name === "URL";
}

/** Nothing stands in the handler, and more was tried than to answer a question or to clean up. */
function isLeftEmpty({ handler: { node }, calls, context: { sourceCode } }: Drop): boolean {
  const isBlock = node.type === "CatchClause" || isFunctionNode(node);
  if (!isBlock || node.body.type !== "BlockStatement" || node.body.body.length > 0) return false;
  return calls.some((call) => !["question", "cleanup"].includes(classifyPurpose(call, sourceCode)));
}

/** Something was to be saved or sent. */
function losesWork({ calls, context: { sourceCode } }: Drop): boolean {
  return calls.some((call) => classifyPurpose(call, sourceCode) === "action");
}

/** A callback takes the result and does not look at the failure. */
function isOverlooked({ handler: { kind, node }, context: { sourceCode } }: Drop): boolean {
  if (kind !== "callback" || !isFunctionNode(node)) return false;
  const [failure, ...results] = sourceCode
    .getDeclaredVariables(node)
    .filter(({ defs }) => defs[0]?.type === "Parameter");
  const isRead = (variable: TSESLint.Scope.Variable) => variable.references.some((reference) => reference.isRead());
  return failure !== undefined && !isRead(failure) && results.some(isRead);
}

/** The calls of a handler that log where an operator looks; a function of the file that does so counts. */
function collectLoggingCalls(body: TSESTree.Node, context: LintContext): readonly TSESTree.CallExpression[] {
  const { sourceCode } = context;
  return collectNodes(sourceCode, body).filter((node): node is TSESTree.CallExpression => {
    if (node.type !== "CallExpression") return false;
    if (isLogging(node, context)) return true;
    const called = findCalledFunction(node, sourceCode);
    if (!called || isInside(body, called)) return false;
    return collectNodes(sourceCode, called.body).some(
      (each) => each.type === "CallExpression" && isLogging(each, context),
    );
  });
}

/** The values that a handler gives in place of the answer. */
function answersOf(body: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  if (body.type !== "BlockStatement") return listPossibleValues(body);
  return collectNodes(sourceCode, body, isFunctionNode).flatMap((node) =>
    node.type === "ReturnStatement" && node.argument ? listPossibleValues(node.argument) : [],
  );
}

/** `yaml` of `yaml.load(text)`, `telemetry` of `this.telemetry.send()`. */
function readOwnerName(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const callee = call.type === "CallExpression" ? unwrapExpression(call.callee) : call;
  if (callee.type !== "MemberExpression") return "";
  const owner = unwrapExpression(callee.object);
  if (owner.type === "Identifier") return owner.name;
  return owner.type === "MemberExpression" ? (readStaticKey(owner, sourceCode) ?? "") : "";
}
