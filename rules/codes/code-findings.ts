import type { TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { FileContract } from "../contract/file-contract.js";
import { findLegacyReplacement } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { listNearCodes } from "../contract/near-codes.js";
import type { Registry } from "../contract/registry.js";
import { readStaticKey } from "../syntax/properties.js";
import { toExcerpt } from "../syntax/words.js";
import type { CodePlace } from "./code-places.js";
import { type CodeValue, collectCodeValues } from "./code-values.js";
import type { MissingMember } from "./codes-object.js";

/** The fault of a code, and the codes that could replace it. */
export interface CodeFinding {
  readonly node: TSESTree.Node;
  readonly messageId:
    | "unregistered"
    | "misspelled"
    | "unknownComparison"
    | "misspelledComparison"
    | "missingMember"
    | "misspelledMember"
    | "dynamicCode"
    | "dynamicInvariant"
    | "wideCode";
  readonly data: Readonly<Record<string, string>>;
  /** The codes to suggest, best first. */
  readonly near?: readonly string[];
}

export interface CodeReader extends LintContext {
  readonly registry: Registry;
}

const MOST = 3;

/** Returns the faults of the codes that an expression can have. */
export function checkPlace(place: CodePlace, reader: CodeReader): readonly CodeFinding[] {
  return collectCodeValues(place.node, reader).flatMap((value) => checkValue(value, place, reader) ?? []);
}

function checkValue(value: CodeValue, place: CodePlace, reader: CodeReader): CodeFinding | undefined {
  const { node, kind } = value;
  const { role, isArgument = false } = place;
  const data = { text: toExcerpt(reader.sourceCode.getText(node)) };
  if (kind === "made") {
    if (role === "invariant") return { node, messageId: "dynamicInvariant", data };
    return role === "made" ? { node, messageId: "dynamicCode", data } : undefined;
  }
  if (role === "invariant") return undefined;
  if (kind !== "wide") return kind === "named" && role === "compared" ? undefined : checkCode(value, place, reader);
  return isArgument && !isPassedOn(node, reader) ? { node, messageId: "wideCode", data } : undefined;
}

function checkCode(
  { node, kind, code: value = "" }: CodeValue,
  { role, certainty }: CodePlace,
  reader: CodeReader,
): CodeFinding | undefined {
  const { registry, contract } = reader;
  const code = String(value);
  const replacement = findLegacyReplacement(code, reader);
  // A code of the deprecated class may still arrive, so a comparison with it is right.
  if (registry.has(value) !== false || (role === "compared" && replacement !== undefined)) return undefined;
  const near = [...new Set([replacement ?? [], listNearCodes(code, registry)].flat())].slice(0, MOST);
  // The codes of other libraries have a form of their own: `invalid_grant`, the type of a column, a label.
  if (certainty === "likely" && near.length === 0 && findWrongPattern(code, contract) !== undefined) return undefined;
  const [misspelled, unknown] =
    role === "compared"
      ? (["misspelledComparison", "unknownComparison"] as const)
      : (["misspelled", "unregistered"] as const);
  return {
    node,
    messageId: near.length > 0 ? misspelled : unknown,
    data: { code: code || '""', near: near[0] ?? "" },
    near: kind === "written" ? near : [],
  };
}

/** The pattern of a contract that a code does not match. */
function findWrongPattern(code: string, { data: { codePattern } }: FileContract): string | undefined {
  return codePattern !== undefined && !new RegExp(`^(?:${codePattern})$`, "u").test(code) ? codePattern : undefined;
}

// `error.error_code` of another failure: whoever made that one answered for its code.
function isPassedOn(node: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  const { code } = getEnvelopeFields(contract.data);
  return node.type === "MemberExpression" && readStaticKey(node, sourceCode) === code;
}

/** Returns the finding for a name that the codes object does not have. */
export function checkMissingMember({ node, name, codes }: MissingMember, { contract }: LintContext): CodeFinding {
  const near = listNearCodes(name, { codes });
  return {
    node,
    messageId: near.length > 0 ? "misspelledMember" : "missingMember",
    data: { object: contract.codesObject, name, near: near[0] ?? "" },
    near,
  };
}
