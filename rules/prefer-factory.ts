import type { TSESTree } from "@typescript-eslint/utils";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { type ImportTurn, importTurn } from "./edits/import-order.js";
import { envelopeCall } from "./envelopes/envelope-call.js";
import { type EnvelopeClaim, envelopeClaim } from "./envelopes/envelope-claims.js";
import { envelopeFaults } from "./envelopes/envelope-faults.js";
import { messageFaults } from "./envelopes/message-faults.js";
import { claimedError, templateFaults } from "./envelopes/template-faults.js";
import { kindOfObject } from "./results/object-kind.js";
import { touchesBrowser } from "./syntax/source-file.js";
import { constructionParts, factoryFor, isSameError, rewriteConstruction } from "./throws/construction-rewrite.js";
import type { Rewrite } from "./throws/rewrite-raw-error.js";

type MessageId = "construction" | "envelope" | "callFactory";

interface Finding {
  readonly at: TSESTree.Node | TSESTree.Token;
  readonly messageId: "construction" | "envelope";
  readonly factory: string;
  readonly rewrite: Rewrite | undefined;
  /** Only of a fix: suggestions are applied one at a time. */
  readonly turn: ImportTurn | undefined;
}

export default createRule<[], MessageId>({
  name: "prefer-factory",
  meta: {
    type: "suggestion",
    docs: {
      description: "require the contract's factories instead of direct construction and envelopes by hand",
      presets: "all",
      usesTypes: false,
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
    // A runtime of servers is not brought into a page.
    const isServer = (): boolean => !touchesBrowser(sourceCode);
    const found: Finding[] = [];

    return {
      NewExpression(node) {
        if (contract.nameOf(node.callee) !== contract.errorClass) return;
        const construction = constructionParts(node, sourceCode);
        const factory = construction && factoryFor(construction, contract);
        if (!factory) return;
        const rewrite = isServer() ? rewriteConstruction(construction, factory, contract, context) : undefined;
        const isFix = isSameError(construction, factory, contract, sourceCode);
        const turn = isFix && rewrite ? importTurn(sourceCode, node.range[0], rewrite.missing) : undefined;
        // At `new`: what is missing among the fields is other rules' business.
        const at = sourceCode.getFirstToken(node) ?? node;
        found.push({ at, messageId: "construction", factory: factory.name, rewrite, turn });
      },
      ObjectExpression(object) {
        const claim = envelopeClaim(object, lint);
        // Whatever else is wrong with it, another rule says first.
        if (!claim || kindOfObject(object, lint) !== "envelope") return;
        if (envelopeFaults(claim, lint).length > 0 || hasOtherMessage(claim, lint)) return;
        const call = envelopeCall(claim, lint);
        if (!call) return;
        const isFix = call.isStatic && isServer();
        const turn = isFix ? importTurn(sourceCode, object.range[0], call.missing) : undefined;
        const rewrite = isServer() ? call : undefined;
        found.push({ at: claim.code.key, messageId: "envelope", factory: call.factory, rewrite, turn });
      },
      // At the end, when all fixes that add an import are known: see `importTurn`.
      "Program:exit"() {
        for (const { at, messageId, factory, rewrite, turn } of found) {
          context.report({
            loc: at.loc,
            messageId,
            data: { factory },
            fix: rewrite && turn ? (fixer) => turn.inOrder(fixer, rewrite.apply(fixer)) : null,
            suggest:
              rewrite && !turn
                ? [{ messageId: "callFactory", data: { factory }, fix: (fixer) => rewrite.apply(fixer) }]
                : [],
          });
        }
      },
    };
  },
});

/** Whether the message is not as the contract wants it: `require-literal-message` and `match-message-template` say so. */
function hasOtherMessage(claim: EnvelopeClaim, lint: LintContext): boolean {
  const error = claimedError(claim, lint);
  if (!error) return false;
  switch (lint.contract.data.message) {
    case "literal":
      return error.message !== undefined && messageFaults(error.message, lint).length > 0;
    case "template":
      return templateFaults(error, lint).length > 0;
    default:
      return false;
  }
}
