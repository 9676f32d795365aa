import type { TSESTree } from "@typescript-eslint/utils";
import { readPlainKey } from "../syntax/expressions.js";
import { WHOLE_MODULE, readSpecifierName } from "../syntax/references.js";
import { getOrCreate } from "../syntax/remember.js";
import { findRequiredModule } from "../syntax/source-file.js";
import type { ModuleParser } from "./parse-source.js";
import { type ParsedModule, parseModule } from "./parsed-module.js";
import { resolveModule } from "./resolve-module.js";

// A name is followed to a declaration of its module (`local`), or through the exports of the module (`exported`),
// each of which may be an import or a re-export of another module, parsed in turn. `trail` holds the names on the way,
// so that modules that import each other come to an end.
export interface ModulePlace {
  readonly module: Pick<ParsedModule, "file" | "body">;
  readonly from: ModuleReader;
  readonly trail: readonly string[];
}

/** The file that asks about others, and what it has read of them so far. */
export interface ModuleReader {
  readonly file: string;
  readonly parser: ModuleParser;
  readonly modules: Map<string, ParsedModule | undefined>;
}

/** A barrel may export everything; what one file asks has an end. */
const MAX_MODULES = 200;

/**
 * The expression or declaration that gives a name its value, and the module that it stands in. Of a name that stands
 * for a whole module, it is what imports or exports that: `import * as errors`, `export * as errors`.
 */
export interface DeclaredNode {
  readonly node: TSESTree.Node;
  readonly place: ModulePlace;
}

type Statements = ParsedModule["body"];

const MAX_TRAIL = 16;

/**
 * Returns the node that a module exports under a name, from its text; `undefined` where the module stands outside of
 * the project, is missing, does not parse, or is one too many.
 */
export function findExportedNode(module: string, name: string, from: ModuleReader): DeclaredNode | undefined {
  return findExportFrom(module, name, { module: { file: from.file, body: [] }, from, trail: [] });
}

function findExportFrom(specifier: string, name: string, from: ModulePlace): DeclaredNode | undefined {
  const found = resolveModule(specifier, from.module.file);
  const module = typeof found === "object" ? readModule(found.file, from.from) : undefined;
  const place = module && takeStep(name, { ...from, module });
  return place && findExport(name, place);
}

/** Reads a module, once for each file that asks. */
export function readModule(file: string, { parser, modules }: ModuleReader): ParsedModule | undefined {
  if (modules.size >= MAX_MODULES && !modules.has(file)) return undefined;
  return getOrCreate(modules, file, () => parseModule(file, parser));
}

/** Returns the place with one more step on its trail; undefined where the trail leads in a circle. */
function takeStep(step: string, place: ModulePlace): ModulePlace | undefined {
  const { module, trail } = place;
  const next = `${module.file} ${step}`;
  return trail.includes(next) || trail.length >= MAX_TRAIL ? undefined : { ...place, trail: [...trail, next] };
}

function findExport(name: string, place: ModulePlace): DeclaredNode | undefined {
  const { body } = place.module;
  for (const statement of body) {
    if (statement.type === "ExportDefaultDeclaration" && name === "default") {
      return { node: statement.declaration, place };
    }
    if (
      statement.type === "ExportAllDeclaration" &&
      statement.exported &&
      readSpecifierName(statement.exported) === name
    ) {
      return { node: statement, place };
    }
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration, source, specifiers } = statement;
    if (declaration && findDeclaredNode(declaration, name)) return findLocalNode(name, place);
    const specifier = specifiers.find((each) => readSpecifierName(each.exported) === name);
    if (!specifier) continue;
    const localName = readSpecifierName(specifier.local);
    return source ? findExportFrom(source.value, localName, place) : findLocalNode(localName, place);
  }
  return findCommonjsExport(name, place) ?? (name === "default" ? undefined : findStarExport(name, place));
}

function findStarExport(name: string, place: ModulePlace): DeclaredNode | undefined {
  for (const statement of place.module.body) {
    if (statement.type !== "ExportAllDeclaration" || statement.exported) continue;
    const found = findExportFrom(statement.source.value, name, place);
    if (found) return found;
  }
  return undefined;
}

/** Finds the expression that a CommonJS module exports under a name; as "default", all that it exports. */
function findCommonjsExport(name: string, place: ModulePlace): DeclaredNode | undefined {
  // The last assignment counts.
  for (const { path, value } of listExportAssignments(place.module.body).reverse()) {
    if (path === `exports.${name}` || path === `module.exports.${name}`) return { node: value, place };
    if (path !== "module.exports") continue;
    const found = name === "default" ? { node: value, place } : findInExported(value, name, place);
    if (found) return found;
  }
  return undefined;
}

/** `module.exports = { name }`, `module.exports = require("./other")`, `module.exports = { ...require("./other") }` */
function findInExported(value: TSESTree.Node, name: string, place: ModulePlace): DeclaredNode | undefined {
  const required = findRequiredModule(value);
  if (required !== undefined) return findExportFrom(required, name, place);
  const properties = value.type === "ObjectExpression" ? value.properties : [];
  for (const each of properties.toReversed()) {
    if (each.type === "SpreadElement") {
      const spread = findRequiredModule(each.argument);
      if (spread === undefined) return undefined;
      const found = findExportFrom(spread, name, place);
      if (found) return found;
    } else if (readPlainKey(each.key) === name) return { node: each.value, place };
  }
  return undefined;
}

/** Lists what a module assigns to its exports, with `export = value` of TypeScript. */
function listExportAssignments(body: Statements): { path: string | undefined; value: TSESTree.Node }[] {
  return body.flatMap((statement) => {
    if (statement.type === "TSExportAssignment") return [{ path: "module.exports", value: statement.expression }];
    return listAssignments([statement]).map(({ left, right }) => ({
      path: readDottedPath(left),
      value: skipAssignments(right),
    }));
  });
}

/** `module.exports = exports = value` */
function skipAssignments(node: TSESTree.Node): TSESTree.Node {
  return node.type === "AssignmentExpression" ? skipAssignments(node.right) : node;
}

/** Returns the node that a name of a module refers to, in the module itself or behind its imports. */
export function findLocalNode(name: string, place: ModulePlace): DeclaredNode | undefined {
  const next = takeStep(`local ${name}`, place);
  if (!next) return undefined;
  const { body } = place.module;
  const node = findDeclaration(body, name);
  if (node) return isChangedLater(body, name) ? undefined : { node, place: next };
  for (const statement of body) {
    if (statement.type !== "ImportDeclaration") continue;
    const imported = readImportedName(statement, name);
    if (imported === WHOLE_MODULE) return { node: statement, place: next };
    if (imported !== undefined) return findExportFrom(statement.source.value, imported, next);
  }
  return undefined;
}

/** Returns whether a module assigns to a name after its declaration, or to a member of it. */
function isChangedLater(body: Statements, name: string): boolean {
  return listAssignments(body).some(({ left }) => `${readDottedPath(left)}.`.startsWith(`${name}.`));
}

function listAssignments(body: Statements): TSESTree.AssignmentExpression[] {
  return body.flatMap((statement) => {
    const expression = statement.type === "ExpressionStatement" ? statement.expression : undefined;
    return expression?.type === "AssignmentExpression" ? [expression] : [];
  });
}

function readDottedPath(node: TSESTree.Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  const object = node.type === "MemberExpression" ? readDottedPath(node.object) : undefined;
  if (node.type !== "MemberExpression" || object === undefined) return undefined;
  // The name that a computed key gives does not matter: the object is changed either way.
  const name = node.computed || node.property.type !== "Identifier" ? "[]" : node.property.name;
  return `${object}.${name}`;
}

/** Values before types: codes and the union of them often share a name. */
function findDeclaration(body: Statements, name: string): TSESTree.Node | undefined {
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
      if (statement.kind !== "const") return undefined;
      return statement.declarations.find(({ id }) => id.type === "Identifier" && id.name === name)?.init ?? undefined;
    default:
      return undefined;
  }
}

function readImportedName({ specifiers }: TSESTree.ImportDeclaration, name: string): string | undefined {
  const specifier = specifiers.find(({ local: { name: localName } }) => localName === name);
  if (specifier?.type === "ImportDefaultSpecifier") return "default";
  if (specifier?.type === "ImportNamespaceSpecifier") return WHOLE_MODULE;
  return specifier?.type === "ImportSpecifier" ? readSpecifierName(specifier.imported) : undefined;
}
