// The object of a legacy error becomes the arguments of a factory, or of the contract's constructor.
import type { TSESTree } from "@typescript-eslint/utils";
import type { Factory } from "../contract/lint-context.js";
import type { LegacySettings } from "../contract/settings.js";
import { chooseFactoryCall, isOwnCode, printCode } from "../edits/factory-call.js";
import { applyEdits, getSourceStyle, indentAt } from "../edits/source-style.js";
import {
  getLastSegment,
  isNothing,
  listPossibleValues,
  readStaticKey,
  readStaticValue,
} from "../syntax/expressions.js";
import { isInside } from "../syntax/source-file.js";
import { isString } from "../types/is-string.js";
import type { LegacyFacts, Locals } from "./legacy-finding.js";

/** A property of the object, and the field of the envelope it becomes. */
interface LegacyField {
  readonly value: TSESTree.Expression;
  /** The field's name in the envelope. */
  readonly field: string;
  readonly isLowerCase: boolean;
  /** Of the code: the codes that its arms are, where all of them are written there. */
  readonly arms?: readonly CodeArm[] | undefined;
}

/** The code in one arm of an expression. */
interface CodeArm {
  readonly node: TSESTree.Node;
  /** The code as the legacy code has it. */
  readonly written: string;
  /** The code of the contract that stands for it; `undefined` where nothing says so. */
  readonly code: string | undefined;
}

/** The arguments that take the place of the object. */
export interface NewArguments {
  readonly factory: Factory;
  /** The contract's exports that the new code uses. */
  readonly names: readonly string[];
  readonly print: (locals: Locals) => string;
  /** Whether every code is registered or mapped, and nothing about the values is a guess. */
  readonly isSure: boolean;
}

/** A field or a code that the contract does not know. */
interface Obstacle {
  readonly obstacle: "unmappedField" | "unknownCode";
  readonly node: TSESTree.Node;
  readonly name: string;
}

/** What is made of the object: an error of any factory, one of the constructor, or the conversion of another error. */
export type Purpose = "failure" | "construct" | "unknown";

/**
 * Plans how the fields of an object are handed over. `undefined` where one of them or a comment would be lost, or the
 * object has more than plain properties.
 */
export function planArguments(
  object: TSESTree.ObjectExpression,
  legacy: LegacySettings,
  purpose: Purpose,
  facts: LegacyFacts,
): NewArguments | Obstacle | undefined {
  const { contract } = facts;
  const fields = readFields(object, legacy, facts);
  if (!fields || "obstacle" in fields) return fields;
  const arms = fields.find((each) => each.arms)?.arms;
  const unknown = arms?.find((arm) => arm.code === undefined);
  if (unknown) return { obstacle: "unknownCode", node: unknown.node, name: unknown.written };
  const factory = chooseFactory(fields, purpose, facts);
  if (!factory) return undefined;

  const { fixed = {}, positional } = factory;
  const moved = positional.flatMap((name) => fields.find(({ field }) => field === name) ?? []);
  const staying = fields.filter((each) => !moved.includes(each) && !Object.hasOwn(fixed, each.field));
  const usesCodes = [...moved, ...staying].some((each) => each.arms?.some((arm) => isOwnCode(contract, arm.code)));
  const [className = ""] = factory.name.split(".");
  return {
    factory,
    names: usesCodes ? [className, contract.codesObject] : [className],
    print: (locals) => {
      const properties = staying.map((each) => {
        const text = printField(each, locals, facts);
        return text === each.field ? text : `${each.field}: ${text}`;
      });
      const isNeeded = properties.length > 0 || moved.length === 0;
      const last = isNeeded ? [printObject(properties, object, facts)] : [];
      return [...moved.map((each) => printField(each, locals, facts)), ...last].join(", ");
    },
    isSure: arms !== undefined && fields.every((each) => isSurelyLowered(each, facts)),
  };
}

/** Reads the fields of the object that a legacy class or converter is given. */
function readFields(
  object: TSESTree.ObjectExpression,
  legacy: LegacySettings,
  facts: LegacyFacts,
): readonly LegacyField[] | Obstacle | undefined {
  const { contract, sourceCode } = facts;
  const fields: LegacyField[] = [];
  for (const property of object.properties) {
    const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
    // A spread, a getter, a method, a computed name.
    if (name === undefined || property.type !== "Property" || property.kind !== "init" || property.method)
      return undefined;
    const target = Object.hasOwn(legacy.fields, name) ? legacy.fields[name] : undefined;
    if (!target) return { obstacle: "unmappedField", node: property.key, name };
    const { field, lowerCase = false } = typeof target === "string" ? { field: target } : target;
    if (fields.some((each) => each.field === field)) return undefined;
    const value = property.value;
    const isCode = field === getLastSegment(contract.data.fields.code);
    fields.push({
      value,
      field,
      isLowerCase: lowerCase,
      arms: isCode ? readCodeArms(value, legacy, facts) : undefined,
    });
  }
  const isCopied = (comment: TSESTree.Comment) => fields.some(({ value }) => isInside(comment, value));
  return sourceCode.getCommentsInside(object).every(isCopied) ? fields : undefined;
}

/** Returns the name in the envelope of a legacy field that has another one there. */
export function findRenamedField(name: string, { fields }: LegacySettings): string | undefined {
  const target = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const field = typeof target === "object" ? target.field : target;
  return field === name ? undefined : field;
}

/** Reads the codes that an expression can be, where all of them are written there. */
function readCodeArms(
  value: TSESTree.Node,
  legacy: LegacySettings,
  facts: LegacyFacts,
): readonly CodeArm[] | undefined {
  const arms = listPossibleValues(value).map((node): CodeArm | undefined => {
    const part = facts.parts.partAt(node);
    const written = part?.kind === "codes" ? part.rest[0] : readStaticValue(node, facts.sourceCode)?.value;
    // With another expression in its place, a variable would be left behind.
    if (typeof written !== "string" || node.type === "Identifier") return undefined;
    return { node, written, code: findContractCode(written, legacy, facts) };
  });
  return arms.every((arm) => arm !== undefined) ? arms : undefined;
}

/** Finds the contract's code for a legacy code. */
export function findContractCode(
  written: string,
  { codeMap }: LegacySettings,
  { registry }: LegacyFacts,
): string | undefined {
  const code = codeMap && Object.hasOwn(codeMap, written) ? (codeMap[written] ?? written) : written;
  return registry.isUsable(code) ? code : undefined;
}

function chooseFactory(fields: readonly LegacyField[], purpose: Purpose, facts: LegacyFacts): Factory | undefined {
  const { contract } = facts;
  const codeField = getLastSegment(contract.data.fields.code);
  if (purpose === "unknown") {
    const factory = contract.factories.find((each) => each.purpose === "unknown");
    // What is converted stands in front of the object.
    return factory && fields.every(({ field }) => factory.reads.includes(field))
      ? { ...factory, positional: [], fixed: {} }
      : undefined;
  }
  const code = fields.find(({ field }) => field === codeField);
  const others = fields.filter((each) => each !== code);
  // Without a code of its own, a failure can only be made by the constructor, which has a default for it.
  const isDirect = purpose === "construct" || !code;
  const isMovable = (name: string) => others.some(({ field, value }) => field === name && isPresent(value, facts));
  const factories = contract.factories.filter(
    (factory) =>
      factory.purpose === "construct" ||
      (!isDirect && factory.positional.every((name) => name === codeField || isMovable(name))),
  );
  const [arm, ...otherArms] = code?.arms ?? [];
  const failure = {
    code: (otherArms.length === 0 ? arm?.code : undefined) ?? "",
    fields: new Map(others.map(({ field }) => [field, ""])),
  };
  return chooseFactoryCall({ ...contract, factories }, failure)?.factory;
}

// A variable may hold null, which the object takes and an argument does not; `INVARIANTS.PLAN_ID` is a constant.
function isPresent(value: TSESTree.Expression, facts: LegacyFacts): boolean {
  const isConstant =
    value.type === "MemberExpression" && /^[A-Z0-9_]+$/.test(readStaticKey(value, facts.sourceCode) ?? "");
  return isConstant || isString(value, facts);
}

/** Prints an object in the layout that another one has. */
function printObject(properties: readonly string[], object: TSESTree.ObjectExpression, facts: LegacyFacts): string {
  const [first] = object.properties;
  if (properties.length === 0) return "{}";
  if (first?.loc.start.line === object.loc.start.line) return `{ ${properties.join(", ")} }`;
  const { lineBreak } = getSourceStyle(facts);
  const [indent = "", end = ""] = [first ?? object, object].map(({ range }) => indentAt(range[0], facts));
  const comma = facts.sourceCode.getLastTokens(object, 2)[0]?.value === "," ? "," : "";
  return `{${lineBreak}${properties.map((text) => indent + text).join(`,${lineBreak}`)}${comma}${lineBreak}${end}}`;
}

/** Prints the value of a field, with another text for each of its arms where it holds codes or is in lower case. */
function printField({ value, isLowerCase, arms = [] }: LegacyField, locals: Locals, facts: LegacyFacts): string {
  const { contract, sourceCode } = facts;
  const { quote } = getSourceStyle(facts);
  const edits = [
    ...arms.map(({ node, code = "" }) => ({ node, text: printCode(contract, code, locals, quote) })),
    ...(isLowerCase ? listPossibleValues(value) : []).map((node) => ({ node, text: printLowered(node, facts) })),
  ].map(({ node: { range }, text }) => ({ range: [...range] as const, text }));
  return applyEdits(sourceCode.text, edits, value.range);
}

/** Expressions that a member can be read of without parentheses. */
const OPERANDS: ReadonlySet<string> = new Set([
  ...["Identifier", "MemberExpression", "CallExpression", "TemplateLiteral", "Literal", "ThisExpression"],
]);

/** Prints a text in lower case, and a call that makes it so of anything else. */
function printLowered(node: TSESTree.Node, facts: LegacyFacts): string {
  const text = facts.sourceCode.getText(node);
  if (isNothing(node)) return text;
  // An escape (`\N`) would be another one in lower case.
  if (node.type === "Literal" && !text.includes("\\")) return text.toLowerCase();
  const operand = OPERANDS.has(node.type) ? text : `(${text})`;
  return `${operand}${isString(node, facts) ? "" : "?"}.toLowerCase()`;
}

/** Whether a value that is written in lower case is surely a string, or nothing at all. */
function isSurelyLowered({ isLowerCase, value }: LegacyField, facts: LegacyFacts): boolean {
  return !isLowerCase || listPossibleValues(value).every((each) => isNothing(each) || isString(each, facts));
}
