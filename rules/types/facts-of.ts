import type { TSESLint } from "@typescript-eslint/utils";

import { hasTypes, servicesFacts } from "./parser-services.js";
import type { TypeFacts } from "./type-facts.js";

const known = new WeakMap<object, TypeFacts>();

/** The type facts of a linted file, or `undefined` where it is linted without types. */
export function typeFacts(sourceCode: Pick<TSESLint.SourceCode, "parserServices" | "ast">): TypeFacts | undefined {
  const services: unknown = sourceCode.parserServices;
  if (!hasTypes(services)) return undefined;
  const facts = known.get(sourceCode) ?? servicesFacts(services, sourceCode.ast);
  known.set(sourceCode, facts);
  return facts;
}
