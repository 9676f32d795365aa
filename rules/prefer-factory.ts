import type { TSESTree } from "@typescript-eslint/utils";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { findEnvelopeClaim } from "./envelopes/envelope-claims.js";
import { collectEnvelopeFaults } from "./envelopes/envelope-faults.js";
import { type FactoryRewrite, rewriteConstruction, rewriteEnvelope } from "./envelopes/factory-rewrite.js";
import { collectMessageFaults } from "./envelopes/message-faults.js";
import { collectTemplateFaults } from "./envelopes/template-faults.js";
import { readEnvelopeError } from "./envelopes/written-error.js";
import { classifyObject } from "./results/failure-results.js";
import { runsInBrowser } from "./syntax/source-file.js";

type MessageId = "construction" | "envelope" | "callFactory";

export default createRule<[], MessageId>({
  name: "prefer-factory",
  meta: {
    type: "suggestion",
    docs: {
      description: "require the contract's factories instead of constructors and handwritten envelopes",
      presets: "contracts",
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
    schema: [],
    messages: {
      construction: "Call `{{factory}}` instead; it reads all of these fields, and says what has failed.",
      envelope: "Make this envelope with `{{factory}}`; it checks what is written, and fills the rest.",
      callFactory: "Call `{{factory}}`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    if (contract.definesContract) return {};

    function report(
      node: TSESTree.Node,
      at: TSESTree.Node | TSESTree.Token,
      messageId: "construction" | "envelope",
      { factory, rewrite, isCertain }: FactoryRewrite,
    ): void {
      const data = { factory };
      // A runtime of servers is not brought into a page.
      const fix = runsInBrowser(node, sourceCode) ? undefined : rewrite?.apply;
      const suggest = fix && !isCertain ? [{ messageId: "callFactory" as const, data, fix }] : [];
      context.report({ loc: at.loc, messageId, data, suggest, fix: fix && isCertain ? fix : null });
    }

    return {
      NewExpression(node) {
        if (contract.nameOf(node.callee) !== contract.errorClass) return;
        const found = rewriteConstruction(node, lint);
        // At `new`: other rules report missing fields.
        if (found) report(node, sourceCode.getFirstToken(node) ?? node, "construction", found);
      },
      ObjectExpression(object) {
        const claim = findEnvelopeClaim(object, lint);
        // Whatever else is wrong with it, another rule says first.
        if (!claim || classifyObject(object, lint) !== "envelope") return;
        if (collectEnvelopeFaults(claim, lint).length > 0 || hasOtherMessage(object, lint)) return;
        const found = rewriteEnvelope(object, lint);
        if (found) report(object, claim.code.key, "envelope", found);
      },
    };
  },
});

/**
 * Whether the message is not as the contract wants it: `require-literal-message` and `match-message-template` say so.
 */
function hasOtherMessage(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  const error = readEnvelopeError(object, lint);
  const { message: kind } = lint.contract.data;
  if (kind === "literal") return error.message !== undefined && collectMessageFaults(error.message, lint).length > 0;
  return kind === "template" && collectTemplateFaults(error, lint).length > 0;
}
