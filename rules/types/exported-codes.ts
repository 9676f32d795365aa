import type ts from "typescript";

import { findDeclaredValue, findInitializer } from "./declared-value.js";
import { findProgramModule } from "./program-module.js";
import { hasFlag, SYMBOL, resolveAlias, type Checker, type Program, type Project } from "./project.js";
import type { CodeMap } from "./type-facts.js";

type Codes = Map<string, string | number>;

/** The codes that a module of the program exports under a (dotted) name, or `undefined` if not known in full. */
export function findExportedCodes(module: string, exportName: string, project: Project): CodeMap | undefined {
  const exporting = findProgramModule(module, project);
  if (!exporting) return undefined;
  const known = getKnownCodes(exporting, project.program);
  if (!known.has(exportName)) known.set(exportName, findModuleCodes(exporting, exportName, project));
  return known.get(exportName);
}

// The exports of a module are the same for every file that imports it.
const programs = new WeakMap<Program, WeakMap<ts.Symbol, Map<string, CodeMap | undefined>>>();

function getKnownCodes(exporting: ts.Symbol, program: Program): Map<string, CodeMap | undefined> {
  const modules = programs.get(program) ?? new WeakMap<ts.Symbol, Map<string, CodeMap | undefined>>();
  programs.set(program, modules);
  const codes = modules.get(exporting) ?? new Map<string, CodeMap | undefined>();
  modules.set(exporting, codes);
  return codes;
}

function findModuleCodes(exporting: ts.Symbol, exportName: string, project: Project): Codes | undefined {
  const { checker } = project;
  const [first = "", ...path] = exportName.split(".");
  const exported = checker.getExportsOfModule(exporting).find(({ name }) => name === first);
  let symbol = exported && resolveAlias(exported, checker);
  for (const name of path) {
    symbol = symbol && checker.getPropertyOfType(checker.getTypeOfSymbol(symbol), name);
  }
  return symbol && isWhole(symbol, project) ? readSymbolCodes(symbol, checker) : undefined;
}

/** Returns whether the files of a symbol parse: from a module that is being typed, the parser may leave codes out. */
function isWhole(symbol: ts.Symbol, { program }: Project): boolean {
  const files = (symbol.declarations ?? []).map((declaration) => declaration.getSourceFile());
  return files.every((file) => program.getSyntacticDiagnostics(file).length === 0);
}

function readSymbolCodes(symbol: ts.Symbol, checker: Checker): Codes | undefined {
  if (hasFlag(symbol, SYMBOL.typeAlias) && !hasFlag(symbol, SYMBOL.blockScoped)) {
    return readUnionCodes(checker.getDeclaredTypeOfSymbol(symbol));
  }
  const declared = readTypeCodes(checker.getTypeOfSymbol(symbol), checker);
  if (declared) return declared;
  // The declared type may be wide (`Record<string, string>`), or an array; the written value is still finite.
  const initializer = symbol.declarations?.[0] && findInitializer(symbol.declarations[0]);
  if (!initializer) return undefined;
  return listCodes(initializer, checker) ?? readTypeCodes(checker.getTypeAtLocation(initializer), checker);
}

/** A union names no codes: each stands under itself. */
function readUnionCodes(type: ts.Type): Codes | undefined {
  return mapCodesToThemselves((type.isUnion() ? type.types : [type]).map(getLiteralValue));
}

function readTypeCodes(type: ts.Type, checker: Checker): Codes | undefined {
  if (checker.isTupleType(type))
    return mapCodesToThemselves(checker.getTypeArguments(type as ts.TypeReference).map(getLiteralValue));
  if (type.isUnion() || checker.isArrayType(type) || checker.getApparentType(type) !== type) return undefined;
  if (isOpen(type, checker)) return undefined;
  const codes: Codes = new Map();
  for (const property of checker.getPropertiesOfType(type)) {
    if (isNoCode(property, checker)) continue;
    const value = hasFlag(property, SYMBOL.optional) ? undefined : readPropertyValue(property, checker);
    if (value === undefined) return undefined;
    codes.set(property.name, value);
  }
  // A type without properties says nothing about the value.
  return codes.size > 0 ? codes : undefined;
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

function getLiteralValue(type: ts.Type): string | number | undefined {
  return type.isStringLiteral() || type.isNumberLiteral() ? type.value : undefined;
}

/** `["A", "B"]` without `as const`. */
function listCodes(initializer: ts.Expression, checker: Checker): Codes | undefined {
  const { elements } = initializer as Partial<ts.ArrayLiteralExpression>;
  return (
    elements && mapCodesToThemselves(elements.map((element) => getLiteralValue(checker.getTypeAtLocation(element))))
  );
}

function mapCodesToThemselves(values: readonly (string | number | undefined)[]): Codes | undefined {
  const codes: Codes = new Map();
  for (const value of values) {
    if (value === undefined) return undefined;
    codes.set(String(value), value);
  }
  return codes.size > 0 ? codes : undefined;
}
