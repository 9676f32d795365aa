import type { TSESTree } from "@typescript-eslint/utils";
import { createRule } from "./create-rule.js";
import {
  createConstructionFinding,
  createConversionFinding,
  createSubclassFinding,
  isHandedCode,
} from "./legacy/legacy-constructions.js";
import {
  type LegacyFacts,
  type LegacyFinding,
  type LegacyMessage,
  type LegacyRewrite,
  type LegacySuggestion,
  applyRewrite,
  createLegacyFacts,
} from "./legacy/legacy-finding.js";
import { createJsdocFindings } from "./legacy/legacy-jsdoc.js";
import {
  createCheckFinding,
  createCodeFinding,
  createNameFinding,
  createReadFinding,
  createTypeFinding,
} from "./legacy/legacy-references.js";
import {
  type LegacyUse,
  type LegacyUseKind,
  classifyLegacyUse,
  collectLeftBehind,
  collectLegacyUses,
} from "./legacy/legacy-uses.js";

const FINDINGS: Readonly<Record<LegacyUseKind, (use: LegacyUse, facts: LegacyFacts) => LegacyFinding | undefined>> = {
  construction: createConstructionFinding,
  conversion: createConversionFinding,
  subclass: createSubclassFinding,
  check: createCheckFinding,
  type: createTypeFinding,
  code: createCodeFinding,
  alias: () => undefined,
  other: createNameFinding,
};

export default createRule<[], LegacyMessage | LegacySuggestion>({
  name: "no-legacy-error",
  meta: {
    type: "problem",
    docs: {
      description: "disallow deprecated error classes, their converters, codes and fields",
      presets: "contracts",
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
    schema: [],
    messages: {
      legacyConstruction: "Make this with `{{replacement}}`; `{{legacy}}` is deprecated.",
      unmappedField: "Move `{{field}}` to a field that `{{errorClass}}` has; it knows none of that name.",
      unknownCode: "Use a registered code, or map `{{code}}` to one; the contract does not know it.",
      legacyConversion: "Convert this with `{{replacement}}`; `{{legacy}}` is deprecated.",
      legacySubclass: "Extend `{{errorClass}}`; `{{legacy}}` is deprecated.",
      legacyCheck: "Let `{{errorClass}}` through as well; `{{legacy}}` is deprecated.",
      legacyField: "Read `{{newField}}`; only the deprecated `{{legacy}}` has `{{field}}`.",
      legacyType: "Name `{{errorClass}}` here; `{{legacy}}` is deprecated.",
      legacyCode: "Take `{{code}}` from `{{replacement}}`; `{{legacy}}` is deprecated.",
      legacyName: "Use `{{replacement}}`; `{{legacy}}` is deprecated.",
      leftBehind: "Remove `{{legacy}}`; nothing here uses it, and it is deprecated.",
      makeWith: "Make it with `{{replacement}}`.",
      convertWith: "Convert it with `{{replacement}}`.",
      extend: "Extend `{{errorClass}}`.",
      useCode: "Use the code `{{code}}`.",
      checkBoth: "Let both classes through.",
      checkNew: "Check for `{{errorClass}}` only.",
      readBoth: "Read `{{newField}}`, or else `{{field}}`.",
      readNew: "Read `{{newField}}` only.",
    },
  },
  create(context) {
    const facts = createLegacyFacts(context);
    if (!facts) return {};
    const { sourceCode, parts } = facts;
    const checkLeftBehind = (): void => {
      for (const { node, name, remove } of collectLeftBehind(sourceCode, parts)) {
        context.report({
          node,
          messageId: "leftBehind",
          data: { legacy: name },
          fix: (fixer) => remove(fixer) ?? null,
        });
      }
    };
    if (!parts.isPresent) return {};
    const plan = ({ at, messageId, data, fix, suggestions = [] }: LegacyFinding): void => {
      // A comment may stand anywhere.
      const place = "type" in at ? at : sourceCode.ast;
      const tryToApply = (rewrite: LegacyRewrite) => applyRewrite(rewrite, place, facts);
      const suggest = suggestions.flatMap(({ rewrite, ...rest }) => {
        const suggested = tryToApply(rewrite);
        return suggested ? [{ ...rest, fix: suggested.apply }] : [];
      });
      const [start, end] = at.range;
      const loc = { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
      const fixed = fix && tryToApply(fix);
      context.report({ loc, messageId, data, suggest, fix: fixed?.apply ?? null });
    };
    const checkRead = (node: TSESTree.MemberExpression): void => {
      const finding = createReadFinding(node, facts);
      if (finding) plan(finding);
    };

    return {
      Program() {
        const uses = collectLegacyUses(sourceCode, parts).flatMap((use) => {
          const kind = classifyLegacyUse(use);
          return kind === "code" && isHandedCode(use, facts) ? [] : (FINDINGS[kind](use, facts) ?? []);
        });
        // A comment keeps naming the class that the code beside it goes on making.
        const isKept = uses.some(({ messageId, fix }) => messageId === "legacyConstruction" && !fix);
        const mentions = createJsdocFindings(facts).map((finding) =>
          isKept ? { ...finding, fix: undefined } : finding,
        );
        for (const finding of [...uses, ...mentions]) plan(finding);
      },
      MemberExpression: checkRead,
      "Program:exit": checkLeftBehind,
    };
  },
});
