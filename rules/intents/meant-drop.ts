// Tells whether the author of a drop has thought of the failure. The drop may be wrong all the same, and is worth a
// finding: but callers count on the answer, so that a throw in its place is not the first thing to try.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isLogWriter, isQuestion } from "../catches/attempts.js";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import { type FailureHandler, findEnclosingHandler } from "../catches/failure-handlers.js";
import { isLogging, isQuietLevel, readLogLevel, readLogText } from "../catches/logging.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression, getOutermostWrapper } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode, leaves, collectReturnedValues } from "../syntax/functions.js";
import { findNameAround } from "../syntax/function-name.js";
import { isInside, collectNodes } from "../syntax/nodes.js";
import { resolveVariable } from "../syntax/references.js";

/** Returns whether the code says that the function is meant to go on, or to answer, where its attempt fails. */
export function isMeantDrop(handler: FailureHandler, drop: DroppedFailure, context: LintContext): boolean {
  const { sourceCode } = context;
  // A throw at the top of a module takes away all that it exports.
  const isAtTop = handler.node.type === "CatchClause" && !findEnclosingFunction(handler.node);
  if (isAtTop && isImportable(sourceCode)) return true;
  if (isQuestion(handler, sourceCode) || passesRecognised(handler, drop, sourceCode)) return true;
  if (isDeclaredAnswer(handler, drop) || isLogWriter(findNameAround(handler.node, sourceCode) ?? "")) return true;
  return isUsualAnswer(handler, drop, context) || isQuiet(handler, context);
}

/** `return null` in a function that is declared to return `Session | null`: its callers look for that. */
function isDeclaredAnswer({ node }: FailureHandler, { told }: DroppedFailure): boolean {
  const around = node.type === "CatchClause" ? findEnclosingFunction(node) : undefined;
  const declared = around?.returnType?.typeAnnotation;
  if (!told || !declared) return false;
  const answer = unwrapExpression(told);
  if (answer.type === "Literal" && answer.raw === "null") return isUnionWith(declared, "TSNullKeyword");
  const isUndefined = answer.type === "Identifier" && answer.name === "undefined";
  return isUndefined && isUnionWith(declared, "TSUndefinedKeyword");
}

/** Returns whether a type, or the type that a promise of it is for, is a union with another type. */
function isUnionWith(type: TSESTree.TypeNode, other: "TSNullKeyword" | "TSUndefinedKeyword"): boolean {
  if (type.type === "TSUnionType") return type.types.some((each) => each.type === other);
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return false;
  const [first] = type.typeName.name === "Promise" ? (type.typeArguments?.params ?? []) : [];
  return first !== undefined && isUnionWith(first, other);
}

function isImportable({ ast }: TSESLint.SourceCode): boolean {
  return ast.body.some(({ type }) => type.startsWith("Export"));
}

const IDENTITY = /^(?:code|errno|name|message|status|statusCode)$/;

/** Returns whether a failure that a test of the handler recognises would be thrown along with the others. */
function passesRecognised(
  { body, binding }: FailureHandler,
  { at }: DroppedFailure,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const variable = binding && resolveVariable(binding, sourceCode);
  if (!variable) return false;
  const tests = collectNodes(sourceCode, body, isFunctionNode).filter((node) => node.type === "IfStatement");
  return tests
    .filter((each) => !(at && isInside(at, each)) && !leaves(each.consequent))
    .some(({ test }) =>
      variable.references.some(({ identifier }) => isInside(identifier, test) && isIdentified(identifier)),
    );
}

/**
 * `error.code`, `(error as Failure).message.includes(...)`, `error instanceof NotFound`; every failure is an `Error`.
 */
function isIdentified(read: TSESTree.Node): boolean {
  const { parent } = getOutermostWrapper(read);
  if (parent?.type === "MemberExpression")
    return parent.property.type === "Identifier" && IDENTITY.test(parent.property.name);
  const isClass = parent?.type === "BinaryExpression" && parent.operator === "instanceof";
  return isClass && !(parent.right.type === "Identifier" && parent.right.name === "Error");
}

/** `return false`, or a value that the function also returns where nothing fails: its callers look for that. */
function isUsualAnswer({ node }: FailureHandler, { told }: DroppedFailure, { sourceCode }: LintContext): boolean {
  if (!told) return false;
  const answer = unwrapExpression(told);
  if (answer.type === "Literal" && typeof answer.value === "boolean") return true;
  const around = node.type === "CatchClause" ? findEnclosingFunction(node) : undefined;
  const text = sourceCode.getText(answer);
  return (
    around !== undefined &&
    collectReturnedValues(around, sourceCode)
      .filter((value) => findEnclosingHandler(value, sourceCode)?.type !== "CatchClause")
      .some((value) => sourceCode.getText(unwrapExpression(value)) === text)
  );
}

const WARNING = /^[^\p{L}]*(?:warn|warning)\b/iu;
// These functions tell louder than a warning.
const LOUD = /^_*error/;

/** Returns whether the handler logs the failure as a warning or below, by the level or by the text, and not louder. */
export function isQuiet({ body }: FailureHandler, context: LintContext): boolean {
  const { sourceCode } = context;
  const logs = [body, ...collectNodes(sourceCode, body)]
    .filter((node) => node.type === "CallExpression")
    .filter((call) => isLogging(call, context));
  const others = logs.filter((call) => !WARNING.test(readLogText(call, sourceCode)));
  const names = others.map((call) => readLogLevel(call, sourceCode));
  const isSoft = others.length < logs.length || names.some(isQuietLevel);
  return isSoft && !names.some((name) => LOUD.test(name));
}
