import type { TSESTree } from "@typescript-eslint/utils";
import { collectCodeValues } from "../codes/code-findings.js";
import { collectCodePlaces } from "../codes/code-places.js";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues } from "../syntax/expressions.js";
import { readRawError } from "./raw-error.js";

/** Lists the codes that a node makes a failure with: the contract's, or one in front of the message of a raw error. */
export function listMadeCodes(node: TSESTree.Node, lint: LintContext): readonly string[] {
  const made = collectCodePlaces(node, lint).filter(({ role }) => role === "made");
  const codes = made.flatMap((place) => [
    ...listPossibleValues(place.node).flatMap((value) => readCodeName(value, lint) ?? []),
    ...collectCodeValues(place.node, lint).flatMap((value) => ("code" in value ? String(value.code) : [])),
  ]);
  const isRaw = node.type === "NewExpression" || node.type === "CallExpression";
  const raw = isRaw ? readRawError(node, lint) : undefined;
  const written = raw?.code ?? raw?.protocolCode ?? raw?.written?.code;
  return [...new Set([...codes, ...(written === undefined ? [] : [written])])];
}
