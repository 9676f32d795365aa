import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getOrCreate } from "./remember.js";

/** The expressions that can be the value of an expression: the arms of a conditional, the last of a sequence, ... */
export function listPossibleValues(node: TSESTree.Node): readonly TSESTree.Node[] {
  const expression = unwrapExpression(node);
  return listArms(expression)?.flatMap(listPossibleValues) ?? [expression];
}

/** Returns the expressions one of which an expression has as its value; `undefined` where it has no such arms. */
export function listArms(expression: TSESTree.Node): readonly TSESTree.Expression[] | undefined {
  switch (expression.type) {
    case "ConditionalExpression":
      return [expression.consequent, expression.alternate];
    case "LogicalExpression":
      // The left side of `&&` is the value only when it is falsy, and then it is no failure anybody made.
      return expression.operator === "&&" ? [expression.right] : [expression.left, expression.right];
    case "SequenceExpression":
      return expression.expressions.slice(-1);
    case "AssignmentExpression":
      return KEEPS_VALUE.has(expression.operator) ? [expression.right] : undefined;
    default:
      return undefined;
  }
}

// The other assignments make a new value.
const KEEPS_VALUE: ReadonlySet<string> = new Set(["=", "??=", "||=", "&&="]);

/** Whether an expression is `null` or `undefined` as it is written. */
export function isNothing(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  if (value.type === "Identifier") return value.name === "undefined";
  return value.type === "Literal" && value.raw === "null";
}

/** Returns the expression inside type assertions, `satisfies`, `!` and optional chains: the one that runs. */
export function unwrapExpression(node: TSESTree.Node): TSESTree.Node {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "TSNonNullExpression":
    case "TSInstantiationExpression":
    case "ChainExpression":
      return unwrapExpression(node.expression);
    default:
      return node;
  }
}

/** Skips `await` around a value, with what does not change it either. */
export function skipAwait(node: TSESTree.Node): TSESTree.Node {
  const value = unwrapExpression(node);
  return value.type === "AwaitExpression" ? skipAwait(value.argument) : value;
}

/** The outermost node that is the same value: around a read, `?.` and type assertions. */
export function getOutermostWrapper(node: TSESTree.Node): TSESTree.Node {
  const { parent } = node;
  return parent && unwrapExpression(parent) !== parent ? getOutermostWrapper(parent) : node;
}

/** The outermost node that is what a promise gives: its `await`, or the promise itself where nothing awaits it. */
export function getAwaited(promise: TSESTree.Node): TSESTree.Node {
  const value = getOutermostWrapper(promise);
  return value.parent?.type === "AwaitExpression" ? getAwaited(value.parent) : value;
}

/** A stretch of a message: text that is written there, or an expression whose value is put in. */
export type MessagePart =
  | {
      readonly text: string;
      readonly node: TSESTree.Node;
      /** Where the text begins in the source. */ readonly start: number;
    }
  | { readonly text: undefined; readonly node: TSESTree.Node };

/** The parts of a string expression: a literal, a template, or a concatenation of such. */
export function readMessageParts(node: TSESTree.Node): readonly MessagePart[] {
  const expression = unwrapExpression(node);
  if (expression.type === "Literal" && typeof expression.value === "string") {
    return [{ text: expression.value, node: expression, start: expression.range[0] + 1 }];
  }
  if (expression.type === "TemplateLiteral") return readTemplateParts(expression);
  if (expression.type === "BinaryExpression" && expression.operator === "+") {
    return [...readMessageParts(expression.left), ...readMessageParts(expression.right)];
  }
  return [{ text: undefined, node: expression }];
}

function readTemplateParts({ quasis, expressions }: TSESTree.TemplateLiteral): readonly MessagePart[] {
  return quasis.flatMap((quasi, index): MessagePart[] => {
    const text = { text: quasi.value.cooked ?? "", node: quasi, start: quasi.range[0] + 1 };
    const hole = expressions[index];
    const parts: MessagePart[] = text.text === "" ? [] : [text];
    return hole ? [...parts, { text: undefined, node: hole }] : parts;
  });
}

/** Whether an expression is a string whatever its holes hold: `"No " + path` is one, `a + b` may be none. */
export function isStringExpression(node: TSESTree.Node): boolean {
  const expression = unwrapExpression(node);
  if (expression.type === "TemplateLiteral") return true;
  if (expression.type === "Literal") return typeof expression.value === "string";
  if (expression.type !== "BinaryExpression" || expression.operator !== "+") return false;
  return isStringExpression(expression.left) || isStringExpression(expression.right);
}

/** The text of a message with a stand-in for each hole. */
export function joinMessageParts(parts: readonly MessagePart[], hole = "\u{FFFC}"): string {
  return parts.map(({ text }) => text ?? hole).join("");
}

/** A code that stands in the text of a message, as its prefix or as the whole of it. */
export interface WrittenCode {
  readonly code: string;
  /** The length of the prefix with its punctuation. */
  readonly length: number;
  /** Whether nothing else is written. */
  readonly isBare: boolean;
}

// `CODE: `, `[CODE] `, `[CODE]: `, or the code alone; the registry then tells whether the word is a code.
const PREFIX = /^(?:\[([A-Za-z][A-Za-z0-9_-]*)\]:?|([A-Za-z][A-Za-z0-9_]*):)(?:\s+|$)/;
const BARE = /^\[?([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[A-Z][A-Z0-9]{3,})\]?$/;

/** The code that a message begins with, registered or not. */
export function findCodePrefix(parts: readonly MessagePart[]): WrittenCode | undefined {
  const [first] = parts;
  if (first?.text === undefined) return undefined;
  const prefix = PREFIX.exec(first.text);
  const code = prefix?.[1] ?? prefix?.[2];
  if (prefix && code !== undefined) {
    return { code, length: prefix[0].length, isBare: parts.length === 1 && prefix[0].length === first.text.length };
  }
  const bare = parts.length === 1 ? BARE.exec(first.text.trim())?.[1] : undefined;
  return bare === undefined ? undefined : { code: bare, length: first.text.length, isBare: true };
}

/** Returns the value of an expression that is the same in every run, as `value`; undefined where it is not known. */
export function readStaticValue(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): { readonly value: unknown } | undefined {
  const expression = unwrapExpression(node);
  // Nearly all values are literals, and looking up a scope is slow.
  if (expression.type === "Literal" && typeof expression.value !== "object") return { value: expression.value };
  return ASTUtils.getStaticValue(expression, sourceCode.getScope(expression)) ?? undefined;
}

/** A call of a method: `fs.promises.rm(path)`. */
export interface MethodCall {
  readonly object: TSESTree.Expression;
  /** Empty where it is computed. */
  readonly name: string;
}

/** Returns the method that a call calls; undefined where it calls anything else. */
export function readMethodCall(
  { callee }: Pick<TSESTree.CallExpression | TSESTree.NewExpression, "callee">,
  sourceCode: TSESLint.SourceCode,
): MethodCall | undefined {
  const member = unwrapExpression(callee);
  return member.type === "MemberExpression"
    ? { object: member.object, name: readStaticKey(member, sourceCode) ?? "" }
    : undefined;
}

/** Returns the last name of an expression: `rm` of `fs.promises.rm`; empty where there is none. */
export function readNameOf(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const value = unwrapExpression(node);
  if (value.type === "MemberExpression") return readStaticKey(value, sourceCode) ?? "";
  return value.type === "Identifier" ? value.name : "";
}

/** Returns the last name of a callee: `rm` of `fs.promises.rm(path)`; empty where there is none. */
export function readCalleeName(
  { callee }: Pick<TSESTree.CallExpression | TSESTree.NewExpression, "callee">,
  sourceCode: TSESLint.SourceCode,
): string {
  return readNameOf(callee, sourceCode);
}

/** The last property of that name in an object literal: it is the one that counts. */
export function findProperty(
  object: TSESTree.ObjectExpression,
  name: string,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Property | undefined {
  return object.properties.findLast(
    (property): property is TSESTree.ObjectExpressionProperty =>
      property.type === "Property" && readStaticKey(property, sourceCode) === name,
  );
}

/** The fields of an object literal, as far as they are written. */
export interface ObjectFields {
  /** By name, the value that counts: the last one. */
  readonly values: ReadonlyMap<string, TSESTree.Node>;
  /** The names whose value a spread behind them may replace. */
  readonly unsure: ReadonlySet<string>;
  /** Whether there may be more fields than are named: spreads, computed names, accessors. */
  readonly isOpen: boolean;
}

export function readObjectFields(object: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): ObjectFields {
  return getOrCreate(fieldsOf, object, () => collectFields(object, sourceCode));
}

const fieldsOf = new WeakMap<TSESTree.ObjectExpression, ObjectFields>();

function collectFields(object: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): ObjectFields {
  const values = new Map<string, TSESTree.Node>();
  const unsure = new Set<string>();
  let isOpen = false;
  for (const property of object.properties) {
    const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
    if (property.type !== "Property" || name === undefined || property.kind !== "init") {
      isOpen = true;
      if (property.type === "SpreadElement") for (const known of values.keys()) unsure.add(known);
      continue;
    }
    values.set(name, property.value);
    unsure.delete(name);
  }
  return { values, unsure, isOpen };
}

/**
 * The name of a member, property or method, where it is known without running the code: `a.b`, `a["b"]`, `{ [K]: 1 }`.
 */
export function readStaticKey(
  node: TSESTree.MemberExpression | TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  // Nearly all names are plain, and looking up a scope is slow.
  const key = node.type === "MemberExpression" ? node.property : node.key;
  if (!node.computed && key.type === "Identifier") return key.name;
  if (key.type === "Literal" && typeof key.value === "string") return key.value;
  const isWritten = !node.computed || key.type === "Literal";
  return ASTUtils.getPropertyName(node, isWritten ? undefined : sourceCode.getScope(node)) ?? undefined;
}

/** Returns the name of a key that is an identifier or a literal, whether or not it is computed. */
export function readPlainKey(key: TSESTree.Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}

/** The object literal itself, `{...} as const`, or in `Object.freeze({...})`. */
export function findObjectLiteral(node: TSESTree.Node): TSESTree.ObjectExpression | undefined {
  const value = unwrapExpression(node);
  if (value.type === "ObjectExpression") return value;
  const [argument] = value.type === "CallExpression" && isFreeze(value.callee) ? value.arguments : [];
  return argument && findObjectLiteral(argument);
}

/** Whether a callee is `Object.freeze`. */
export function isFreeze(callee: TSESTree.Node): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "Identifier" &&
    callee.object.name === "Object" &&
    readPlainKey(callee.property) === "freeze"
  );
}

/** Returns the last segment of a dotted path: `code` of `error.code`. */
export function getLastSegment(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

const LONGEST_EXCERPT = 40;

/**
 * Returns the beginning of a text on one line, to stand between backticks in a message. A longer text is cut between
 * words, and what is open there is closed: `save({ name: "A long…" })`.
 */
export function toExcerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").replaceAll("`", "");
  if (line.length <= LONGEST_EXCERPT) return line;
  const whole = line.slice(0, LONGEST_EXCERPT);
  const words = /[\w$]/.test(line.charAt(LONGEST_EXCERPT)) ? whole.replace(/[\w$]+$/, "") : whole;
  // One long word has no better place.
  const kept = (words.length < LONGEST_EXCERPT / 2 ? whole : words).trimEnd();
  return `${kept}…${listClosers(kept).join("")}`;
}

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "{ ": " }" };

/** What closes the quotes and brackets that are open at the end of a text, the innermost first. */
function listClosers(text: string): readonly string[] {
  const open: string[] = [];
  // An apostrophe stands behind a letter.
  for (const [token] of text.matchAll(/"|(?<!\w)'|'(?!\w)|\{ |[([{]|[)\]}]/g)) {
    const last = open[0];
    if (last === '"' || last === "'") {
      if (token === last) open.shift();
    } else if (/["']/.test(token)) open.unshift(token);
    else if (CLOSERS[token] !== undefined) open.unshift(CLOSERS[token]);
    else if (last?.trim() === token) open.shift();
  }
  return open;
}
