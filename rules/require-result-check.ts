import type { TSESTree } from "@typescript-eslint/utils";
import { type ResultRead, isToolCall, listResultReads } from "./clients/tool-results.js";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";

const READ: ReadonlySet<string> = new Set(["content", "structuredContent"]);

export default createRule<[], "unchecked">({
  name: "require-result-check",
  meta: {
    type: "problem",
    docs: {
      description: "require clients to look whether a tool has failed before they take its result",
      meaning: "A call that has failed counts as done, and the text that says why is taken for the answer.",
      presets: "contracts",
    },
    schema: [],
    messages: {
      unchecked: "Look at `isError` before `{{name}}`; a tool that has failed says there why.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    if (!/callTool|callServerTool|tools\/call/.test(lint.sourceCode.text)) return {};

    const reported = new Set<TSESTree.Node>();

    function check(call: TSESTree.CallExpression): void {
      if (!isToolCall(call, lint)) return;
      const reads = listResultReads(call, lint);
      if (!reads?.every(leavesOpen)) return;
      const first = reads.find(({ name, isShown }) => READ.has(name) && !isShown);
      if (!first || reported.has(first.node)) return;
      reported.add(first.node);
      context.report({ node: first.node, messageId: "unchecked", data: { name: first.name } });
    }

    return { CallExpression: check };
  },
});

/** Whether a read does not tell a failure from a success: a failing result seldom has structured content. */
const leavesOpen = ({ name, isTested }: ResultRead): boolean =>
  name !== "isError" && !(name === "structuredContent" && isTested);
