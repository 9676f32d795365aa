import type { TSESTree } from "@typescript-eslint/utils";
import { readCodeName } from "./codes/contract-codes.js";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { type FactoryCall, chooseFactoryCall, planCall, replaceWithCall } from "./edits/factory-call.js";
import { getLastSegment, readObjectFields } from "./syntax/expressions.js";
import { runsInBrowser } from "./syntax/source-file.js";
import { printArgument } from "./throws/raw-error.js";

export default createRule<[], "construction" | "callFactory">({
  name: "prefer-factory",
  meta: {
    type: "suggestion",
    docs: {
      description: "require the contract's factories instead of constructors",
      meaning: "The error is put together by hand where the contract has a factory that fills in the fields.",
      presets: "contracts",
    },
    hasSuggestions: true,
    schema: [],
    messages: {
      construction: "Call `{{factory}}` instead; it reads all of these fields, and says what has failed.",
      callFactory: "Call `{{factory}}`.",
    },
  },
  create(context) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    if (contract.definesContract) return {};
    return {
      NewExpression(node) {
        if (contract.nameOf(node.callee) !== contract.errorClass) return;
        const call = chooseFactory(node, lint);
        if (!call) return;
        const data = { factory: call.factory.name };
        const isKept = sourceCode.getCommentsInside(node).length > 0 || runsInBrowser(node, sourceCode);
        const rewrite = isKept ? undefined : replaceWithCall(node, planCall(call, node, lint), undefined, lint);
        const suggest = rewrite ? [{ messageId: "callFactory" as const, data, fix: rewrite.apply }] : [];
        // At `new`: other rules report missing fields.
        const { loc } = sourceCode.getFirstToken(node) ?? node;
        context.report({ loc, messageId: "construction", data, suggest });
      },
    };
  },
});

/** Returns the call of the factory that reads every field of a construction; all of them are written there. */
function chooseFactory(node: TSESTree.NewExpression, lint: LintContext): FactoryCall | undefined {
  const { contract, sourceCode } = lint;
  const [object] = node.arguments;
  if (object?.type !== "ObjectExpression" || node.arguments.length > 1) return undefined;
  const { values, isOpen } = readObjectFields(object, sourceCode);
  const codeField = getLastSegment(contract.data.fields.code);
  const written = values.get(codeField);
  const code = written && readCodeName(written, lint);
  if (isOpen || code === undefined) return undefined;
  const others = [...values].filter(([field]) => field !== codeField);
  const fields = new Map(others.map(([field, value]) => [field, printArgument(value, lint)]));
  const call = chooseFactoryCall(contract, { code, fields });
  return call?.factory.purpose === "construct" ? undefined : call;
}
