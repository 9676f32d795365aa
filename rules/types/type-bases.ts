import type ts from "typescript";

import {
  classOrInterface,
  declaredSymbol,
  hasFlag,
  SYMBOL,
  symbolName,
  type Checker,
  type Project,
} from "./project.js";
import { symbolOrigin } from "./symbol-origin.js";
import type { TypeBase } from "./type-facts.js";

interface Above {
  readonly inherited: readonly ts.Type[];
  readonly promised: readonly ts.Type[];
}

/**
 * Every class and interface above a type, each once: first what it inherits, nearest first, then what it only promises
 * with `implements`, since a class may promise what it also inherits.
 */
export function typeBases(type: ts.Type, project: Project): readonly TypeBase[] {
  const inherited = new Set([identity(type)]);
  const promised = new Set<ts.Type>();
  // Sets grow while they are read: breadth first, so the nearest come first.
  for (const each of inherited) {
    const above = typesAbove(each, project.checker);
    for (const base of above.inherited) inherited.add(identity(base));
    for (const base of above.promised) promised.add(identity(base));
  }
  for (const each of promised) {
    const above = typesAbove(each, project.checker);
    for (const base of [...above.inherited, ...above.promised]) promised.add(identity(base));
  }
  inherited.delete(identity(type));
  const bases = [...named(inherited, {}, project), ...named(promised, { implemented: true }, project)];
  return bases
    .filter(({ symbol }, index) => bases.findIndex((other) => other.symbol === symbol) === index)
    .map(({ base }) => base);
}

/** Instances of a generic type are one class. */
function identity(type: ts.Type): ts.Type {
  return classOrInterface(type) ?? type;
}

function named(types: Iterable<ts.Type>, how: Pick<TypeBase, "implemented">, project: Project) {
  return [...types].flatMap((type) => {
    const symbol = declaredSymbol(type);
    if (!symbol) return [];
    const origin = symbolOrigin(symbol, project);
    const base: TypeBase = { name: symbolName(symbol, project.checker), ...(origin && { origin }), ...how };
    return [{ symbol, base }];
  });
}

function typesAbove(type: ts.Type, checker: Checker): Above {
  if (type.isIntersection()) return { inherited: type.types, promised: [] };
  const declared = classOrInterface(type);
  if (!declared) return { inherited: mappedTypes(type, checker), promised: [] };
  return { inherited: checker.getBaseTypes(declared), promised: implementedTypes(declared, checker) };
}

/** What a class promises with `implements`; the checker's base types leave it out. */
function implementedTypes({ symbol }: ts.InterfaceType, checker: Checker): ts.Type[] {
  if (!hasFlag(symbol, SYMBOL.class)) return [];
  return (symbol.declarations ?? [])
    .flatMap((declaration) => (declaration as Partial<ts.ClassDeclaration>).heritageClauses ?? [])
    .filter((clause) => clause.getText().startsWith("implements"))
    .flatMap((clause) => clause.types)
    .map((node) => checker.getTypeAtLocation(node));
}

/** `T` of `{ [K in keyof T]: ... }`, as in `Readonly<T>`. */
function mappedTypes(type: ts.Type, checker: Checker): ts.Type[] {
  const symbol = type.symbol as ts.Symbol | undefined;
  if (!symbol || !hasFlag(symbol, SYMBOL.typeLiteral)) return [];
  const mapped = symbol.declarations?.[0] as Partial<ts.MappedTypeNode> | undefined;
  const keys = mapped?.typeParameter?.constraint as Partial<ts.TypeOperatorNode> | undefined;
  if (!keys?.type) return [];
  const source = checker.getTypeAtLocation(keys.type);
  if (!source.isTypeParameter()) return [source];
  const argument = aliasArgument(type, source, checker);
  return argument ? [argument] : [];
}

function aliasArgument(type: ts.Type, parameter: ts.TypeParameter, checker: Checker): ts.Type | undefined {
  const declaration = type.aliasSymbol?.declarations?.[0] as Partial<ts.TypeAliasDeclaration> | undefined;
  const position = declaration?.typeParameters?.findIndex((each) => checker.getTypeAtLocation(each) === parameter);
  return position === undefined ? undefined : type.aliasTypeArguments?.[position];
}
