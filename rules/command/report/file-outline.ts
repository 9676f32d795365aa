import type { TSESTree } from "@typescript-eslint/utils";
import { collectCodeValues } from "../../codes/code-values.js";
import { CODE_PLACES, collectCodePlaces } from "../../codes/code-places.js";
import { readCodeName } from "../../codes/contract-codes.js";
import { createLintContext, type LintContext } from "../../contract/lint-context.js";
import type { Rule } from "../../plugin-types.js";
import { listPossibleValues } from "../../syntax/expressions.js";
import { resolveFunctionReference } from "../../syntax/function-called.js";
import { isFunctionNode } from "../../syntax/functions.js";
import { collectNodes } from "../../syntax/nodes.js";
import { readRawError } from "../../throws/raw-error.js";
import { findImportedNode } from "../../tools/handler-protection.js";
import { findTools, type Place, type ToolOutline } from "./find-tools.js";

/**
 * What a file says of tools: those that it registers, which functions it calls where, and the codes that stand in it.
 */
export interface FileOutline {
  readonly contract: string;
  readonly tools: readonly ToolOutline[];
  readonly calls: readonly { readonly at: number; readonly target: Place }[];
  readonly codes: readonly { readonly at: number; readonly code: string }[];
}

const CODE_PLACE_TYPES: ReadonlySet<string> = new Set(CODE_PLACES);

/** Creates a rule that reports nothing, and writes the outline of each file into a table. */
export function createOutlineRule(outlines: Map<string, FileOutline>): Rule {
  return {
    create: (context: LintContext["context"]) => ({
      "Program:exit"() {
        const lint = createLintContext(context);
        const nodes = collectNodes(lint.sourceCode);
        outlines.set(lint.filename, {
          contract: lint.contract.data.name,
          tools: findTools(nodes, lint),
          calls: nodes.flatMap((node) => findCalls(node, lint)),
          codes: nodes.flatMap((node) => findCodes(node, lint)),
        });
      },
    }),
  };
}

/** The function of the project that a call runs, also where it is passed on: `files.map(readFile)`. */
function findCalls(node: TSESTree.Node, lint: LintContext): FileOutline["calls"] {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return [];
  return [node.callee, ...node.arguments]
    .flatMap((each) => findPlace(each, lint) ?? [])
    .map((target) => ({ at: node.range[0], target }));
}

/** Where a name is declared that stands for a function, or for something that a function is handed to. */
function findPlace(node: TSESTree.Node, lint: LintContext): Place | undefined {
  if (node.type !== "Identifier" && node.type !== "MemberExpression") return undefined;
  const here = resolveFunctionReference(node, lint.sourceCode);
  if (here) return isFunctionNode(here) ? { file: lint.filename, range: here.range } : undefined;
  const imported = findImportedNode(node, lint);
  return imported && { file: imported.place.module.file, range: imported.node.range };
}

/** The codes that a node makes a failure with: the contract's, or one in front of the message of a raw error. */
function findCodes(node: TSESTree.Node, lint: LintContext): FileOutline["codes"] {
  const at = node.range[0];
  const made = CODE_PLACE_TYPES.has(node.type)
    ? collectCodePlaces(node, lint).filter(({ role }) => role === "made")
    : [];
  const codes = made.flatMap((place) => [
    ...listPossibleValues(place.node).flatMap((value) => readCodeName(value, lint) ?? []),
    ...collectCodeValues(place.node, lint).flatMap((value) => ("code" in value ? String(value.code) : [])),
  ]);
  const isRaw = node.type === "NewExpression" || node.type === "CallExpression";
  const raw = isRaw ? readRawError(node, lint.sourceCode) : undefined;
  const written = raw?.code ?? raw?.message?.written?.code;
  return [...new Set([...codes, ...(written === undefined ? [] : [written])])].map((code) => ({ at, code }));
}
