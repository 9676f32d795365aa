import type { TSESTree } from "@typescript-eslint/utils";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { createCanonicalRewrites } from "./envelopes/canonical-message.js";
import { findEnvelopeClaim } from "./envelopes/envelope-claims.js";
import { type MessageFault, collectMessageFaults } from "./envelopes/message-faults.js";
import { type WrittenError, readCalledError, readEnvelopeError } from "./envelopes/written-error.js";

type Options = readonly [{ readonly canonical: boolean }];
type MessageId = MessageFault["kind"] | "notCanonical" | "useCanonical" | "moveToCause";

export default createRule<Options, MessageId>({
  name: "require-literal-message",
  meta: {
    type: "problem",
    docs: {
      description: "require literal error messages without diagnostics",
      presets: ["contextResolve"],
    },
    hasSuggestions: true,
    languages: ["js/js"],
    defaultOptions: [{ canonical: false }],
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          canonical: { type: "boolean", description: "Whether each code's canonical message is the only one allowed." },
        },
      },
    ],
    messages: {
      dynamic: "Write the message out; under this contract it is the same in every run.",
      diagnostic: "Leave {{noun}} out of the message; it shows clients the inside of the server.",
      blank: "Say what went wrong, or leave the message out for the canonical one.",
      notText: "Write the message as a string, or leave it out for the canonical one.",
      notCanonical: "Use the canonical message of `{{code}}`, or leave it out.",
      useCanonical: "Use the canonical message of `{{code}}`.",
      moveToCause: "Use the canonical message, and pass what was caught as the `cause`.",
    },
  },
  create(context, [{ canonical }]) {
    const lint = createLintContext(context);
    const { contract } = lint;
    if (contract.data.message !== "literal" || contract.definesContract) return {};

    function check(error: WrittenError | undefined): void {
      if (!error?.message) return;
      const faults = collectMessageFaults(error.message, lint);
      for (const { kind, node, noun } of faults) report(error, node, kind, { noun });
      if (canonical && faults.length === 0) checkCanonical(error, error.message);
    }

    function checkCanonical(error: WrittenError, message: TSESTree.Node): void {
      const code = error.name ?? "";
      const text = contract.data.codes[code]?.message;
      if (text === undefined || message.type !== "Literal" || message.value === text) return;
      report(error, message, "notCanonical", { code });
    }

    function report(error: WrittenError, node: TSESTree.Node, messageId: MessageId, data: object): void {
      const rewrites = createCanonicalRewrites(error, lint);
      const suggest = rewrites.map(({ kind, code, fix }) => ({ messageId: kind, data: { code }, fix }));
      context.report({ node, messageId, data: { ...data }, suggest });
    }

    return {
      CallExpression: (call) => check(readCalledError(call, lint)),
      NewExpression: (call) => check(readCalledError(call, lint)),
      ObjectExpression: (object) => check(findEnvelopeClaim(object, lint) && readEnvelopeError(object, lint)),
    };
  },
});
