import type ts from "typescript";

import {
  findClassOrInterface,
  findDeclaredSymbol,
  hasFlag,
  SYMBOL,
  getSymbolName,
  type Checker,
  type Project,
} from "./project.js";
import { findSymbolOrigin } from "./symbol-origin.js";
import type { TypeBase } from "./type-facts.js";

interface Above {
  readonly inherited: readonly ts.Type[];
  readonly promised: readonly ts.Type[];
}

/**
 * Lists every class and interface above a type, each once: first the inherited ones, nearest first, then those that it
 * only `implements`, since a class may implement a type that it also inherits.
 */
export function collectTypeBases(type: ts.Type, project: Project): readonly TypeBase[] {
  const bases: TypeBase[] = [];
  const own = getTypeIdentity(type);
  const inherited = new Set([own]);
  const promised = new Set<ts.Type>();
  const told = new Set<ts.Symbol>();
  for (const [types, how] of [[inherited, {}] as const, [promised, { implemented: true }] as const]) {
    // Sets grow while they are read: breadth first, so the nearest come first.
    for (const each of types) {
      const symbol = each === own ? undefined : findDeclaredSymbol(each);
      if (symbol && !told.has(symbol)) {
        told.add(symbol);
        const origin = findSymbolOrigin(symbol, project);
        bases.push({ name: getSymbolName(symbol), ...(origin && { origin }), ...how });
      }
      const above = collectParentTypes(each, project.checker);
      for (const base of above.inherited) types.add(getTypeIdentity(base));
      for (const base of above.promised) promised.add(getTypeIdentity(base));
    }
  }
  return bases;
}

/** Instances of a generic type are one class. */
function getTypeIdentity(type: ts.Type): ts.Type {
  return findClassOrInterface(type) ?? type;
}

function collectParentTypes(type: ts.Type, checker: Checker): Above {
  if (type.isIntersection()) return { inherited: type.types, promised: [] };
  const declared = findClassOrInterface(type);
  if (!declared) return { inherited: listMappedTypes(type, checker), promised: [] };
  return { inherited: checker.getBaseTypes(declared), promised: listImplementedTypes(declared, checker) };
}

/** Returns the types that a class `implements`; the checker's base types leave them out. */
function listImplementedTypes({ symbol }: ts.InterfaceType, checker: Checker): readonly ts.Type[] {
  if (!hasFlag(symbol, SYMBOL.class)) return [];
  return (symbol.declarations ?? [])
    .flatMap((declaration) => (declaration as Partial<ts.ClassDeclaration>).heritageClauses ?? [])
    .filter((clause) => clause.getText().startsWith("implements"))
    .flatMap((clause) => clause.types.map((node) => checker.getTypeAtLocation(node)));
}

/** `T` of `{ [K in keyof T]: ... }`, as in `Readonly<T>`. */
function listMappedTypes(type: ts.Type, checker: Checker): ts.Type[] {
  const symbol = type.symbol as ts.Symbol | undefined;
  if (!symbol || !hasFlag(symbol, SYMBOL.typeLiteral)) return [];
  const mapped = symbol.declarations?.[0] as Partial<ts.MappedTypeNode> | undefined;
  const keys = mapped?.typeParameter?.constraint as Partial<ts.TypeOperatorNode> | undefined;
  if (!keys?.type) return [];
  const source = checker.getTypeAtLocation(keys.type);
  if (!source.isTypeParameter()) return [source];
  const argument = findAliasArgument(type, source, checker);
  return argument ? [argument] : [];
}

function findAliasArgument(type: ts.Type, parameter: ts.TypeParameter, checker: Checker): ts.Type | undefined {
  const declaration = type.aliasSymbol?.declarations?.[0] as Partial<ts.TypeAliasDeclaration> | undefined;
  const position = declaration?.typeParameters?.findIndex((each) => checker.getTypeAtLocation(each) === parameter);
  return position === undefined ? undefined : type.aliasTypeArguments?.[position];
}
