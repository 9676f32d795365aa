import type { TSESTree } from "@typescript-eslint/utils";
import { type ClientSlot, collectClientSlots, listSlotTypes } from "./clients/client-slots.js";
import { createLeakRewrite } from "./clients/leak-rewrites.js";
import { type Leak, type LeakReader, collectLeaks } from "./clients/leaks.js";
import { getFileContract } from "./contract/file-contract.js";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { toExcerpt } from "./syntax/words.js";
import { unwrapExpression } from "./syntax/expressions.js";
import { isInside } from "./syntax/nodes.js";

type Options = readonly [{ readonly allowInDevelopment: boolean }];
type MessageId = "stack" | "error" | "path" | "environment" | "sendEnvelope";

const PLACES: Readonly<Record<ClientSlot["place"], string>> = {
  envelope: "the envelope",
  result: "the tool's result",
  body: "the response",
};

export default createRule<Options, MessageId>({
  name: "no-error-leak",
  meta: {
    type: "problem",
    docs: {
      description: "disallow stacks, raw errors, absolute paths and environment values in messages to clients",
      presets: "all",
      presetOptions: { recommended: [{ allowInDevelopment: true }] },
    },
    hasSuggestions: true,
    languages: ["js/js"],
    defaultOptions: [{ allowInDevelopment: false }],
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          allowInDevelopment: {
            type: "boolean",
            description: "Whether what stands under a test for development (`NODE_ENV`, `DEBUG`, `isDev`) may leak.",
          },
        },
      },
    ],
    messages: {
      stack: "Keep `{{text}}` out of {{place}}; log it, a stack shows clients the inside of the server.",
      error: "Send the contract's envelope instead of the raw `{{text}}` in {{place}}.",
      path: "Keep the absolute path `{{text}}` out of {{place}}; write it relative to the workspace.",
      environment: "Keep `{{text}}` out of {{place}}; the environment holds secrets.",
      sendEnvelope: "Send the envelope of `{{error}}`.",
    },
  },
  create(context, [{ allowInDevelopment }]) {
    const { sourceCode } = context;
    const contract = getFileContract(context);
    if (contract.definesContract) return {};
    const reader: LeakReader = { ...createLintContext(context), allowInDevelopment };
    const reported = new Set<TSESTree.Node>();

    function check(slot: ClientSlot): void {
      for (const leak of collectLeaks(slot.value, reader)) {
        if (!slot.isFailure && isFineInSuccess(leak)) continue;
        if (slot.handlesErrors === true && leak.kind === "error" && leak.node === unwrapExpression(slot.value))
          continue;
        if (reported.has(leak.node) || (slot.reported && isInside(leak.node, slot.reported))) continue;
        reported.add(leak.node);
        report(leak, slot);
      }
    }

    // A path, or one value of the environment, may be the requested data.
    function isFineInSuccess({ kind, isWhole = false }: Leak): boolean {
      return kind === "path" || (kind === "environment" && !isWhole);
    }

    function report(leak: Leak, slot: ClientSlot): void {
      const fix = createLeakRewrite(leak, slot, reader);
      context.report({
        node: leak.node,
        messageId: leak.kind,
        data: { text: toExcerpt(sourceCode.getText(leak.node)), place: PLACES[slot.place] },
        suggest: fix ? [{ messageId: "sendEnvelope", data: { error: leak.error?.name }, fix }] : [],
      });
    }

    const checkSlots = (node: TSESTree.Node) => collectClientSlots(node, reader).forEach(check);
    return Object.fromEntries(listSlotTypes(reader).map((type) => [type, checkSlots]));
  },
});
