import type { TSESTree } from "@typescript-eslint/utils";
import { touchesBrowser } from "./ast/browser-code.js";
import { legacyFacts, type LegacyFacts } from "./contract/legacy-facts.js";
import { renamedFields } from "./contract/legacy-fields.js";
import { jsdocMentions } from "./contract/legacy-jsdoc.js";
import { fieldReads } from "./contract/legacy-reads.js";
import {
  legacyUseKind,
  legacyUses,
  reExportedParts,
  type LegacyUse,
  type LegacyUseKind,
} from "./contract/legacy-uses.js";
import { legacyClassOf } from "./contract/legacy-values.js";
import { createRule } from "./create-rule.js";
import { importTurn } from "./fix/import-order.js";
import { constructionFinding, conversionFinding, isHandedCode, subclassFinding } from "./fix/legacy-constructions.js";
import { appliedRewrite, type LegacyFinding, type LegacyMessage, type LegacySuggestion } from "./fix/legacy-finding.js";
import { leftBehind } from "./fix/legacy-left-behind.js";
import { readFinding } from "./fix/legacy-read.js";
import {
  aliasFinding,
  checkFinding,
  codeFinding,
  jsdocFinding,
  nameFinding,
  typeFinding,
} from "./fix/legacy-references.js";

const FINDINGS: Readonly<Record<LegacyUseKind, (use: LegacyUse, facts: LegacyFacts) => LegacyFinding | undefined>> = {
  construction: constructionFinding,
  conversion: conversionFinding,
  subclass: subclassFinding,
  check: checkFinding,
  type: typeFinding,
  code: codeFinding,
  alias: aliasFinding,
  other: nameFinding,
};

export default createRule<[], LegacyMessage | LegacySuggestion>({
  name: "no-legacy-error",
  meta: {
    type: "suggestion",
    docs: {
      description: "disallow deprecated error classes, their converters, codes and fields",
      presets: ["kaiza"],
      usesTypes: true,
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
    defaultOptions: [],
    schema: [],
    messages: {
      legacyConstruction: "Make this with `{{replacement}}`; `{{legacy}}` is deprecated.",
      unmappedField: "Find a place for `{{field}}` first; `{{errorClass}}` has no such field.",
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
      nameBoth: "Name both classes.",
      nameNew: "Name `{{errorClass}}` only.",
    },
  },
  create(context) {
    const facts = legacyFacts(context);
    if (!facts) return {};
    const { sourceCode, parts } = facts;
    const isBrowser = touchesBrowser(sourceCode);
    const reports: (() => void)[] = [];

    function found(finding: LegacyFinding | undefined, place: TSESTree.Node = sourceCode.ast): void {
      if (finding) reports.push(reportOf(finding, place));
    }

    /** Plans the rewrites now, so that all fixes that add an import are known at the end: see `importTurn`. */
    function reportOf({ at, messageId, data, fix, suggestions = [] }: LegacyFinding, place: TSESTree.Node): () => void {
      const planned = (rewrite: LegacyFinding["fix"]) => {
        const applied = rewrite && appliedRewrite(rewrite, place, facts as LegacyFacts);
        return applied && isBrowser && applied.missing.length > 0 ? undefined : applied;
      };
      const applied = planned(fix);
      const turn = importTurn(sourceCode, at.range[0], applied?.missing ?? []);
      const suggest = suggestions.flatMap(({ rewrite, ...rest }) => {
        const suggested = planned(rewrite);
        return suggested ? [{ ...rest, fix: suggested.fix }] : [];
      });
      const loc =
        "loc" in at
          ? at.loc
          : { start: sourceCode.getLocFromIndex(at.range[0]), end: sourceCode.getLocFromIndex(at.range[1]) };
      return () =>
        context.report({
          loc,
          messageId,
          data,
          fix: applied ? (fixer) => turn.inOrder(fixer, applied.fix(fixer)) : null,
          suggest,
        });
    }

    function checkReads(value: TSESTree.Node): void {
      for (const legacy of parts.settings) {
        const reads = fieldReads(value, renamedFields(legacy), sourceCode);
        if (reads.length === 0 || legacyClassOf(value, facts as LegacyFacts) !== legacy) continue;
        for (const read of reads) found(readFinding(read, legacy, facts as LegacyFacts));
      }
    }
    return {
      Program() {
        const uses = legacyUses(sourceCode, parts);
        for (const use of uses) {
          const kind = legacyUseKind(use);
          if (kind !== "code" || !isHandedCode(use, facts)) found(FINDINGS[kind](use, facts), use.node);
        }
        for (const use of reExportedParts(sourceCode, parts)) found(nameFinding(use, facts), use.node);
        for (const mention of jsdocMentions(sourceCode, parts)) found(jsdocFinding(mention, facts));
      },
      MemberExpression: ({ object }) => checkReads(object),
      "VariableDeclarator[id.type='ObjectPattern']": ({ init }: TSESTree.VariableDeclarator) =>
        init && checkReads(init),
      "AssignmentExpression[left.type='ObjectPattern']": ({ right }: TSESTree.AssignmentExpression) =>
        checkReads(right),
      "Program:exit"() {
        for (const report of reports) report();
        for (const { node, name, remove } of leftBehind(context, parts)) {
          context.report({
            node,
            messageId: "leftBehind",
            data: { legacy: name },
            fix: (fixer) => remove(fixer) ?? null,
          });
        }
      },
    };
  },
});
