import type { TSESTree } from "@typescript-eslint/utils";
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
