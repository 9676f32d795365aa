import type { ParserServicesWithTypeInformation, TSESTree } from "@typescript-eslint/utils";

import { declaredResult } from "./declared-result.js";
import { projectFacts } from "./project-facts.js";
import type { TypeFacts } from "./type-facts.js";

/** Never typescript-eslint's `getParserServices()`: it throws where there are no types. */
export function hasTypes(services: unknown): services is ParserServicesWithTypeInformation {
  const found = services as Partial<ParserServicesWithTypeInformation> | null | undefined;
  return Boolean(found?.program) && typeof found?.getTypeAtLocation === "function";
}

/** The facts of one linted file, from typescript-eslint's parser services. */
export function servicesFacts(services: ParserServicesWithTypeInformation, ast: TSESTree.Program): TypeFacts {
  const { program, esTreeNodeToTSNodeMap: nodes } = services;
  return projectFacts({
    program,
    project: () => ({
      program,
      checker: program.getTypeChecker(),
      file: nodes.get(ast),
      filesWith: () => program.getSourceFiles(),
      filesOf: ({ declarations = [] }) => declarations.map((each) => each.getSourceFile().fileName),
      isLibrary: (file) => {
        const found = program.getSourceFile(file);
        return found !== undefined && program.isSourceFileDefaultLibrary(found);
      },
      ambientModule: (specifier) =>
        program
          .getTypeChecker()
          .getAmbientModules()
          .find(({ name }) => name === `"${specifier}"`),
    }),
    nodeOf: (node) => nodes.get(node),
    typeOf: (node) => declaredResult(nodes.get(node), program.getTypeChecker()) ?? services.getTypeAtLocation(node),
  });
}
