import type { TSESTree } from "@typescript-eslint/utils";
import { fileContract } from "./contract/file-contract.js";
import { createRule } from "./create-rule.js";
import { constructionParts, factoryFor, isSameError, rewriteConstruction } from "./fix/construction-rewrite.js";
import { importTurn, type ImportTurn } from "./fix/import-order.js";
import type { Rewrite } from "./fix/rewrite-raw-failure.js";

type MessageId = "construction" | "callFactory";

interface Finding {
  readonly node: TSESTree.NewExpression;
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
      description: "require the contract's factories instead of direct construction",
      presets: "all",
      usesTypes: false,
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
    schema: [],
    messages: {
      construction: "Call `{{factory}}` instead; it reads all of these fields, and says what has failed.",
      callFactory: "Call `{{factory}}`.",
    },
  },
  create(context) {
    const { sourceCode } = context;
    const contract = fileContract(context);
    if (contract.definesContract) return {};
    const found: Finding[] = [];

    return {
      NewExpression(node) {
        if (contract.nameOf(node.callee) !== contract.errorClass) return;
        const construction = constructionParts(node, sourceCode);
        const factory = construction && factoryFor(construction, contract);
        if (!factory) return;
        const rewrite = rewriteConstruction(construction, factory, contract, context);
        const isFix = isSameError(construction, factory, contract, sourceCode);
        const turn = isFix && rewrite ? importTurn(sourceCode, node.range[0], rewrite.missing) : undefined;
        found.push({ node, factory: factory.name, rewrite, turn });
      },
      // At the end, when all fixes that add an import are known: see `importTurn`.
      "Program:exit"() {
        for (const { node, factory, rewrite, turn } of found) {
          const keyword = sourceCode.getFirstToken(node);
          context.report({
            node,
            // At `new`: what is missing among the fields is other rules' business.
            loc: (keyword ?? node).loc,
            messageId: "construction",
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
