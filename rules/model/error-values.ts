import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isExecutionBoundary } from "../syntax/functions.js";
import {
  readCalleeName,
  getGrowingInitializer,
  readMethodCall,
  readStaticKey,
  resolveVariable,
} from "../syntax/references.js";
import { isShownBefore } from "../syntax/tests-before.js";

// Whether the value of an `error` field is surely an error, and not the place for one.

const MAX_STEPS = 5;
const MAKES_ERROR = /^String$|err/i;
// Methods of an error or its text that return a text: `err.toString()`, `failures.join(", ")`.
const TEXT_METHODS = /^(?:toString|trim|slice|substring|replace|replaceAll|join|concat|toLowerCase|toUpperCase)$/;
/** A member of an enum or a table of codes. */
const CONSTANT = /^(?:\w+\.)*(?:[A-Z]\w*\.[A-Z]\w*|\w+\.[A-Z][A-Z\d_]+)$/;
const SUCCESS_FLAGS = /^(?:ok|success|succeeded|valid|isValid|started|data)$/;
const FAILURE_FLAGS = /^(?:err|error|errors|isError|failed|failure|message)$/;

/** Returns whether an expression surely holds an error or the text of one, never null or an empty text. */
export function holdsError(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, steps = 0): boolean {
  if (steps > MAX_STEPS) return false;
  const value = unwrapExpression(node);
  const holds = (each: TSESTree.Node): boolean => holdsError(each, sourceCode, steps + 1);
  switch (value.type) {
    case "Literal":
      return value.value === true || (typeof value.value === "string" && value.value !== "");
    case "TemplateLiteral":
      return true;
    case "BinaryExpression":
      return value.operator === "+";
    case "ObjectExpression":
      return value.properties.length > 0;
    case "ConditionalExpression":
      return holds(value.consequent) && holds(value.alternate);
    case "LogicalExpression":
      return value.operator !== "&&" && (holds(value.right) || isTestedAsError(value, sourceCode));
    case "AwaitExpression":
      return holds(value.argument);
    case "NewExpression":
    case "CallExpression":
      return makesError(value, holds, sourceCode) || isTestedAsError(value, sourceCode);
    case "Identifier": {
      const variable = resolveVariable(value, sourceCode);
      if (isCaught(variable, sourceCode)) return true;
      const initializer = getGrowingInitializer(variable);
      return (initializer !== undefined && holds(initializer)) || isTestedAsError(value, sourceCode);
    }
    case "MemberExpression":
      return (
        readStaticKey(value, sourceCode) === "message" ||
        CONSTANT.test(sourceCode.getText(value)) ||
        isCaught(resolveVariable(getRootValue(value), sourceCode), sourceCode) ||
        isTestedAsError(value, sourceCode)
      );
    default:
      return false;
  }
}

/** `String(err)`, `new ApiError(400)`, `t("errors.notFound")`, `render(err)` */
function makesError(
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  holds: (node: TSESTree.Node) => boolean,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const name = readCalleeName(call, sourceCode);
  // `createErrorResponse("It is gone")`: a whole answer, which is passed on.
  if (/(?:Response|Result)$/.test(name)) return false;
  if (MAKES_ERROR.test(name)) return true;
  const method = readMethodCall(call, sourceCode);
  if (method && TEXT_METHODS.test(method.name)) return holds(method.object);
  // A literal may be a key: `params.get("error")`.
  return call.arguments.some((argument) => (argument.type === "Literal" ? isSentence(argument) : holds(argument)));
}

function isSentence({ value }: TSESTree.Literal): boolean {
  return typeof value === "string" && /\w\s+\w/.test(value);
}

/** Returns whether the code only runs where a test has found the value set, or its owner failed: `if (!r.ok)`. */
export function isTestedAsError(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const text = sourceCode.getText(node);
  const owner = getRootValue(node);
  const tested = { text, owner: sourceCode.getText(owner) };
  return isShownBefore(node, isExecutionBoundary, (test, outcome) => findsError(test, outcome, tested, sourceCode));
}

interface Tested {
  readonly text: string;
  /** The object that the value belongs to: `r` of `r.error`. */
  readonly owner: string;
}

function findsError(test: TSESTree.Node, outcome: boolean, tested: Tested, sourceCode: TSESLint.SourceCode): boolean {
  if (test.type === "BinaryExpression") {
    const isNegated = test.operator.startsWith("!");
    const isNullish = /^(?:null|undefined)$/.test(sourceCode.getText(test.right));
    if (/^[!=]==?$/.test(test.operator) && isNullish)
      return outcome === isNegated && sourceCode.getText(test.left) === tested.text;
    return outcome && test.operator === "instanceof" && sourceCode.getText(test.left) === tested.text;
  }
  if (outcome && sourceCode.getText(test) === tested.text) return true;
  return test.type === "MemberExpression" && checksOutcome(test, outcome, tested, sourceCode);
}

/** `r.ok` that is false, `r.isError` that is true. */
function checksOutcome(
  test: TSESTree.MemberExpression,
  outcome: boolean,
  { owner }: Tested,
  sourceCode: TSESLint.SourceCode,
): boolean {
  if (sourceCode.getText(test.object) !== owner) return false;
  return (outcome ? FAILURE_FLAGS : SUCCESS_FLAGS).test(readStaticKey(test, sourceCode) ?? "");
}

/** `r` in `r.error?.message`, `res` in `res.text()` */
function getRootValue(node: TSESTree.Node): TSESTree.Node {
  const value = unwrapExpression(node);
  if (value.type === "MemberExpression") return getRootValue(value.object);
  if (value.type === "LogicalExpression") return getRootValue(value.left);
  return value.type === "CallExpression" && unwrapExpression(value.callee).type === "MemberExpression"
    ? getRootValue(value.callee)
    : value;
}
