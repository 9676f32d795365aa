// Where the value of an expression goes: forwards, as `values.ts` looks backwards. A value is followed through names,
// arms, `Promise.all` and calls of functions of the file, and out of its function to the calls of it.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { getAwaited, readMethodCall } from "../syntax/expressions.js";
import { findCalledFunction, findEnclosingFunction, isFunctionNode, listParameters } from "../syntax/functions.js";
import { collectReads } from "../syntax/references.js";
import { listCalls } from "./throw-ends.js";

/**
 * What code does with a value. `tested`: it asks whether there is one, or takes another in its place; `dropped`:
 * nothing; `used`: whatever else, also what cannot be followed.
 */
interface Use {
  readonly kind: "tested" | "dropped" | "used";
  /** The expression that stands for the value where it is used. */
  readonly node: TSESTree.Node;
}

// A value that goes through more names and calls than this is not followed.
const MAX_STEPS = 4;

/** Lists what the file does with the value of an expression; nothing for a variable that is not read. */
export function listUses(node: TSESTree.Node, lint: LintContext, steps = MAX_STEPS): readonly Use[] {
  const value = getAwaited(node);
  const kind = classifyUse(value);
  const nexts = kind || steps === 0 ? undefined : listNextPlaces(value, lint);
  return nexts?.flatMap((next) => listUses(next, lint, steps - 1)) ?? [{ kind: kind ?? "used", node: value }];
}

const TESTS = /^(?:If|While|DoWhile|For|Switch)Statement$/;

/** Returns what the code right around a value does with it; `undefined` where it goes on. */
function classifyUse(value: TSESTree.Node): "tested" | "dropped" | undefined {
  const { parent } = value;
  switch (parent?.type) {
    case "ExpressionStatement":
      return "dropped";
    case "UnaryExpression":
      return parent.operator === "void" ? "dropped" : "tested";
    case "BinaryExpression":
      return /^[!=]==?$/.test(parent.operator) ? "tested" : undefined;
    case "LogicalExpression":
      return parent.left === value ? "tested" : undefined;
    case "ConditionalExpression":
      return parent.test === value ? "tested" : undefined;
    case "MemberExpression":
      return parent.object === value && parent.optional ? "tested" : undefined;
    default:
      return TESTS.test(parent?.type ?? "") ? "tested" : undefined;
  }
}

/** Lists the expressions that stand for a value next; `undefined` where it does not go on. */
function listNextPlaces(value: TSESTree.Node, lint: LintContext): readonly TSESTree.Node[] | undefined {
  const { parent } = value;
  switch (parent?.type) {
    case "LogicalExpression":
    case "ConditionalExpression":
      return [parent];
    case "VariableDeclarator":
      return parent.id.type === "Identifier" ? collectReads(parent.id, lint.sourceCode) : undefined;
    case "CallExpression":
      return listArgumentPlaces(parent, value, lint);
    case "ArrayExpression":
      return listElementPlaces(parent, value, lint);
    case "ReturnStatement":
    case "ArrowFunctionExpression":
      return listResultPlaces(parent, lint);
    default:
      return undefined;
  }
}

function listArgumentPlaces(
  call: TSESTree.CallExpression,
  value: TSESTree.Node,
  lint: LintContext,
): readonly TSESTree.Node[] | undefined {
  if (isGathering(call, lint)) return [call];
  const called = findCalledFunction(call, lint.sourceCode);
  const parameter = called && listParameters(called)[call.arguments.findIndex((each) => each === value)];
  return parameter?.type === "Identifier" ? collectReads(parameter, lint.sourceCode) : undefined;
}

/** `Promise.all(...)`: its value holds those that it is given. */
function isGathering(call: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  return resolveGlobalName(call.callee, ["Promise.all"], sourceCode) !== undefined;
}

/** `const [plan, hints] = await Promise.all([load(), list()])`: the names of one of them, or the whole. */
function listElementPlaces(
  list: TSESTree.ArrayExpression,
  value: TSESTree.Node,
  lint: LintContext,
): readonly TSESTree.Node[] | undefined {
  const { parent: call } = list;
  if (call.type !== "CallExpression" || !isGathering(call, lint)) return undefined;
  const { parent } = getAwaited(call);
  if (parent?.type !== "VariableDeclarator" || parent.id.type !== "ArrayPattern") return [call];
  const element = parent.id.elements[list.elements.findIndex((each) => each === value)];
  return element?.type === "Identifier" ? collectReads(element, lint.sourceCode) : undefined;
}

/** The calls of the function that a value is returned from, or of the `map` that runs it. */
function listResultPlaces(exit: TSESTree.Node, lint: LintContext): readonly TSESTree.Node[] | undefined {
  const owner = isFunctionNode(exit) ? exit : findEnclosingFunction(exit);
  const call = owner?.parent.type === "CallExpression" && owner.parent.callee !== owner ? owner.parent : undefined;
  if (call) return readMethodCall(call, lint.sourceCode)?.name === "map" ? [call] : undefined;
  const calls = owner ? listCalls(owner, lint) : [];
  return calls.length > 0 ? calls : undefined;
}
