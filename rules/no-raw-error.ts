import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { showsStack } from "./clients/leaks.js";
import { type FileContract, type LintContext, createLintContext } from "./contract/lint-context.js";
import { NAME_MATCHER_SCHEMA, type NameMatcher } from "./contract/name-matcher.js";
import { checkFallbackCode } from "./contract/registry.js";
import { createRule } from "./create-rule.js";
import { type Exit, type ExitKind, findExitByCall, isEmptyRejection } from "./model/exits.js";
import type { HandlerTest } from "./model/throw-ends.js";
import { findBuiltinErrorName, isNamedLikeBuiltin, mentionsBuiltin } from "./syntax/built-ins.js";
import { listPossibleValues, skipAwait } from "./syntax/expressions.js";
import { collectReturnedValues, findCalledFunction, findEnclosingFunction, isJump } from "./syntax/functions.js";
import { runsInBrowser } from "./syntax/source-file.js";
import { type RewriteContext, rewriteExit } from "./throws/choose-rewrites.js";
import { answersWithoutCode } from "./results/failure-results.js";
import { isMeant } from "./throws/meant-exits.js";
import { type ClassDecision, createClassDecisions } from "./throws/own-classes.js";
import { ANSWERED_ERRORS, describeWords, readRawError } from "./throws/raw-error.js";
import { type RawExit, type ThrownContext, listRawExits } from "./throws/raw-exits.js";

interface Options {
  readonly allow: readonly NameMatcher[];
  readonly allowUnknown: boolean;
  readonly everyCode?: boolean;
  readonly fallbackCode: string | null;
}

type MessageId =
  | "rawThrow"
  | "rawReject"
  | "rawCallback"
  | "rawEvent"
  | "rawAbort"
  | "rawReturn"
  | "rawUnused"
  | "protocolError"
  | "onlyText"
  | "ownClass"
  | "ownContractClass"
  | "unknownValue"
  | "useCode"
  | "useLikelyCode"
  | "convertUnknown";

const MESSAGE_OF: Readonly<Record<ExitKind, MessageId>> = {
  throw: "rawThrow",
  reject: "rawReject",
  callback: "rawCallback",
  event: "rawEvent",
  abort: "rawAbort",
  return: "rawReturn",
  unused: "rawUnused",
};

const MESSAGE_OF_FORM: Readonly<Partial<Record<RawExit["form"], MessageId>>> = {
  unknown: "unknownValue",
  protocol: "protocolError",
  text: "onlyText",
};

const MAKES_ERROR = /\bnew [\w$.]*Error\b/;
// Only `throw` and `reject` deliver nothing but failures: `next("route")` and `abort("done")` are no errors.
const DELIVERS_FAILURES_ONLY: ReadonlySet<ExitKind> = new Set(["throw", "reject"]);

export default createRule<[Options], MessageId>({
  name: "no-raw-error",
  meta: {
    type: "problem",
    docs: {
      description: "require failures to be thrown, rejected and passed on as the contract's error",
      meaning:
        "The failure has no code of the contract. The client gets a text that it cannot act on: it cannot tell " +
        "whether to retry, to correct its input or to give up.",
      presets: "contracts",
      judges: "errors",
    },
    fixable: "code",
    hasSuggestions: true,
    defaultOptions: [
      {
        allow: [],
        allowUnknown: false,
        everyCode: false,
        fallbackCode: null,
      },
    ],
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          allow: {
            type: "array",
            items: NAME_MATCHER_SCHEMA,
            description: "Error classes that may be delivered as they are.",
          },
          allowUnknown: {
            type: "boolean",
            description: "Whether values of type `any` and `unknown` may be delivered.",
          },
          everyCode: {
            type: "boolean",
            description: "Whether every code of the contract is suggested, instead of the likely ones.",
          },
          fallbackCode: {
            type: ["string", "null"],
            description: "The code that a fix writes where the code says none, for a bulk migration.",
          },
        },
      },
    ],
    messages: {
      rawThrow: "Throw `{{factory}}` instead of a raw `{{name}}`; the client cannot act on it.",
      rawReject: "Reject with `{{factory}}` instead of a raw `{{name}}`; the client cannot act on it.",
      rawCallback: "Pass on `{{factory}}` instead of a raw `{{name}}`; the client cannot act on it.",
      rawEvent: "Emit `{{factory}}` instead of a raw `{{name}}`; the client cannot act on it.",
      rawAbort: "Abort with `{{factory}}` instead of a raw `{{name}}`; the client cannot act on it.",
      rawReturn: "Make this with `{{factory}}` instead of a raw `{{name}}`; the client cannot act on it.",
      rawUnused: "Throw `{{factory}}` here; an unthrown `{{name}}` tells nobody.",
      protocolError: "Throw `{{factory}}` instead of `{{name}}`; a code of the protocol hides what has failed.",
      onlyText: "Use `{{converter}}` in place of this `{{name}}`; it keeps no code of what was caught.",
      ownClass: "Derive `{{name}}` from `{{errorClass}}`, map it in the settings, or allow it; {{lack}}.",
      ownContractClass:
        "Name this file as `runtime.module` in the settings if its `{{name}}` has the contract's factories; " +
        "else derive the class from that of `{{module}}`.",
      unknownValue: "Convert `{{name}}` with `{{converter}}` first; it may be anything.",
      useCode: "Use the code `{{code}}`.",
      useLikelyCode: "Use the code `{{code}}`: {{why}}.",
      convertUnknown: "Convert it with `{{converter}}`.",
    },
  },
  create(context, [options]) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    // The module that defines the contract's class throws before there is a contract.
    if (contract.definesContract)
      return contract.settings.runtime.module === undefined ? createOwnClassListener(context, contract) : {};
    if (options.fallbackCode !== null) checkFallbackCode(options.fallbackCode, lint);
    const { isStrict } = contract;
    const allow = [...options.allow, ...ANSWERED_ERRORS];
    const judge: ThrownContext & RewriteContext = {
      ...lint,
      ...options,
      allow,
      isProtocol: [contract.data.name, ...(contract.data.extends ?? [])].includes("json-rpc"),
    };
    const classes = isStrict ? undefined : createClassDecisions(judge);
    // Of the errors of the protocol in a function the first is reported: the others get the same decision.
    const isFirstOfFunction = createFirsts(({ node }: RawExit) => findEnclosingFunction(node));
    const isReported: HandlerTest = (handler) => answersWithoutCode(handler, lint);

    function check(exit: Exit): void {
      for (const raw of listRawExits(exit, judge)) {
        if (!isFailure(raw) || isReportedAtReturn(raw, lint)) continue;
        if ((!isStrict || raw.form === "protocol" || raw.form === "text") && isMeant(raw, judge, isReported)) continue;
        if (classes && raw.ownClass) classes.addExit(raw);
        else if (raw.form !== "protocol" || isFirstOfFunction(raw)) context.report(describeExit(raw, judge));
      }
    }

    function checkMade(kind: "return" | "unused", value: TSESTree.Expression | null): void {
      if (value && makesError(kind, value, lint)) check({ kind, value });
    }

    function reportClass({ node, name, count }: ClassDecision): void {
      const lack = count > 1 ? `its ${count} errors here have no code` : "it has no code";
      context.report({ node, messageId: "ownClass", data: { name, errorClass: contract.errorClass, lack } });
    }

    const whereMade: TSESLint.RuleListener = {
      ReturnStatement: ({ argument }) => checkMade("return", argument),
      "ArrowFunctionExpression[expression=true]"({ body }: { body: TSESTree.Expression }) {
        checkMade("return", body);
      },
      ExpressionStatement: ({ expression }) => checkMade("unused", expression),
    };
    return {
      ThrowStatement(node) {
        if (!isJump(node, sourceCode) && !showsStack(node, lint)) check({ kind: "throw", value: node.argument });
      },
      CallExpression(node) {
        const exit = findExitByCall(node, lint);
        if (exit) check(exit);
        if (exit || !isEmptyRejection(node, lint)) return;
        const data = { factory: `${contract.factory}(...)`, name: "undefined" };
        context.report({ node, messageId: "rawReject", data });
      },
      ...(mentionsBuiltin(sourceCode.text) || MAKES_ERROR.test(sourceCode.text) ? whereMade : {}),
      ...(classes &&
        !contract.definesLegacy && {
          ClassDeclaration: classes.addDeclared,
          ClassExpression: classes.addDeclared,
          "Program:exit": () => classes.list().forEach(reportClass),
        }),
    };
  },
});

/** Describes a raw failure, with the code that it should have. */
function describeExit(raw: RawExit, judge: RewriteContext): TSESLint.ReportDescriptor<MessageId> {
  const { node, name, made, form } = raw;
  const { contract, sourceCode } = judge;
  const factory = `${contract.factory}(...)`;
  const converter = `${contract.converter}(...)`;
  const error = made && readRawError(made, judge);
  const isKept = contract.definesLegacy || runsInBrowser(node, sourceCode);
  const { fix, suggestions } = isKept ? { suggestions: [] } : rewriteExit(raw, error, judge);
  return {
    node,
    messageId: MESSAGE_OF_FORM[form] ?? MESSAGE_OF[raw.kind],
    data: { name, factory, converter, isOwnClass: raw.ownClass !== undefined, ...describeWords(error, judge) },
    suggest: suggestions.map(({ code, why, confidence, apply }) => ({
      messageId: code === undefined ? "convertUnknown" : why === undefined ? "useCode" : "useLikelyCode",
      data: { code, why, confidence, converter },
      fix: apply,
    })),
    fix: fix?.apply ?? null,
  };
}

/** A text or an object is a failure where nothing else is thrown; elsewhere an error is, if it is made there. */
function isFailure({ kind, form, node, isError }: RawExit): boolean {
  if (DELIVERS_FAILURES_ONLY.has(kind)) return true;
  return isError && (form !== "typed" || node.type === "NewExpression");
}

/** Returns whether a function of the file returns it: one finding there is enough for all that throw it. */
function isReportedAtReturn({ form, node }: RawExit, lint: LintContext): boolean {
  const call = skipAwait(node);
  if (form !== "typed" || call.type !== "CallExpression") return false;
  const called = findCalledFunction(call, lint.sourceCode);
  const returned = called ? collectReturnedValues(called, lint.sourceCode).flatMap(listPossibleValues) : [];
  return returned.length > 0 && returned.every((value) => isBuiltinMade(value, lint));
}

/** Returns whether a returned or unused value is an error that is made there. */
function makesError(kind: "return" | "unused", value: TSESTree.Expression, lint: LintContext): boolean {
  // A statement that assigns an error has a use for it.
  const values = kind === "return" ? listPossibleValues(value) : [value];
  return values.some((each) => isBuiltinMade(each, lint) || (kind === "return" && isErrorMade(each)));
}

function isBuiltinMade(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const isMade = node.type === "NewExpression" || node.type === "CallExpression";
  // By name first: every statement that calls something comes here.
  return isMade && isNamedLikeBuiltin(node.callee) && findBuiltinErrorName(node.callee, sourceCode) !== undefined;
}

/** `new PlanError()`, of whatever module */
function isErrorMade(node: TSESTree.Node): boolean {
  if (node.type !== "NewExpression") return false;
  const name = node.callee.type === "MemberExpression" ? node.callee.property : node.callee;
  return name.type === "Identifier" && name.name.endsWith("Error");
}

/** Returns a test that is true for the first of all values with the same key. */
function createFirsts<Value>(keyOf: (value: Value) => unknown): (value: Value) => boolean {
  const seen = new Set<unknown>();
  return (value) => {
    const key = keyOf(value);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}

/** The class of the project that has the name of the contract's. */
function createOwnClassListener(
  context: Readonly<TSESLint.RuleContext<MessageId, readonly unknown[]>>,
  { errorClass: name, runtime }: FileContract,
): TSESLint.RuleListener {
  return {
    ClassDeclaration(node) {
      const base = node.superClass && findBuiltinErrorName(node.superClass, context.sourceCode);
      if (node.id?.name !== name || !base) return;
      const data = { name, module: runtime.specifier };
      context.report({ node: node.id, messageId: "ownContractClass", data });
    },
  };
}
