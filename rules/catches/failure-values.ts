import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { readCalleeName, readNameOf, readStaticKey } from "../syntax/references.js";

// Words that tell of a failure.
const FAILURE_TEXT = new RegExp(
  String.raw`\b(?:errors?|fail(?:ed|s|ure)?|could not|couldn't|can ?not|can't|unable|invalid|not found|` +
    String.raw`denied|refused|timed? ?out|unavailable|aborted|rejected|unauthori[sz]ed|forbidden)\b`,
  "i",
);
// The parts of a name: `errorResult`, `toFailure`, `NOT_FOUND`, `badRequest`.
const FAILURE_NAME = new RegExp(
  String.raw`(?:^|_)(?:fail|err(?:$|or|_)|reject|invalid|denied|forbidden|unauthorized|bad_?request|` +
    String.raw`not_?found|abort|problem|exception)|(?:Fail|Err(?:$|or)|Reject|Invalid|Denied|Forbidden|` +
    String.raw`Unauthorized|BadRequest|NotFound|Abort|Problem|Exception)`,
  "i",
);
const FAILURE_KEY =
  /^(?:error|errors|err|failure|failures|reason|errorMessage|errorCode|error_code|exception|cause|diagnostics)$/;
const SUCCESS_KEY =
  /^(?:is|was)?_?(?:ok|success|successful|succeeded|valid|passed|healthy|accessible|available|reachable)$/i;
const MAKES_SUCCESS = /(?:^s|S|_s)uccess(?![a-z]|Or|Error)/;
const STATE_KEY = /^(?:status|type|kind|state|outcome|result|level|severity|code|_tag|tag)$/;

/** Returns whether a value stands for the absence of a failure: `undefined`, `null`, `false`, an empty text. */
export function isEmptyValue(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  if (value.type === "Literal") return value.value === null || value.value === false || value.value === "";
  if (value.type === "UnaryExpression") return value.operator === "void";
  return value.type === "Identifier" && value.name === "undefined";
}

/** Returns whether a value is a list without elements. */
export function isEmptyList(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  return value.type === "ArrayExpression" && value.elements.length === 0;
}

/** Whether a value says by itself that something failed: an error, a result without success, a text that tells it. */
export function isFailureValue(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  switch (value.type) {
    case "Literal":
      return typeof value.value === "string" && FAILURE_TEXT.test(value.value);
    case "TemplateLiteral":
      return value.quasis.some((quasi) => FAILURE_TEXT.test(quasi.value.raw));
    case "BinaryExpression":
      return isFailureValue(value.left, sourceCode) || isFailureValue(value.right, sourceCode);
    case "Identifier":
      return FAILURE_NAME.test(value.name);
    case "MemberExpression":
      // `mcpError("not_found", ...).toEnvelope()` is the failure in another form.
      return (
        FAILURE_NAME.test(readStaticKey(value, sourceCode) ?? "") ||
        (isMade(value.object) && isFailureValue(value.object, sourceCode))
      );
    case "AwaitExpression":
      return isFailureValue(value.argument, sourceCode);
    case "CallExpression":
    case "NewExpression":
      return (
        isFailureValue(value.callee, sourceCode) ||
        value.arguments.some((each) => each.type === "ObjectExpression" && isFailureValue(each, sourceCode))
      );
    case "ArrayExpression":
      return value.elements.some((each) => each !== null && isFailureValue(each, sourceCode));
    case "ObjectExpression":
      return value.properties.some((property) => isFailureProperty(property, sourceCode));
    case "JSXElement":
    case "JSXFragment":
      return true;
    default:
      return false;
  }
}

function isMade({ type }: TSESTree.Node): boolean {
  return type === "CallExpression" || type === "NewExpression";
}

function isFailureProperty(property: TSESTree.ObjectLiteralElement, sourceCode: TSESLint.SourceCode): boolean {
  if (property.type !== "Property") return false;
  const name = readStaticKey(property, sourceCode) ?? "";
  return (
    isNamedFailure(name, property.value, sourceCode) ||
    (isContent(property.value) && isFailureValue(property.value, sourceCode))
  );
}

function isContent({ type }: TSESTree.Node): boolean {
  return type === "ObjectExpression" || type === "ArrayExpression" || type === "TemplateLiteral" || type === "Literal";
}

/** Whether a value under that name says that something failed: `isError: true`, `ok: false`, `status: "failed"`. */
function isNamedFailure(name: string, node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (SUCCESS_KEY.test(name)) return isFalse(value);
  const isEmpty = isEmptyValue(value) || isEmptyList(value);
  if (FAILURE_KEY.test(name) || FAILURE_NAME.test(name)) return !isEmpty;
  if (/^status(?:Code)?$/.test(name) && value.type === "Literal" && typeof value.value === "number")
    return value.value >= 400;
  return STATE_KEY.test(name) && isFailureValue(value, sourceCode);
}

/** Returns whether a value is `false`, or `!1` as compressed code has it. */
export function isFalse(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  if (value.type === "UnaryExpression")
    return value.operator === "!" && value.argument.type === "Literal" && Boolean(value.argument.value);
  return value.type === "Literal" && value.value === false;
}

/** Whether an assignment puts down that something failed: `failed = true`, `result.isError = true`, `failures++`. */
export function isPutAsFailure(
  target: TSESTree.Node,
  value: TSESTree.Node | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const name = readNameOf(target, sourceCode);
  return value ? isNamedFailure(name, value, sourceCode) : FAILURE_NAME.test(name);
}

/** `createSuccessResponse("Failed to publish", { error })`: a call that makes a success of a text about a failure. */
export function tellsFailureAsSuccess(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (value.type !== "CallExpression" || !MAKES_SUCCESS.test(readCalleeName(value, sourceCode))) return false;
  const [text] = value.arguments;
  return (text?.type === "Literal" || text?.type === "TemplateLiteral") && isFailureValue(text, sourceCode);
}
