import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { readEnvelope } from "./envelopes/written-error.js";
import { type EnvelopeFault, collectEnvelopeFaults } from "./envelopes/envelope-faults.js";
import { classifyObject } from "./results/failure-results.js";

type MessageId = "missing" | "unexpected" | "misspelled" | "wrong" | "warningCode" | "rename";

const MOST_NAMES = 3;

export default createRule<[], MessageId>({
  name: "valid-envelope",
  meta: {
    type: "problem",
    docs: {
      description: "require objects that claim to be the contract's envelope to conform to its schema",
      meaning: "The envelope lacks fields of the contract or has others, so clients that check it refuse it.",
      presets: "contracts",
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      missing: "Add {{names}}; the envelope requires it.",
      unexpected: "Remove `{{path}}`; the envelope has no such field.",
      misspelled: "Rename `{{path}}` to `{{near}}`; the envelope has no such field.",
      wrong: "Correct `{{path}}`: {{problem}}.",
      warningCode: "Send `{{code}}` among the `warnings` of a success; a warning is no failure.",
      rename: "Rename it to `{{near}}`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    if (lint.contract.definesContract) return {};

    function reportMissing([first, ...others]: readonly EnvelopeFault[]): void {
      if (!first) return;
      const names = printNames([first, ...others].map(({ path }) => `\`${path}\``));
      context.report({ node: first.node, messageId: "missing", data: { names } });
    }

    function reportFault({ kind, node, path, problem, near, property }: EnvelopeFault): void {
      if (kind === "unexpected" && near !== undefined && property) {
        const fix = (fixer: TSESLint.RuleFixer) => renameProperty(fixer, property, near);
        const suggest = [{ messageId: "rename" as const, data: { near }, fix }];
        context.report({ node, messageId: "misspelled", data: { path, near }, suggest });
      } else {
        context.report({ node, messageId: kind, data: { path, problem, code: problem } });
      }
    }

    return {
      ObjectExpression(object) {
        if (!readEnvelope(object, lint) || classifyObject(object, lint) !== "envelope") return;
        const faults = collectEnvelopeFaults(object, lint);
        const missing = faults.filter(({ kind }) => kind === "missing");
        reportMissing(missing);
        faults.filter((fault) => !missing.includes(fault)).forEach(reportFault);
      },
    };
  },
});

function renameProperty(fixer: TSESLint.RuleFixer, { key, shorthand, computed }: TSESTree.Property, name: string) {
  if (shorthand) return fixer.insertTextBefore(key, `${name}: `);
  const quote = key.type === "Literal" ? key.raw.charAt(0) : computed ? '"' : "";
  return fixer.replaceText(key, `${quote}${name}${quote}`);
}

function printNames(names: readonly string[]): string {
  const shown = names.length > MOST_NAMES + 1 ? names.slice(0, MOST_NAMES) : names;
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
