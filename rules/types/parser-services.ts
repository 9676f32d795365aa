import type { ParserServicesWithTypeInformation, TSESLint, TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import type ts from "typescript";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { comesBackByDeclaration, findDeclaredResult } from "./declared-result.js";
import { createProjectFacts } from "./project-facts.js";
import type { TypeFacts } from "./type-facts.js";

// By tree: a host may have one object for the sources of all files.
const factsByTree = new WeakMap<object, TypeFacts>();

/** Finds the type facts of a linted file by typescript-eslint; `undefined` where it is linted without its types. */
export function findServicesFacts(sourceCode: TSESLint.SourceCode): TypeFacts | undefined {
  const services: unknown = sourceCode.parserServices;
  return hasTypes(services)
    ? getOrCreate(factsByTree, sourceCode.ast, () => createServicesFacts(services, sourceCode))
    : undefined;
}

// Never typescript-eslint's `getParserServices()`: it throws where there are no types.
function hasTypes(services: unknown): services is ParserServicesWithTypeInformation {
  const found = services as Partial<ParserServicesWithTypeInformation> | null | undefined;
  return Boolean(found?.program) && typeof found?.getTypeAtLocation === "function";
}

function createServicesFacts(services: ParserServicesWithTypeInformation, sourceCode: TSESLint.SourceCode): TypeFacts {
  const { program, esTreeNodeToTSNodeMap: nodes } = services;
  const findResult = (node: TSESTree.Node): ts.Type | undefined => {
    const key = findCalleeKey(node, sourceCode, nodes.get(sourceCode.ast).fileName);
    const find = () => findDeclaredResult(nodes.get(node), program.getTypeChecker());
    return key === undefined ? find() : getOrCreate(resultsByProgram(program), key, find);
  };
  return createProjectFacts({
    program: () => program,
    project: () => ({
      checker: program.getTypeChecker(),
      file: nodes.get(sourceCode.ast),
      filesOf: ({ declarations = [] }) => declarations.map((each) => each.getSourceFile().fileName),
      isLibrary: (file) => {
        const found = program.getSourceFile(file);
        return found !== undefined && program.isSourceFileDefaultLibrary(found);
      },
    }),
    nodeOf: (node) => nodes.get(node),
    typeOf: (node) => findResult(node) ?? services.getTypeAtLocation(node),
    comesBack: (call) => comesBackByDeclaration(nodes.get(call), program.getTypeChecker()),
    mentions: (names) =>
      getOrCreate(mentionsByProgram(program), names.join(" "), () =>
        program.getSourceFiles().some((file) => names.some((name) => hasIdentifier(file, name))),
      ),
  });
}

// The type of an import from a module of the project is the same in every file, and the checker is slow to find it.
const resultsByProgram = rememberFor(() => new Map<string, ts.Type | undefined>());
const mentionsByProgram = rememberFor(() => new Map<string, boolean>());

function hasIdentifier(file: ts.SourceFile, name: string): boolean {
  // Not in TypeScript's declarations, but in every version up to 6.
  const { identifiers } = file as { readonly identifiers?: ReadonlyMap<string, string> };
  return identifiers?.has(name) ?? true;
}

/** Returns a key of the imported function or class that a call runs, where its type arguments are not given. */
function findCalleeKey(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, file: string): string | undefined {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return undefined;
  if (node.typeArguments || ("optional" in node && node.optional)) return undefined;
  // A variable that is set to an import may have a type of its own.
  if (resolveVariable(node.callee, sourceCode)?.defs[0]?.type !== "ImportBinding") return undefined;
  const reference = resolveReferencePath(node.callee, sourceCode);
  if (reference?.root.kind !== "import" || !/^\.{1,2}\//.test(reference.root.module)) return undefined;
  return [path.resolve(path.dirname(file), reference.root.module), ...reference.path].join("\n");
}
