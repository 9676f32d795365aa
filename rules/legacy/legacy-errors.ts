import type { TSESTree } from "@typescript-eslint/utils";
import { getLegacyName } from "../contract/legacy.js";
import { readStaticKey } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/source-file.js";
import { reachesDependents } from "./legacy-checks.js";
import { type Purpose, findRenamedField, planArguments } from "./legacy-fields.js";
import type { LegacyFacts, LegacyFinding, LegacyUse } from "./legacy-finding.js";

/** `new KaizaError({...})` */
export function createConstructionFinding(
  use: LegacyUse,
  made: TSESTree.NewExpression,
  facts: LegacyFacts,
): LegacyFinding {
  return createFinding(use, "legacyConstruction", made.arguments, isUnnoticed(made, use, facts), facts);
}

/** `ensureKaizaError(err, {...})` */
export function createConversionFinding(
  use: LegacyUse,
  call: TSESTree.CallExpression,
  facts: LegacyFacts,
): LegacyFinding {
  const [thrown, ...others] = call.arguments;
  const given = thrown?.type === "SpreadElement" ? [] : others;
  return createFinding(use, "legacyConversion", given, isUnnoticed(call, use, facts), facts);
}

/** `class X extends KaizaError`, with the object of the one `super({...})` in it. */
export function createSubclassFinding(use: LegacyUse, body: TSESTree.ClassBody, facts: LegacyFacts): LegacyFinding {
  const nodes = collectNodes(facts.sourceCode, body);
  const given = nodes.flatMap((each) =>
    each.type === "CallExpression" && each.callee.type === "Super" ? each.arguments : [],
  );
  // A member that has another name in the contract's class.
  const knowsRenamedField = nodes.some((node) => {
    const isOwn = node.type === "MemberExpression" && node.object.type === "ThisExpression";
    const isMember = isOwn || node.type === "PropertyDefinition" || node.type === "MethodDefinition";
    return isMember && findRenamedField(readStaticKey(node, facts.sourceCode) ?? "", use.part.legacy) !== undefined;
  });
  return createFinding(use, "legacySubclass", given, !knowsRenamedField, facts);
}

/** Whether nothing notices another class; in TypeScript, a type may ask for it where the error is not thrown. */
function isUnnoticed(made: TSESTree.Node, { part }: LegacyUse, facts: LegacyFacts): boolean {
  if (facts.isTypeScript && made.parent?.type !== "ThrowStatement") return false;
  return !reachesDependents(made, part.legacy, facts);
}

const PURPOSES = {
  legacyConstruction: "failure",
  legacyConversion: "unknown",
  legacySubclass: "construct",
} as const satisfies Readonly<Record<string, Purpose>>;

function createFinding(
  { node, part }: LegacyUse,
  messageId: keyof typeof PURPOSES,
  [object, ...others]: readonly TSESTree.Node[],
  isFree: boolean,
  facts: LegacyFacts,
): LegacyFinding {
  const { errorClass, factories } = facts.contract;
  const purpose = PURPOSES[messageId];
  const name = factories.find((each) => each.purpose === purpose)?.name ?? errorClass;
  const data = { legacy: getLegacyName(part), errorClass, replacement: `${name}(...)` };
  const isPlain = object?.type === "ObjectExpression" && others.length === 0;
  const planned = isPlain ? planArguments(object, part.legacy, purpose, facts) : undefined;
  if (!planned) return { at: node, messageId, data };
  if ("obstacle" in planned)
    return { at: planned.node, messageId: planned.obstacle, data: { ...data, name: planned.name } };
  const { factory, names, isSure, print } = planned;
  const [className = "", ...method] = factory.name.split(".");
  const isNew = factory.purpose === "construct" && purpose === "failure";
  return {
    at: node,
    messageId,
    data: { ...data, replacement: `${isNew ? "new " : ""}${factory.name}(...)` },
    isDecision: !isFree || !isSure,
    rewrite: {
      names,
      edits: (fixer, locals) => [
        ...(purpose === "failure" && !isNew ? [fixer.removeRange([node.parent?.range[0] ?? 0, node.range[0]])] : []),
        fixer.replaceText(node, [locals.get(className) ?? className, ...method].join(".")),
        ...(object ? [fixer.replaceText(object, print(locals))] : []),
      ],
    },
  };
}
