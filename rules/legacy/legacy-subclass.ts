import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { hasDependents } from "./legacy-dependents.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { getRenamedFields } from "./legacy-fields.js";

type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

/** Whether a class, or code of the file that its instances reach, depends on the legacy class above it. */
export function dependsOnLegacy(node: ClassNode, legacy: LegacySettings, facts: LegacyFacts): boolean {
  return knowsRenamedField(node.body, legacy, facts) || isCaughtByClass(node, legacy, facts);
}

/** The `super({...})` call of a class's constructor, if that is all it says to the class above it. */
export function findSuperArgument(
  body: TSESTree.ClassBody,
  sourceCode: TSESLint.SourceCode,
): TSESTree.ObjectExpression | undefined {
  const constructor = body.body.find(
    (member): member is TSESTree.MethodDefinition =>
      member.type === "MethodDefinition" && member.kind === "constructor" && member.value.body !== null,
  );
  const calls = constructor ? collectSuperCalls(constructor.value, sourceCode) : [];
  const [argument, ...others] = calls[0]?.arguments ?? [];
  if (calls.length !== 1 || others.length > 0) return undefined;
  return argument?.type === "ObjectExpression" ? argument : undefined;
}

function collectSuperCalls(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.CallExpression[] {
  if (node.type === "ClassBody") return [];
  const own = node.type === "CallExpression" && node.callee.type === "Super" ? [node] : [];
  return [...own, ...listChildNodes(node, sourceCode).flatMap((child) => collectSuperCalls(child, sourceCode))];
}

function listChildNodes(node: TSESTree.Node, { visitorKeys }: TSESLint.SourceCode): TSESTree.Node[] {
  const keys = (visitorKeys as Record<string, readonly string[]>)[node.type] ?? [];
  const children = keys.flatMap(
    (key) => (node as unknown as Record<string, TSESTree.Node | null | (TSESTree.Node | null)[]>)[key] ?? [],
  );
  return children.filter((child) => child !== null);
}

/** Whether a class uses or has a member that another name stands for in the contract's class. */
function knowsRenamedField(body: TSESTree.ClassBody, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const { isTypeScript, sourceCode } = facts;
  // The type of the contract's class has one name, which an instance can have changed only in JavaScript.
  const renamed = new Set([...getRenamedFields(legacy).keys(), ...(isTypeScript ? ["name"] : [])]);
  const names = [...sourceCode.getText(body).matchAll(/(?:\bthis\s*\.|\bsuper\s*\.|\bthis\s*\[\s*["'])\s*(\w+)/g)].map(
    ([, name]) => name ?? "",
  );
  const members = body.body.flatMap((member) =>
    "key" in member && member.key.type === "Identifier" ? [member.key.name] : [],
  );
  const parameters = sourceCode.getText(body).matchAll(/\b(?:public|private|protected|readonly)\s+(\w+)/g);
  if (/=\s*this\b/.test(sourceCode.getText(body))) return true;
  return [...names, ...members, ...[...parameters].map(([, name]) => name ?? "")].some((name) => renamed.has(name));
}

/** Whether an instance that the file makes of a class reaches code that knows the legacy class. */
function isCaughtByClass(node: ClassNode, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const [variable] = facts.sourceCode.getDeclaredVariables(node);
  return (variable?.references ?? []).some(({ identifier: { parent } }) => {
    return parent.type === "NewExpression" && hasDependents(parent, legacy, facts);
  });
}
