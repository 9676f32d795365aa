import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { createLintContext } from "./contract/lint-context.js";
import { NAME_MATCHER_SCHEMA, type NameMatcher } from "./contract/name-matcher.js";
import { isNamedFunction } from "./contract/named-function.js";
import { createRule } from "./create-rule.js";
import { removeProperties } from "./edits/remove-properties.js";
import { touchesBrowser } from "./syntax/source-file.js";
import { isOnWrappedServer } from "./tools/boundaries.js";
import { catchesEverything, classifyProtection, findProtocolDelivery } from "./tools/handler-protection.js";
import {
  type ToolRegistration,
  isToolServer,
  mayRegisterTools,
  readNamedRegistration,
  readToolRegistration,
} from "./tools/registrations.js";
import { wrapHandler } from "./tools/wrap-handler.js";

type Options = readonly [{ readonly registrations: readonly NameMatcher[] }];
type MessageId =
  "bareHandler" | "bareToolHandler" | "leaveOutDelivery" | "protocolDelivery" | "protocolError" | "wrapHandler";

export default createRule<Options, MessageId>({
  name: "require-boundary",
  meta: {
    type: "problem",
    docs: {
      description: "require tool handlers to be registered behind the boundary",
      presets: "contracts",
    },
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
      leaveOutDelivery: "Leave it out.",
      protocolDelivery:
        "Leave out `deliver`, or say `result`; a failure becomes a protocol error, which no model reads.",
      protocolError: "Wrap this handler in `{{boundary}}`; a throw becomes a protocol error, which no model reads.",
      wrapHandler: "Wrap it in `{{boundary}}`.",
    },
  },
  create(context, [{ registrations }]) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    const { boundary } = contract.data.vocabulary;
    if (registrations.length === 0 && !mayRegisterTools(sourceCode.text)) return {};

    function findRegistration(call: TSESTree.CallExpression): ToolRegistration | undefined {
      if (isNamedFunction(call.callee, registrations, sourceCode, lint.facts))
        return readNamedRegistration(call, sourceCode);
      const registration = readToolRegistration(call, sourceCode);
      return registration && isToolServer(call, sourceCode, lint.facts) ? registration : undefined;
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
        const suggest = rewrite ? [{ messageId: "wrapHandler" as const, data: { boundary }, fix: rewrite.apply }] : [];
        context.report({ node, data, messageId, suggest });
      },
    };
  },
});

/** Returns the node of `registerTool`: a handler may be long, and other rules report its contents. */
function getNameNode({ callee }: TSESTree.CallExpression): TSESTree.Node {
  return callee.type === "MemberExpression" ? callee.property : callee;
}
