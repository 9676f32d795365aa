import { dirname, isAbsolute, resolve } from "node:path";
import type ts from "typescript";
import { listModuleFiles } from "../modules/module-file.js";
import { type CodeMap, mapToThemselves } from "../modules/syntax-codes.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { findDeclaredValue } from "./declared-value.js";
import {
  type Checker,
  type Project,
  SYMBOL,
  getLiteralValue,
  hasFlag,
  listUnionMembers,
  resolveAlias,
} from "./project.js";

// The modules of a program, and the exports of a module, are the same for every file that imports them.
const modulesByProgram = rememberFor(() => new Map<string, ts.Symbol | undefined>());
const codesByProgram = rememberFor(() => rememberFor(() => new Map<string, CodeMap | undefined>()));

/**
 * Finds the codes that a module of the program exports under a (dotted) name, as far as types tell; `undefined` if they
 * are not known in full.
 */
export function findExportedCodes(module: string, exportName: string, project: Project): CodeMap | undefined {
  const exporting = findProgramModule(module, project);
  if (!exporting) return undefined;
  const known = codesByProgram(project.program)(exporting);
  return getOrCreate(known, exportName, () => findModuleCodes(exporting, exportName, project));
}

/** Finds a module by absolute path, by path relative to the linted file, or by package specifier. */
function findProgramModule(module: string, project: Project): ts.Symbol | undefined {
  // The linted file comes first, since another package of a workspace may have another version.
  const imported = findModuleByImport(project.file, module, project.checker);
  if (imported) return imported;
  const known = modulesByProgram(project.program);
  if (!isAbsolute(module) && !module.startsWith(".")) {
    return getOrCreate(known, module, () => project.ambientModule(module) ?? findFirstImport(module, project));
  }
  const path = resolve(dirname(project.file.fileName), module);
  return getOrCreate(known, path, () => findModuleAt(path, project));
}

function findModuleAt(path: string, { program, checker }: Project): ts.Symbol | undefined {
  for (const candidate of listModuleFiles(path)) {
    const found = program.getSourceFile(candidate);
    if (found) return checker.getSymbolAtLocation(found);
  }
  return undefined;
}

/** Programs do not resolve specifiers for others, but each import knows the module that it resolved to. */
function findFirstImport(specifier: string, { filesWith, checker }: Project): ts.Symbol | undefined {
  for (const file of filesWith(specifier)) {
    const found = findModuleByImport(file, specifier, checker);
    if (found) return found;
  }
  return undefined;
}

function findModuleByImport(file: ts.SourceFile, specifier: string, checker: Checker): ts.Symbol | undefined {
  // Not in TypeScript's declarations, but in every version; without it there is no answer.
  const { imports = [] } = file as { readonly imports?: readonly ts.StringLiteralLike[] };
  const found = imports.find(({ text }) => text === specifier);
  return found && checker.getSymbolAtLocation(found);
}

function findModuleCodes(exporting: ts.Symbol, exportName: string, project: Project): CodeMap | undefined {
  const { checker } = project;
  const [first = "", ...path] = exportName.split(".");
  const exported = checker.getExportsOfModule(exporting).find(({ name }) => name === first);
  let symbol = exported && resolveAlias(exported, checker);
  for (const name of path) {
    symbol = symbol && checker.getPropertyOfType(checker.getTypeOfSymbol(symbol), name);
  }
  const codes = symbol && isWhole(symbol, project) ? readSymbolCodes(symbol, checker) : undefined;
  // A type without properties says nothing about the value.
  return codes && codes.size > 0 ? codes : undefined;
}

/** Returns whether the files of a symbol parse: from a module that is being typed, the parser may leave codes out. */
function isWhole(symbol: ts.Symbol, { program }: Project): boolean {
  const files = (symbol.declarations ?? []).map((declaration) => declaration.getSourceFile());
  return files.every((file) => program.getSyntacticDiagnostics(file).length === 0);
}

function readSymbolCodes(symbol: ts.Symbol, checker: Checker): CodeMap | undefined {
  if (!hasFlag(symbol, SYMBOL.typeAlias) || hasFlag(symbol, SYMBOL.blockScoped)) {
    return readTypeCodes(checker.getTypeOfSymbol(symbol), checker);
  }
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return mapToThemselves(listUnionMembers(type).map(getLiteralValue));
}

function readTypeCodes(type: ts.Type, checker: Checker): CodeMap | undefined {
  if (checker.isTupleType(type)) {
    return mapToThemselves(checker.getTypeArguments(type as ts.TypeReference).map(getLiteralValue));
  }
  if (type.isUnion() || checker.isArrayType(type) || checker.getApparentType(type) !== type) return undefined;
  if (isOpen(type, checker)) return undefined;
  const codes = new Map<string, string | number>();
  for (const property of checker.getPropertiesOfType(type)) {
    if (isNoCode(property, checker)) continue;
    const value = hasFlag(property, SYMBOL.optional) ? undefined : readPropertyValue(property, checker);
    if (value === undefined) return undefined;
    codes.set(property.name, value);
  }
  return codes;
}

/** Whether it has more than the named properties; an enum's index leads from its numbers back to their names. */
function isOpen(type: ts.Type, checker: Checker): boolean {
  const isEnum = type.symbol !== undefined && hasFlag(type.symbol, SYMBOL.enum);
  return !isEnum && checker.getIndexInfosOfType(type).length > 0;
}

/** Methods beside the codes, and the prototype of a class whose static members are the codes. */
function isNoCode(property: ts.Symbol, checker: Checker): boolean {
  if (hasFlag(property, SYMBOL.prototype)) return true;
  return checker.getTypeOfSymbol(property).getCallSignatures().length > 0;
}

function readPropertyValue(property: ts.Symbol, checker: Checker): string | number | undefined {
  return getLiteralValue(checker.getTypeOfSymbol(property)) ?? findDeclaredValue(property, checker);
}
