import type { TSESTree } from "@typescript-eslint/utils";
import { variableOf } from "../syntax/variable-of.js";
import { matchesName } from "../contract/name-matcher.js";
import { classesOf } from "../types/classes-of.js";
import type { TypeMember } from "../types/type-facts.js";
import type { FailureJudge, Verdict } from "./failure-judge.js";

// A finding is read at a glance.
const MAX_NAME = 60;

/** The verdict on an expression of which only the type is known. */
export function judgedByType(node: TSESTree.Node, judge: FailureJudge): Verdict {
  const members = (judge.facts?.members(node) ?? []).filter(({ kind }) => !isNothing(kind) || !hasFallback(node));
  const verdicts = members.map((member) => judgedMember(member, node, judge));
  const raw = verdicts.filter((verdict) => typeof verdict !== "string");
  const [first] = raw;
  if (first) return { ...first, name: [...new Set(raw.map(({ name }) => name))].join(" | ") };
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === "fine") ? "fine" : "unsure";
}

function isNothing(kind: TypeMember["kind"]): boolean {
  return kind === "null" || kind === "undefined" || kind === "void";
}

/** `x ?? new Error()`, `x!`: where `x` is the value, it is something. */
function hasFallback(node: TSESTree.Node): boolean {
  const { parent } = node;
  if (parent?.type === "TSNonNullExpression") return true;
  return parent?.type === "LogicalExpression" && parent.operator !== "&&" && parent.left === node;
}

function judgedMember(member: TypeMember, node: TSESTree.Node, judge: FailureJudge): Verdict {
  switch (member.kind) {
    // Nothing is ever thrown by an expression of type `never`.
    case "never":
      return "fine";
    // Of a function that always throws, TypeScript says `void` where nothing is declared: `throw fail()` is that hint again.
    case "void":
    case "unresolved":
      return "unsure";
    case "any":
    case "unknown":
      return judge.allowUnknown || !isNamedByCode(node, member, judge)
        ? "unsure"
        : { kind: "unknown", name: member.name, made: undefined };
    default:
      return isContractType(member, judge) || isAllowedType(member, judge)
        ? "fine"
        : { kind: "typed", name: shownName(member), made: undefined };
  }
}

/** A type without a name is printed with all that is in it, as its version of TypeScript prints it. */
function shownName({ kind, name }: TypeMember): string {
  return name.length <= MAX_NAME ? name : kind;
}

// `any` is also what an untyped dependency or plain JavaScript gives; a parameter is where somebody chose to accept it.
function isNamedByCode(node: TSESTree.Node, { kind }: TypeMember, { sourceCode }: FailureJudge): boolean {
  if (kind === "unknown") return true;
  return variableOf(node, sourceCode)?.defs[0]?.type === "Parameter" || node.type === "YieldExpression";
}

function isContractType(member: TypeMember, { contract }: FailureJudge): boolean {
  let isError = false;
  let isContract = false;
  for (const each of classesOf(member)) {
    const isNamed = each.name === contract.errorClass;
    // The class of the package itself, which is an error; what stands above it need not be asked.
    if (isNamed && isOfPackage(each)) return true;
    isError ||= each.name === "Error" && each.origin?.from === "lib";
    isContract ||= isOfPackage(each) || (isNamed && each.origin?.from === "file");
  }
  return isError && isContract;
}

function isOfPackage({ origin }: Pick<TypeMember, "origin">): boolean {
  return origin?.from === "package" && origin.package === "error-contract";
}

function isAllowedType(member: TypeMember, { allow, legacy }: FailureJudge): boolean {
  const matchers = [...allow, ...(legacy?.settings.map((entry) => entry.class) ?? [])];
  return [member, ...member.bases].some(
    ({ name, origin }) => origin !== undefined && matchers.some((matcher) => matchesName(matcher, { ...origin, name })),
  );
}
