import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

/**
 * Where a type or a value is declared, in the form of typescript-eslint's `TypeOrValueSpecifier`. `name` is the name in
 * the declaration: a re-export under another name changes nothing, and an anonymous default export is `"default"`.
 * Members of classes, enums and named objects follow their owner: `"SystemError.toolFailure"`.
 */
export type Origin =
  | { readonly from: "package"; readonly package: string; readonly name: string }
  | { readonly from: "file"; readonly file: string; readonly name: string }
  | { readonly from: "lib"; readonly name: string };

/** A class or an interface above a type. */
export interface TypeBase {
  readonly name: string;
  readonly origin?: Origin;
  /** Only promised with `implements`: at run time, no instance of it. */
  readonly implemented?: true;
}

export type TypeMemberKind =
  | "any"
  | "unknown"
  | "never"
  | "undefined"
  | "null"
  | "void"
  | "literal"
  | "primitive"
  | "object"
  /** No answer: an import that does not resolve, code that does not compile. Never a reason to report. */
  | "unresolved";

/** One member of a union, or the whole type when it is no union. Type parameters stand as their constraint. */
export interface TypeMember {
  readonly kind: TypeMemberKind;
  /** The declared name of a class, interface or alias; otherwise the type as TypeScript prints it. */
  readonly name: string;
  /** Of a class, interface, alias or enum member. */
  readonly origin?: Origin;
  /** Every class and interface above it, nearest first; the parts of an intersection; the source of a mapped type. */
  readonly bases: readonly TypeBase[];
  /** Of a literal; a bigint literal has none. */
  readonly value?: string | number | boolean;
}

/** Where a call takes a value: an argument of its own, or a property of one. */
export interface ParameterPlace {
  readonly argument: number;
  readonly property: string | undefined;
}

/**
 * The only door to types for the rules: questions about a node, answers as plain data. A question that a half-typed
 * file or a broken project cannot answer gets "unresolved", "unknown", `undefined` or `false`, never an exception.
 */
export interface TypeFacts {
  /** One object for all files of a program, another as soon as any of them changes: a key for data that files share. */
  readonly program: object;
  /** At least one member; `never` is a member. */
  members: (node: TSESTree.Node) => readonly TypeMember[];
  /** Whether control cannot come back from a call (or an `await` of one). */
  neverReturns: (call: TSESTree.Expression) => boolean;
  /** The origin of an identifier, member access or type name, behind imports, re-exports and `const` aliases. */
  origin: (node: TSESTree.Node) => Origin | undefined;
  /** "optional" also when only some members of a union have it; "unknown" for `any` and index signatures. */
  property: (node: TSESTree.Node, name: string) => "required" | "optional" | "absent" | "unknown";
  /** Where the callee of a call takes a value of that name; an error that has such a property is no place for it. */
  parameterWith: (call: TSESTree.Node, name: string) => ParameterPlace | undefined;
  /** Whether a value, or without one any value, may stand there; `undefined` where the callee declares nothing. */
  parameterTakes: (call: TSESTree.Node, place: ParameterPlace, value: TSESTree.Node | undefined) => boolean | undefined;
  /** Whether one of these names may stand in the program; where none does, no file can use one. */
  mentions: (names: readonly string[]) => boolean;
  /** All values of a property, where its owner is not null or undefined; `undefined`: not a finite set of literals. */
  propertyValues: (node: TSESTree.Node, name: string) => readonly (string | number | boolean)[] | undefined;
}

/** A linted file, with its types where it has any. */
export interface TypedFile {
  readonly sourceCode: TSESLint.SourceCode;
  /** Answers questions about types; undefined where the file is linted without them. */
  readonly facts: TypeFacts | undefined;
}

/** Lists a type and the types that it is an instance of, nearest first, without those that it only `implements`. */
export function listClasses(member: TypeMember): readonly (TypeMember | TypeBase)[] {
  return [member, ...member.bases.filter((base) => base.implemented !== true)];
}

/** Returns whether a type is the built-in `Error` or a class below it. */
export function isErrorType(member: TypeMember): boolean {
  return listClasses(member).some(({ name, origin }) => name === "Error" && origin?.from === "lib");
}

/** Returns the members of a node's type beside `undefined` and `null`; none without types. */
export function listGivenMembers(node: TSESTree.Node, facts: TypeFacts | undefined): readonly TypeMember[] {
  return facts?.members(node).filter(({ kind }) => kind !== "undefined" && kind !== "null") ?? [];
}

/** Returns the values of an expression whose type allows only literals beside `undefined` and `null`. */
export function listLiteralValues(node: TSESTree.Node, facts: TypeFacts | undefined) {
  const values = listGivenMembers(node, facts).map(({ value }) => value);
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}
