import type { TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { FileContract } from "../contract/file-contract.js";
import { findLegacyReplacement } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { listNearCodes, findRespelledCode } from "../contract/near-codes.js";
import type { Registry } from "../contract/registry.js";
import { readStaticKey } from "../syntax/references.js";
import type { AddedCode } from "./added-codes.js";
import type { CodePlace } from "./code-place.js";
import type { CodeValue } from "./code-value.js";
import { collectCodeValues } from "./code-values.js";
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
  readonly near: readonly string[];
  /** The code that differs in case and separators only, where writing it changes nothing else. */
  readonly respelled: string | undefined;
  /** The nodes that spell the code, where they are more than one. */
  readonly spellings?: readonly TSESTree.Node[];
  /** An expression that a registered code can replace as a string: a member that the codes object does not have. */
  readonly asString?: { readonly node: TSESTree.Node; readonly code: string } | undefined;
}

const MOST = 3;

/** Returns the faults of the codes that an expression can have; at most one finding for each node. */
export function placeFindings(place: CodePlace, reader: LintContext, registry: Registry): readonly CodeFinding[] {
  const values = collectCodeValues(place.node, reader);
  return [...new Set(values.map(({ node }) => node))].flatMap((node) => {
    const [value, ...others] = values.filter((each) => each.node === node);
    if (!value) return [];
    const found =
      others.length > 0
        ? checkUnion([value, ...others], place, reader, registry)
        : checkCodeValue(value, place, reader, registry);
    return found ?? [];
  });
}

function checkCodeValue(
  value: CodeValue,
  place: CodePlace,
  reader: LintContext,
  registry: Registry,
): CodeFinding | undefined {
  const { node } = value;
  const { role, isArgument = false } = place;
  const text = shortenText(node, reader);
  switch (value.kind) {
    case "made": {
      const messageId = role === "made" ? "dynamicCode" : role === "invariant" ? "dynamicInvariant" : undefined;
      return messageId && { node, messageId, data: { text }, ...NOTHING };
    }
    case "wide":
      return isArgument && role === "made" && !isPassedOn(node, reader)
        ? { node, messageId: "wideCode", data: { text }, ...NOTHING }
        : undefined;
    default: {
      if (role === "invariant" || (role === "compared" && value.kind === "named")) return undefined;
      return checkCode(value, place, reader, registry);
    }
  }
}

function checkCode(
  value: CodeValue & { readonly kind: "written" | "named" },
  { role, certainty }: CodePlace,
  reader: LintContext,
  registry: Registry,
): CodeFinding | undefined {
  const { node, code } = value;
  const isKnown = registry.has(code);
  if (isKnown === true && role === "made") return checkListedCode(node, code, reader.contract);
  const replacement = findLegacyReplacement(code, reader);
  // A code of the deprecated class may still arrive, so a comparison with it is right.
  if (isKnown !== false || (role === "compared" && replacement !== undefined)) return undefined;
  const near = [
    ...new Set([...(replacement === undefined ? [] : [replacement]), ...listNearCodes(String(code), registry)]),
  ].slice(0, MOST);
  // The codes of other libraries have a form of their own: `invalid_grant`, the type of a column, a label.
  if (certainty === "likely" && near.length === 0 && findWrongPattern(String(code), reader.contract.data) !== undefined)
    return undefined;
  const data = { code: String(code) || '""', near: near[0] ?? "" };
  const isCompared = role === "compared";
  const [known, unknown] = isCompared
    ? (["misspelledComparison", "unknownComparison"] as const)
    : (["misspelled", "unregistered"] as const);
  const isOnlyHere = value.kind === "written" && !value.isShared && role === "made" && !isField(node);
  return {
    node,
    messageId: near.length > 0 ? known : unknown,
    data,
    near: value.kind === "written" ? near : [],
    respelled: isOnlyHere ? findRespelledCode(String(code), registry) : undefined,
  };
}

// In TypeScript, `readonly error_code = "X"` is a type as well, by which others may have narrowed.
function isField({ parent }: TSESTree.Node): boolean {
  return parent?.type === "PropertyDefinition";
}

// The list in the settings stands in no linted file, so a wrong entry is reported where it is used.
function checkListedCode(
  node: TSESTree.Node,
  code: string | number,
  { data, settings }: FileContract,
): CodeFinding | undefined {
  const listed = settings.codes && "list" in settings.codes ? settings.codes.list : [];
  // The pattern is about names.
  const pattern = typeof code === "string" && listed.includes(code) ? findWrongPattern(code, data) : undefined;
  return pattern === undefined
    ? undefined
    : { node, messageId: "malformedCode", data: { code: String(code), pattern }, ...NOTHING };
}

/** Returns the finding for a code that the project registers. */
export function checkAddedCode({ node, code, spellings }: AddedCode, { data }: FileContract): CodeFinding | undefined {
  const pattern = findWrongPattern(code, data);
  if (pattern === undefined) return undefined;
  const words = code
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const near = [words.join("_").toUpperCase(), words.join("_").toLowerCase()].filter(
    (name) => findWrongPattern(name, data) === undefined,
  );
  return {
    node,
    messageId: "malformedCode",
    data: { code, pattern },
    near: near.slice(0, 1),
    respelled: undefined,
    spellings,
  };
}

/** The pattern of a contract that a code does not match. */
function findWrongPattern(code: string, { codePattern }: FileContract["data"]): string | undefined {
  return codePattern !== undefined && !new RegExp(codePattern, "u").test(code) ? codePattern : undefined;
}

/** One finding for all values of a type or a table. */
function checkUnion(
  values: readonly CodeValue[],
  { role }: CodePlace,
  reader: LintContext,
  registry: Registry,
): CodeFinding | undefined {
  const wrong = values.flatMap((value) => ("code" in value && registry.has(value.code) === false ? [value] : []));
  const [first] = wrong;
  if (!first || role !== "made") return undefined;
  const codes = [...new Set(wrong.map(({ code }) => `\`${code}\``))].join(" or ");
  return {
    node: first.node,
    messageId: "unregisteredValue",
    data: { text: shortenText(first.node, reader), codes },
    ...NOTHING,
  };
}

// `error.error_code` of another failure: whoever made that one answered for its code.
function isPassedOn(node: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  const { code } = getEnvelopeFields(contract.data);
  return node.type === "MemberExpression" ? readStaticKey(node, sourceCode) === code : false;
}

/** Returns the finding for a name that the codes object does not have. */
export function createMissingMemberFinding(
  { node, name, codes, read }: MissingMember,
  { contract }: LintContext,
  registry: Registry,
): CodeFinding {
  const isCode = read !== undefined && registry.has(name) === true;
  const near = isCode ? [] : listNearCodes(name, { codes });
  return {
    node,
    messageId: near.length > 0 ? "misspelledMember" : "missingMember",
    data: { object: contract.codesObject, name, near: near[0] ?? "" },
    near,
    respelled: read && !isCompared(read) ? findRespelledCode(name, { codes }) : undefined,
    asString: isCode ? { node: read, code: name } : undefined,
  };
}

const NOTHING = { near: [], respelled: undefined } as const;
const COMPARISONS: ReadonlySet<string> = new Set(["BinaryExpression", "SwitchCase", "ArrayExpression"]);

function isCompared({ parent }: TSESTree.Node): boolean {
  return parent !== undefined && COMPARISONS.has(parent.type);
}

const LONGEST = 40;

function shortenText(node: TSESTree.Node, { sourceCode }: LintContext): string {
  const text = sourceCode.getText(node).replace(/\s+/g, " ").replaceAll("`", "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}
