import type ts from "typescript";

import { isInstalled, findPackageName } from "../modules/package-name.js";
import { hasFlag, SYMBOL, getSymbolName, type Project } from "./project.js";
import type { Origin } from "./type-facts.js";

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
