import type { TSESTree } from "@typescript-eslint/utils";
import type { Call } from "./codes/called-factory.js";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { createCanonicalRewrites } from "./envelopes/canonical-message.js";
import { type MessageFault, collectMessageFaults } from "./envelopes/message-faults.js";
import { type MessagePlace, findEnvelopeMessage, findGivenMessage } from "./envelopes/message-places.js";

type Options = readonly [{ readonly canonical: boolean }];
type MessageId = MessageFault["kind"] | "notCanonical" | "useCanonical" | "moveToCause";

export default createRule<Options, MessageId>({
  name: "require-literal-message",
  meta: {
    type: "problem",
    docs: {
      description: "require literal error messages without diagnostics",
      presets: ["contextResolve"],
      usesTypes: true,
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

    function check(place: MessagePlace | undefined): void {
      if (!place) return;
      const faults = collectMessageFaults(place.message, lint);
      for (const { kind, node, noun } of faults) report(place, node, kind, { noun });
      if (canonical && faults.length === 0) checkCanonical(place);
    }

    function checkCanonical(place: MessagePlace): void {
      const [rewrite] = createCanonicalRewrites(place, lint);
      const { message } = place;
      if (!rewrite || message.type !== "Literal") return;
      const { code } = rewrite;
      if (message.value !== contract.data.codes[code]?.message) report(place, message, "notCanonical", { code });
    }

    function report(
      place: MessagePlace,
      node: TSESTree.Node,
      messageId: MessageId,
      data: Record<string, unknown>,
    ): void {
      context.report({
        node,
        messageId,
        data,
        suggest: createCanonicalRewrites(place, lint).map(({ kind, code, fix }) => ({
          messageId: kind,
          data: { code },
          fix,
        })),
      });
    }

    const checkCall = (call: Call) => check(findGivenMessage(call, lint));
    return {
      CallExpression: checkCall,
      NewExpression: checkCall,
      ObjectExpression: (object) => check(findEnvelopeMessage(object, lint)),
    };
  },
});
