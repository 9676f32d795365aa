import type { TSESTree } from "@typescript-eslint/utils";
import type { FunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import type { ResultJudge } from "./failure-results.js";

const MAX_STEPS = 5;

/**
 * The member of a declared type that stands for a failure: `{ ok: false; error: string }` in a union with a success,
 * also behind an alias of the file and in the argument of `Promise`.
 */
export function findFailureMember(
  type: TSESTree.TypeNode,
  aliases: ReadonlyMap<string, TSESTree.TypeNode>,
  judge: ResultJudge,
  steps = 0,
): TSESTree.TypeNode | undefined {
  if (steps > MAX_STEPS) return undefined;
  if (type.type === "TSTypeReference") {
    const name = type.typeName.type === "Identifier" ? type.typeName.name : "";
    const [argument] = type.typeArguments?.params ?? [];
    const inner = name === "Promise" ? argument : aliases.get(name);
    return inner && findFailureMember(inner, aliases, judge, steps + 1);
  }
  if (type.type !== "TSUnionType") return undefined;
  const members = type.types.map((member) => ({
    member,
    outcome: classifyOutcome(resolveTypeAlias(member, aliases), judge),
  }));
  const hasSuccess = members.some(({ outcome }) => outcome === "success");
  return hasSuccess ? members.find(({ outcome }) => outcome === "failure")?.member : undefined;
}

/**
 * Returns what goes from the type that a function declares when it returns no failure any more: `undefined` where its
 * type cannot be read, or is that of other functions, too.
 */
export function planSuccessType(
  { returnType }: FunctionNode,
  judge: ResultJudge,
): readonly TSESTree.Range[] | undefined {
  const type = returnType && unwrapPromise(returnType.typeAnnotation);
  if (!type) return [];
  if (type.type !== "TSTypeReference") return planSuccessMembers(type, judge);
  const name = type.typeName.type === "Identifier" ? type.typeName.name : "";
  const uses = collectNodes(judge.sourceCode).filter((node) => node.type === "Identifier" && node.name === name);
  const declaration = uses
    .map(({ parent }) => parent)
    .find((parent) => parent?.type === "TSInterfaceDeclaration" || parent?.type === "TSTypeAliasDeclaration");
  if (declaration?.type !== "TSTypeAliasDeclaration") return declaration && [];
  const planned = planSuccessMembers(declaration.typeAnnotation, judge);
  const isShared = uses.length > 2 || declaration.parent.type.startsWith("Export");
  return planned?.length === 0 || !isShared ? planned : undefined;
}

function unwrapPromise(type: TSESTree.TypeNode): TSESTree.TypeNode {
  const isPromise =
    type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "Promise";
  return (isPromise ? type.typeArguments?.params[0] : undefined) ?? type;
}

/** The members of a union that are failures; no compiler asks for the check of a result that is no union. */
function planSuccessMembers(type: TSESTree.TypeNode, judge: ResultJudge): readonly TSESTree.Range[] | undefined {
  if (type.type === "TSTypeLiteral" || type.type === "TSAnyKeyword") return [];
  if (type.type !== "TSUnionType") return undefined;
  const { types } = type;
  const outcomes = types.map((member) => classifyOutcome(member, judge));
  if (!outcomes.includes("success") || outcomes.includes(undefined)) return undefined;
  const isFirst = outcomes.indexOf("failure") < outcomes.indexOf("success");
  return types.flatMap((member, index): TSESTree.Range[] => {
    if (outcomes[index] !== "failure") return [];
    const next = types[index + 1];
    return isFirst && next ? [[member.range[0], next.range[0]]] : [[types[index - 1]?.range[1] ?? 0, member.range[1]]];
  });
}

function resolveTypeAlias(type: TSESTree.TypeNode, aliases: ReadonlyMap<string, TSESTree.TypeNode>): TSESTree.TypeNode {
  const isName = type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name;
  return (isName ? aliases.get(isName) : undefined) ?? type;
}

function classifyOutcome(type: TSESTree.TypeNode, { discriminants }: ResultJudge): "failure" | "success" | undefined {
  if (type.type !== "TSTypeLiteral") return undefined;
  for (const member of type.members) {
    if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier") continue;
    const { name } = member.key;
    const discriminant = discriminants.find((each) => each.name === name);
    const literal = member.typeAnnotation?.typeAnnotation;
    if (!discriminant || literal?.type !== "TSLiteralType") continue;
    if (literal.literal.type !== "Literal") continue;
    const { value } = literal.literal;
    const { value: failing = false } = discriminant;
    return value === failing ? "failure" : "success";
  }
  return undefined;
}
