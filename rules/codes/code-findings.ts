import type { TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { FileContract } from "../contract/file-contract.js";
import { findLegacyReplacement } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { findRespelledCode, listNearCodes, readCodeWords } from "../contract/near-codes.js";
import type { Registry } from "../contract/registry.js";
import { readStaticKey } from "../syntax/references.js";
import { toExcerpt } from "../syntax/words.js";
import type { AddedCode } from "./added-codes.js";
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
    | "unregisteredValue"
    | "missingMember"
    | "misspelledMember"
    | "dynamicCode"
    | "dynamicInvariant"
    | "wideCode"
    | "malformedCode";
  readonly data: Readonly<Record<string, string>>;
  /** The codes to suggest, best first. */
  readonly near?: readonly string[];
  /** The code that differs in case and separators only, where writing it changes nothing else. */
  readonly respelled?: string | undefined;
  /** The nodes that spell the code, where they are more than one. */
  readonly spellings?: readonly TSESTree.Node[];
  /** An expression that a registered code can replace as a string: a member that the codes object does not have. */
  readonly asString?: { readonly node: TSESTree.Node; readonly code: string } | undefined;
}

export interface CodeReader extends LintContext {
  readonly registry: Registry;
}

const MOST = 3;
const COMPARISONS: ReadonlySet<string> = new Set(["BinaryExpression", "SwitchCase", "ArrayExpression"]);

/** Returns the faults of the codes that an expression can have; at most one finding for each node. */
export function checkPlace(place: CodePlace, reader: CodeReader): readonly CodeFinding[] {
  const values = collectCodeValues(place.node, reader);
  return [...new Set(values.map(({ node }) => node))].flatMap((node) => {
    const ofNode = values.filter((each) => each.node === node);
    const [value] = ofNode;
    if (!value) return [];
    return (ofNode.length > 1 ? checkUnion(ofNode, place, reader) : checkValue(value, place, reader)) ?? [];
  });
}

function checkValue(value: CodeValue, place: CodePlace, reader: CodeReader): CodeFinding | undefined {
  const { node } = value;
  const { role, isArgument = false } = place;
  const data = { text: toExcerpt(reader.sourceCode.getText(node)) };
  switch (value.kind) {
    case "made":
      if (role === "invariant") return { node, messageId: "dynamicInvariant", data };
      return role === "made" ? { node, messageId: "dynamicCode", data } : undefined;
    case "wide":
      return isArgument && role === "made" && !isPassedOn(node, reader)
        ? { node, messageId: "wideCode", data }
        : undefined;
    case "named":
      return role === "compared" || role === "invariant" ? undefined : checkCode(value, place, reader);
    case "written":
      return role === "invariant" ? undefined : checkCode(value, place, reader);
  }
}

function checkCode(
  value: CodeValue & { readonly kind: "written" | "named" },
  { role, certainty }: CodePlace,
  reader: CodeReader,
): CodeFinding | undefined {
  const { registry, contract } = reader;
  const { node } = value;
  const code = String(value.code);
  const isKnown = registry.has(value.code);
  if (isKnown === true && role === "made") return checkListedCode(value, contract);
  const replacement = findLegacyReplacement(code, reader);
  // A code of the deprecated class may still arrive, so a comparison with it is right.
  if (isKnown !== false || (role === "compared" && replacement !== undefined)) return undefined;
  const near = [...new Set([replacement ?? [], listNearCodes(code, registry)].flat())].slice(0, MOST);
  // The codes of other libraries have a form of their own: `invalid_grant`, the type of a column, a label.
  if (certainty === "likely" && near.length === 0 && findWrongPattern(code, contract)) return undefined;
  const [misspelled, unknown] =
    role === "compared"
      ? (["misspelledComparison", "unknownComparison"] as const)
      : (["misspelled", "unregistered"] as const);
  const finding = {
    node,
    messageId: near.length > 0 ? misspelled : unknown,
    data: { code: code || '""', near: near[0] ?? "" },
  };
  if (value.kind === "named") return finding;
  // In TypeScript, `readonly error_code = "X"` is a type as well, by which others may have narrowed.
  const isOnlyHere = !value.isShared && role === "made" && node.parent?.type !== "PropertyDefinition";
  return { ...finding, near, respelled: isOnlyHere ? findRespelledCode(code, registry) : undefined };
}

// The list in the settings stands in no linted file, so a wrong entry is reported where it is used.
function checkListedCode(
  { node, code }: CodeValue & { readonly kind: "written" | "named" },
  contract: FileContract,
): CodeFinding | undefined {
  const { codes } = contract.settings;
  // The pattern is about names.
  const isListedName = typeof code === "string" && codes !== undefined && "list" in codes && codes.list.includes(code);
  const pattern = isListedName ? findWrongPattern(code, contract) : undefined;
  return pattern === undefined
    ? undefined
    : { node, messageId: "malformedCode", data: { code: String(code), pattern } };
}

/** Returns the finding for a code that the project registers. */
export function checkAddedCode({ node, code, spellings }: AddedCode, contract: FileContract): CodeFinding | undefined {
  const pattern = findWrongPattern(code, contract);
  if (pattern === undefined) return undefined;
  const name = readCodeWords(code).join("_");
  const near = [name, name.toLowerCase()].find((each) => findWrongPattern(each, contract) === undefined);
  return {
    node,
    messageId: "malformedCode",
    data: { code, pattern },
    near: near === undefined ? [] : [near],
    spellings,
  };
}

/** The pattern of a contract that a code does not match. */
function findWrongPattern(code: string, { data: { codePattern } }: FileContract): string | undefined {
  return codePattern !== undefined && !new RegExp(`^(?:${codePattern})$`, "u").test(code) ? codePattern : undefined;
}

/** One finding for all values of a type or a table. */
function checkUnion(values: readonly CodeValue[], { role }: CodePlace, reader: CodeReader): CodeFinding | undefined {
  const wrong = values.filter((value) => "code" in value && reader.registry.has(value.code) === false);
  const [first] = wrong;
  if (!first || role !== "made") return undefined;
  const codes = [...new Set(wrong.map((value) => ("code" in value ? `\`${value.code}\`` : "")))].join(" or ");
  const data = { text: toExcerpt(reader.sourceCode.getText(first.node)), codes };
  return { node: first.node, messageId: "unregisteredValue", data };
}

// `error.error_code` of another failure: whoever made that one answered for its code.
function isPassedOn(node: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  const { code } = getEnvelopeFields(contract.data);
  return node.type === "MemberExpression" && readStaticKey(node, sourceCode) === code;
}

/** Returns the finding for a name that the codes object does not have. */
export function checkMissingMember(
  { node, name, codes, read }: MissingMember,
  { contract, registry }: CodeReader,
): CodeFinding {
  const isCode = read !== undefined && registry.has(name) === true;
  const near = isCode ? [] : listNearCodes(name, { codes });
  const isCompared = read?.parent !== undefined && COMPARISONS.has(read.parent.type);
  return {
    node,
    messageId: near.length > 0 ? "misspelledMember" : "missingMember",
    data: { object: contract.codesObject, name, near: near[0] ?? "" },
    near,
    respelled: read && !isCompared ? findRespelledCode(name, { codes }) : undefined,
    asString: isCode ? { node: read, code: name } : undefined,
  };
}
