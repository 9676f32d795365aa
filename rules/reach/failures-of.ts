// What a function can fail with, by itself: the codes that it makes, the errors that it throws, the failing results.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { findExitByCall } from "../model/exits.js";
import { findProperty, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { rememberFor } from "../syntax/remember.js";
import { collectNodes } from "../syntax/source-file.js";
import { listMadeCodes, listOpenCodes } from "../throws/made-codes.js";
import { bindsFailure, endsAround } from "./failure-ends.js";
import type { FunctionRecord } from "./project-flow.js";

/**
 * One way to fail: with a code, with the code that the function is given, with one that something converted or the
 * program works out, with an error that has none, or with a result that is marked and has none.
 */
export interface OwnFailure {
  readonly kind: "code" | "given" | "converted" | "raw" | "result";
  readonly node: TSESTree.Node;
  readonly code?: string;
  /** The place of the parameter that is the code. */
  readonly parameter?: number;
  /** The value that is thrown, where it has no code by itself: what makes it may give it one. */
  readonly value?: TSESTree.Node;
}

/** Lists what can leave a function that it makes itself. */
export const listOwnFailures = rememberFor(({ node: root, source }: FunctionRecord): readonly OwnFailure[] => {
  const { lint } = source;
  const nodes = collectNodes(lint.sourceCode, root, (node) => node !== root && isFunctionNode(node));
  const inside = root.type === "Program" ? [] : nodes;
  const codes = inside.flatMap((node): readonly OwnFailure[] => [
    ...listMadeCodes(node, lint).map((code): OwnFailure => ({ kind: "code", node, code })),
    ...listOpenCodes(node, lint).map((value): OwnFailure => {
      const parameter = findParameter(value, root, lint);
      return parameter === undefined ? { kind: "converted", node } : { kind: "given", node, parameter };
    }),
  ]);
  const isCoded = ({ range }: TSESTree.Node) =>
    codes.some(({ node }) => range[0] <= node.range[0] && node.range[1] <= range[1]);
  const thrown = inside.flatMap((node): readonly OwnFailure[] => {
    const value = readThrown(node, source);
    if (!value || isCoded(value) || bindsFailure(value, lint)) return [];
    return [{ kind: isConverted(value, lint) ? "converted" : "raw", node, value }];
  });
  const results = inside.flatMap((node): readonly OwnFailure[] => {
    const mark = findMark(node, source);
    const isMarked = mark?.type === "Literal" && mark.value === true;
    return isMarked && !isCoded(node) ? [{ kind: "result", node }] : [];
  });
  return [...codes, ...thrown].filter(({ node }) => !endsAround(node, false, lint)).concat(results);
});

/** The place of the parameter that a name stands for, where nothing else is assigned to it. */
export function findParameter(
  value: TSESTree.Node,
  fn: TSESTree.Node,
  { sourceCode }: LintContext,
): number | undefined {
  const variable = resolveVariable(unwrapExpression(value), sourceCode);
  if (!isFunctionNode(fn) || !variable) return undefined;
  const isAssigned = variable.references.some((each) => each.isWrite() && !each.init);
  const place = fn.params.findIndex((each) => variable.identifiers[0] === each);
  return place < 0 || isAssigned ? undefined : place;
}

/** `fromUnknown(error)` */
function isConverted(value: TSESTree.Node, { contract }: LintContext): boolean {
  return value.type === "CallExpression" && contract.nameOf(value.callee) === contract.converter;
}

/** The value of `isError`, in an object or assigned to a result that was made before. */
function findMark(node: TSESTree.Node, { lint }: FunctionRecord["source"]): TSESTree.Node | undefined {
  if (node.type === "ObjectExpression") return findProperty(node, "isError", lint.sourceCode)?.value;
  const isAssigned =
    node.type === "AssignmentExpression" &&
    node.left.type === "MemberExpression" &&
    readStaticKey(node.left, lint.sourceCode) === "isError";
  return isAssigned ? node.right : undefined;
}

/** What a statement throws, or a call rejects with, where it is made there. */
function readThrown(node: TSESTree.Node, { lint }: FunctionRecord["source"]): TSESTree.Node | undefined {
  if (node.type === "ThrowStatement") return unwrapExpression(node.argument);
  if (node.type !== "CallExpression") return undefined;
  const exit = findExitByCall(node, lint);
  return exit?.kind === "reject" ? unwrapExpression(exit.value) : undefined;
}
