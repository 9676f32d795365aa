import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type CodeFinding, checkMembers, checkPlace } from "./codes/code-findings.js";
import { CODE_PLACES, collectCodePlaces } from "./codes/code-places.js";
import { getEnvelopeFields } from "./contract/envelope-fields.js";
import { type FileContract, type LintContext, createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { classifyObject } from "./results/failure-results.js";

export default createRule<[], CodeFinding["messageId"] | "replaceCode">({
  name: "no-unregistered-code",
  meta: {
    type: "problem",
    docs: {
      description: "disallow error codes that are not in the registry, and codes that are not static",
      meaning: "The code is in no contract, so no client knows what it means.",
      presets: "contracts",
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      unregistered: "Use a registered code instead of `{{code}}`, or register it.",
      misspelled: "Use a registered code instead of `{{code}}`; did you mean `{{near}}`?",
      unknownComparison: "Compare with a registered code; no failure ever has `{{code}}`.",
      misspelledComparison: "Compare with a registered code instead of `{{code}}`; did you mean `{{near}}`?",
      missingMember: "Read a code that `{{object}}` has; `{{name}}` is undefined at run time.",
      misspelledMember: "Read a code that `{{object}}` has instead of `{{name}}`; did you mean `{{near}}`?",
      dynamicCode: "Write a registered code out instead of `{{text}}`; clients decide by it.",
      dynamicInvariant: "Write the id of the invariant out instead of `{{text}}`; it has to be stable.",
      wideCode: "Narrow `{{text}}` to registered codes; a `string` can be anything.",
      replaceCode: "Replace it with `{{code}}`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    // The module that defines the class may handle any code.
    if (contract.definesContract || !mentionsCodes(sourceCode.text, contract)) return {};
    const reported = new Set<TSESTree.Node>();

    function report(finding: CodeFinding): void {
      if (reported.has(finding.node)) return;
      reported.add(finding.node);
      const { node, messageId, data, near = [] } = finding;
      const suggest = near.flatMap((code) => {
        const text = printReplacement(node, code, lint);
        if (text === undefined) return [];
        const fix = (fixer: TSESLint.RuleFixer) => fixer.replaceText(node, text);
        return [{ messageId: "replaceCode" as const, data: { code }, fix }];
      });
      context.report({ node, messageId, data, suggest });
    }

    function checkPlaces(node: TSESTree.Node): void {
      const places = collectCodePlaces(node, lint);
      if (node.type === "ObjectExpression" && places.length > 0 && isOfOtherRule(node, lint)) return;
      for (const place of places) checkPlace(place, lint).forEach(report);
    }

    return {
      ...Object.fromEntries(CODE_PLACES.map((type) => [type, checkPlaces])),
      MemberExpression: (node) => checkMembers(node, lint).forEach(report),
      VariableDeclarator: (node) => checkMembers(node, lint).forEach(report),
    };
  },
});

// Names are aliased where they are imported, so a file without any of them has no code of the contract.
function mentionsCodes(text: string, { data, mentionsParts }: FileContract): boolean {
  return text.includes(getEnvelopeFields(data).code) || mentionsParts();
}

function isOfOtherRule(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  return ["legacy", "result"].includes(classifyObject(object, lint));
}

/** Prints a code in the place of a literal, in its quotes, or of a member's key; nothing else can be replaced. */
function printReplacement(node: TSESTree.Node, code: string, { sourceCode }: LintContext): string | undefined {
  if (node.type === "Identifier") return node.parent.type === "MemberExpression" ? code : undefined;
  const [, quote] = /^(["'`])[^"'`]*\1$/.exec(sourceCode.getText(node)) ?? [];
  return quote === undefined ? undefined : quote + code + quote;
}
