import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { createRule } from "./create-rule.js";
import { findExpectation } from "./modules/error-expectations.js";
import { type Rewrite, createImportReports } from "./edits/import-order.js";
import { collectFieldReads, readFinding } from "./legacy/field-reads.js";
import {
  createConstructionFinding,
  createConversionFinding,
  isHandedCode,
  createSubclassFinding,
} from "./legacy/legacy-constructions.js";
import { type LegacyFacts, createLegacyFacts } from "./legacy/legacy-facts.js";
import { getRenamedFields } from "./legacy/legacy-fields.js";
import {
  type LegacyFinding,
  type LegacyMessage,
  type LegacySuggestion,
  type PlacedFinding,
  type LegacyRewrite,
  applyRewrite,
  addAllNames,
} from "./legacy/legacy-finding.js";
import { collectJsdocMentions } from "./legacy/legacy-jsdoc.js";
import { collectLeftBehind } from "./legacy/legacy-left-behind.js";
import {
  createAliasFinding,
  checkFinding,
  createCodeFinding,
  createJsdocFinding,
  nameFinding,
  createTypeFinding,
} from "./legacy/legacy-references.js";
import {
  type LegacyUse,
  type LegacyUseKind,
  classifyLegacyUse,
  collectLegacyUses,
  collectReexportedParts,
} from "./legacy/legacy-uses.js";
import { findLegacyClass } from "./legacy/legacy-values.js";
import { touchesBrowser } from "./syntax/source-file.js";

const FINDINGS: Readonly<Record<LegacyUseKind, (use: LegacyUse, facts: LegacyFacts) => LegacyFinding | undefined>> = {
  construction: createConstructionFinding,
  conversion: createConversionFinding,
  subclass: createSubclassFinding,
  check: checkFinding,
  type: createTypeFinding,
  code: createCodeFinding,
  alias: createAliasFinding,
  other: nameFinding,
};

export default createRule<[], LegacyMessage | LegacySuggestion>({
  name: "no-legacy-error",
  meta: {
    type: "problem",
    docs: {
      description: "disallow deprecated error classes, their converters, codes and fields",
      presets: "all",
      usesTypes: true,
      changesErrors: "tests",
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
      nameBoth: "Name both classes.",
      nameNew: "Name `{{errorClass}}` only.",
    },
  },
  create(context) {
    const facts = createLegacyFacts(context);
    if (!facts) return {};
    const { sourceCode, parts } = facts;
    const checkLeftBehind = (): void => {
      for (const { node, name, remove } of collectLeftBehind(context, parts)) {
        context.report({
          node,
          messageId: "leftBehind",
          data: { legacy: name },
          fix: (fixer) => remove(fixer) ?? null,
        });
      }
    };
    // Nothing in the file has a legacy part; only a namespace that it does not use may stand for their module.
    if (!parts.isPresent) return { "Program:exit": checkLeftBehind };
    const isBrowser = touchesBrowser(sourceCode);
    const reports = createImportReports(context);

    const tryToApply = (
      rewrite: LegacyRewrite | undefined,
      place: TSESTree.Node,
      isAlone: boolean,
    ): Rewrite | undefined => {
      const whole = rewrite && applyRewrite(rewrite, place, facts, isAlone);
      return whole && isBrowser && whole.missing.length > 0 ? undefined : whole;
    };
    const plan = ({ finding, place }: PlacedFinding, isAlone: boolean): void => {
      const { at, messageId, data, suggestions = [] } = finding;
      const suggest = suggestions.flatMap(({ rewrite, ...rest }) => {
        const suggested = tryToApply(rewrite, place, true);
        return suggested ? [{ ...rest, fix: suggested.apply }] : [];
      });
      const [start, end] = at.range;
      const loc = { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
      reports.add(start, { loc, messageId, data, suggest }, tryToApply(finding.fix, place, isAlone));
    };
    const checkReads = (value: TSESTree.Node): void => {
      for (const legacy of parts.settings) {
        const reads = collectFieldReads(value, getRenamedFields(legacy), sourceCode);
        if (reads.length === 0 || findLegacyClass(value, facts) !== legacy) continue;
        for (const read of reads) plan({ finding: readFinding(read, legacy, facts), place: value }, true);
      }
    };

    const readListeners: TSESLint.RuleListener = {
      MemberExpression: ({ object }) => checkReads(object),
      "VariableDeclarator[id.type='ObjectPattern'][init]": ({ init }: TSESTree.VariableDeclaratorMaybeInit) =>
        init && checkReads(init),
      "AssignmentExpression[left.type='ObjectPattern']": ({ right }: TSESTree.AssignmentExpression) =>
        checkReads(right),
    };
    const mentionsField = parts.settings.some((legacy) =>
      [...getRenamedFields(legacy).keys()].some((field) => sourceCode.text.includes(field)),
    );

    return {
      Program(program) {
        const found: PlacedFinding[] = [];
        const add = (finding: LegacyFinding | undefined, place: TSESTree.Node) =>
          finding && found.push({ finding, place });
        for (const use of collectLegacyUses(sourceCode, parts)) {
          const kind = classifyLegacyUse(use);
          if (kind !== "code" || !isHandedCode(use, facts)) add(FINDINGS[kind](use, facts), use.node);
        }
        for (const use of collectReexportedParts(sourceCode, parts)) add(nameFinding(use, facts), use.node);
        // A comment keeps naming the class that the code beside it goes on making.
        const isKept = found.some(
          ({ finding, place }) =>
            finding.messageId === "legacyConstruction" &&
            (!finding.fix ||
              findExpectation({ before: sourceCode.getText(place), after: "" }, facts.filename, true) !== undefined),
        );
        for (const mention of collectJsdocMentions(sourceCode, parts)) {
          const finding = createJsdocFinding(mention, facts);
          add(finding && isKept ? { ...finding, fix: undefined } : finding, program);
        }
        const isAlone = found.filter(({ finding }) => finding.fix).length === 1;
        for (const placed of addAllNames(found, facts)) plan(placed, isAlone);
      },
      TSImportType({ source, qualifier: node }) {
        const part = node?.type === "Identifier" ? parts.partOf(source.value, [node.name]) : undefined;
        const finding = node && part && nameFinding({ part, node, outer: node }, facts);
        if (finding) plan({ finding, place: node }, true);
      },
      ...(mentionsField ? readListeners : {}),
      "Program:exit"() {
        reports.reportAll();
        checkLeftBehind();
      },
    };
  },
});
