import type ts from "typescript";

import type {
  NativeChecker,
  NativeHandle,
  NativeNode,
  NativeProgram,
  NativeSignature,
  NativeSymbol,
  NativeType,
} from "./native-api.js";

// The native checker's types, symbols and signatures in the form of TypeScript's own, as far as `rules/types` reads
// them: an object there is a handle here, and each step to another one is a round trip, taken once. Nodes are in that
// form already.

const MAPPED = 1 << 5;

/** Gives each native object its one view: TypeScript's answers are compared by identity. */
export class Views {
  readonly checker: NativeChecker;
  readonly program: NativeProgram;
  readonly #types = new WeakMap<NativeType, TypeView>();
  readonly #symbols = new WeakMap<NativeSymbol, SymbolView>();
  readonly #signatures = new WeakMap<NativeSignature, SignatureView>();

  constructor(checker: NativeChecker, program: NativeProgram) {
    this.checker = checker;
    this.program = program;
  }

  toTypeView(native: NativeType): ts.Type;
  toTypeView(native: NativeType | undefined): ts.Type | undefined;
  toTypeView(native: NativeType | undefined): ts.Type | undefined {
    return native && (viewOf(native, this.#types, () => new TypeView(native, this)) as unknown as ts.Type);
  }

  toSymbolView(native: NativeSymbol): ts.Symbol;
  toSymbolView(native: NativeSymbol | undefined): ts.Symbol | undefined;
  toSymbolView(native: NativeSymbol | undefined): ts.Symbol | undefined {
    return native && (viewOf(native, this.#symbols, () => new SymbolView(native)) as unknown as ts.Symbol);
  }

  toSignatureView(native: NativeSignature): ts.Signature;
  toSignatureView(native: NativeSignature | undefined): ts.Signature | undefined;
  toSignatureView(native: NativeSignature | undefined): ts.Signature | undefined {
    return (
      native && (viewOf(native, this.#signatures, () => new SignatureView(native, this)) as unknown as ts.Signature)
    );
  }
}

function viewOf<N extends object, V>(native: N, views: WeakMap<N, V>, make: () => V): V {
  const view = views.get(native) ?? make();
  views.set(native, view);
  return view;
}

export function getNativeType(view: ts.Type): NativeType {
  return (view as unknown as TypeView).native;
}

/** An answer about a type, asked for once. */
export function rememberForType<A>(view: ts.Type, name: string, ask: (type: NativeType) => A): A {
  const { native, kept } = view as unknown as TypeView;
  return kept.remember(name, () => ask(native));
}

/** An answer about a symbol, asked for once. */
export function rememberForSymbol<A>(view: ts.Symbol, name: string, ask: (symbol: NativeSymbol) => A): A {
  const { native, kept } = view as unknown as SymbolView;
  return kept.remember(name, () => ask(native));
}

export function getNativeSymbol(view: ts.Symbol): NativeSymbol {
  return (view as unknown as SymbolView).native;
}

/** The files that a symbol is declared in, without their trees. */
export function listDeclaringFiles(view: ts.Symbol): readonly string[] {
  return (view as unknown as SymbolView).handles.map(({ path }) => path);
}

export function getNativeSignature(view: ts.Signature): NativeSignature {
  return (view as unknown as SignatureView).native;
}

export function toNodeView(node: NativeNode): ts.Node {
  return node as unknown as ts.Node;
}

export function toNativeNode(view: ts.Node): NativeNode {
  return view as unknown as NativeNode;
}

/** Answers, by the names of their questions. */
class Kept {
  readonly #answers = new Map<string, unknown>();

  remember<A>(name: string, ask: () => A): A {
    if (!this.#answers.has(name)) this.#answers.set(name, ask());
    return this.#answers.get(name) as A;
  }
}

class TypeView {
  readonly kept = new Kept();
  readonly #views: Views;

  constructor(
    readonly native: NativeType,
    views: Views,
  ) {
    this.#views = views;
  }

  /** TypeScript knows `true` and `false` as built-in types. */
  get intrinsicName(): string | undefined {
    return this.native.isBooleanLiteralType() ? String(this.native.value) : this.native.intrinsicName;
  }

  get value(): NativeType["value"] {
    return this.native.value;
  }

  get types(): readonly ts.Type[] | undefined {
    return this.kept.remember("types", () => this.native.getTypes()?.map((each) => this.#views.toTypeView(each)));
  }

  get symbol(): ts.Symbol | undefined {
    return this.kept.remember("symbol", () => this.#views.toSymbolView(this.native.getSymbol()));
  }

  get aliasSymbol(): ts.Symbol | undefined {
    return this.kept.remember("alias", () => this.#views.toSymbolView(this.native.getAliasSymbol()));
  }

  get aliasTypeArguments(): readonly ts.Type[] {
    return this.kept.remember("arguments", () =>
      this.native.getAliasTypeArguments().map((each) => this.#views.toTypeView(each)),
    );
  }

  get target(): ts.Type | undefined {
    if (!this.native.isTypeReference()) return undefined;
    return this.kept.remember("target", () => this.#views.toTypeView(this.native.getTarget()));
  }

  isUnion(): boolean {
    return this.native.isUnionType();
  }

  isIntersection(): boolean {
    return this.native.isIntersectionType();
  }

  isClassOrInterface(): boolean {
    return this.native.isClassOrInterface();
  }

  isTypeParameter(): boolean {
    return this.native.isTypeParameter();
  }

  isLiteral(): boolean {
    return this.native.isLiteralType() && !this.native.isBooleanLiteralType();
  }

  isStringLiteral(): boolean {
    return this.native.isStringLiteralType();
  }

  isNumberLiteral(): boolean {
    return this.native.isNumberLiteralType();
  }

  getCallSignatures(): readonly ts.Signature[] {
    return this.kept.remember("calls", () => this.#listSignatures(0));
  }

  getConstructSignatures(): readonly ts.Signature[] {
    return this.kept.remember("constructs", () => this.#listSignatures(1));
  }

  #listSignatures(kind: number): readonly ts.Signature[] {
    if (!this.native.isObjectType() && !this.native.isUnionType() && !this.native.isIntersectionType()) return [];
    return this.#views.checker.getSignaturesOfType(this.native, kind).map((each) => this.#views.toSignatureView(each));
  }
}

class SymbolView {
  readonly kept = new Kept();
  #declarations: readonly ts.Node[] | undefined;

  constructor(readonly native: NativeSymbol) {}

  get name(): string {
    return this.native.name;
  }

  get flags(): number {
    return this.native.flags;
  }

  get handles(): readonly NativeHandle[] {
    return this.native.declarations;
  }

  get declarations(): readonly ts.Node[] {
    this.#declarations ??= this.handles.flatMap((handle) => {
      const node = handle.resolve();
      return node ? [toNodeView(node)] : [];
    });
    return this.#declarations;
  }
}

class SignatureView {
  #parameters: readonly ts.Symbol[] | undefined;
  readonly #views: Views;

  constructor(
    readonly native: NativeSignature,
    views: Views,
  ) {
    this.#views = views;
  }

  get typeParameters(): readonly unknown[] | undefined {
    return this.native.typeParameters;
  }

  get parameters(): readonly ts.Symbol[] {
    this.#parameters ??= this.native.getParameters().map((each) => this.#views.toSymbolView(each));
    return this.#parameters;
  }
}

/** Returns whether a type is an object as it stands, and no member of it depends on a mapping. */
export function isUnmapped(type: NativeType): boolean {
  return type.isObjectType() && ((type.objectFlags ?? MAPPED) & MAPPED) === 0;
}
