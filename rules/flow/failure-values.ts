import { AST_NODE_TYPES, type TSESLint, type TSESTree } from "../ast/tree.js";
import { staticKey } from "../ast/static-key.js";
import { unwrapped } from "../ast/unwrapped.js";

// What tells a failure in words.
const FAILURE_TEXT =
  /\b(?:errors?|fail(?:ed|s|ure)?|could not|couldn't|can ?not|can't|unable|invalid|not found|denied|refused|timed? ?out|unavailable|aborted|rejected)\b/i;
// The parts of a name: `errorResult`, `toFailure`, `NOT_FOUND`, `badRequest`.
const FAILURE_NAME =
  /(?:^|_)(?:fail|err(?:$|or|_)|reject|invalid|denied|forbidden|unauthorized|bad_?request|not_?found|abort|problem|exception)|(?:Fail|Err(?:$|or)|Reject|Invalid|Denied|Forbidden|Unauthorized|BadRequest|NotFound|Abort|Problem|Exception)/i;
const FAILURE_KEY =
  /^(?:error|errors|err|failure|failures|reason|errorMessage|errorCode|error_code|exception|cause|diagnostics)$/;
const SUCCESS_KEY = /^(?:is|was)?_?(?:ok|success|successful|succeeded|valid|passed|healthy)$/i;
const STATE_KEY = /^(?:status|type|kind|state|outcome|result|level|severity|code|_tag|tag)$/;

/** `undefined`, `null`, and what else is given where there is no failure. */
export function isEmptyValue(node: TSESTree.Node): boolean {
  const value = unwrapped(node);
  if (value.type === AST_NODE_TYPES.Literal) return value.value === null || value.value === false || value.value === "";
  if (value.type === AST_NODE_TYPES.UnaryExpression) return value.operator === "void";
  return value.type === AST_NODE_TYPES.Identifier && value.name === "undefined";
}

/** Whether a value says by itself that something failed: an error, a result without success, a text that tells it. */
export function isFailureValue(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapped(node);
  switch (value.type) {
    case AST_NODE_TYPES.Literal:
      return typeof value.value === "string" && FAILURE_TEXT.test(value.value);
    case AST_NODE_TYPES.TemplateLiteral:
      return value.quasis.some((quasi) => FAILURE_TEXT.test(quasi.value.raw));
    case AST_NODE_TYPES.BinaryExpression:
      return isFailureValue(value.left, sourceCode) || isFailureValue(value.right, sourceCode);
    case AST_NODE_TYPES.Identifier:
      return FAILURE_NAME.test(value.name);
    case AST_NODE_TYPES.MemberExpression:
      // `mcpError("not_found", ...).toEnvelope()` is the failure in another form.
      return (
        FAILURE_NAME.test(staticKey(value, sourceCode) ?? "") ||
        (isMade(value.object) && isFailureValue(value.object, sourceCode))
      );
    case AST_NODE_TYPES.AwaitExpression:
      return isFailureValue(value.argument, sourceCode);
    case AST_NODE_TYPES.CallExpression:
    case AST_NODE_TYPES.NewExpression:
      return (
        isFailureValue(value.callee, sourceCode) ||
        value.arguments.some(
          (each) => each.type === AST_NODE_TYPES.ObjectExpression && isFailureValue(each, sourceCode),
        )
      );
    case AST_NODE_TYPES.ArrayExpression:
      return value.elements.some((each) => each !== null && isFailureValue(each, sourceCode));
    case AST_NODE_TYPES.ObjectExpression:
      return value.properties.some((property) => isFailureProperty(property, sourceCode));
    case AST_NODE_TYPES.JSXElement:
    case AST_NODE_TYPES.JSXFragment:
      return true;
    default:
      return false;
  }
}

function isMade({ type }: TSESTree.Node): boolean {
  return type === AST_NODE_TYPES.CallExpression || type === AST_NODE_TYPES.NewExpression;
}

function isFailureProperty(property: TSESTree.ObjectLiteralElement, sourceCode: TSESLint.SourceCode): boolean {
  if (property.type !== AST_NODE_TYPES.Property) return false;
  const name = staticKey(property, sourceCode) ?? "";
  return (
    isNamedFailure(name, property.value, sourceCode) ||
    (isContent(property.value) && isFailureValue(property.value, sourceCode))
  );
}

function isContent({ type }: TSESTree.Node): boolean {
  return (
    type === AST_NODE_TYPES.ObjectExpression ||
    type === AST_NODE_TYPES.ArrayExpression ||
    type === AST_NODE_TYPES.TemplateLiteral ||
    type === AST_NODE_TYPES.Literal
  );
}

/** Whether a value under that name says that something failed: `isError: true`, `ok: false`, `status: "failed"`. */
function isNamedFailure(name: string, node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapped(node);
  if (SUCCESS_KEY.test(name)) return isFalse(value);
  const isEmpty = isEmptyValue(value) || (value.type === AST_NODE_TYPES.ArrayExpression && value.elements.length === 0);
  if (FAILURE_KEY.test(name) || FAILURE_NAME.test(name)) return !isEmpty;
  if (/^status(?:Code)?$/.test(name) && value.type === AST_NODE_TYPES.Literal && typeof value.value === "number")
    return value.value >= 400;
  return STATE_KEY.test(name) && isFailureValue(value, sourceCode);
}

function isFalse(value: TSESTree.Node): boolean {
  if (value.type === AST_NODE_TYPES.UnaryExpression)
    return value.operator === "!" && value.argument.type === AST_NODE_TYPES.Literal && Boolean(value.argument.value);
  return value.type === AST_NODE_TYPES.Literal && value.value === false;
}

/** Whether an assignment puts down that something failed: `failed = true`, `result.isError = true`, `failures++`. */
export function isPutAsFailure(
  target: TSESTree.Node,
  value: TSESTree.Node | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const name =
    target.type === AST_NODE_TYPES.Identifier
      ? target.name
      : target.type === AST_NODE_TYPES.MemberExpression
        ? (staticKey(target, sourceCode) ?? "")
        : "";
  return value ? isNamedFailure(name, value, sourceCode) : FAILURE_NAME.test(name);
}
