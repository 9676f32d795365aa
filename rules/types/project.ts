import type ts from "typescript";

/** The program that both providers work with, in the words of TypeScript's own API; its types never leave `types/`. */
export interface Project {
  readonly checker: Checker;
  /** The linted file. */
  readonly file: ts.SourceFile;
  /** The files that a symbol is declared in. */
  readonly filesOf: (symbol: ts.Symbol) => readonly string[];
  /** Whether a file is one of TypeScript's own library. */
  readonly isLibrary: (file: string) => boolean;
}

/** The called methods of a checker; {@link ./native/views.ts} answers all of them for the native one. */
export type Checker = Pick<
  ts.TypeChecker,
  | "getAliasedSymbol"
  | "getApparentType"
  | "getBaseConstraintOfType"
  | "getBaseTypes"
  | "getDeclaredTypeOfSymbol"
  | "getIndexInfosOfType"
  | "getNonNullableType"
  | "getPropertyOfType"
  | "getResolvedSignature"
  | "getReturnTypeOfSignature"
  | "getShorthandAssignmentValueSymbol"
  | "getSymbolAtLocation"
  | "getTypeAtLocation"
  | "getTypeOfSymbol"
  | "getTypeOfSymbolAtLocation"
  | "isArrayType"
  | "isTupleType"
  | "isTypeAssignableTo"
  | "typeToString"
>;

// `typescript` cannot be imported at run time (under TypeScript 7 it is nearly empty). Of its flags, only those of
// symbols are used: they are the same in 5.4 and 6.0, while 6.0 renumbered the flags of types and every version the
// kinds of nodes, which are therefore told apart by their properties.
export const SYMBOL = {
  blockScoped: 1 << 1,
  function: 1 << 4,
  class: 1 << 5,
  enum: (1 << 7) | (1 << 8),
  interface: 1 << 6,
  typeLiteral: 1 << 11,
  typeAlias: 1 << 19,
  alias: 1 << 21,
  prototype: 1 << 22,
  optional: 1 << 24,
  transient: 1 << 25,
} as const;

export function hasFlag(symbol: ts.Symbol, flag: number): boolean {
  return (symbol.flags & flag) !== 0;
}

/** The symbol behind imports and re-exports. */
export function resolveAlias(symbol: ts.Symbol, checker: Checker): ts.Symbol {
  return hasFlag(symbol, SYMBOL.alias) ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * Returns the name that a symbol is declared under, also where it is another one:
 * `const Gone = class extends Error {}`.
 */
export function getSymbolName({ name, declarations = [] }: ts.Symbol): string {
  if (!/^(?:default$|__)/.test(name)) return name;
  const [first] = declarations;
  const holder = first?.parent as Partial<ts.VariableDeclaration> | undefined;
  const isValue = holder?.initializer !== undefined && holder.initializer === (first as ts.Node);
  const named = declarations.find((each: Partial<ts.NamedDeclaration>) => each.name) ?? (isValue ? holder : undefined);
  const written = (named as Partial<ts.NamedDeclaration> | undefined)?.name?.getText();
  return written ?? (name === "__class" ? "(Anonymous class)" : name);
}

/** "string", "never", "any", ... for the types that are built in. */
export function getIntrinsicName(type: ts.Type): string | undefined {
  return (type as { intrinsicName?: string }).intrinsicName;
}

/** The class, interface or alias that a type is an instance of; the type of a class itself is no instance of it. */
export function findDeclaredSymbol(type: ts.Type): ts.Symbol | undefined {
  return findClassOrInterface(type)?.symbol ?? type.aliasSymbol;
}

/** The declared type behind an instance, whose type arguments are given. */
export function findClassOrInterface(type: ts.Type): ts.InterfaceType | undefined {
  const declared = (type as Partial<ts.TypeReference>).target ?? type;
  return declared.isClassOrInterface() ? declared : undefined;
}

/** The members of a union, or the type itself. */
export function listUnionMembers(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

export function getLiteralValue(type: ts.Type): string | number | undefined {
  return type.isStringLiteral() || type.isNumberLiteral() ? type.value : undefined;
}
