import { toExcerpt } from "./syntax/expressions.js";
import type { TSESTree } from "@typescript-eslint/utils";
import { type Leak, type LeakReader, collectLeaks } from "./clients/leaks.js";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";

type MessageId = Leak["kind"];

const PLACES: Readonly<Record<Leak["place"], string>> = {
  envelope: "the envelope",
  result: "the tool's result",
  body: "the response",
  log: "the log that the client gets",
  message: "the message that the client gets",
};

export default createRule<[], MessageId>({
  name: "no-error-leak",
  meta: {
    type: "problem",
    docs: {
      description: "disallow stacks, raw errors and environment values in what a server answers",
      meaning:
        "Details of the server reach the client with the failure: a stack, a path, a query or what " +
        "another service answered.",
      presets: "all",
    },
    schema: [],
    messages: {
      stack: "Keep `{{text}}` out of {{place}}; log it, a stack shows the inside of the server.",
      error: "Send {{answer}} instead of the raw `{{text}}` in {{place}}.",
      environment: "Keep `{{text}}` out of {{place}}; the environment holds secrets.",
    },
  },
  create(context) {
    const linted = createLintContext(context);
    const { contract, sourceCode } = linted;
    const lint: LeakReader = { ...linted, allowInDevelopment: !contract.isStrict };
    if (contract.definesContract) return {};
    const reported = new Set<TSESTree.Node>();

    function check(answer: TSESTree.Node): void {
      for (const { node, kind, place } of collectLeaks(answer, lint)) {
        if (reported.has(node)) continue;
        reported.add(node);
        const data = { text: toExcerpt(sourceCode.getText(node)), place: PLACES[place], answer: contract.answer };
        context.report({ node, messageId: kind, data });
      }
    }

    return { CallExpression: check, NewExpression: check, ObjectExpression: check, ThrowStatement: check };
  },
});
