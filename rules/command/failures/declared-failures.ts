// Where what functions declare to throw is not what can leave them, in words; and codes that nothing throws.
import { builtInContracts } from "error-contract/detect";
import { getRegistry } from "../../contract/registry.js";
import type { CallGraph } from "../../reach/call-graph.js";
import {
  areOpen,
  codesOf,
  type DeclaredFunction,
  listDeclaredFunctions,
  listUndeclared,
  nameOf,
} from "../../reach/declared-codes.js";
import { listOwnFailures } from "../../reach/failures-of.js";
import type { ProjectFlow } from "../../reach/project-flow.js";
import { listGivenCodes } from "../../reach/given-codes.js";
import { collectNodes } from "../../syntax/source-file.js";

/** Lists where a declaration and the code differ, each in a sentence with the way. */
export function listDeclarationProblems(project: ProjectFlow, graph: CallGraph): readonly string[] {
  return [...project.files.values()].flatMap((source) =>
    listDeclaredFunctions(source, project, graph).flatMap(compareCodes),
  );
}

/**
 * Lists the codes of the project's own, those of no built-in contract, that no function of it makes. Where a code is
 * worked out, it may be any that is written as a value.
 */
export function listUnthrownCodes({ files, functions, calls }: ProjectFlow, graph: CallGraph): readonly string[] {
  const [source] = files.values();
  if (!source) return [];
  const { data } = source.lint.contract;
  const builtIn = builtInContracts.filter(({ name }) => name === data.name || data.extends?.includes(name));
  const inherited = new Set(builtIn.flatMap(({ codes }) => Object.keys(codes)));
  const own = getRegistry(source.lint).codes.filter((code) => !inherited.has(code));
  if (own.length === 0) return [];
  const failures = functions.flatMap((fn) => listOwnFailures(fn));
  const made = new Set<unknown>([
    ...failures.map(({ code }) => code),
    ...calls.flatMap((call) => listGivenCodes(call, graph)),
    ...(failures.some(({ kind }) => kind === "converted") ? listTexts(files.values()) : []),
  ]);
  return own.filter((code) => !made.has(code));
}

function listTexts(sources: Iterable<{ readonly lint: { readonly sourceCode: Parameters<typeof collectNodes>[0] } }>) {
  return [...sources].flatMap(({ lint }) =>
    collectNodes(lint.sourceCode).flatMap((node) => (node.type === "Literal" ? [node.value] : [])),
  );
}

function compareCodes(declared: DeclaredFunction): readonly string[] {
  const { fn, failures } = declared;
  const place = `\`${nameOf(fn)}\` (${fn.source.name}:${fn.node.loc.start.line})`;
  const codes = codesOf(declared);
  const undeclared = listUndeclared(failures.keys(), codes);
  const unthrown = areOpen(failures.keys()) ? [] : [...codes].filter((code) => !failures.has(code));
  const wayTo = (code: string) => failures.get(code)?.way.join(" > ") ?? "";
  return [
    ...undeclared.map((code) => `${place} can throw ${code} and does not declare it: ${wayTo(code)}`),
    ...unthrown.map((code) => `${place} declares ${code} and never throws it`),
  ];
}
