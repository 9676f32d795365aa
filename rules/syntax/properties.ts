import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { unwrapExpression } from "./expressions.js";

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
    (property): property is TSESTree.Property =>
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
