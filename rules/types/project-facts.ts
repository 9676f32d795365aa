import type { TSESTree } from "@typescript-eslint/utils";
import type ts from "typescript";

import { rememberFor, rememberOnce } from "../syntax/remember.js";
import { type Checker, type Project, SYMBOL, hasFlag, resolveAlias } from "./project.js";
import { canTakeValue, classifyProperty, findParameter, listPropertyLiterals } from "./properties.js";
import { UNRESOLVED, answer, findSymbolOrigin, listTypeMembers } from "./type-members.js";
import type { Origin, TypeFacts, TypeMember } from "./type-facts.js";

/** The input of a provider about a linted file; each part may throw, and is asked when the first question comes. */
export interface ProjectFile {
  /** One object for all files of a program, until any of them changes. */
  readonly program: () => object;
  readonly project: () => Project;
  /** TypeScript's node for one of the linter's. */
  readonly nodeOf: (node: TSESTree.Node) => ts.Node;
  readonly typeOf: (node: TSESTree.Node) => ts.Type;
  /** Whether control surely comes back from a call, where that is told sooner than the type of the call. */
  readonly comesBack: (call: TSESTree.Expression) => boolean;
  readonly mentions: TypeFacts["mentions"];
}

/** The facts of one linted file, from a checker. */
export function createProjectFacts({ nodeOf, comesBack, mentions, ...file }: ProjectFile): TypeFacts {
  const project = rememberOnce(file.project);
  const typeOf = rememberFor(file.typeOf);
  const membersAt = answerOrDefault<TSESTree.Node, readonly TypeMember[]>(
    // By name: the order of a union depends on earlier checks, and on the version.
    (node) => listTypeMembers(typeOf(node), project()).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    [UNRESOLVED],
  );
  const findNodeSymbol = (node: TSESTree.Node): ts.Symbol | undefined => findSymbol(nodeOf(node), project().checker);

  return {
    get program() {
      return file.program();
    },
    members: membersAt,
    neverReturns: answerOrDefault(
      (call: TSESTree.Expression) => !comesBack(call) && membersAt(call).every(({ kind }) => kind === "never"),
      false,
    ),
    origin: answerOrDefault((node: TSESTree.Node) => findOrigin(findNodeSymbol(node), project()), undefined),
    property: (node, name) => answer(() => classifyProperty(typeOf(node), name, project()), "unknown"),
    parameterWith: (call, name) => answer(() => findParameter(nodeOf(call), name, project()), undefined),
    parameterTakes: (call, place, value) =>
      answer(() => canTakeValue(nodeOf(call), place, value && typeOf(value), project()), undefined),
    mentions: (names) => answer(() => mentions(names), true),
    propertyValues: (node, name) => answer(() => listPropertyLiterals(typeOf(node), name, project()), undefined),
  };
}

/** Behind an identifier, a member access, a type name, or the declaration of a class. */
function findSymbol(node: ts.Node, checker: Checker): ts.Symbol | undefined {
  const { typeName, members, name } = node as Partial<ts.TypeReferenceNode> & Partial<ts.ClassDeclaration>;
  const named = typeName ?? (members && name) ?? node;
  return checker.getShorthandAssignmentValueSymbol(named.parent) ?? checker.getSymbolAtLocation(named);
}

function findOrigin(found: ts.Symbol | undefined, project: Project): Origin | undefined {
  if (!found) return undefined;
  const symbol = resolveAlias(found, project.checker);
  return findSymbolOrigin(findAliasedDeclaration(symbol, project.checker) ?? symbol, project);
}

/** Returns the symbol that a variable is another name for: `const E = SystemError`, `const { SystemError } = kaiza`. */
function findAliasedDeclaration(symbol: ts.Symbol, checker: Checker): ts.Symbol | undefined {
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

/**
 * Whether a call gives a variable its value: `const read = wrapHandler(readHandler)` is no other name for
 * `readHandler`.
 */
function isMade({ declarations: [declaration] = [] }: ts.Symbol): boolean {
  let value = (declaration as { initializer?: Value } | undefined)?.initializer;
  // Through parentheses, assertions and `await`: any other node with an expression has a name or an argument beside it.
  while (value?.expression && !value.arguments && !value.name && !value.argumentExpression) value = value.expression;
  return value?.arguments !== undefined;
}

function answerOrDefault<N extends object, A>(ask: (node: N) => A, none: A): (node: N) => A {
  return rememberFor((node) => answer(() => ask(node), none));
}
