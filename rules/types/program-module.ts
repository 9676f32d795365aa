import { dirname, isAbsolute, resolve } from "node:path";

import type ts from "typescript";

import { listModuleFiles } from "../modules/module-file.js";
import type { Checker, Program, Project } from "./project.js";

const specifiersByProgram = new WeakMap<Program, Map<string, ts.Symbol | undefined>>();
const pathsByProgram = new WeakMap<Program, Map<string, ts.Symbol>>();

/** A module of the program: by absolute path, by path relative to the linted file, or by package specifier. */
export function findProgramModule(module: string, project: Project): ts.Symbol | undefined {
  const isPath = isAbsolute(module) || module.startsWith(".");
  if (!isPath) return findImportedModule(module, project);
  const path = resolve(dirname(project.file.fileName), module);
  const known = pathsByProgram.get(project.program) ?? new Map<string, ts.Symbol>();
  pathsByProgram.set(project.program, known);
  const found =
    known.get(path) ?? findModuleByImport(project.file, module, project.checker) ?? findModuleAt(path, project);
  if (found) known.set(path, found);
  return found;
}

function findModuleAt(path: string, { program, checker }: Project): ts.Symbol | undefined {
  for (const candidate of listModuleFiles(path)) {
    const found = program.getSourceFile(candidate);
    if (found) return checker.getSymbolAtLocation(found);
  }
  return undefined;
}

/**
 * Programs do not resolve specifiers for others, but each import knows the module it resolved to. The linted file comes
 * first, since another package of a workspace may have another version.
 */
function findImportedModule(specifier: string, project: Project): ts.Symbol | undefined {
  return findModuleByImport(project.file, specifier, project.checker) ?? findImportAnywhere(specifier, project);
}

function findImportAnywhere(specifier: string, project: Project): ts.Symbol | undefined {
  const known = specifiersByProgram.get(project.program) ?? new Map<string, ts.Symbol | undefined>();
  specifiersByProgram.set(project.program, known);
  if (!known.has(specifier))
    known.set(specifier, project.ambientModule(specifier) ?? findFirstImport(specifier, project));
  return known.get(specifier);
}

function findFirstImport(specifier: string, { filesWith, checker }: Project): ts.Symbol | undefined {
  for (const file of filesWith([specifier])) {
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
