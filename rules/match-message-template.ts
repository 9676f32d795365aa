import type { TSESTree } from "@typescript-eslint/utils";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { createImportReports } from "./edits/import-order.js";
import { envelopeClaim } from "./envelopes/envelope-claims.js";
import { envelopeFaults } from "./envelopes/envelope-faults.js";
import {
  type TemplateFault,
  type TemplatedError,
  calledError,
  claimedError,
  templateFaults,
} from "./envelopes/template-faults.js";
import { kindOfObject } from "./results/object-kind.js";
import { rewriteToTemplate } from "./envelopes/template-rewrite.js";
import { touchesBrowser } from "./syntax/source-file.js";

type MessageId = TemplateFault["kind"] | "render";

export default createRule<[], MessageId>({
  name: "match-message-template",
  meta: {
    type: "problem",
    docs: {
      description: "require message and details to follow the template of their code",
      presets: ["mcpAql"],
      usesTypes: false,
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
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
    const { contract, sourceCode } = lint;
    if (contract.data.message !== "template" || contract.definesContract) return {};
    const reports = createImportReports(context);

    function check(error: TemplatedError | undefined): void {
      if (error) for (const fault of templateFaults(error, lint)) report(fault, error);
    }

    function report(fault: TemplateFault, error: TemplatedError): void {
      const isRewritten = fault.kind === "otherMessage" && !touchesBrowser(sourceCode);
      const rewrite = isRewritten ? rewriteToTemplate(error, lint) : undefined;
      const code = error.name;
      const data = {
        code,
        template: error.entry.message ?? "",
        names: fault.kind === "missingDetails" ? fault.names.map((name) => `\`${name}\``).join(", ") : "",
        path: fault.kind === "wrongDetail" ? fault.path : "",
        problem: fault.kind === "wrongDetail" ? fault.problem : "",
      };
      const suggest =
        rewrite && !rewrite.isSafe ? [{ messageId: "render" as const, data: { code }, fix: rewrite.apply }] : [];
      const { node, kind } = fault;
      reports.add(node.range[0], { node, messageId: kind, data, suggest }, rewrite?.isSafe ? rewrite : undefined);
    }

    return {
      CallExpression: (call) => check(calledError(call, lint)),
      NewExpression: (call) => check(calledError(call, lint)),
      ObjectExpression(object: TSESTree.ObjectExpression) {
        const claim = envelopeClaim(object, lint);
        // `valid-envelope` reports the objects that the schema rejects.
        if (!claim || kindOfObject(object, lint) !== "envelope") return;
        if (envelopeFaults(claim, lint).length === 0) check(claimedError(claim, lint));
      },
      "Program:exit": reports.reportAll,
    };
  },
});
