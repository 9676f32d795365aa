import type { TSESLint } from "@typescript-eslint/utils";

import { lazyFacts } from "../types/native/lazy-facts.js";
import { nativeFacts, projectAnswers } from "../types/native/native-facts.js";
import { canAnswer, nativeSource, type NativeChoice } from "../types/native/session.js";
import { hasTypes, servicesFacts } from "../types/parser-services.js";
import type { TypeFacts } from "../types/type-facts.js";

// By tree: a host may have one object for the sources of all files.
const fromServices = new WeakMap<object, TypeFacts>();
const fromNative = new WeakMap<object, TypeFacts>();

/** The type facts of a linted file by typescript-eslint, or `undefined` where it is linted without its types. */
export function typeFacts(sourceCode: TSESLint.SourceCode): TypeFacts | undefined {
  const services: unknown = sourceCode.parserServices;
  if (!hasTypes(services)) return undefined;
  const facts = fromServices.get(sourceCode.ast) ?? servicesFacts(services, sourceCode);
  fromServices.set(sourceCode.ast, facts);
  return facts;
}

/** The type facts of a linted file by TypeScript 7, or `undefined` where there is none. */
export function nativeTypeFacts(
  file: string,
  { ast, text }: Pick<TSESLint.SourceCode, "ast" | "text">,
  choice: NativeChoice,
): TypeFacts | undefined {
  const known = fromNative.get(ast);
  if (known) return known;
  if (!canAnswer(file, text, choice)) return undefined;
  const source = nativeSource(file, text, choice);
  const facts = lazyFacts(
    () => projectAnswers(source, text),
    () => nativeFacts(source),
  );
  fromNative.set(ast, facts);
  return facts;
}
