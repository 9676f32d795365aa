import type { TSESTree } from "@typescript-eslint/utils";
import type { ResultJudge } from "./failure-results.js";

/**
 * Returns the member of a declared type that stands for a failure: `{ ok: false; error: string }` in a union with a
 * success, also behind an alias of the file and in the argument of `Promise`.
 */
export function findFailureMember(
  type: TSESTree.TypeNode,
  aliases: ReadonlyMap<string, TSESTree.TypeNode>,
  judge: ResultJudge,
): TSESTree.TypeNode | undefined {
  const resolve = (named: TSESTree.TypeNode): TSESTree.TypeNode => {
    if (named.type !== "TSTypeReference" || named.typeName.type !== "Identifier") return named;
    return aliases.get(named.typeName.name) ?? named;
  };
  const declared = resolve(type);
  const [argument] = declared.type === "TSTypeReference" ? (declared.typeArguments?.params ?? []) : [];
  const union = argument ? resolve(argument) : declared;
  if (union.type !== "TSUnionType") return undefined;
  const outcomes = union.types.map((member) => classifyOutcome(resolve(member), judge));
  return outcomes.includes("success") ? union.types[outcomes.indexOf("failure")] : undefined;
}

function classifyOutcome(type: TSESTree.TypeNode, { discriminants }: ResultJudge): "failure" | "success" | undefined {
  for (const member of type.type === "TSTypeLiteral" ? type.members : []) {
    if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier") continue;
    const { name } = member.key;
    const discriminant = discriminants.find((each) => each.name === name);
    const literal = member.typeAnnotation?.typeAnnotation;
    if (!discriminant || literal?.type !== "TSLiteralType" || literal.literal.type !== "Literal") continue;
    return literal.literal.value === (discriminant.value ?? false) ? "failure" : "success";
  }
  return undefined;
}
