import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { collectExtendedCodes, collectRegisteredCodes } from "./codes/added-codes.js";
import { type CodeFinding, checkAddedCode, checkMissingMember, checkPlace } from "./codes/code-findings.js";
import { CODE_PLACES, collectCodePlaces } from "./codes/code-places.js";
import { isReplaceable, replaceCode } from "./codes/code-replacement.js";
import { collectMissingMembers } from "./codes/codes-object.js";
import { getEnvelopeFields } from "./contract/envelope-fields.js";
import type { FileContract } from "./contract/file-contract.js";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { getRegistry } from "./contract/registry.js";
import { createRule } from "./create-rule.js";
import { classifyObject } from "./results/failure-results.js";

type Options = readonly [{ readonly allowString?: boolean; readonly checkComparisons?: boolean }];
type MessageIds = CodeFinding["messageId"] | "replaceCode" | "renameCode" | "writeString";

const MOST_SUGGESTIONS = 3;

export default createRule<Options, MessageIds>({
  name: "no-unregistered-code",
  meta: {
    type: "problem",
    docs: {
      description: "disallow error codes that are not in the registry, and codes that are not static",
      presets: "contracts",
    },
    fixable: "code",
    hasSuggestions: true,
    languages: ["js/js"],
    defaultOptions: [{ allowString: false, checkComparisons: true }],
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          allowString: { type: "boolean", description: "Whether a code may be a value of the declared type `string`." },
          checkComparisons: { type: "boolean", description: "Whether codes that are only compared with are checked." },
        },
      },
    ],
    messages: {
      unregistered: "Use a registered code instead of `{{code}}`, or register it.",
      misspelled: "Use a registered code instead of `{{code}}`; did you mean `{{near}}`?",
      unknownComparison: "Compare with a registered code; no failure ever has `{{code}}`.",
      misspelledComparison: "Compare with a registered code instead of `{{code}}`; did you mean `{{near}}`?",
      unregisteredValue: "Narrow `{{text}}` to registered codes; it can be {{codes}}.",
      missingMember: "Read a code that `{{object}}` has; `{{name}}` is undefined at run time.",
      misspelledMember: "Read a code that `{{object}}` has instead of `{{name}}`; did you mean `{{near}}`?",
      dynamicCode: "Write a registered code out instead of `{{text}}`; clients decide by it.",
      dynamicInvariant: "Write the id of the invariant out instead of `{{text}}`; it has to be stable.",
      wideCode: "Narrow `{{text}}` to registered codes; a `string` can be anything.",
      malformedCode: "Rename `{{code}}`; codes of this contract match `{{pattern}}`.",
      replaceCode: "Replace it with `{{code}}`.",
      renameCode: "Rename it to `{{code}}`.",
      writeString: "Write the registered code as a string, `{{code}}`.",
    },
  },
  create(context, [{ allowString, checkComparisons }]) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    if (!mentionsCodes(sourceCode.text, contract)) return {};
    const mentionsObject = [contract.codesObject, `${contract.errorClass}.codes`].some((name) =>
      sourceCode.text.includes(name),
    );

    const findings = new Map<TSESTree.Node, CodeFinding>();
    function add(found: readonly (CodeFinding | undefined)[]): void {
      for (const finding of found) if (finding && !findings.has(finding.node)) findings.set(finding.node, finding);
    }

    const checkExtended = (node: TSESTree.CallExpression): void =>
      add(collectExtendedCodes(node, lint).map((each) => checkAddedCode(each, contract)));
    const registration: TSESLint.RuleListener = {
      Program: () => add(collectRegisteredCodes(lint).map((each) => checkAddedCode(each, contract))),
      CallExpression: checkExtended,
      // At the end, since a fix has to know whether the file writes the same code anywhere else.
      "Program:exit"() {
        for (const finding of findings.values()) context.report(createReport(finding, findings, sourceCode));
      },
    };
    // The module that defines the class may handle any code; only the codes that it registers can be judged.
    if (contract.definesContract) return registration;

    const reader = { ...lint, registry: getRegistry(context) };
    function checkPlaces(node: TSESTree.Node): void {
      if (node.type === "CallExpression") checkExtended(node);
      const places = collectCodePlaces(node, lint);
      if (node.type === "ObjectExpression" && places.length > 0 && isOfOtherRule(node, lint)) return;
      for (const place of places) {
        if (place.role === "compared" && !checkComparisons) continue;
        add(checkPlace(place, reader).filter(({ messageId }) => messageId !== "wideCode" || !allowString));
      }
    }
    const checkMembers = (node: TSESTree.MemberExpression | TSESTree.VariableDeclarator): void =>
      add(collectMissingMembers(node, lint).map((missing) => checkMissingMember(missing, reader)));
    return {
      ...registration,
      ...Object.fromEntries(CODE_PLACES.map((type) => [type, checkPlaces])),
      ...(mentionsObject ? { MemberExpression: checkMembers, VariableDeclarator: checkMembers } : {}),
    };
  },
});

// Names are aliased where they are imported, so a file without any of them has no code of the contract.
function mentionsCodes(text: string, { data, mentionsParts }: FileContract): boolean {
  const [runtimePackage = ""] = data.vocabulary.module.split("/");
  return [getEnvelopeFields(data).code, runtimePackage].some((name) => text.includes(name)) || mentionsParts();
}

function isOfOtherRule(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  return ["legacy", "result"].includes(classifyObject(object, lint));
}

function createReport(
  finding: CodeFinding,
  findings: ReadonlyMap<TSESTree.Node, CodeFinding>,
  sourceCode: TSESLint.SourceCode,
): TSESLint.ReportDescriptor<MessageIds> {
  const { node, messageId, data, near = [], respelled, spellings = [node], asString } = finding;
  const base = { node, messageId, data };
  const isFixed =
    respelled !== undefined && isReplaceable(node, respelled) && isSpelledOnlyHere(finding, findings, sourceCode);
  if (isFixed) return { ...base, fix: (fixer) => replaceCode(fixer, node, respelled) };
  const replacements = near
    .filter((code) => spellings.every((each) => isReplaceable(each, code)))
    .map((code) => ({
      messageId: messageId === "malformedCode" ? ("renameCode" as const) : ("replaceCode" as const),
      data: { code },
      fix: (fixer: TSESLint.RuleFixer) => spellings.map((each) => replaceCode(fixer, each, code)),
    }));
  const asText = asString && {
    messageId: "writeString" as const,
    data: { code: asString.code },
    fix: (fixer: TSESLint.RuleFixer) => fixer.replaceText(asString.node, JSON.stringify(asString.code)),
  };
  return { ...base, suggest: [...(asText ? [asText] : []), ...replacements].slice(0, MOST_SUGGESTIONS) };
}

// A comparison or a type that spells the code in the same wrong way would stop to fit.
function isSpelledOnlyHere(
  { data }: CodeFinding,
  findings: ReadonlyMap<TSESTree.Node, CodeFinding>,
  { ast }: TSESLint.SourceCode,
): boolean {
  const fixed = [...findings.values()]
    .filter(({ respelled }) => respelled !== undefined)
    .map(({ node }) => node.range[0]);
  return ast.tokens.every(
    ({ type, value, range }) => type !== "String" || value.slice(1, -1) !== data.code || fixed.includes(range[0]),
  );
}
