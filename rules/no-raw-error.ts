import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { FileContract } from "./contract/file-contract.js";
import { createLintContext } from "./contract/lint-context.js";
import { NAME_MATCHER_SCHEMA, type NameMatcher } from "./contract/name-matcher.js";
import { checkFallbackCode } from "./contract/registry.js";
import { createRule } from "./create-rule.js";
import { EXIT_KINDS, type Exit, type ExitKind, findExitByCall, isEmptyRejection } from "./model/exits.js";
import { listPossibleValues, skipAwait } from "./syntax/expressions.js";
import { findCalledFunction } from "./syntax/function-called.js";
import { isJump, collectReturnedValues } from "./syntax/functions.js";
import { findBuiltinErrorName, isNamedLikeBuiltin, mentionsBuiltin } from "./syntax/references.js";
import { runsInBrowser } from "./syntax/source-file.js";
import { type RawErrorRewrites, rewritesForFile } from "./throws/choose-rewrites.js";
import { type RawExit, type ThrownContext, listRawExits } from "./throws/classify-thrown.js";
import { declaresCode, findOwnErrorClass } from "./throws/own-classes.js";
import { describeWords, readRawError } from "./throws/raw-error.js";

interface Options {
  readonly allow: readonly NameMatcher[];
  readonly allowRethrow: boolean;
  readonly allowUnknown: boolean;
  readonly deliveries: readonly ExitKind[];
  readonly everyCode?: boolean;
  readonly fallbackCode: string | null;
  readonly fixFrom: number | null;
  readonly ownClasses: "auto" | "everywhere" | "declaration";
}

type MessageId =
  | "rawThrow"
  | "rawReject"
  | "rawCallback"
  | "rawEvent"
  | "rawAbort"
  | "rawReturn"
  | "rawUnused"
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

const MAKES_ERROR = /\bnew [\w$.]*(?:Error|Exception)\b/;
// Only `throw` and `reject` deliver nothing but failures: `next("route")` and `abort("done")` are no errors.
const DELIVERS_FAILURES_ONLY: ReadonlySet<ExitKind> = new Set(["throw", "reject"]);

export default createRule<[Options], MessageId>({
  name: "no-raw-error",
  meta: {
    type: "problem",
    docs: {
      description: "require failures to be thrown, rejected and passed on as the contract's error",
      presets: "contracts",
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
    defaultOptions: [
      {
        allow: [
          { from: "package", package: "@modelcontextprotocol/sdk", name: ["McpError", "UrlElicitationRequiredError"] },
          ...["server", "client", "core"].map((name) => ({
            from: "package" as const,
            package: `@modelcontextprotocol/${name}`,
            name: ["ProtocolError", "UrlElicitationRequiredError"],
          })),
        ],
        allowRethrow: true,
        allowUnknown: false,
        deliveries: [...EXIT_KINDS],
        everyCode: false,
        fallbackCode: null,
        fixFrom: null,
        ownClasses: "auto",
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
            description:
              "Error classes that may be delivered as they are; replaces the protocol errors of the MCP SDK.",
          },
          allowRethrow: { type: "boolean", description: "Whether a caught value may be thrown again as it is." },
          allowUnknown: {
            type: "boolean",
            description: "Whether values of type `any` and `unknown` may be delivered.",
          },
          deliveries: {
            type: "array",
            items: { type: "string", enum: [...EXIT_KINDS] },
            uniqueItems: true,
            description: "The ways of delivering a failure that are checked.",
          },
          everyCode: {
            type: "boolean",
            description: "Whether every code of the contract is suggested, instead of the likely ones.",
          },
          fallbackCode: {
            type: ["string", "null"],
            description: "The code that a fix writes where the code says none, for a bulk migration.",
          },
          ownClasses: {
            type: "string",
            enum: ["auto", "everywhere", "declaration"],
            description: "Where errors of the project's own classes are reported.",
          },
          fixFrom: {
            type: ["number", "null"],
            minimum: 0,
            maximum: 1,
            description: "How likely a code has to be, from 0 to 1, for a fix to write it.",
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
    if (options.fallbackCode !== null) checkFallbackCode(options.fallbackCode, context);
    // Not by the preset: its options would take the place of those in front of it.
    const isStandard = [contract.data.name, ...(contract.data.extends ?? [])].includes("standard");
    const isByDeclaration = options.ownClasses === "declaration" || (options.ownClasses === "auto" && isStandard);
    const judge: ThrownContext = { ...lint, ...options };
    const checked = new Set(options.deliveries);
    const factory = `${contract.factory}(...)`;
    const converter = `${contract.converter}(...)`;
    let rewrites: ReturnType<typeof rewritesForFile> | undefined;

    function check(exit: Exit): void {
      if (!checked.has(exit.kind)) return;
      for (const raw of listRawExits(exit, judge)) {
        const { node, form } = raw;
        if (checked.has("return") && isReportedAtReturn(raw)) continue;
        if (raw.isOwnClass === true && isByDeclaration) continue;
        const isMadeHere = form === "construction" || form === "subclass" || node.type === "NewExpression";
        if (!isMadeHere && !DELIVERS_FAILURES_ONLY.has(exit.kind)) continue;
        const isKept = contract.definesLegacy || runsInBrowser(node, sourceCode);
        rewrites ??= rewritesForFile(judge, options);
        report(raw, isKept ? {} : rewrites(raw));
      }
    }

    function report(raw: RawExit, { fix, suggestions = [] }: RawErrorRewrites): void {
      const { node, name, made, isOwnClass = false } = raw;
      const messageId = raw.form === "unknown" ? "unknownValue" : MESSAGE_OF[raw.kind];
      const suggest = suggestions.map(
        ({ code, why, confidence, fix: suggested }): TSESLint.SuggestionReportDescriptor<MessageId> => ({
          messageId: code === undefined ? "convertUnknown" : why === undefined ? "useCode" : "useLikelyCode",
          data: { code, why, confidence, converter },
          fix: suggested,
        }),
      );
      const words = describeWords(made && readRawError(made, sourceCode), sourceCode);
      const data = { name, factory, converter, isOwnClass, ...words };
      context.report({ node, messageId, data, suggest, fix: fix?.apply ?? null });
    }

    /** Whether a function of the file makes it: one finding, where it returns it, is enough for all that throw it. */
    function isReportedAtReturn({ form, node }: RawExit): boolean {
      const call = skipAwait(node);
      if (form !== "typed" || call.type !== "CallExpression") return false;
      const called = findCalledFunction(call, sourceCode);
      const returned = called ? collectReturnedValues(called, sourceCode).flatMap(listPossibleValues) : [];
      return returned.length > 0 && returned.every(isBuiltinMade);
    }

    function isBuiltinMade(node: TSESTree.Node): boolean {
      const isMade = node.type === "NewExpression" || node.type === "CallExpression";
      // By name first: every statement that calls something comes here.
      return isMade && isNamedLikeBuiltin(node.callee) && findBuiltinErrorName(node.callee, sourceCode) !== undefined;
    }

    function checkMade(kind: "return" | "unused", value: TSESTree.Expression | null): void {
      // A statement that assigns an error has a use for it.
      const values = value && (kind === "return" ? listPossibleValues(value) : [value]);
      if (value && values?.some((each) => isBuiltinMade(each) || (kind === "return" && isErrorMade(each))))
        check({ kind, value });
    }

    /** `new PlanError()`, of whatever module */
    function isErrorMade(node: TSESTree.Node): boolean {
      if (node.type !== "NewExpression") return false;
      const name = node.callee.type === "MemberExpression" ? node.callee.property : node.callee;
      return name.type === "Identifier" && /(?:Error|Exception)$/.test(name.name);
    }

    function checkClass(node: TSESTree.ClassDeclaration | TSESTree.ClassExpression): void {
      const name = findOwnErrorClass(node, judge);
      if (name === undefined) return;
      const isCoded = declaresCode(node, sourceCode);
      // The client can act on a code of the project's own.
      if (isCoded && options.ownClasses === "auto") return;
      const lack = isCoded ? "its code is not the contract's" : "it has no code";
      const data = { name, errorClass: contract.errorClass, lack };
      context.report({ node: node.id ?? node, messageId: "ownClass", data });
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
        if (!isJump(node, sourceCode)) check({ kind: "throw", value: node.argument });
      },
      CallExpression(node) {
        const exit = findExitByCall(node, sourceCode);
        if (exit) check(exit);
        if (exit || !checked.has("reject") || !isEmptyRejection(node, sourceCode)) return;
        context.report({ node, messageId: "rawReject", data: { factory, name: "undefined" } });
      },
      ...(mentionsBuiltin(sourceCode.text) || MAKES_ERROR.test(sourceCode.text) ? whereMade : {}),
      ...(isByDeclaration && !contract.definesLegacy
        ? { ClassDeclaration: checkClass, ClassExpression: checkClass }
        : {}),
    };
  },
});

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
