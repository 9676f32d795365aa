import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import type { LintContext } from "../contract/lint-context.js";
import { isErrorName, isUnambiguousErrorName } from "../syntax/error-names.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isBuiltinObject, readStaticKey, resolveVariable } from "../syntax/references.js";
import { isGivenError } from "../tools/http-handlers.js";
import { isErrorType, listGivenMembers } from "../types/classes-of.js";

/**
 * Whether an expression is an error, as its name, its place or its type tells.
 *
 * @param isWhole whether it is shown as a whole: a variable named like an error is trusted to have an error's `stack`,
 *   but it may hold anything.
 */
export function isError(node: TSESTree.Node, reader: LintContext, isWhole = false): boolean {
  const { sourceCode } = reader;
  switch (node.type) {
    case "MemberExpression": {
      const name = readStaticKey(node, sourceCode) ?? "";
      if (name === "cause") return isError(unwrapExpression(node.object), reader);
      return !isWhole && (isErrorName(name) || hasErrorType(node, reader));
    }
    case "CallExpression": {
      // `toError(err).stack` is a stack whatever the function does.
      const [first] = node.arguments;
      if (isWhole) return false;
      const isConversion = first !== undefined && isError(unwrapExpression(first), reader, true);
      return isConversion || hasErrorType(node, reader);
    }
    case "Identifier": {
      const variable = resolveVariable(node, sourceCode);
      if (variable && (isCaught(variable, sourceCode) || isGivenError(variable))) return true;
      if (isBuiltinObject(node, sourceCode)) return false;
      if (!isWhole && isErrorName(node.name)) return true;
      return mayBeError(node, variable, sourceCode) && hasErrorType(node, reader);
    }
    default:
      return false;
  }
}

function hasErrorType(node: TSESTree.Node, { facts }: LintContext): boolean {
  const members = listGivenMembers(node, facts);
  return members.length > 0 && members.every(isErrorType);
}

const ERROR_WORD = /err|exception|fail|fault|cause|reason|reject|caught|thrown|problem/i;
const PLAIN_TYPE = /^TS(?:Array|Boolean|Literal|Null|Number|String|Tuple|Undefined)/;
const PLAIN_VALUE = /^(?:ArrayExpression|Literal|ObjectExpression|TemplateLiteral)$/;

/**
 * Whether a variable has a type of its own, is tested for its class, or anything speaks of an error: types are slow to
 * tell.
 */
function mayBeError(
  { name }: TSESTree.Identifier,
  variable: TSESLint.Scope.Variable | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const definition = variable?.defs[0];
  if (ERROR_WORD.test(name)) return true;
  if (!variable || definition?.name.type !== "Identifier") return false;
  const type = definition.name.typeAnnotation?.typeAnnotation;
  if (type) return !isPlainType(type);
  const isTested = ({ identifier: { parent } }: TSESLint.Scope.Reference) =>
    parent.type === "BinaryExpression" && parent.operator === "instanceof";
  if (variable.references.some(isTested)) return true;
  const source = definition.type === "Variable" ? definition.node.init : definition.name.parent.parent;
  return source != null && !PLAIN_VALUE.test(source.type) && ERROR_WORD.test(sourceCode.getText(source));
}

function isPlainType(type: TSESTree.TypeNode): boolean {
  return type.type === "TSUnionType" ? type.types.every(isPlainType) : PLAIN_TYPE.test(type.type);
}

/** Whether a name may be that of anything with a `toString`: the `reason` of a closed socket is a buffer. */
export function isAmbiguous(owner: TSESTree.Node): boolean {
  const name = owner.type === "MemberExpression" && !owner.computed ? owner.property : owner;
  return name.type === "Identifier" && !isUnambiguousErrorName(name.name);
}
