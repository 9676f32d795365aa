import type { TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import { readFieldName } from "../contract/file-contract.js";
import { isErrorName } from "../syntax/error-names.js";
import { readMessageParts, listPossibleValues } from "../syntax/expressions.js";
import { readStaticValue, resolveVariable } from "../syntax/references.js";
import { isMessage } from "../throws/message-text.js";
import type { TypeMember } from "../types/type-facts.js";
import type { LegacyFacts } from "./legacy-facts.js";
import type { LegacyField } from "./legacy-fields.js";
import { isString } from "./lower-case.js";

const NO_STRINGS: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "ArrowFunctionExpression",
  "ClassExpression",
  "FunctionExpression",
  "NewExpression",
  "ObjectExpression",
  "UpdateExpression",
]);
const NO_STRING_TYPES: ReadonlySet<string> = new Set([
  "TSArrayType",
  "TSBigIntKeyword",
  "TSBooleanKeyword",
  "TSNumberKeyword",
  "TSObjectKeyword",
  "TSTupleType",
  "TSTypeLiteral",
]);

/**
 * Whether a value that the legacy class took is one that the contract's class refuses: a message that is not literal
 * where the contract wants it so, anything but a string where the schema asks for one. Unknown values are not refused:
 * most code passes a value that fits the field.
 */
export function isRefused({ field, value }: LegacyField, facts: LegacyFacts): boolean {
  const { contract } = facts;
  if (field === readFieldName(contract.data.fields.message) && !isMessage(readMessageParts(value), contract))
    return true;
  const types = [getEnvelopeFields(facts.contract.data).schemas.get(field)?.type ?? []].flat();
  if (!types.includes("string") || types.includes("object")) return false;
  return listPossibleValues(value).some((node) => isRefusedText(node, types.includes("null"), facts));
}

function isRefusedText(node: TSESTree.Node, takesNull: boolean, facts: LegacyFacts): boolean {
  if (isString(node as TSESTree.Expression, facts)) return false;
  const known = readStaticValue(node, facts.sourceCode);
  // A regular expression that the engine does not know has no value either.
  if (known) return known.value === null ? !takesNull : known.value !== undefined;
  if (NO_STRINGS.has(node.type) || isCalculated(node) || isFailure(node, facts)) return true;
  return isDeclaredOtherwise(node, facts) || (facts.types?.members(node) ?? []).some((member) => isNoString(member));
}

/** `!ready`, `count - 1`, `a < b`. */
function isCalculated(node: TSESTree.Node): boolean {
  if (node.type === "UnaryExpression") return node.operator !== "typeof" && node.operator !== "void";
  return node.type === "BinaryExpression" && node.operator !== "+";
}

/** `human_message: err` */
function isFailure(node: TSESTree.Node, { sourceCode }: LegacyFacts): boolean {
  if (node.type !== "Identifier") return false;
  return isErrorName(node.name) || isCaught(resolveVariable(node, sourceCode), sourceCode);
}

function isDeclaredOtherwise(node: TSESTree.Node, { sourceCode }: LegacyFacts): boolean {
  const name = resolveVariable(node, sourceCode)?.defs[0]?.name;
  const type = name?.type === "Identifier" ? name.typeAnnotation?.typeAnnotation.type : undefined;
  return type !== undefined && NO_STRING_TYPES.has(type);
}

const OTHER_PRIMITIVES = new Set(["bigint", "number", "symbol"]);

// A branded string is a primitive of another name.
function isNoString({ kind, name, value }: TypeMember): boolean {
  if (kind === "literal") return typeof value !== "string";
  return kind === "object" || (kind === "primitive" && OTHER_PRIMITIVES.has(name));
}
