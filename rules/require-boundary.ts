import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { createLintContext } from "./contract/lint-context.js";
import { NAME_MATCHER_SCHEMA, type NameMatcher } from "./contract/name-matcher.js";
import { isNamedFunction } from "./contract/named-function.js";
import { createRule } from "./create-rule.js";
import { type Rewrite, createImportReports } from "./edits/import-order.js";
import { removeProperties } from "./edits/remove-properties.js";
import { listNamesAround } from "./syntax/function-name.js";
import { touchesBrowser } from "./syntax/source-file.js";
import { catchesEverything, classifyProtection, findProtocolDelivery } from "./tools/handler-protection.js";
import {
  type ToolRegistration,
  mayRegisterTools,
  readNamedRegistration,
  readToolRegistration,
} from "./tools/tool-handlers.js";
import { type HandlerNames, findComparison, findTestOfResults, isUntested } from "./tools/tested-handlers.js";
import { isToolServer } from "./tools/tool-servers.js";
import { wrapHandler } from "./tools/wrap-handler.js";
import { isOnWrappedServer } from "./tools/wrapped-servers.js";

type Options = readonly [{ readonly registrations: readonly NameMatcher[] }];
type MessageId =
  | "bareHandler"
  | "bareToolHandler"
  | "comparedHandler"
  | "comparedToolHandler"
  | "leaveOutDelivery"
  | "protocolDelivery"
  | "protocolError"
  | "wrapHandler"
  | "wrapTested";

/** A finding that is not fixed, until the whole file is known. */
interface SuggestedFinding {
  readonly start: number;
  readonly finding: {
    readonly node: TSESTree.Node;
    readonly data: { readonly tool: string | undefined; readonly boundary: string };
    readonly messageId: MessageId;
    readonly decidable: { readonly kind: () => string };
  };
  readonly names: HandlerNames;
  readonly rewrite: Rewrite | undefined;
}

export default createRule<Options, MessageId>({
  name: "require-boundary",
  meta: {
    type: "problem",
    docs: {
      description: "require tool handlers to be registered behind the boundary",
      presets: "all",
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
    defaultOptions: [{ registrations: [] }],
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          registrations: {
            type: "array",
            items: NAME_MATCHER_SCHEMA,
            description:
              "The project's functions that register a tool: the name is their first argument, the handler their last.",
          },
        },
      },
    ],
    messages: {
      bareHandler: "Wrap this handler in `{{boundary}}`; its failures reach the client raw.",
      bareToolHandler: "Wrap the handler of `{{tool}}` in `{{boundary}}`; its failures reach the client raw.",
      comparedHandler: "Wrap this handler in `{{boundary}}`, and let `{{test}}` expect the envelope.",
      comparedToolHandler: "Wrap the handler of `{{tool}}` in `{{boundary}}`, and let `{{test}}` expect the envelope.",
      leaveOutDelivery: "Leave it out.",
      protocolDelivery:
        "Leave out `deliver`, or say `result`; a failure becomes a protocol error, which no model reads.",
      protocolError: "Wrap this handler in `{{boundary}}`; a throw becomes a protocol error, which no model reads.",
      wrapHandler: "Wrap it in `{{boundary}}`.",
      wrapTested: "Wrap it in `{{boundary}}`. `{{test}}` may expect failing results without the envelope.",
    },
  },
  create(context, [{ registrations }]) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    const { boundary } = contract.data.vocabulary;
    if (registrations.length === 0 && !mayRegisterTools(sourceCode.text)) return {};
    const reports = createImportReports(context);
    const handlers: HandlerNames[] = [];
    const suggested: SuggestedFinding[] = [];

    function findRegistration(call: TSESTree.CallExpression): ToolRegistration | undefined {
      if (isNamedFunction(call.callee, registrations, sourceCode, lint.facts))
        return readNamedRegistration(call, sourceCode);
      const registration = readToolRegistration(call, sourceCode);
      return registration && isToolServer(call, sourceCode, lint.facts) ? registration : undefined;
    }

    /** Whether wrapping is no choice: nothing of a result is lost, the tool is named, and no test has to follow. */
    function mayFix({ tool, name }: ToolRegistration): boolean {
      const losesResults = contract.data.resultEnvelope === "alone";
      const isNamed = tool !== undefined || name === undefined;
      return isNamed && !losesResults && isUntested(context.filename);
    }

    function suggestionFor(rewrite: Rewrite): TSESLint.SuggestionReportDescriptor<MessageId> {
      const test = findTestOfResults(context.filename);
      const messageId = test === undefined ? "wrapHandler" : "wrapTested";
      return { messageId, data: { boundary, test }, fix: rewrite.apply };
    }

    function reportProtocolDelivery({ name, handler }: ToolRegistration): void {
      // The server of a named tool answers with a result, whatever its handler throws.
      const found = name === undefined ? findProtocolDelivery(handler, lint) : undefined;
      if (!found) return;
      const { options, property } = found;
      const fix = (fixer: TSESLint.RuleFixer) => removeProperties(fixer, sourceCode, options, [property]);
      context.report({
        node: property,
        messageId: "protocolDelivery",
        suggest: [{ messageId: "leaveOutDelivery", fix }],
      });
    }

    return {
      CallExpression(call) {
        const registration = findRegistration(call);
        if (!registration) return;
        const names = readHandlerNames(call, registration, sourceCode);
        handlers.push(names);
        if (isOnWrappedServer(call, lint)) return;
        const protection = classifyProtection(registration.handler, lint);
        if (protection === "wrapped") reportProtocolDelivery(registration);
        if (protection !== "bare") return;
        const { tool, name } = registration;
        const rewrite = touchesBrowser(sourceCode) ? undefined : wrapHandler(registration, lint);
        const isRaw = name !== undefined || catchesEverything(registration.handler, lint);
        const node = getNameNode(call);
        const data = { tool, boundary };
        const messageId = tool !== undefined ? "bareToolHandler" : isRaw ? "bareHandler" : "protocolError";
        const kind = () => (isRaw || tool !== undefined ? "a bare handler" : "a handler of requests");
        const finding = { node, data, messageId, decidable: { kind } } as const;
        if (rewrite && mayFix(registration)) reports.add(call.range[0], finding, rewrite);
        else suggested.push({ finding, names, rewrite, start: call.range[0] });
      },
      "Program:exit"() {
        // A comparison is about the handlers that its test names, so all have to be known.
        for (const { finding, names, rewrite, start } of suggested) {
          const test = rewrite && findComparison(context.filename, names, handlers);
          const suggest = rewrite && test === undefined ? [suggestionFor(rewrite)] : [];
          const told = test === undefined ? finding : tellComparison(finding, test);
          reports.add(start, { ...told, suggest }, undefined);
        }
        reports.reportAll();
      },
    };
  },
});

/** Adds the line of the test to a finding whose fix would break it. */
function tellComparison(finding: SuggestedFinding["finding"], test: string) {
  const messageId: MessageId = finding.data.tool === undefined ? "comparedHandler" : "comparedToolHandler";
  const decidable = {
    kind: () => `${finding.decidable.kind()}, whose failures a test compares`,
    readers: () => [test],
  };
  return { ...finding, messageId, decidable, data: { ...finding.data, test } };
}

/** Reads the names under which a test may know a handler. */
function readHandlerNames(
  call: TSESTree.CallExpression,
  { tool, name, handler }: ToolRegistration,
  sourceCode: TSESLint.SourceCode,
): HandlerNames {
  const around = listNamesAround(call, sourceCode);
  const functions = handler.type === "Identifier" ? [...around, handler.name] : around;
  const constant = name && name.type !== "Literal" ? sourceCode.getText(name) : undefined;
  return { tool, constant, functions, servesRequests: name === undefined };
}

/** Returns the node of `registerTool`: a handler may be long, and other rules report its contents. */
function getNameNode({ callee }: TSESTree.CallExpression): TSESTree.Node {
  return callee.type === "MemberExpression" ? callee.property : callee;
}
