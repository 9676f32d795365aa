// What functions declare to throw: `throws` of the boundary, `@throws {CODE}` of JSDoc.
import type { TSESTree } from "@typescript-eslint/utils";
import { readCodeName } from "../codes/contract-codes.js";
import { isBoundary } from "../contract/boundary-names.js";
import { getRegistry } from "../contract/registry.js";
import { listValues } from "../model/values.js";
import { findProperty } from "../syntax/expressions.js";
import { isFunctionNode, readWrappedName } from "../syntax/functions.js";
import { getOrCreate } from "../syntax/remember.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import type { CallGraph } from "./call-graph.js";
import { type FunctionRecord, functionsOf, type ProjectFlow, type SourceFile } from "./project-flow.js";
import { listFailuresOf, type ToolFailure } from "./tool-failures.js";

/** A code in a declaration. */
export interface DeclaredCode {
  readonly code: string;
  /** From where to where it is written in its file. */
  readonly range: TSESTree.Range;
  /** The element of the list that it is written in; a comment has none. */
  readonly element?: TSESTree.Node;
}

/** A declaration, and the function that it is about. */
export interface Declaration {
  readonly fn: FunctionRecord;
  readonly codes: readonly DeclaredCode[];
  /** Its name, or what its comment begins with. */
  readonly range: TSESTree.Range;
  /** The list in the options of the boundary. */
  readonly list?: TSESTree.ArrayExpression;
}

/** A function with its declarations, and what can leave it. */
export interface DeclaredFunction {
  readonly fn: FunctionRecord;
  readonly declarations: readonly Declaration[];
  readonly failures: ReadonlyMap<string, ToolFailure>;
}

/** Lists the functions of a file that declare what they throw. */
export function listDeclaredFunctions(
  source: SourceFile,
  project: ProjectFlow,
  graph: CallGraph,
): readonly DeclaredFunction[] {
  const byFunction = new Map<FunctionRecord, Declaration[]>();
  for (const each of [...listBoundaryDeclarations(source, project), ...listCommentDeclarations(source, project)])
    getOrCreate(byFunction, each.fn, () => []).push(each);
  return [...byFunction].map(([fn, declarations]) => ({
    fn,
    declarations,
    failures: listFailuresOf(fn, graph, project),
  }));
}

/** The codes of a function's declarations. */
export const codesOf = ({ declarations }: DeclaredFunction): ReadonlySet<string> =>
  new Set(declarations.flatMap(({ codes }) => codes.map(({ code }) => code)));

/** The codes among the lines of what can leave a function, without those that are declared. */
export const listUndeclared = (lines: Iterable<string>, declared: ReadonlySet<string>): readonly string[] =>
  [...lines].filter((line) => !line.includes(" ") && !declared.has(line));

/** Whether lines leave open which codes there are: a call that could not be followed, a code that is worked out. */
export const areOpen = (lines: Iterable<string>): boolean =>
  [...lines].some((line) => /^(?:unknown|converted|and) /.test(line));

/** The name of a function, for people. */
export function nameOf({ node, source }: FunctionRecord): string {
  return (isFunctionNode(node) ? readWrappedName(node, source.lint.sourceCode) : undefined) ?? "a handler";
}

/** `wrapHandler(handler, { throws: [...] })` */
function listBoundaryDeclarations({ file, lint }: SourceFile, project: ProjectFlow): readonly Declaration[] {
  const { sourceCode } = lint;
  if (!/\bthrows\b/.test(sourceCode.text)) return [];
  return collectNodes(sourceCode).flatMap((node): readonly Declaration[] => {
    if (node.type !== "CallExpression" || !isBoundary(node.callee, lint)) return [];
    const [handler, options] = node.arguments;
    const property = options?.type === "ObjectExpression" ? findProperty(options, "throws", sourceCode) : undefined;
    const place = handler && project.flows.get(file)?.placeOf(handler);
    if (!property || !place) return [];
    const { value, key } = property;
    const lists = listValues(value, lint).flatMap(({ node: list }) => (list.type === "ArrayExpression" ? [list] : []));
    const codes = lists.flatMap(({ elements }) => elements.flatMap((each) => readElement(each, lint)));
    const [list] = lists;
    const { range } = key;
    return functionsOf(place, project).map((fn) => ({ fn, codes, range, ...(lists.length === 1 && list && { list }) }));
  });
}

function readElement(element: TSESTree.Node | null, lint: SourceFile["lint"]): readonly DeclaredCode[] {
  const code = element ? readCodeName(element, lint) : undefined;
  return element && code !== undefined ? [{ code, range: element.range, element }] : [];
}

/** Comments of JSDoc with `@throws {CODE}` in front of a function, or of what holds one. */
function listCommentDeclarations(source: SourceFile, project: ProjectFlow): readonly Declaration[] {
  const { sourceCode } = source.lint;
  if (!sourceCode.text.includes("@throws")) return [];
  const { codes: registered } = getRegistry(source.lint);
  const comments = [...sourceCode.text.matchAll(/\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*/g)].flatMap((comment) => {
    const named = [...comment[0].matchAll(/@throws\s*\{\s*["'`]?([^\s"'`}]+)["'`]?\s*\}/g)];
    const codes = named.flatMap((match): readonly DeclaredCode[] => {
      const [text, code] = match;
      const start = comment.index + match.index;
      return code !== undefined && registered.includes(code) ? [{ code, range: [start, start + text.length] }] : [];
    });
    const range: TSESTree.Range = [comment.index, comment.index + "/**".length];
    return codes.length > 0 ? [{ codes, range, end: comment.index + comment[0].length }] : [];
  });
  if (comments.length === 0) return [];
  const nodes = collectNodes(sourceCode);
  return comments.flatMap(({ codes, range, end }) => {
    const fn = findFunctionAt(end, nodes, project);
    return fn ? [{ fn, codes, range }] : [];
  });
}

/** The first function of the largest node that begins at a place. */
function findFunctionAt(
  start: number,
  nodes: readonly TSESTree.Node[],
  { byNode }: ProjectFlow,
): FunctionRecord | undefined {
  const [largest] = nodes
    .filter(({ type, range }) => type !== "Program" && range[0] === start)
    .sort((one, other) => other.range[1] - one.range[1]);
  if (!largest) return undefined;
  const [first] = nodes
    .filter((node) => isFunctionNode(node) && isInside(node, largest))
    .sort((one, other) => one.range[0] - other.range[0] || other.range[1] - one.range[1]);
  return first && byNode.get(first);
}
