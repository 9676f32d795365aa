import type ts from "typescript";

import { findPackageName } from "../modules/package-name.js";
import { rememberOnce } from "../syntax/remember.js";
import { collectTypeBases } from "./type-bases.js";
import {
  type Checker,
  type Project,
  findDeclaredSymbol,
  getIntrinsicName,
  getLiteralValue,
  getSymbolName,
} from "./project.js";
import { findSymbolOrigin } from "./symbol-origin.js";
import type { TypeMember, TypeMemberKind } from "./type-facts.js";

export const UNRESOLVED: TypeMember = { kind: "unresolved", name: "unresolved", bases: [] };

/** Returns the checker's answer to a question, or `none` where the checker breaks off. */
export function answer<A>(ask: () => A, none: A): A {
  try {
    return ask();
  } catch {
    // The checker asserts its way through code that does not parse and projects that do not load. Types only add to the
    // findings of the rules, so a lint run goes on without them.
    return none;
  }
}

// Constraints may lead to constraints; a circular one would never end.
const MAX_CONSTRAINTS = 10;

const UNIQUE_SYMBOL = /^(?:unique symbol|typeof )/;

const INTRINSIC_KINDS: Readonly<Record<string, TypeMemberKind>> = {
  any: "any",
  unknown: "unknown",
  never: "never",
  undefined: "undefined",
  null: "null",
  void: "void",
  string: "primitive",
  number: "primitive",
  bigint: "primitive",
  symbol: "primitive",
  object: "object",
  // The others ("error", "unresolved") are the types of unresolved imports and of code that does not compile.
};

/** The members of a type as plain data, type parameters replaced by their constraints. */
export function listTypeMembers(type: ts.Type, project: Project, depth = 0): readonly TypeMember[] {
  if (type.isUnion()) return type.types.flatMap((member) => listTypeMembers(member, project, depth));

  const constraint = project.checker.getBaseConstraintOfType(type);
  if (constraint && constraint !== type && depth < MAX_CONSTRAINTS)
    return listTypeMembers(constraint, project, depth + 1);
  if (!constraint && type.isTypeParameter()) return [{ kind: "unknown", name: "unknown", bases: [] }];
  return [createBuiltInMember(type) ?? createLiteralMember(type, project) ?? getOtherMember(type, project)];
}

function createBuiltInMember(type: ts.Type): TypeMember | undefined {
  const name = getIntrinsicName(type);
  if (name === undefined) return undefined;
  if (name === "true" || name === "false") return { kind: "literal", name, bases: [], value: name === "true" };
  const kind = INTRINSIC_KINDS[name] ?? "unresolved";
  return kind === "unresolved" ? UNRESOLVED : { kind, name, bases: [] };
}

function createLiteralMember(type: ts.Type, project: Project): TypeMember | undefined {
  if (!type.isLiteral()) return undefined;
  const origin = type.symbol ? findSymbolOrigin(type.symbol, project) : undefined;
  const value = getLiteralValue(type);
  return {
    kind: "literal",
    name: project.checker.typeToString(type),
    bases: [],
    ...(value !== undefined && { value }),
    ...(origin && { origin }),
  };
}

// Types belong to one program, where an origin differs only between the packages that look at it.
const members = new WeakMap<ts.Type, { readonly member: TypeMember; readonly seenFrom: string | undefined }>();

function getOtherMember(type: ts.Type, project: Project): TypeMember {
  const seenFrom = findPackageName(project.file.fileName);
  const known = members.get(type);
  if (known && known.seenFrom === seenFrom) return known.member;
  const member = createOtherMember(type, project);
  members.set(type, { member, seenFrom });
  return member;
}

function createOtherMember(type: ts.Type, project: Project): TypeMember {
  const { checker } = project;
  if (isPrimitive(type, checker)) {
    const printed = checker.typeToString(type);
    return { kind: "primitive", name: UNIQUE_SYMBOL.test(printed) ? "symbol" : printed, bases: [] };
  }
  const named = findDeclaredSymbol(type);
  const origin = named && findSymbolOrigin(named, project);
  // Most questions are answered by the type itself.
  const listBases = rememberOnce(() => answer(() => collectTypeBases(type, project), []));
  return {
    kind: "object",
    name: named ? getSymbolName(named) : checker.typeToString(type),
    get bases() {
      return listBases();
    },
    ...(origin && { origin }),
  };
}

/**
 * A string, number, ... type, built in or not: a pattern, a unique symbol, a computed enum member, a branded string.
 */
function isPrimitive(type: ts.Type, checker: Checker): boolean {
  if (type.isIntersection()) return type.types.some((part) => isPrimitive(part, checker));
  // Objects are their own apparent type; the others have one of the library.
  return getIntrinsicName(type) !== "object" && checker.getApparentType(type) !== type;
}
