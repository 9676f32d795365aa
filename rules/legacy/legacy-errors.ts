import type { TSESTree } from "@typescript-eslint/utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import { collectNodes } from "../syntax/source-file.js";
import type { ClassNode } from "../syntax/references.js";
import { readStaticKey } from "../syntax/properties.js";
import { reachesDependents } from "./legacy-checks.js";
import { type Purpose, findRenamedField, planArguments } from "./legacy-fields.js";
import { type LegacyFacts, type LegacyFinding, type LegacyMessage, createRenaming } from "./legacy-finding.js";
import type { LegacyUse } from "./legacy-uses.js";

/** `new KaizaError({...})` */
export function createConstructionFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const made = use.node.parent as TSESTree.NewExpression;
  const [object, ...others] = made.arguments;
  const isFree = isUnnoticed(made, use, facts);
  return createFinding(use, others.length === 0 ? object : undefined, "legacyConstruction", isFree, facts);
}

/** `ensureKaizaError(err, {...})` */
export function createConversionFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const call = use.node.parent as TSESTree.CallExpression;
  const [thrown, object, ...others] = call.arguments;
  const isPlain = others.length === 0 && thrown?.type !== "SpreadElement";
  return createFinding(use, isPlain ? object : undefined, "legacyConversion", isUnnoticed(call, use, facts), facts);
}

/** `class X extends KaizaError`, with the object of the one `super({...})` in it. */
export function createSubclassFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const { body } = use.node.parent as ClassNode;
  const calls = collectNodes(facts.sourceCode, body).filter(
    (each): each is TSESTree.CallExpression => each.type === "CallExpression" && each.callee.type === "Super",
  );
  const [object, ...others] = calls.flatMap((call) => call.arguments);
  const isFree = !knowsRenamedField(body, use, facts);
  return createFinding(use, others.length === 0 ? object : undefined, "legacySubclass", isFree, facts);
}

/** Whether nothing notices another class; in TypeScript, a type may ask for it where the error is not thrown. */
function isUnnoticed(made: TSESTree.Node, { part }: LegacyUse, facts: LegacyFacts): boolean {
  if (facts.isTypeScript && made.parent?.type !== "ThrowStatement") return false;
  return !reachesDependents(made, part.legacy, facts);
}

/** Returns whether a class uses or has a member that another name stands for in the contract's class. */
function knowsRenamedField(body: TSESTree.ClassBody, { part }: LegacyUse, { sourceCode }: LegacyFacts): boolean {
  return collectNodes(sourceCode, body).some((node) => {
    const isOwn = node.type === "MemberExpression" && node.object.type === "ThisExpression";
    const isMember = isOwn || node.type === "PropertyDefinition" || node.type === "MethodDefinition";
    return isMember && findRenamedField(readStaticKey(node, sourceCode) ?? "", part.legacy) !== undefined;
  });
}

const PURPOSES = {
  legacyConstruction: "failure",
  legacyConversion: "unknown",
  legacySubclass: "construct",
} as const satisfies Partial<Record<LegacyMessage, Purpose>>;

function createFinding(
  { node, part }: LegacyUse,
  object: TSESTree.Node | undefined,
  messageId: keyof typeof PURPOSES,
  isFree: boolean,
  facts: LegacyFacts,
): LegacyFinding {
  const { errorClass, factories } = facts.contract;
  const purpose = PURPOSES[messageId];
  const name = factories.find((each) => each.purpose === purpose)?.name ?? errorClass;
  const data = { legacy: getLegacyName(part), errorClass, replacement: `${name}(...)` };
  const planned = object?.type === "ObjectExpression" ? planArguments(object, part.legacy, purpose, facts) : undefined;
  if (!planned) return { at: node, messageId, data };
  if ("obstacle" in planned)
    return { at: planned.node, messageId: planned.obstacle, data: { ...data, name: planned.name } };
  const { factory, names, isSure, print } = planned;
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
        ...createRenaming(node, factory.name).edits(fixer, locals),
        ...(object ? [fixer.replaceText(object, print(locals))] : []),
      ],
    },
  };
}
