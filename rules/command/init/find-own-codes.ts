import type { TSESTree } from "@typescript-eslint/utils";
import type { Condition, ContractData } from "error-contract";
import type { LintContext } from "../../contract/lint-context.js";
import type { Rule } from "../../plugin-types.js";
import { findEnclosingClass } from "../../syntax/functions.js";
import { collectNodes } from "../../syntax/nodes.js";
import { findProperty, readStaticKey } from "../../syntax/references.js";
import { rankConditions } from "../../throws/likely-conditions.js";
import { readRawError, type RawError } from "../../throws/raw-error.js";
import { readTextFacts, readThrowFacts } from "../../throws/throw-facts.js";
import { compareText, nameOfFile } from "../text.js";
import { isServerCode } from "./source-globs.js";

/** A code that stands in messages and classes of a code base, and is in no contract. */
export interface OwnCode {
  readonly code: string;
  readonly condition: Condition;
  /** Between 0 and 1: how sure the condition is. */
  readonly probability: number;
  readonly meaning: string;
  /** How often it is written. */
  readonly places: number;
}

interface Place {
  readonly code: string;
  readonly facts: ReadonlySet<string>;
  /** What the message says beside the code; empty where it is not written. */
  readonly text: string;
}

/** Collects the places of codes, and the files that declare a class, while files are linted. */
export interface CodePlaces {
  readonly rule: Rule;
  readonly places: readonly Place[];
  /** The files that declare the class, relative to the folder. */
  readonly declaring: ReadonlySet<string>;
}

/**
 * Creates a rule that collects the codes which stand in raw errors, in classes and in what they are constructed with,
 * and the files that declare a class of a name.
 */
export function collectCodes(cwd: string, className: string): CodePlaces {
  const places: Place[] = [];
  const declaring = new Set<string>();
  const create = ({ sourceCode, filename }: LintContext["context"]) => ({
    "Program:exit"() {
      const name = nameOfFile(filename, cwd);
      if (!isServerCode(name)) return;
      for (const node of collectNodes(sourceCode)) {
        places.push(...findCodesAt(node, sourceCode));
        if (node.type === "ClassDeclaration" && node.id?.name === className) declaring.add(name);
      }
    },
  });
  return { rule: { create }, places, declaring };
}

type SourceCode = LintContext["sourceCode"];

function findCodesAt(node: TSESTree.Node, sourceCode: SourceCode): readonly Place[] {
  const isCall = node.type === "NewExpression" || node.type === "CallExpression";
  const raw = isCall ? readRawError(node, sourceCode) : undefined;
  if (raw) return readRawCodes(raw, node, sourceCode);
  return listCodeValues(node, sourceCode).flatMap((value) => {
    if (value?.type !== "Literal" || typeof value.value !== "string") return [];
    const facts = readThrowFacts(node, { className: undefined, parts: [], hasCause: false }, sourceCode);
    return [{ code: value.value, facts, text: "" }];
  });
}

function readRawCodes(raw: RawError, node: TSESTree.Node, sourceCode: SourceCode): readonly Place[] {
  const { className, message, cause } = raw;
  const code = raw.code ?? message?.written?.code;
  if (code === undefined) return [];
  const parts = message?.parts ?? [];
  const written = raw.code === undefined ? (message?.written?.length ?? 0) : 0;
  const facts = readThrowFacts(node, { className, parts, hasCause: cause !== undefined }, sourceCode);
  const isPlain = parts.every(({ text }) => text !== undefined);
  const text = parts.map((part) => part.text).join("");
  return [{ code, facts, text: isPlain ? text.slice(written) : "" }];
}

/** The values that stand where errors have codes. */
function listCodeValues(node: TSESTree.Node, sourceCode: SourceCode): readonly (TSESTree.Node | null)[] {
  switch (node.type) {
    // `new AppError("FILE_GONE", "It is gone")`, `new AppError({ error_code: "FILE_GONE" })`
    case "NewExpression":
      return isErrorName(node.callee)
        ? node.arguments.map((each) => readCodeField(each, sourceCode) ?? each).filter(isLoudCode)
        : [];
    case "PropertyDefinition":
      return isErrorName(findEnclosingClass(node)?.superClass) && isCodeName(readStaticKey(node, sourceCode))
        ? [node.value]
        : [];
    case "AssignmentExpression":
      return node.left.type === "MemberExpression" && isCodeName(readStaticKey(node.left, sourceCode))
        ? [node.right]
        : [];
    default:
      return [];
  }
}

const isErrorName = (node: TSESTree.Node | null | undefined) =>
  node?.type === "Identifier" && /(?:Error|Exception)$/.test(node.name);

const isCodeName = (name: string | undefined) => name === "code" || name === "error_code";

function readCodeField(node: TSESTree.Node, sourceCode: SourceCode): TSESTree.Node | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  return (findProperty(node, "code", sourceCode) ?? findProperty(node, "error_code", sourceCode))?.value;
}

/** Any text may be an argument; one in capitals with a `_` is a code. */
const isLoudCode = (node: TSESTree.Node) =>
  node.type === "Literal" && /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(String(node.value));

/** Words that stand in front of a colon, and are no codes. */
const NO_CODE = /^(?:critical|debug|error|fatal|failed|https?|info|json|note|todo|warning)$/i;

/** Chooses the codes that a contract lacks, each with the condition that all of its places speak for. */
export function chooseOwnCodes(places: readonly Place[], data: ContractData): readonly OwnCode[] {
  const known = new Set([...Object.keys(data.codes), ...Object.keys(data.legacy?.codes ?? {})].map(normalizeCode));
  const pattern = new RegExp(`^(?:${data.codePattern ?? "[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*"})$`, "u");
  const byCode = new Map<string, Place[]>();
  for (const place of places) {
    const { code } = place;
    // ENOENT and its like are Node's.
    const isForeign = /^(?:E[A-Z0-9]+|ERR_\w+)$/.test(code) || NO_CODE.test(code);
    const isCode = pattern.test(code) && code.length > 3 && (code.includes("_") || code === code.toUpperCase());
    if (isForeign || !isCode || known.has(normalizeCode(code))) continue;
    byCode.set(code, [...(byCode.get(code) ?? []), place]);
  }
  return [...byCode]
    .map(([code, found]) => describeCode(code, found))
    .sort((one, other) => compareText(one.code, other.code));
}

const normalizeCode = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]+/g, "_");

function describeCode(code: string, places: readonly Place[]): OwnCode {
  const words = code.toLowerCase().replaceAll("_", " ");
  const facts = new Set([...readTextFacts(words), ...places.flatMap((place) => [...place.facts])]);
  const [likeliest] = rankConditions(facts);
  const text = places.find((place) => place.text !== "")?.text ?? words;
  const meaning = text.replace(/\s+/g, " ").trim();
  return {
    code,
    condition: likeliest?.condition ?? "internal",
    probability: likeliest?.probability ?? 0,
    meaning: meaning.charAt(0).toUpperCase() + meaning.slice(1).replace(/[.:]+$/, ""),
    places: places.length,
  };
}
