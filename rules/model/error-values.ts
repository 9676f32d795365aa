import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isNothing, unwrapExpression } from "../syntax/expressions.js";
import { isExecutionBoundary, isShownBefore } from "../syntax/flow.js";
import { readCalleeName, readMethodCall, readStaticKey } from "../syntax/properties.js";
import { resolveVariable } from "../syntax/references.js";
import { TEXT_METHODS } from "../words/calls.js";
import { FAILURE_NAME, classifyFlag } from "../words/failures.js";
import { followValues } from "./values.js";

/** Returns whether an expression surely holds an error or the text of one, never null or an empty text. */
export function holdsError(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const answers = followValues<boolean>(node, sourceCode, ({ kind, node: value }, follow) => {
    const holds = (part: TSESTree.Node): boolean => isSure(follow(part));
    switch (value.type) {
      case "Literal":
        return [value.value === true || (typeof value.value === "string" && value.value !== "")];
      case "TemplateLiteral":
        return [true];
      case "AssignmentExpression":
        return kind === "made" ? [true] : undefined;
      case "BinaryExpression":
        return [value.operator === "+"];
      case "ObjectExpression":
        return [value.properties.length > 0];
      case "LogicalExpression":
        return [value.operator !== "&&" && (holds(value.right) || isTestedAsError(value, sourceCode))];
      case "NewExpression":
      case "CallExpression":
        return [makesError(value, holds, sourceCode) || isTestedAsError(value, sourceCode)];
      default: {
        const isText = value.type === "MemberExpression" && readStaticKey(value, sourceCode) === "message";
        if (isText || kind === "caught" || isRequiredText(value, sourceCode) || isTestedAsError(value, sourceCode))
          return [true];
        return kind === "step" ? undefined : [false];
      }
    }
  });
  return isSure(answers);
}

/** `function createProblem(message: string) {...}` */
function isRequiredText(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const [definition] = resolveVariable(node, sourceCode)?.defs ?? [];
  if (definition?.type !== "Parameter" || definition.name.type !== "Identifier") return false;
  const { typeAnnotation, optional } = definition.name;
  return !optional && typeAnnotation?.typeAnnotation.type === "TSStringKeyword";
}

function isSure(answers: readonly boolean[]): boolean {
  return answers.length > 0 && answers.every(Boolean);
}

/** `String(err)`, `new ApiError(400)`, `err.toString()`, `t("errors.notFound")`, `render(err)` */
function makesError(
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  holds: (node: TSESTree.Node) => boolean,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const name = readCalleeName(call, sourceCode);
  // `createErrorResponse("It is gone")`: a whole answer, which is passed on.
  if (/(?:Response|Result)$/.test(name)) return false;
  if (/^String$|err|message/i.test(name)) return true;
  const method = readMethodCall(call, sourceCode);
  if (method && TEXT_METHODS.has(method.name)) return holds(method.object);
  // A literal may be a key: `params.get("error")`.
  return call.arguments.some((argument) => (argument.type === "Literal" ? isSentence(argument) : holds(argument)));
}

function isSentence({ value }: TSESTree.Literal): boolean {
  return typeof value === "string" && /\w\s+\w/.test(value);
}

/** Returns whether the code only runs where a test has found the value set, or its owner failed: `if (!r.ok)`. */
export function isTestedAsError(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const text = sourceCode.getText(node);
  const owner = sourceCode.getText(getRootValue(node));
  return isShownBefore(node, isExecutionBoundary, (test, outcome) => {
    if (test.type === "BinaryExpression") {
      if (sourceCode.getText(test.left) !== text) return false;
      if (/^[!=]==?$/.test(test.operator)) return isNothing(test.right) && outcome === test.operator.startsWith("!");
      return outcome && test.operator === "instanceof";
    }
    if (outcome && sourceCode.getText(test) === text) return true;
    // `r.ok` that is false, `r.isError` that is true.
    if (test.type !== "MemberExpression" || sourceCode.getText(test.object) !== owner) return false;
    const flag = readStaticKey(test, sourceCode) ?? "";
    return outcome ? FAILURE_NAME.test(flag) : classifyFlag(flag) !== undefined;
  });
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
