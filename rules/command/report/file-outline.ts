import type { TSESTree } from "@typescript-eslint/utils";
import { listMadeCodes } from "../../throws/made-codes.js";
import { isProjectModule, resolveReferencePath } from "../../syntax/references.js";
import { createLintContext, type LintContext } from "../../contract/lint-context.js";
import { type DeclaredNode, findExportedNode } from "../../modules/exported-node.js";
import type { Rule } from "../../plugin-types.js";
import { toExcerpt, unwrapExpression } from "../../syntax/expressions.js";
import { isFunctionNode, resolveFunctionReference } from "../../syntax/functions.js";
import { collectNodes } from "../../syntax/source-file.js";
import { classifyProtection } from "../../tools/boundaries.js";
import {
  isToolServer,
  mayRegisterTools,
  readToolRegistration,
  type ToolRegistration,
} from "../../tools/registrations.js";
import { isWrappedServer } from "../../tools/servers.js";
import { listToolCases } from "../../tools/tool-cases.js";
import { findObjectWords, readServedObject } from "../../tools/tool-objects.js";
import {
  findMember,
  followNames,
  listTableTools,
  readName,
  readTool,
  type TableTool,
} from "../../tools/tool-tables.js";

/** A stretch of a file. */
export interface Place {
  readonly file: string;
  readonly loc: TSESTree.SourceLocation;
}

/** Returns whether a position stands in a stretch of its file. */
export const isIn = (at: TSESTree.Position, { loc }: Place): boolean => isUpTo(loc.start, at) && !isUpTo(loc.end, at);

const isUpTo = (one: TSESTree.Position, other: TSESTree.Position) =>
  one.line < other.line || (one.line === other.line && one.column <= other.column);

type Boundary = "wrapped" | "bare" | "unknown";

/** A tool where it is registered, or where it is written as an object. */
export interface ToolOutline {
  /** Its name, or the expression that gives it where the name is not written. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly line: number;
  readonly boundary: Boundary;
  /** Where its code stands. */
  readonly places: readonly Place[];
  /** Whether no registration names it here: it is an object of the form of a tool. */
  readonly isObject?: boolean;
}

/**
 * What a file says of tools: those that it registers, which functions it calls where, and the codes that stand in it.
 */
export interface FileOutline {
  readonly contract: string;
  readonly tools: readonly ToolOutline[];
  readonly calls: readonly { readonly at: TSESTree.Position; readonly target: Place }[];
  readonly codes: readonly { readonly at: TSESTree.Position; readonly code: string }[];
}

/** Creates a rule that reports nothing, and writes the outline of each file into a table. */
export function createOutlineRule(outlines: Map<string, FileOutline>): Rule {
  return {
    create: (context: LintContext["context"]) => ({
      "Program:exit"() {
        const lint = createLintContext(context);
        const nodes = collectNodes(lint.sourceCode);
        outlines.set(lint.filename, {
          contract: lint.contract.data.name,
          tools: findTools(nodes, lint),
          calls: nodes.flatMap((node) => findCalls(node, lint)),
          codes: nodes.flatMap((node) => listMadeCodes(node, lint).map((code) => ({ at: node.loc.start, code }))),
        });
      },
    }),
  };
}

/**
 * Finds the tools that a file registers, and those that stand in it as objects; of a handler that serves all tools,
 * those that it tells apart by their names.
 */
function findTools(nodes: readonly TSESTree.Node[], lint: LintContext): readonly ToolOutline[] {
  const registered = mayRegisterTools(lint.sourceCode.text)
    ? nodes.flatMap((node) => findRegisteredTools(node, nodes, lint))
    : [];
  const objects = findObjectWords(lint).length > 0 ? nodes.flatMap((node) => findToolObject(node, lint)) : [];
  return [...registered, ...objects];
}

function findRegisteredTools(
  node: TSESTree.Node,
  nodes: readonly TSESTree.Node[],
  lint: LintContext,
): readonly ToolOutline[] {
  const registration = readToolRegistration(node, lint);
  if (!registration || !isToolServer(node, lint)) return [];
  const { tool, name, handler, server, object } = registration;
  const places = object ? [] : findPlaces(handler, lint);
  const isWrapped = server !== undefined && isWrappedServer(server, lint);
  const boundary = isWrapped
    ? "wrapped"
    : atLeastBare(classifyBoundary(handler, lint), findImportedNode(handler, lint));
  const outline = { line: node.loc.start.line, boundary, places };
  const written = tool ?? (name && !object ? readName(findImportedNode(name, lint))?.name : undefined);
  if (written !== undefined) return [{ ...outline, name: written, isNamed: true }];
  const named = name
    ? listTools(registration, lint).map((each) => outlineTool(each, registration, outline, lint))
    : places.flatMap((place) => findCases(place, nodes, lint)).map((each) => ({ ...outline, isNamed: true, ...each }));
  if (named.length > 0) return named;
  return [{ ...outline, name: name ? printExpression(name, lint) : "every tool", isNamed: false }];
}

const printExpression = (node: TSESTree.Node, { sourceCode }: LintContext) => toExcerpt(sourceCode.getText(node));

/** The tools that a registration takes from a table, or the one that it takes from another module. */
function listTools(registration: ToolRegistration, lint: LintContext): readonly TableTool[] {
  const tools = listTableTools(registration, lint);
  const { handler, object } = registration;
  if (tools.length > 0 || !object) return tools;
  const imported = findImportedNode(handler, lint);
  const tool = imported && readTool(imported, object.handlers);
  return tool && (tool.name ?? tool.handler) ? [tool] : [];
}

/** A tool of a table. What is not known of it is that of its registration. */
function outlineTool(
  tool: TableTool,
  { name }: ToolRegistration,
  { line, boundary }: Pick<ToolOutline, "line" | "boundary">,
  lint: LintContext,
): ToolOutline {
  const { handler } = tool;
  const written = readName(tool.name);
  const isHere = handler?.place.module.file === lint.filename;
  const own = handler && isHere && boundary !== "wrapped" ? classifyBoundary(handler.node, lint) : undefined;
  return {
    line: written && tool.name?.place.module.file === lint.filename ? written.line : line,
    name: written?.name ?? (name ? printExpression(name, lint) : "every tool"),
    isNamed: written !== undefined,
    boundary: own ?? atLeastBare(boundary, handler),
    places: handler ? (isHere ? findPlaces(handler.node, lint) : [toPlace(handler)]) : [],
  };
}

/** A tool that is written as an object. Which server takes it is not known, so nor is whether that has a boundary. */
function findToolObject(node: TSESTree.Node, lint: LintContext): readonly ToolOutline[] {
  const object = readServedObject(node, lint);
  if (object?.serves !== "tool") return [];
  const { name, handler } = object;
  const boundary = classifyBoundary(handler, lint);
  const tool = object.tool ?? readName(findImportedNode(name, lint))?.name;
  return [
    {
      line: node.loc.start.line,
      name: tool ?? printExpression(name, lint),
      isNamed: tool !== undefined,
      boundary: boundary === "wrapped" ? boundary : "unknown",
      places: findPlaces(handler, lint),
      isObject: true,
    },
  ];
}

/** Whether a handler stands behind the contract's boundary: one that answers its failures by itself does not. */
function classifyBoundary(handler: TSESTree.Node, lint: LintContext): Boundary {
  const protection = classifyProtection(handler, lint);
  if (protection === "answered") return "bare";
  return protection === "foreign" ? "unknown" : protection;
}

/** A lint reads one file; a function that stands in another module is behind no boundary but that of its server. */
const atLeastBare = (boundary: Boundary, handler: DeclaredNode | undefined): Boundary =>
  boundary === "unknown" && handler && isFunctionNode(followNames(handler).node) ? "bare" : boundary;

function toPlace(declared: DeclaredNode): Place {
  const { node, place } = followNames(declared);
  return { file: place.module.file, loc: node.loc };
}

/** The functions that run for a handler: behind names, wrappers and calls that create it. */
function findPlaces(handler: TSESTree.Node, lint: LintContext): readonly Place[] {
  const node = unwrapExpression(handler);
  if (isFunctionNode(node)) return [{ file: lint.filename, loc: node.loc }];
  if (node.type === "CallExpression") {
    const parts = [node.callee, ...node.arguments].filter(({ type }) => type !== "ObjectExpression");
    return parts.flatMap((part) => findPlaces(part, lint));
  }
  if (node.type !== "Identifier" && node.type !== "MemberExpression") return [];
  const here = resolveFunctionReference(node, lint.sourceCode);
  if (here) return here === node ? [] : findPlaces(here, lint);
  const imported = findImportedNode(node, lint);
  return imported ? [toPlace(imported)] : [];
}

/** The tools that a handler of this file tells apart. */
function findCases(place: Place, nodes: readonly TSESTree.Node[], { filename }: LintContext) {
  const { file } = place;
  if (file !== filename) return [];
  return listToolCases(nodes.filter((node) => isIn(node.loc.start, place))).map(({ name, line, part }) => ({
    name,
    line,
    places: [{ file, loc: part.loc }],
  }));
}

/** The function of the project that a call runs, also where it is passed on: `files.map(readFile)`. */
function findCalls(node: TSESTree.Node, lint: LintContext): FileOutline["calls"] {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return [];
  return [node.callee, ...node.arguments]
    .flatMap((each) => findPlace(each, lint) ?? [])
    .map((target) => ({ at: node.loc.start, target }));
}

/** Where a name is declared that stands for a function, or for something that a function is handed to. */
function findPlace(node: TSESTree.Node, lint: LintContext): Place | undefined {
  if (node.type !== "Identifier" && node.type !== "MemberExpression") return undefined;
  const here = resolveFunctionReference(node, lint.sourceCode);
  if (here) return isFunctionNode(here) ? { file: lint.filename, loc: here.loc } : undefined;
  const imported = findImportedNode(node, lint);
  return imported && toPlace(imported);
}

/** Finds the node of an imported name in the text of its module; `undefined` where that is no file of the project. */
function findImportedNode(
  node: TSESTree.Node,
  { sourceCode, filename, reader, facts }: LintContext,
): DeclaredNode | undefined {
  const reference = resolveReferencePath(node, sourceCode);
  // A wrapper may give a handler the type of the one that it wraps, so that a variable's type does not tell its value.
  if (reference?.root.kind !== "import") return undefined;
  const origin = node.type === "Identifier" ? facts?.origin(node) : undefined;
  if (origin?.from === "file" && origin.file !== filename) {
    const found = findExportedNode(origin.file, origin.name, reader);
    if (found) return found;
  }
  if (!isProjectModule(reference.root.module)) return undefined;
  const [name, ...members] = reference.path;
  const found = name === undefined ? undefined : findExportedNode(reference.root.module, name, reader);
  return members.reduce(findMember, found);
}
