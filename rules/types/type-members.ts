import type ts from "typescript";
import { findPackageName, isInstalled } from "../modules/package-name.js";
import { rememberOnce } from "../syntax/remember.js";
import {
  type Checker,
  type Project,
  SYMBOL,
  findClassOrInterface,
  findDeclaredSymbol,
  getIntrinsicName,
  getLiteralValue,
  getSymbolName,
  hasFlag,
} from "./project.js";
import type { Origin, TypeBase, TypeMember, TypeMemberKind } from "./type-facts.js";

export const UNRESOLVED: TypeMember = { kind: "unresolved", name: "unresolved", bases: [] };

/** Returns the checker's answer to a question, or `none` where the checker breaks off. */
export function answer<A>(ask: () => A, none: A): A {
  try {
    return ask();
  } catch {
    // The checker asserts its way through code that does not parse and projects that do not load. Types only add to the
    // findings of the rules, so a lint run goes on without them.
    return none;
  }
}

// Constraints may lead to constraints; a circular one would never end.
const MAX_CONSTRAINTS = 10;

const UNIQUE_SYMBOL = /^(?:unique symbol|typeof )/;

const INTRINSIC_KINDS: Readonly<Record<string, TypeMemberKind>> = {
  any: "any",
  unknown: "unknown",
  never: "never",
  undefined: "undefined",
  null: "null",
  void: "void",
  string: "primitive",
  number: "primitive",
  bigint: "primitive",
  symbol: "primitive",
  object: "object",
  // The others ("error", "unresolved") are the types of unresolved imports and of code that does not compile.
};

/** The members of a type as plain data, type parameters replaced by their constraints. */
export function listTypeMembers(type: ts.Type, project: Project, depth = 0): readonly TypeMember[] {
  if (type.isUnion()) return type.types.flatMap((member) => listTypeMembers(member, project, depth));

  const constraint = project.checker.getBaseConstraintOfType(type);
  if (constraint && constraint !== type && depth < MAX_CONSTRAINTS)
    return listTypeMembers(constraint, project, depth + 1);
  if (!constraint && type.isTypeParameter()) return [{ kind: "unknown", name: "unknown", bases: [] }];
  return [createBuiltInMember(type) ?? createLiteralMember(type, project) ?? getOtherMember(type, project)];
}

function createBuiltInMember(type: ts.Type): TypeMember | undefined {
  const name = getIntrinsicName(type);
  if (name === undefined) return undefined;
  if (name === "true" || name === "false") return { kind: "literal", name, bases: [], value: name === "true" };
  const kind = INTRINSIC_KINDS[name] ?? "unresolved";
  return kind === "unresolved" ? UNRESOLVED : { kind, name, bases: [] };
}

function createLiteralMember(type: ts.Type, project: Project): TypeMember | undefined {
  if (!type.isLiteral()) return undefined;
  const origin = type.symbol ? findSymbolOrigin(type.symbol, project) : undefined;
  const value = getLiteralValue(type);
  return {
    kind: "literal",
    name: project.checker.typeToString(type),
    bases: [],
    ...(value !== undefined && { value }),
    ...(origin && { origin }),
  };
}

// Types belong to one program, where an origin differs only between the packages that look at it.
const members = new WeakMap<ts.Type, { readonly member: TypeMember; readonly seenFrom: string | undefined }>();

function getOtherMember(type: ts.Type, project: Project): TypeMember {
  const seenFrom = findPackageName(project.file.fileName);
  const known = members.get(type);
  if (known && known.seenFrom === seenFrom) return known.member;
  const member = createOtherMember(type, project);
  members.set(type, { member, seenFrom });
  return member;
}

function createOtherMember(type: ts.Type, project: Project): TypeMember {
  const { checker } = project;
  if (isPrimitive(type, checker)) {
    const printed = checker.typeToString(type);
    return { kind: "primitive", name: UNIQUE_SYMBOL.test(printed) ? "symbol" : printed, bases: [] };
  }
  const named = findDeclaredSymbol(type);
  const origin = named && findSymbolOrigin(named, project);
  // Most questions are answered by the type itself.
  const listBases = rememberOnce(() => answer(() => collectTypeBases(type, project), []));
  return {
    kind: "object",
    name: named ? getSymbolName(named) : checker.typeToString(type),
    get bases() {
      return listBases();
    },
    ...(origin && { origin }),
  };
}

/**
 * A string, number, ... type, built in or not: a pattern, a unique symbol, a computed enum member, a branded string.
 */
function isPrimitive(type: ts.Type, checker: Checker): boolean {
  if (type.isIntersection()) return type.types.some((part) => isPrimitive(part, checker));
  // Objects are their own apparent type; the others have one of the library.
  return getIntrinsicName(type) !== "object" && checker.getApparentType(type) !== type;
}

interface Above {
  readonly inherited: readonly ts.Type[];
  readonly promised: readonly ts.Type[];
}

/**
 * Lists every class and interface above a type, each once: first the inherited ones, nearest first, then those that it
 * only `implements`, since a class may implement a type that it also inherits.
 */
function collectTypeBases(type: ts.Type, project: Project): readonly TypeBase[] {
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

// Symbols that have no owner themselves.
const OWNERS = SYMBOL.class | SYMBOL.interface | SYMBOL.typeAlias | SYMBOL.enum;

/** Where a symbol is declared. Give it the symbol behind any import: an alias is its own, local declaration. */
export function findSymbolOrigin(symbol: ts.Symbol, project: Project): Origin | undefined {
  // Packages and projects add members to the library's interfaces; these stay the library's.
  const isLibrary = project.filesOf(symbol).some(project.isLibrary);
  // Known without the library's own trees, which are large.
  if (isLibrary && hasFlag(symbol, OWNERS)) return { from: "lib", name: getSymbolName(symbol) };
  const declaration = sortDeclarations(symbol).find(
    (each) => !isLibrary || project.isLibrary(each.getSourceFile().fileName),
  );
  if (!declaration) return undefined;

  const name = qualifyName(symbol, declaration);
  if (isLibrary) return { from: "lib", name };
  const file = declaration.getSourceFile().fileName;
  const owner = findAmbientModule(declaration) ?? findForeignPackage(file, project);
  return owner === undefined ? { from: "file", file, name } : { from: "package", package: owner, name };
}

/** Returns the declarations, sorted where a symbol joins those of a union's types in an order that may vary. */
function sortDeclarations(symbol: ts.Symbol): readonly ts.Declaration[] {
  const declarations = symbol.declarations ?? [];
  if (declarations.length < 2 || !hasFlag(symbol, SYMBOL.transient)) return declarations;
  return declarations.toSorted((one, other) => {
    const [file = "", otherFile = ""] = [one, other].map((each) => each.getSourceFile().fileName);
    return file === otherFile ? one.pos - other.pos : file < otherFile ? -1 : 1;
  });
}

/** The declared name; members of classes, enums and named objects follow their owner's: `SystemError.toolFailure`. */
function qualifyName(symbol: ts.Symbol, declaration: ts.Declaration): string {
  const name = getSymbolName(symbol);
  const owner = findOwnerName(declaration);
  return owner === undefined ? name : `${owner}.${name}`;
}

function findOwnerName(declaration: ts.Declaration): string | undefined {
  const owner = declaration.parent as Partial<ts.ClassDeclaration> & Partial<ts.ObjectLiteralExpression>;
  if (owner.members) return owner.name?.text;
  if (owner.properties) return (owner.parent as Partial<ts.VariableDeclaration> | undefined)?.name?.getText();
  return undefined;
}

/** The module of `declare module "x" { ... }`, unless it only adds to a module of the project. */
function findAmbientModule(declaration: ts.Declaration): string | undefined {
  for (let node: ts.Node | undefined = declaration; node; node = node.parent as ts.Node | undefined) {
    const { name, body } = node as Partial<ts.ModuleDeclaration>;
    if (!body || !name || !/^["']/.test(name.getText())) continue;
    return name.text.startsWith(".") ? undefined : name.text;
  }
  return undefined;
}

function findForeignPackage(file: string, project: Project): string | undefined {
  const name = findPackageName(file);
  // A workspace package is seen at its real path, outside node_modules.
  return isInstalled(file) || name !== findPackageName(project.file.fileName) ? name : undefined;
}
