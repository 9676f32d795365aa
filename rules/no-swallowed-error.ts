import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type DroppedFailure, DroppedFailures, describeLoss } from "./catches/dropped-failures.js";
import {
  type UnansweredHandler,
  describeUnanswered,
  listUnansweredHandlers,
  mayRoute,
} from "./catches/unanswered-requests.js";
import { isMarkedIntended, isPermitted } from "./catches/excuses.js";
import {
  type HandlerPlace,
  findEnclosingHandler,
  findHandlerPlace,
  ignoresRejections,
  isBeside,
  isOfPromise,
  mayHandleFailures,
} from "./model/failure-handlers.js";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { isNamedFunction } from "./contract/name-matcher.js";
import { createRule } from "./create-rule.js";
import { Handler } from "./model/handlers.js";
import { isErrorLog, isLogger } from "./model/exits.js";
import { tellsFailure } from "./model/sayings.js";
import { findEnclosingFunction, isFunctionNode, resolveFunctionReference } from "./syntax/functions.js";
import { readMethodCall, readNameOf } from "./syntax/expressions.js";
import { isGenerated, touchesBrowser } from "./syntax/source-file.js";
import { type Handling, failProcessAfterLog, suggestHandling } from "./catches/handle-drop.js";
import { listToolHandlers, mayHandleTools } from "./tools/tool-handlers.js";

type MessageId =
  | DroppedFailure["how"]
  | "loggedInTool"
  | "ignoredRejections"
  | "noHandler"
  | "removeCatch"
  | "unanswered"
  | Handling["messageId"];

/** What to do about a failure that is dropped in one of the ways, where the first suggestion says nothing else. */
const THROWING: Readonly<Record<DroppedFailure["how"], string>> = {
  ignored: "throw it",
  logged: "throw it as well",
  replaced: "throw the failure instead",
  answered: "answer with the status of a failure, or pass it on",
  partly: "throw it there too",
};

/** What suggestions do beside throwing each failure; the message of the finding says the same. */
const REMEDIES = {
  failProcess: "let the process end with a failure: `process.exitCode = 1`",
  narrow: "throw each failure but `{{code}}`",
} as const;

const toSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function describeRemedy({ how }: DroppedFailure, first: Handling | undefined): string {
  if (!first || first.messageId === "rethrow") return THROWING[how];
  return REMEDIES[first.messageId].replace("{{code}}", first.data.code ?? "");
}

export default createRule<[], MessageId>({
  name: "no-swallowed-error",
  meta: {
    type: "problem",
    docs: {
      description: "require caught errors to be rethrown, returned or passed on",
      meaning: "The failure is dropped. The tool answers as if it had worked, and nobody learns that it did not.",
      presets: "all",
      judges: "handlers",
      warnsUnlessStrict: true,
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      ignored: "When {{work}} fails, the failure is ignored, and {{told}}; {{remedy}}.",
      logged: "When {{work}} fails, the failure is only logged, and {{told}}; {{remedy}}.",
      replaced: "When {{work}} fails, a default takes its place, and {{told}}; {{remedy}}.",
      answered: "When {{work}} fails, the request is answered as a success, and {{told}}; {{remedy}}.",
      partly: "When {{work}} fails, one path drops the failure, and {{told}}; {{remedy}}.",
      loggedInTool: "After this log the tool goes on as if nothing had failed; throw the failure.",
      ignoredRejections: "What was rejected is dropped here; look at each `status`, and throw.",
      noHandler: "`.catch()` without a handler catches nothing; handle the failure, or remove the call.",
      unanswered:
        "When {{work}} fails here, {{router}} never answers the request{{others}}; catch the failure, and {{remedy}}.",
      removeCatch: "Remove `.catch()`.",
      rethrow: "Throw `{{thrown}}`.",
      failProcess: toSentence(REMEDIES.failProcess),
      narrow: toSentence(REMEDIES.narrow),
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { sourceCode, contract } = lint;
    // Most files have nothing to follow.
    if (!mayFollow(sourceCode.text, lint)) return {};
    if (!contract.isStrict && isGenerated(sourceCode)) return {};
    const clauses: TSESTree.CatchClause[] = [];
    const places: HandlerPlace[] = [];
    const logs: TSESTree.CallExpression[] = [];
    const unanswered = new Map<TSESTree.Node, UnansweredHandler>();
    const judge: Judge = {
      lint,
      dropped: new DroppedFailures({ ...lint, allowFailingAnyway: !contract.isStrict }),
    };

    return {
      "CatchClause:exit"(node) {
        clauses.push(node);
      },
      CallExpression(node) {
        const place = findHandlerPlace(node, lint);
        if (place) places.push(place);
        if (isErrorLog(node, lint)) logs.push(node);
        // Code that only waits for all of them to end, as work that is going on or that cleans up, chose to.
        if (ignoresRejections(node, lint) && (contract.isStrict || isInTool(node, lint)))
          context.report({ node: node.callee, messageId: "ignoredRejections" });
        const caught = node.arguments.length === 0 ? readMethodCall(node, sourceCode) : undefined;
        if (caught?.name === "catch" && isOfPromise(node, lint)) reportNoHandler(node);
        for (const each of listUnansweredHandlers(node, lint)) unanswered.set(each.node, each);
      },
      "Program:exit": report,
    };

    function reportNoHandler(call: TSESTree.CallExpression): void {
      const dot = call.callee.type === "MemberExpression" ? sourceCode.getTokenBefore(call.callee.property) : undefined;
      const last = dot && sourceCode.getTokenBefore(dot);
      const isPlain = last && !sourceCode.commentsExistBetween(last, sourceCode.getLastToken(call) ?? last);
      const fix: TSESLint.ReportFixFunction = (fixer) =>
        last ? fixer.removeRange([last.range[1], call.range[1]]) : null;
      const suggest = isPlain ? [{ messageId: "removeCatch" as const, fix }] : [];
      context.report({ node: call.callee, messageId: "noHandler", suggest });
    }

    function report(): void {
      const caught = clauses.map((node) => judgeHandler(new Handler(node, undefined, lint), judge));
      const given = places.map((place) => judgePlace(place, judge));
      for (const { handler, drop, suggest } of [...caught, ...given].filter((each) => each !== undefined)) {
        const data = {
          ...describeLoss(handler, drop),
          remedy: describeRemedy(drop, suggest[0]),
          handler: handler.kind,
        };
        context.report({ loc: handler.reportAt, messageId: drop.how, data, suggest: suggest.slice() });
      }
      for (const each of describeUnanswered([...unanswered.values()], lint)) context.report(each);
      for (const node of logs) if (isLoggedInTool(node, judge)) context.report({ node, messageId: "loggedInTool" });
    }
  },
});

/** What the judgement of a file's handlers rests on. */
interface Judge {
  readonly lint: LintContext;
  readonly dropped: DroppedFailures;
}

/** A handler that drops its failure, and what to do about it. */
interface Finding {
  readonly handler: Handler;
  readonly drop: DroppedFailure;
  readonly suggest: readonly Handling[];
}

/** Judges what a call is given as a handler. A named function stands for each place that gives its name. */
function judgePlace(place: HandlerPlace, judge: Judge): Finding | undefined {
  const { kind, call, handler } = place;
  const { lint } = judge;
  const isLeftAlone = kind === "rejection" ? isBeside(call, lint) : kind === "listener" && isBrowser(judge);
  if (isLeftAlone) return undefined;
  const node = isFunctionNode(handler) ? handler : resolveFunctionReference(handler, lint.sourceCode);
  if (isFunctionNode(node)) return judgeHandler(new Handler(node, place, lint), judge);
  return node ? undefined : judgeReference(place, judge);
}

function judgeHandler(handler: Handler, judge: Judge): Finding | undefined {
  const drop = judge.dropped.of(handler);
  if (!drop || isMarkedIntended(handler) || isAllowed(handler, drop, judge)) return undefined;
  if (handler.place && isOfOther(handler.place, judge)) return undefined;
  return { handler, drop, suggest: suggestHandling(handler, drop) };
}

/** Judges `.catch(console.error)` and `.catch(noop)`: functions from elsewhere whose names tell their effect. */
function judgeReference(place: HandlerPlace, judge: Judge): Finding | undefined {
  const { handler: node } = place;
  const { lint } = judge;
  const isLog = isLogger(node, lint);
  if (!isLog && readNameOf(node, lint.sourceCode) !== "noop") return undefined;
  if (isNamedFunction(node, lint.contract.settings.sinks, lint) || isOfOther(place, judge)) return undefined;
  const handler = new Handler(node, place, lint);
  const how = isLog ? "logged" : "ignored";
  const told = judge.dropped.findAnswerAfter(handler);
  const drop: DroppedFailure = { how, at: undefined, told, answers: false, steps: [], line: handler.reportAt.end.line };
  if (isAllowed(handler, drop, judge)) return undefined;
  return { handler, drop, suggest: isLog && !isBrowser(judge) ? failProcessAfterLog(place, lint) : [] };
}

/** Returns whether a tool goes on after a log of a failure: a server on stdio has no other place to write to. */
function isLoggedInTool(call: TSESTree.CallExpression, { lint, dropped }: Judge): boolean {
  const [text] = call.arguments;
  if (!text || !tellsFailure(text, lint) || findEnclosingHandler(call, lint)) return false;
  return isInTool(call, lint) && dropped.goesOnAfter(call);
}

function isInTool(node: TSESTree.Node, lint: LintContext): boolean {
  const around = findEnclosingFunction(node);
  return around !== undefined && listToolHandlers(around, lint).length > 0;
}

function isAllowed(handler: Handler, drop: DroppedFailure, { lint }: Judge): boolean {
  return !lint.contract.isStrict && isPermitted(handler, drop);
}

// Types may tell that `.catch` is another library's; they are asked last.
function isOfOther({ kind, call }: HandlerPlace, { lint }: Judge): boolean {
  return kind === "rejection" && !isOfPromise(call, lint);
}

function isBrowser({ lint }: Judge): boolean {
  return touchesBrowser(lint.sourceCode);
}

function mayFollow(text: string, lint: LintContext): boolean {
  return mayHandleFailures(text) || text.includes("allSettled") || mayHandleTools(lint) || mayRoute(text);
}
