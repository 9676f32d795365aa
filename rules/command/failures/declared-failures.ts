// What functions declare to throw, beside what can leave them: `throws` of the boundary, `@throws {CODE}` of JSDoc.
import type { TSESTree } from "@typescript-eslint/utils";
import { builtInContracts } from "error-contract/detect";
import { readCodeName } from "../../codes/contract-codes.js";
import { isBoundary } from "../../contract/boundary-names.js";
import { getRegistry } from "../../contract/registry.js";
import { listValues } from "../../model/values.js";
import type { CallGraph } from "../../reach/call-graph.js";
import { Evaluator } from "../../reach/evaluate.js";
import { listOwnFailures } from "../../reach/failures-of.js";
import { type FunctionRecord, functionsOf, type ProjectFlow, type SourceFile } from "../../reach/project-flow.js";
import { listFailuresOf } from "../../reach/tool-failures.js";
import { findProperty } from "../../syntax/expressions.js";
import { isFunctionNode, readWrappedName } from "../../syntax/functions.js";
import { getOrCreate } from "../../syntax/remember.js";
import { collectNodes, isInside } from "../../syntax/source-file.js";

/** Lists where a declaration and the code differ, each in a sentence with the way. */
export function listDeclarationProblems(project: ProjectFlow, graph: CallGraph): readonly string[] {
  const declared = new Map<FunctionRecord, Set<string>>();
  const declare = (fn: FunctionRecord, codes: readonly string[]) => {
    const known = getOrCreate(declared, fn, () => new Set());
    for (const code of codes) known.add(code);
  };
  for (const source of project.files.values()) {
    for (const { fn, codes } of listBoundaryDeclarations(source, project)) declare(fn, codes);
    for (const { fn, codes } of listCommentDeclarations(source, project)) declare(fn, codes);
  }
  const evaluator = new Evaluator(project);
  return [...declared].flatMap(([fn, codes]) => compareWith(codes, fn, graph, evaluator));
}

/** Lists the codes of the project's own, those of no built-in contract, that no function of it makes. */
export function listUnthrownCodes({ files, functions }: ProjectFlow): readonly string[] {
  const [source] = files.values();
  if (!source) return [];
  const { data } = source.lint.contract;
  const builtIn = builtInContracts.filter(({ name }) => name === data.name || data.extends?.includes(name));
  const inherited = new Set(builtIn.flatMap(({ codes }) => Object.keys(codes)));
  const made = new Set(functions.flatMap((fn) => listOwnFailures(fn).map(({ code }) => code)));
  return getRegistry(source.lint).codes.filter((code) => !inherited.has(code) && !made.has(code));
}

function compareWith(
  declared: ReadonlySet<string>,
  fn: FunctionRecord,
  graph: CallGraph,
  evaluator: Evaluator,
): readonly string[] {
  const found = listFailuresOf(fn, graph, evaluator);
  const place = `\`${nameOf(fn)}\` (${fn.source.name}:${fn.node.loc.start.line})`;
  const undeclared = [...found.values()].filter(({ line }) => !line.includes(" ") && !declared.has(line));
  // What could not be followed may throw it.
  const isKnown = ![...found.keys()].some((line) => /^(?:unknown|converted) /.test(line));
  const unthrown = isKnown ? [...declared].filter((code) => !found.has(code)) : [];
  return [
    ...undeclared.map(({ line, way }) => `${place} can throw ${line} and does not declare it: ${way.join(" > ")}`),
    ...unthrown.map((code) => `${place} declares ${code} and never throws it`),
  ];
}

function nameOf({ node, source }: FunctionRecord): string {
  return (isFunctionNode(node) ? readWrappedName(node, source.lint.sourceCode) : undefined) ?? "a handler";
}

interface Declaration {
  readonly fn: FunctionRecord;
  readonly codes: readonly string[];
}

/** `wrapHandler(handler, { throws: [...] })` */
function listBoundaryDeclarations({ file, lint }: SourceFile, project: ProjectFlow): readonly Declaration[] {
  const { sourceCode } = lint;
  if (!/\bthrows\b/.test(sourceCode.text)) return [];
  return collectNodes(sourceCode).flatMap((node): readonly Declaration[] => {
    if (node.type !== "CallExpression" || !isBoundary(node.callee, lint)) return [];
    const [handler, options] = node.arguments;
    const value = options?.type === "ObjectExpression" && findProperty(options, "throws", sourceCode)?.value;
    const place = handler && project.flows.get(file)?.placeOf(handler);
    if (!value || !place) return [];
    const lists = listValues(value, lint).flatMap(({ node: list }) => (list.type === "ArrayExpression" ? [list] : []));
    const codes = lists.flatMap(({ elements }) => elements.flatMap((each) => (each && readCodeName(each, lint)) ?? []));
    return functionsOf(place, project).map((fn) => ({ fn, codes }));
  });
}

/** Comments of JSDoc with `@throws {CODE}` in front of a function, or of what holds one. */
function listCommentDeclarations(source: SourceFile, project: ProjectFlow): readonly Declaration[] {
  const { sourceCode } = source.lint;
  if (!sourceCode.text.includes("@throws")) return [];
  const { codes: registered } = getRegistry(source.lint);
  const comments = [...sourceCode.text.matchAll(/\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*/g)].flatMap((comment) => {
    const named = [...comment[0].matchAll(/@throws\s*\{\s*["'`]?([^\s"'`}]+)["'`]?\s*\}/g)];
    const codes = named.flatMap(([, code]) => (code !== undefined && registered.includes(code) ? [code] : []));
    return codes.length > 0 ? [{ codes, end: comment.index + comment[0].length }] : [];
  });
  if (comments.length === 0) return [];
  const nodes = collectNodes(sourceCode);
  return comments.flatMap(({ codes, end }) => {
    const fn = findFunctionAt(end, nodes, project);
    return fn ? [{ fn, codes }] : [];
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
