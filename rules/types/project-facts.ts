import type { TSESTree } from "@typescript-eslint/utils";
import type ts from "typescript";

import { answer } from "./answer.js";
import { declaredValue } from "./declared-value.js";
import { exportedCodes } from "./exported-codes.js";
import { areMentioned } from "./mentioned-names.js";
import { hasFlag, SYMBOL, unaliased, type Checker, type Project } from "./project.js";
import { parameterTakes, parameterWith } from "./parameters.js";
import { hasThen, propertyLiterals, propertyOf, returnedPropertyOf } from "./properties.js";
import { symbolOrigin } from "./symbol-origin.js";
import { typeMembers, UNRESOLVED } from "./type-members.js";
import type { CodeMap, Origin, TypeFacts, TypeMember } from "./type-facts.js";

/** The input of a provider about a linted file; each part may throw, and is asked when the first question comes. */
export interface ProjectFile {
  /** One object for all files of a program, until any of them changes. */
  readonly program: object;
  readonly project: () => Project;
  /** TypeScript's node for one of the linter's. */
  readonly nodeOf: (node: TSESTree.Node) => ts.Node;
  readonly typeOf: (node: TSESTree.Node) => ts.Type;
  /** Whether control surely comes back from a call, where that is told sooner than the type of the call. */
  readonly comesBack: (call: TSESTree.Expression) => boolean;
}

/** The facts of one linted file, from a checker. */
export function projectFacts({
  program,
  project: projectOf,
  nodeOf,
  typeOf: typeAt,
  comesBack,
}: ProjectFile): TypeFacts {
  const project = lazy(projectOf);
  const typeOf = once(typeAt);
  const membersAt = answering<TSESTree.Node, readonly TypeMember[]>(
    // By name: the order of a union depends on earlier checks, and on the version.
    (node) => typeMembers(typeOf(node), project()).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    [UNRESOLVED],
  );
  const symbolAt = (node: TSESTree.Node): ts.Symbol | undefined => symbolOf(nodeOf(node), project().checker);

  return {
    program,
    members: membersAt,
    literalValues: answering((node: TSESTree.Node) => {
      const values = literalValues(membersAt(node));
      const declared = values ? undefined : declaredValue(symbolAt(node), project().checker);
      return declared === undefined ? values : [declared];
    }, undefined),
    neverReturns: answering(
      (call: TSESTree.Expression) => !comesBack(call) && membersAt(call).every(({ kind }) => kind === "never"),
      false,
    ),
    isThenable: answering((node: TSESTree.Node) => hasThen(typeOf(node), project()), false),
    origin: answering((node: TSESTree.Node) => originOf(symbolAt(node), project()), undefined),
    property: (node, name) => answer(() => propertyOf(typeOf(node), name, project()), "unknown"),
    parameterWith: (call, name) => answer(() => parameterWith(nodeOf(call), name, project()), undefined),
    parameterTakes: (call, place, value) =>
      answer(() => parameterTakes(nodeOf(call), place, value && typeOf(value), project()), false),
    mentions: (names) => answer(() => areMentioned(names, project()), true),
    returnedProperty: (node, name) => answer(() => returnedPropertyOf(typeOf(node), name, project()), "unknown"),
    propertyValues: (node, name) => answer(() => propertyLiterals(typeOf(node), name, project()), undefined),
    exportedCodes: memoised((module, name) => answer(() => exportedCodes(module, name, project()), undefined)),
  };
}

/** Behind an identifier, a member access, a type name, or the declaration of a class. */
function symbolOf(node: ts.Node, checker: Checker): ts.Symbol | undefined {
  const { typeName, members, name } = node as Partial<ts.TypeReferenceNode> & Partial<ts.ClassDeclaration>;
  const named = typeName ?? (members && name) ?? node;
  return checker.getShorthandAssignmentValueSymbol(named.parent) ?? checker.getSymbolAtLocation(named);
}

function originOf(found: ts.Symbol | undefined, project: Project): Origin | undefined {
  if (!found) return undefined;
  const symbol = unaliased(found, project.checker);
  return symbolOrigin(aliasedDeclaration(symbol, project.checker) ?? symbol, project);
}

/** Returns the symbol that a variable is another name for: `const E = SystemError`, `const { SystemError } = kaiza`. */
function aliasedDeclaration(symbol: ts.Symbol, checker: Checker): ts.Symbol | undefined {
  if (!hasFlag(symbol, SYMBOL.blockScoped) || isMade(symbol)) return undefined;
  const target = checker.getTypeOfSymbol(symbol).symbol as ts.Symbol | undefined;
  return target && hasFlag(target, SYMBOL.class | SYMBOL.function | SYMBOL.enum) ? target : undefined;
}

interface Value {
  readonly arguments?: unknown;
  readonly name?: unknown;
  readonly argumentExpression?: unknown;
  readonly expression?: Value;
}

/** Whether a call gives a variable its value: `const read = wrapHandler(readHandler)` is no other name for `readHandler`. */
function isMade({ declarations: [declaration] = [] }: ts.Symbol): boolean {
  let value = (declaration as { initializer?: Value } | undefined)?.initializer;
  // Through parentheses, assertions and `await`: any other node with an expression has a name or an argument beside it.
  while (value?.expression && !value.arguments && !value.name && !value.argumentExpression) value = value.expression;
  return value?.arguments !== undefined;
}

function literalValues(members: readonly TypeMember[]): readonly (string | number | boolean)[] | undefined {
  const values = members.filter(({ kind }) => kind !== "never").map(({ value }) => value);
  return values.every((value) => value !== undefined) ? values : undefined;
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function answering<N extends object, A>(ask: (node: N) => A, none: A): (node: N) => A {
  return once((node) => answer(() => ask(node), none));
}

/** One answer for each node, asked for once. */
function once<N extends object, A>(ask: (node: N) => A): (node: N) => A {
  // Lives as long as the facts of the file do. Most files are asked little.
  let answers: Map<N, A> | undefined;
  return (node) => {
    answers ??= new Map();
    if (!answers.has(node)) answers.set(node, ask(node));
    return answers.get(node) as A;
  };
}

function memoised(ask: TypeFacts["exportedCodes"]): TypeFacts["exportedCodes"] {
  const answers = new Map<string, CodeMap | undefined>();
  return (module, name) => {
    const key = `${module}\n${name}`;
    if (!answers.has(key)) answers.set(key, ask(module, name));
    return answers.get(key);
  };
}
