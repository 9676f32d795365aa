import type { TSESLint } from "@typescript-eslint/utils";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { quoteText, getSourceStyle } from "./edits/source-style.js";
import { type MessageFault, collectMessageFaults } from "./envelopes/message-faults.js";
import { type WrittenError, readCalledError, readEnvelope } from "./envelopes/written-error.js";

export default createRule<[], MessageFault["kind"] | "useCanonical">({
  name: "require-literal-message",
  meta: {
    type: "problem",
    docs: {
      description: "require literal error messages without diagnostics",
      meaning: "The message changes from call to call, where the contract wants one that is always the same.",
      presets: ["contextResolve"],
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      dynamic: "Write the message out; under this contract it is the same in every run.",
      diagnostic: "Leave {{noun}} out of the message; it shows clients the inside of the server.",
      blank: "Say what went wrong, or leave the message out for the canonical one.",
      notText: "Write the message as a string, or leave it out for the canonical one.",
      useCanonical: "Use the canonical message of `{{code}}`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { contract } = lint;
    if (contract.data.message !== "literal" || contract.definesContract) return {};

    function check(error: WrittenError | undefined): void {
      if (!error?.message) return;
      const fix = createCanonicalEdit(error, lint);
      const suggest = fix ? [{ messageId: "useCanonical" as const, data: { code: error.name }, fix }] : [];
      for (const { kind, node, noun } of collectMessageFaults(error.message, lint))
        context.report({ node, messageId: kind, data: { noun }, suggest });
    }

    return {
      CallExpression: (call) => check(readCalledError(call, lint)),
      NewExpression: (call) => check(readCalledError(call, lint)),
      ObjectExpression: (object) => check(readEnvelope(object, lint)),
    };
  },
});

/** Writes the canonical message of the code in the place of another. In `{ message }` there is no place for it. */
function createCanonicalEdit(
  { message, name = "" }: WrittenError,
  lint: LintContext,
): TSESLint.ReportFixFunction | undefined {
  const { contract, sourceCode } = lint;
  const text = contract.data.codes[name]?.message;
  if (!message || text === undefined || sourceCode.getCommentsInside(message).length > 0) return undefined;
  if (message.parent?.type === "Property" && message.parent.shorthand) return undefined;
  return (fixer) => fixer.replaceText(message, quoteText(text, getSourceStyle(lint)));
}
