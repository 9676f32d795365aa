import type { TSESTree } from "@typescript-eslint/utils";
import { collectCodeValues } from "../codes/code-findings.js";
import { collectCodePlaces } from "../codes/code-places.js";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues } from "../syntax/expressions.js";
import { readRawError } from "./raw-error.js";

/**
 * Lists the values that a node gives to a factory of the contract for a code and that are no code: where they come
 * from, or what the program works out, decides which it is.
 */
export function listOpenCodes(node: TSESTree.Node, lint: LintContext): readonly TSESTree.Node[] {
  const places = collectCodePlaces(node, lint).filter(({ role, isArgument }) => role === "made" && isArgument);
  return places.flatMap((place) =>
    listPossibleValues(place.node).filter((value) => listCodesOf(value, lint).length === 0),
  );
}

/** Lists the codes that an expression is, as far as it is written or has a name. */
export function listCodesOf(expression: TSESTree.Node, lint: LintContext): readonly string[] {
  return [
    ...listPossibleValues(expression).flatMap((value) => readCodeName(value, lint) ?? []),
    ...collectCodeValues(expression, lint).flatMap((value) => ("code" in value ? String(value.code) : [])),
  ];
}

/** Lists the codes that a node makes a failure with: the contract's, or one in front of the message of a raw error. */
export function listMadeCodes(node: TSESTree.Node, lint: LintContext): readonly string[] {
  const made = collectCodePlaces(node, lint).filter(({ role }) => role === "made");
  const codes = made.flatMap((place) => listCodesOf(place.node, lint));
  const isRaw = node.type === "NewExpression" || node.type === "CallExpression";
  const raw = isRaw ? readRawError(node, lint) : undefined;
  const written = raw?.code ?? raw?.protocolCode ?? raw?.written?.code;
  return [...new Set([...codes, ...(written === undefined ? [] : [written])])];
}
