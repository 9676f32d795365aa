import { createRule } from "./create-rule.js";
import { createReadFinding } from "./legacy/legacy-checks.js";
import {
  type LegacyFacts,
  type LegacyFinding,
  type LegacyMessage,
  applyRewrite,
  createLegacyFacts,
} from "./legacy/legacy-finding.js";
import {
  collectLegacyUses,
  createJsdocFindings,
  createLeftBehindFindings,
  createUseFinding,
} from "./legacy/legacy-uses.js";

export default createRule<[], LegacyMessage>({
  name: "no-legacy-error",
  meta: {
    type: "problem",
    docs: {
      description: "disallow deprecated error classes, their converters, codes and fields",
      meaning:
        "A deprecated error class is used; its failures have the old form, and two forms reach the client side by " +
        "side.",
      presets: "contracts",
    },
    fixable: "code",
    hasSuggestions: true,
    schema: [],
    messages: {
      legacyConstruction: "Make this with `{{replacement}}`; `{{legacy}}` is deprecated.",
      unmappedField: "Move `{{name}}` to a field that `{{errorClass}}` has; it knows none of that name.",
      unknownCode: "Use a registered code, or map `{{name}}` to one; the contract does not know it.",
      legacyConversion: "Convert this with `{{replacement}}`; `{{legacy}}` is deprecated.",
      legacySubclass: "Extend `{{errorClass}}`; `{{legacy}}` is deprecated.",
      legacyCheck: "Let `{{errorClass}}` through as well; `{{legacy}}` is deprecated.",
      legacyField: "Read `{{newField}}`; only the deprecated `{{legacy}}` has `{{field}}`.",
      legacyCode: "Take `{{code}}` from `{{replacement}}`; `{{legacy}}` is deprecated.",
      legacyName: "Use `{{replacement}}`; `{{legacy}}` is deprecated.",
      leftBehind: "Remove `{{legacy}}`; nothing here uses it, and it is deprecated.",
    },
  },
  create(context) {
    const facts = createLegacyFacts(context);
    if (!facts) return {};
    return {
      Program() {
        const uses = collectLegacyUses(facts).flatMap((use) => createUseFinding(use, facts) ?? []);
        // A comment keeps naming the class that the code beside it goes on making.
        const isKept = uses.some(
          ({ messageId, isDecision }) => messageId === "legacyConstruction" && isDecision !== false,
        );
        const others = [...(isKept ? [] : createJsdocFindings(facts)), ...createLeftBehindFindings(facts)];
        for (const finding of [...uses, ...others]) reportLegacy(finding, facts);
      },
      MemberExpression(node) {
        const finding = createReadFinding(node, facts);
        if (finding) reportLegacy(finding, facts);
      },
    };
  },
});

function reportLegacy({ at, messageId, data, rewrite, isDecision }: LegacyFinding, facts: LegacyFacts): void {
  const { context, sourceCode } = facts;
  // A comment may stand anywhere.
  const fix = rewrite && applyRewrite(rewrite, "type" in at ? at : sourceCode.ast, facts)?.apply;
  const suggest = fix && isDecision ? [{ messageId, data, fix }] : [];
  const [start, end] = at.range;
  const loc = { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
  context.report({ loc, messageId, data, suggest, fix: isDecision ? null : (fix ?? null) });
}
