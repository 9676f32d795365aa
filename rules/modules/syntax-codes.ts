import type { TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { isFreeze, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { type DeclaredNode, type ModuleReader, findExportedNode, findLocalNode } from "./exported-node.js";

type Code = string | number;

/** Codes by name: the strings or numbers that stand for them. */
export type CodeMap = ReadonlyMap<string, Code>;

/** A code, or the codes of an object, enum, list or union. */
type StaticValue = Code | CodeMap;

/** Returns the value of a name in the module of the node. */
type Lookup = (name: string) => StaticValue | undefined;

/**
 * Reads the codes that a module exports under a name from its text, as far as they are written out; `undefined` when
 * any part is not, or where the module stands outside of the project.
 */
export function readSyntaxCodes(module: string, exportName: string, from: ModuleReader): CodeMap | undefined {
  const value = readDeclaredValue(findExportedNode(module, exportName, from));
  return typeof value === "object" && value.size > 0 ? value : undefined;
}

function readDeclaredValue(found: DeclaredNode | undefined): StaticValue | undefined {
  return found && readValue(found.node, (name) => readDeclaredValue(findLocalNode(name, found.place)));
}

function readValue(node: TSESTree.Node, lookup: Lookup): StaticValue | undefined {
  const expression = unwrapExpression(node);
  switch (expression.type) {
    case "Literal":
    case "TemplateLiteral":
    case "UnaryExpression": {
      const value = ASTUtils.getStaticValue(expression)?.value;
      return typeof value === "string" || typeof value === "number" ? value : undefined;
    }
    case "Identifier":
      return lookup(expression.name);
    case "MemberExpression": {
      const codes = readValue(expression.object, lookup);
      const name = readKey(expression.property, expression.computed, lookup);
      return typeof codes === "object" && name !== undefined ? codes.get(name) : undefined;
    }
    case "CallExpression": {
      const [argument] = isFreeze(expression.callee) ? expression.arguments : [];
      return argument && readValue(argument, lookup);
    }
    case "ObjectExpression":
      return readObjectCodes(expression, lookup);
    case "ArrayExpression":
      return readListedCodes(expression.elements, lookup);
    case "TSEnumDeclaration":
      return readEnumCodes(expression, lookup);
    case "TSTypeAliasDeclaration":
      return readListedCodes([expression.typeAnnotation], lookup);
    case "TSUnionType":
      return readListedCodes(expression.types, lookup);
    case "TSLiteralType":
      return readValue(expression.literal, lookup);
    case "TSTypeReference":
      return expression.typeArguments ? undefined : readValue(expression.typeName, lookup);
    default:
      return undefined;
  }
}

function readObjectCodes({ properties }: TSESTree.ObjectExpression, lookup: Lookup): CodeMap | undefined {
  const codes = new Map<string, Code>();
  for (const property of properties) {
    if (property.type === "SpreadElement") {
      const value = readValue(property.argument, lookup);
      if (typeof value !== "object") return undefined;
      for (const [name, code] of value) codes.set(name, code);
      continue;
    }
    const name = readKey(property.key, property.computed, lookup);
    if (name === undefined) return undefined;
    // Methods may stand beside the codes.
    if (isFunctionNode(property.value)) continue;
    const value = readValue(property.value, lookup);
    if (value === undefined || typeof value === "object") return undefined;
    codes.set(name, value);
  }
  return codes;
}

function readEnumCodes(node: TSESTree.TSEnumDeclaration, lookup: Lookup): CodeMap | undefined {
  const codes = new Map<string, Code>();
  let next: StaticValue | undefined = 0;
  for (const { id, initializer } of node.body.members) {
    // An initializer may name the members before it.
    if (initializer) next = readValue(initializer, (name) => codes.get(name) ?? lookup(name));
    if (next === undefined || typeof next === "object") return undefined;
    codes.set(id.type === "Identifier" ? id.name : id.value, next);
    next = typeof next === "number" ? next + 1 : undefined;
  }
  return codes;
}

/** Reads the items of a list or union; one that is codes itself brings all of them. */
function readListedCodes(nodes: readonly (TSESTree.Node | null)[], lookup: Lookup): CodeMap | undefined {
  const items = nodes.map((node) => {
    const item = node?.type === "SpreadElement" ? node.argument : node;
    return item ? readValue(item, lookup) : undefined;
  });
  return mapToThemselves(items.flatMap((item) => (typeof item === "object" ? [...item.values()] : [item])));
}

/** Returns the codes of a list, each under itself; undefined where one is not known. */
function mapToThemselves(codes: readonly (Code | undefined)[]): CodeMap | undefined {
  const isKnown = codes.every((code) => code !== undefined);
  return isKnown ? new Map(codes.map((code) => [String(code), code])) : undefined;
}

function readKey(key: TSESTree.Node, isComputed: boolean, lookup: Lookup): string | undefined {
  if (!isComputed && key.type === "Identifier") return key.name;
  const name = readValue(key, lookup);
  return typeof name === "object" || name === undefined ? undefined : String(name);
}
