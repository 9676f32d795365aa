import type { TSESTree } from "@typescript-eslint/utils";

/** A code, or the codes of an object, enum, list or union by name. */
export type StaticValue = string | number | ReadonlyMap<string, string | number>;

/** A function that returns the value of a name in the module of the node. */
export type Lookup = (name: string) => StaticValue | undefined;

type Codes = Map<string, string | number>;

/** The value of an expression, enum or type as far as it is written out; `undefined` when any part is not. */
export function resolveStaticValue(node: TSESTree.Node, lookup: Lookup): StaticValue | undefined {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" || typeof node.value === "number" ? node.value : undefined;
    case "TemplateLiteral":
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
    case "UnaryExpression":
      return readNegativeNumber(node, lookup);
    case "Identifier":
      return lookup(node.name);
    case "MemberExpression":
      return resolveMemberValue(node, lookup);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "TSNonNullExpression":
      return resolveStaticValue(node.expression, lookup);
    case "CallExpression":
      return resolveFrozenValue(node, lookup);
    case "ObjectExpression":
      return readObjectCodes(node, lookup);
    case "ArrayExpression":
      return listCodes(node.elements, lookup);
    case "TSEnumDeclaration":
      return readEnumCodes(node, lookup);
    default:
      return resolveTypeValue(node, lookup);
  }
}

function resolveTypeValue(node: TSESTree.Node, lookup: Lookup): StaticValue | undefined {
  switch (node.type) {
    case "TSTypeAliasDeclaration": {
      const value = resolveStaticValue(node.typeAnnotation, lookup);
      return typeof value === "object" ? value : mapCodesToThemselves([value]);
    }
    case "TSLiteralType":
      return resolveStaticValue(node.literal, lookup);
    case "TSTypeReference":
      return node.typeArguments ? undefined : resolveStaticValue(node.typeName, lookup);
    case "TSUnionType":
      return listCodes(node.types, lookup);
    default:
      return undefined;
  }
}

function readNegativeNumber(node: TSESTree.UnaryExpression, lookup: Lookup): number | undefined {
  const value = resolveStaticValue(node.argument, lookup);
  return node.operator === "-" && typeof value === "number" ? -value : undefined;
}

function resolveMemberValue(node: TSESTree.MemberExpression, lookup: Lookup): StaticValue | undefined {
  const codes = resolveStaticValue(node.object, lookup);
  const name = keyName(node.property, node.computed, lookup);
  return typeof codes === "object" && name !== undefined ? codes.get(name) : undefined;
}

function resolveFrozenValue(node: TSESTree.CallExpression, lookup: Lookup): StaticValue | undefined {
  const { callee, arguments: args } = node;
  const isFreeze =
    callee.type === "MemberExpression" &&
    callee.object.type === "Identifier" &&
    callee.object.name === "Object" &&
    keyName(callee.property, callee.computed, lookup) === "freeze";
  return isFreeze && args[0] ? resolveStaticValue(args[0], lookup) : undefined;
}

function readObjectCodes(node: TSESTree.ObjectExpression, lookup: Lookup): Codes | undefined {
  const codes: Codes = new Map();
  for (const property of node.properties) {
    const added =
      property.type === "Property" ? readPropertyCodes(property, lookup) : readSpreadCodes(property, lookup);
    if (!added) return undefined;
    for (const [name, value] of added) codes.set(name, value);
  }
  return codes;
}

function readPropertyCodes(node: TSESTree.Property, lookup: Lookup): Iterable<[string, string | number]> | undefined {
  const name = keyName(node.key, node.computed, lookup);
  if (name !== undefined && isFunction(node.value)) return [];
  const value = resolveStaticValue(node.value, lookup);
  return name === undefined || value === undefined || typeof value === "object" ? undefined : [[name, value]];
}

function readSpreadCodes(
  node: TSESTree.SpreadElement,
  lookup: Lookup,
): Iterable<[string, string | number]> | undefined {
  const value = resolveStaticValue(node.argument, lookup);
  return typeof value === "object" ? value : undefined;
}

function isFunction({ type }: TSESTree.Node): boolean {
  return type === "FunctionExpression" || type === "ArrowFunctionExpression";
}

function readEnumCodes(node: TSESTree.TSEnumDeclaration, lookup: Lookup): Codes | undefined {
  const codes: Codes = new Map();
  let next: number | undefined = 0;
  for (const { id, initializer } of node.body.members) {
    const name = id.type === "Identifier" ? id.name : id.value;
    // An initializer may name the members before it.
    const value: StaticValue | undefined = initializer
      ? resolveStaticValue(initializer, (other) => codes.get(other) ?? lookup(other))
      : next;
    if (value === undefined || typeof value === "object") return undefined;
    codes.set(name, value);
    next = typeof value === "number" ? value + 1 : undefined;
  }
  return codes;
}

/** The items of a list or union; one that is codes itself brings all of them. */
function listCodes(nodes: readonly (TSESTree.Node | null)[], lookup: Lookup): Codes | undefined {
  const items: (StaticValue | undefined)[] = nodes.map((node) => {
    if (node?.type === "SpreadElement") return resolveStaticValue(node.argument, lookup);
    return node ? resolveStaticValue(node, lookup) : undefined;
  });
  return mapCodesToThemselves(items.flatMap((item) => (typeof item === "object" ? [...item.values()] : [item])));
}

function keyName(key: TSESTree.Node, computed: boolean, lookup: Lookup): string | undefined {
  if (!computed && key.type === "Identifier") return key.name;
  const name = resolveStaticValue(key, lookup);
  return typeof name === "object" || name === undefined ? undefined : String(name);
}

function mapCodesToThemselves(values: readonly (string | number | undefined)[]): Codes | undefined {
  const codes: Codes = new Map();
  for (const value of values) {
    if (value === undefined) return undefined;
    codes.set(String(value), value);
  }
  return codes;
}
