import type { TSESTree } from "@typescript-eslint/utils";
import { dirname, isAbsolute, resolve } from "node:path";
import { findCommonjsExport, isChangedLater } from "./commonjs.js";
import { type ModuleParser, type ParsedModule, parseModule } from "./parsed-module.js";

// A name is followed to a declaration of its module (`local`), or through the exports of the module (`exported`),
// each of which may be an import or a re-export of another module, parsed in turn. `trail` holds the names on the way,
// so that modules that import each other come to an end.
export interface ModulePlace {
  readonly module: ParsedModule;
  readonly parser: ModuleParser;
  readonly trail: readonly string[];
}

/** The expression or declaration that gives a name its value, and the module that it stands in. */
export interface DeclaredNode {
  readonly node: TSESTree.Node;
  readonly place: ModulePlace;
}

const MAX_TRAIL = 16;

/**
 * Returns the node that a module exports under a name, from its text. Package specifiers are not followed:
 * `undefined`, as where the module is missing or does not parse.
 */
export function findExportedNode(
  module: string,
  name: string,
  { file, parser }: { readonly file: string; readonly parser: ModuleParser | null | undefined },
): DeclaredNode | undefined {
  if (!parser) return undefined;
  return findExportFrom(module, name, { module: { file, body: [] }, parser, trail: [] });
}

function isPath(specifier: string): boolean {
  return isAbsolute(specifier) || specifier.startsWith(".");
}

function findExportFrom(specifier: string, name: string, from: ModulePlace): DeclaredNode | undefined {
  if (!isPath(specifier)) return undefined;
  const module = parseModule(resolve(dirname(from.module.file), specifier), from.parser);
  const step = `${module?.file} ${name}`;
  if (!module || from.trail.includes(step) || from.trail.length >= MAX_TRAIL) return undefined;
  return findExport(name, { ...from, module, trail: [...from.trail, step] });
}

function findExport(name: string, place: ModulePlace): DeclaredNode | undefined {
  const { body } = place.module;
  for (const statement of body) {
    const expression = findNamedExport(statement, name);
    if (expression) return expression(place);
  }
  const assigned = findCommonjsExport(body, name);
  if (assigned) return { node: assigned, place };
  return name === "default" ? undefined : findStarExport(name, place);
}

/** Returns a function that finds the node that a statement exports under that name; `undefined` if it exports none. */
function findNamedExport(
  statement: TSESTree.ProgramStatement,
  name: string,
): ((place: ModulePlace) => DeclaredNode | undefined) | undefined {
  if (statement.type === "ExportDefaultDeclaration") {
    return name === "default" ? (place) => ({ node: statement.declaration, place }) : undefined;
  }
  if (statement.type !== "ExportNamedDeclaration") return undefined;
  const { declaration, source, specifiers } = statement;
  if (declaration) return findDeclaredNode(declaration, name) ? (place) => findLocalNode(name, place) : undefined;
  const specifier = specifiers.find((each) => nameOf(each.exported) === name);
  if (!specifier) return undefined;
  const localName = nameOf(specifier.local);
  return (place) => (source ? findExportFrom(source.value, localName, place) : findLocalNode(localName, place));
}

function findStarExport(name: string, place: ModulePlace): DeclaredNode | undefined {
  for (const statement of place.module.body) {
    if (statement.type !== "ExportAllDeclaration" || statement.exported) continue;
    const found = findExportFrom(statement.source.value, name, place);
    if (found) return found;
  }
  return undefined;
}

/** Returns the node that a name of a module refers to, in the module itself or behind its imports. */
export function findLocalNode(name: string, place: ModulePlace): DeclaredNode | undefined {
  const { body, file } = place.module;
  const step = `${file} local ${name}`;
  if (place.trail.includes(step) || place.trail.length >= MAX_TRAIL) return undefined;
  const next = { ...place, trail: [...place.trail, step] };
  const node = findDeclaration(body, name);
  if (node) return isChangedLater(body, name) ? undefined : { node, place: next };
  for (const statement of body) {
    if (statement.type !== "ImportDeclaration") continue;
    const imported = readImportedName(statement, name);
    if (imported !== undefined) return findExportFrom(statement.source.value, imported, next);
  }
  return undefined;
}

/** Values before types: codes and the union of them often share a name. */
function findDeclaration(body: ParsedModule["body"], name: string): TSESTree.Node | undefined {
  const found = body.flatMap((statement) => {
    const declaration =
      statement.type === "ExportNamedDeclaration" && statement.declaration ? statement.declaration : statement;
    return findDeclaredNode(declaration, name) ?? [];
  });
  return found.find(({ type }) => type !== "TSTypeAliasDeclaration") ?? found[0];
}

/** The node that gives a declared name its value. */
function findDeclaredNode(statement: TSESTree.Node, name: string): TSESTree.Node | undefined {
  switch (statement.type) {
    case "TSEnumDeclaration":
    case "TSTypeAliasDeclaration":
      return statement.id.name === name ? statement : undefined;
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return statement.id?.name === name ? statement : undefined;
    case "VariableDeclaration":
      return statement.kind === "const" ? findVariableInitializer(statement, name) : undefined;
    default:
      return undefined;
  }
}

function findVariableInitializer(
  { declarations }: TSESTree.VariableDeclaration,
  name: string,
): TSESTree.Node | undefined {
  const found = declarations.find(({ id }) => id.type === "Identifier" && id.name === name);
  return found?.init ?? undefined;
}

function readImportedName({ specifiers }: TSESTree.ImportDeclaration, name: string): string | undefined {
  const specifier = specifiers.find(({ local: { name: localName } }) => localName === name);
  if (specifier?.type === "ImportDefaultSpecifier") return "default";
  return specifier?.type === "ImportSpecifier" ? nameOf(specifier.imported) : undefined;
}

function nameOf(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}
