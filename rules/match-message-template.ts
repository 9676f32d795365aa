import type { TSESTree } from "@typescript-eslint/utils";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { type ImportTurn, importTurn } from "./edits/import-order.js";
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
import { type TemplateRewrite, rewriteToTemplate } from "./envelopes/template-rewrite.js";
import { touchesBrowser } from "./syntax/source-file.js";

type MessageId = TemplateFault["kind"] | "render";

interface Finding {
  readonly fault: TemplateFault;
  readonly error: TemplatedError;
  readonly rewrite: TemplateRewrite | undefined;
  readonly turn: ImportTurn | undefined;
}

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
    const found: Finding[] = [];

    function check(error: TemplatedError | undefined): void {
      if (!error) return;
      for (const fault of templateFaults(error, lint)) {
        const isRewritten = fault.kind === "otherMessage" && !touchesBrowser(sourceCode);
        const rewrite = isRewritten ? rewriteToTemplate(error, lint) : undefined;
        const turn = rewrite?.isSafe ? importTurn(sourceCode, fault.node.range[0], rewrite.missing) : undefined;
        found.push({ fault, error, rewrite, turn });
      }
    }

    return {
      CallExpression: (call) => check(calledError(call, lint)),
      NewExpression: (call) => check(calledError(call, lint)),
      ObjectExpression(object: TSESTree.ObjectExpression) {
        const claim = envelopeClaim(object, lint);
        // What the schema rejects is the business of `valid-envelope`.
        if (!claim || kindOfObject(object, lint) !== "envelope") return;
        if (envelopeFaults(claim, lint).length === 0) check(claimedError(claim, lint));
      },
      // At the end, when all fixes that add an import are known: see `importTurn`.
      "Program:exit"() {
        for (const { fault, error, rewrite, turn } of found) {
          context.report({
            node: fault.node,
            messageId: fault.kind,
            data: {
              code: error.name,
              template: error.entry.message ?? "",
              names: fault.kind === "missingDetails" ? fault.names.map((name) => `\`${name}\``).join(", ") : "",
              path: fault.kind === "wrongDetail" ? fault.path : "",
              problem: fault.kind === "wrongDetail" ? fault.problem : "",
            },
            fix: rewrite && turn ? (fixer) => turn.inOrder(fixer, rewrite.apply(fixer)) : null,
            suggest:
              rewrite && !turn
                ? [{ messageId: "render", data: { code: error.name }, fix: (fixer) => rewrite.apply(fixer) }]
                : [],
          });
        }
      },
    };
  },
});
