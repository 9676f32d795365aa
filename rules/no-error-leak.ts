import type { TSESTree } from "@typescript-eslint/utils";
import { type Leak, type LeakReader, collectLeaks } from "./clients/leaks.js";
import { type ClientSlot, collectClientSlots } from "./clients/slots.js";
import { getFileContract } from "./contract/file-contract.js";
import { createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { toExcerpt } from "./syntax/words.js";
import { isInside } from "./syntax/source-file.js";

type Options = readonly [{ readonly allowInDevelopment: boolean }];
type MessageId = Leak["kind"];

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
      description: "disallow stacks, raw errors and environment values in what a server answers",
      meaning:
        "Details of the server reach the client with the failure: a stack, a path, a query or what " +
        "another service answered.",
      presets: "all",
      presetOptions: { recommended: [{ allowInDevelopment: true }] },
    },
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
      stack: "Keep `{{text}}` out of {{place}}; log it, a stack shows the inside of the server.",
      error: "Send {{answer}} instead of the raw `{{text}}` in {{place}}.",
      environment: "Keep `{{text}}` out of {{place}}; the environment holds secrets.",
    },
  },
  create(context, [{ allowInDevelopment }]) {
    const { sourceCode } = context;
    const contract = getFileContract(context);
    if (contract.definesContract) return {};
    const lint: LeakReader = { ...createLintContext(context), allowInDevelopment };
    const reported = new Set<TSESTree.Node>();

    function check(node: TSESTree.Node): void {
      for (const slot of collectClientSlots(node, lint)) {
        for (const leak of collectLeaks(slot.value, lint)) {
          const isOther = leak.kind !== "stack" && slot.reported !== undefined && isInside(leak.node, slot.reported);
          // One value of the environment may be the requested data, all of it is not.
          const isAll = /\bprocess\.env\b(?!\??[.[])/.test(sourceCode.getText(leak.node));
          const isFine = leak.kind === "environment" && !isAll && !slot.isFailure;
          const isHandled = slot.handlesErrors && leak.kind === "error" && leak.node === slot.value;
          if (isOther || isHandled || reported.has(leak.node) || isFine) continue;
          reported.add(leak.node);
          const text = toExcerpt(sourceCode.getText(leak.node));
          const data = { text, place: PLACES[slot.place], answer: contract.answer };
          context.report({ node: leak.node, messageId: leak.kind, data });
        }
      }
    }

    return { CallExpression: check, NewExpression: check, ObjectExpression: check };
  },
});
