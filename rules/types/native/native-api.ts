// The part of TypeScript 7's API that the types need, as both generations have it: 7.0 (`typescript/unstable/sync`) and
// 7.1 (`typescript/sync`). Written down here, since the package need not be installed where the plugin is, and since
// unstable parts are better seen in one place. Every call of a checker, a program or a handle is a round trip to the
// native process; the data of a node, a type or a symbol is there already.

/** A project, as the native process knows it. Given out by `session.ts`, until a file of it changes. */
export interface NativeContext {
  readonly program: NativeProgram;
  /** The names of the program's files. */
  readonly files: ReadonlySet<string>;
  readonly checker: NativeChecker;
  readonly api: NativeModules;
  /** One object for all files of a program, another as soon as any of them changes. */
  readonly key: object;
}

/** A linted file with its tree. */
export interface NativeFile extends NativeContext {
  readonly sourceFile: NativeSourceFile;
}

/** A linted file, whose tree costs more to have than the project. */
export interface NativeSource {
  readonly project: () => NativeContext | undefined;
  readonly file: () => NativeFile | undefined;
}

/** The exports of the package itself. */
export interface NativeModules {
  readonly ast: { readonly SyntaxKind: Readonly<Record<string, number | string>> };
}

export interface NativeProgram {
  readonly getSourceFile: (file: string) => NativeSourceFile | undefined;
  readonly getSourceFileNames: () => readonly string[];
  readonly getSourceFileMetadata: (file: string) => { readonly isDefaultLibrary: boolean } | undefined;
}

/** A node of a file whose tree has been fetched. Beside these it has the properties of TypeScript's own nodes. */
export interface NativeNode {
  readonly kind: number;
  readonly flags: number;
  /** In UTF-16 units, as in JavaScript; before the comments and blanks in front of the node. */
  readonly pos: number;
  readonly end: number;
  readonly parent: NativeNode | undefined;
  readonly forEachChild: <T>(visit: (node: NativeNode) => T | undefined) => T | undefined;
  readonly getSourceFile: () => NativeSourceFile;
  readonly getStart: () => number;
  readonly getText: () => string;
}

export interface NativeSourceFile extends NativeNode {
  readonly fileName: string;
  readonly text: string;
  readonly imports: readonly NativeNode[];
}

/** Where a symbol is declared, without the tree of that file until it is resolved. */
interface NativeHandle {
  /** Not always the file's name: in lower case where the file system does not tell cases apart. */
  readonly path: string;
  readonly resolve: () => NativeNode | undefined;
}

export interface NativeSymbol {
  readonly name: string;
  readonly flags: number;
  readonly declarations: readonly NativeHandle[];
  readonly getExports: () => ReadonlyMap<string, NativeSymbol>;
}

type TypeTest = `is${"Union" | "Intersection" | "Object" | "Intrinsic"}Type`;
type LiteralTest = `is${"" | "String" | "Number" | "Boolean"}LiteralType`;
type OtherTest = "isClassOrInterface" | "isTypeReference" | "isTypeParameter";

export interface NativeType extends Readonly<Record<TypeTest | LiteralTest | OtherTest, () => boolean>> {
  /** Of object types. */
  readonly objectFlags?: number | undefined;
  /** Of built-in types; "error" where a type cannot be told. */
  readonly intrinsicName?: string | undefined;
  /** Of literals. */
  readonly value?: string | number | boolean | bigint | null | undefined;
  readonly getSymbol: () => NativeSymbol | undefined;
  readonly getAliasSymbol: () => NativeSymbol | undefined;
  readonly getAliasTypeArguments: () => readonly NativeType[];
  /** Of unions and intersections. */
  readonly getTypes: () => readonly NativeType[] | undefined;
  /** Of references to generic types. */
  readonly getTarget: () => NativeType | undefined;
}

export interface NativeSignature {
  readonly typeParameters?: readonly number[] | undefined;
  readonly getParameters: () => readonly NativeSymbol[];
}

export interface NativeChecker {
  readonly getTypeAtLocation: AtLocation<NativeType>;
  readonly getSymbolAtLocation: AtLocation<NativeSymbol>;
  readonly getShorthandAssignmentValueSymbol: (node: NativeNode) => NativeSymbol | undefined;
  readonly getResolvedSignature: (call: NativeNode) => NativeSignature | undefined;
  readonly getTypeOfSymbol: (symbol: NativeSymbol) => NativeType | undefined;
  readonly getTypeOfSymbolAtLocation: (symbol: NativeSymbol, location: NativeNode) => NativeType;
  readonly getDeclaredTypeOfSymbol: (symbol: NativeSymbol) => NativeType;
  readonly getAliasedSymbol: (symbol: NativeSymbol) => NativeSymbol;
  /** From 7.1. */
  readonly getAwaitedType?: (type: NativeType) => NativeType | undefined;
  readonly getNonNullableType: (type: NativeType) => NativeType | undefined;
  readonly getApparentType: (type: NativeType) => NativeType | undefined;
  readonly getBaseConstraintOfType: (type: NativeType) => NativeType | undefined;
  readonly getBaseTypes: (type: NativeType) => readonly NativeType[];
  readonly getTypeArguments: (type: NativeType) => readonly NativeType[];
  readonly getSignaturesOfType: (type: NativeType, kind: number) => readonly NativeSignature[];
  readonly getReturnTypeOfSignature: (signature: NativeSignature) => NativeType | undefined;
  readonly getPropertyOfType: (type: NativeType, name: string) => NativeSymbol | undefined;
  readonly getIndexInfosOfType: (type: NativeType) => readonly { readonly keyType: NativeType }[];
  readonly isArrayType: (type: NativeType) => boolean;
  readonly isTupleType: (type: NativeType) => boolean;
  readonly isTypeAssignableTo: (source: NativeType, target: NativeType) => boolean;
  readonly typeToString: (type: NativeType) => string;
}

/** One question, or many in one round trip. */
interface AtLocation<T> {
  (node: NativeNode): T | undefined;
  (nodes: readonly NativeNode[]): readonly (T | undefined)[];
}
