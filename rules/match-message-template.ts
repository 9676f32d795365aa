import type { TSESTree } from "@typescript-eslint/utils";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { collectEnvelopeFaults } from "./envelopes/envelope-faults.js";
import { type TemplateFault, collectTemplateFaults, rewriteToTemplate } from "./envelopes/message-faults.js";
import { type WrittenError, readCalledError, readEnvelope } from "./envelopes/written-error.js";
import { classifyObject } from "./results/failure-results.js";

type MessageId = TemplateFault["kind"] | "render";

export default createRule<[], MessageId>({
  name: "match-message-template",
  meta: {
    type: "problem",
    docs: {
      description: "require message and details to follow the template of their code",
      meaning: "The message differs from the one that the contract has for the code, so clients cannot recognise it.",
      presets: ["mcpAql"],
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      otherMessage: "Follow the template of `{{code}}`: {{template}}.",
      missingDetails: "Add {{names}} to the details of `{{code}}`; its message shows them.",
      wrongDetail: "Correct the detail `{{path}}` of `{{code}}`: {{problem}}.",
      render: "Let `{{code}}` make its message from the details.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { contract } = lint;
    if (contract.data.message !== "template" || contract.definesContract) return {};

    function check(error: WrittenError | undefined): void {
      if (error) for (const fault of collectTemplateFaults(error, lint)) report(fault, error);
    }

    function report({ node, kind, ...fault }: TemplateFault, error: WrittenError): void {
      const fix = kind === "otherMessage" ? rewriteToTemplate(error, lint) : undefined;
      const code = error.name ?? "";
      const names = "names" in fault ? fault.names.map((name) => `\`${name}\``).join(", ") : "";
      context.report({
        node,
        messageId: kind,
        data: { ...fault, code, names, template: contract.data.codes[code]?.message ?? "" },
        suggest: fix ? [{ messageId: "render", data: { code }, fix }] : [],
      });
    }

    return {
      CallExpression: (call) => check(readCalledError(call, lint)),
      NewExpression: (call) => check(readCalledError(call, lint)),
      ObjectExpression(object: TSESTree.ObjectExpression) {
        const error = readEnvelope(object, lint);
        // `valid-envelope` reports the objects that the schema rejects.
        if (!error || classifyObject(object, lint) !== "envelope") return;
        if (collectEnvelopeFaults(object, lint).length === 0) check(error);
      },
    };
  },
});
