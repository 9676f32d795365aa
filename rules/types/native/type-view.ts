import type ts from "typescript";
import { getOrCreate, rememberFor } from "../../syntax/remember.js";
import type { NativeChecker, NativeNode, NativeSignature, NativeSymbol, NativeType } from "./native-api.js";

// The native checker's types, symbols and signatures in the form of TypeScript's own, as far as `rules/types` reads
// them: an object there is a handle here, and each step to another one is a round trip, taken once. Nodes are in that
// form already.

const MAPPED = 1 << 5;

/** Gives each native object its one view: TypeScript's answers are compared by identity. */
export class Views {
  readonly checker: NativeChecker;
  readonly toType = rememberFor((native: NativeType) => new TypeView(native, this));
  readonly toSymbol = rememberFor((native: NativeSymbol) => new SymbolView(native, this));
  readonly toSignature = rememberFor((native: NativeSignature) => new SignatureView(native, this));

  constructor(checker: NativeChecker) {
    this.checker = checker;
  }

  readonly toSymbolIfAny = (native: NativeSymbol | undefined) => native && this.toSymbol(native);
}

/** A view of a native object, with the answers about it that were asked for. */
class View<N> {
  readonly #answers = new Map<string, unknown>();

  constructor(
    readonly native: N,
    protected readonly views: Views,
  ) {}

  /** Returns an answer by the name of its question, asked for once. */
  remember<A>(question: string, ask: (native: N) => A): A {
    return getOrCreate(this.#answers, question, () => ask(this.native)) as A;
  }
}

export class TypeView extends View<NativeType> {
  /** TypeScript knows `true` and `false` as built-in types. */
  get intrinsicName(): string | undefined {
    return this.native.isBooleanLiteralType() ? String(this.native.value) : this.native.intrinsicName;
  }

  get value(): NativeType["value"] {
    return this.native.value;
  }

  get types(): readonly TypeView[] | undefined {
    return this.remember("types", (native) => native.getTypes()?.map(this.views.toType));
  }

  get symbol(): SymbolView | undefined {
    return this.remember("symbol", (native) => this.views.toSymbolIfAny(native.getSymbol()));
  }

  get aliasSymbol(): SymbolView | undefined {
    return this.remember("alias", (native) => this.views.toSymbolIfAny(native.getAliasSymbol()));
  }

  get aliasTypeArguments(): readonly TypeView[] {
    return this.remember("arguments", (native) => native.getAliasTypeArguments().map(this.views.toType));
  }

  get target(): TypeView | undefined {
    return this.remember("target", (native) => {
      const target = native.isTypeReference() ? native.getTarget() : undefined;
      return target && this.views.toType(target);
    });
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

  getCallSignatures(): readonly SignatureView[] {
    return this.remember("calls", () => this.#listSignatures(0));
  }

  getConstructSignatures(): readonly SignatureView[] {
    return this.remember("constructs", () => this.#listSignatures(1));
  }

  #listSignatures(kind: number): readonly SignatureView[] {
    if (!this.native.isObjectType() && !this.native.isUnionType() && !this.native.isIntersectionType()) return [];
    return this.views.checker.getSignaturesOfType(this.native, kind).map(this.views.toSignature);
  }
}

export class SymbolView extends View<NativeSymbol> {
  get name(): string {
    return this.native.name;
  }

  get flags(): number {
    return this.native.flags;
  }

  get declarations(): readonly NativeNode[] {
    return this.remember("declarations", (native) => native.declarations.flatMap((each) => each.resolve() ?? []));
  }
}

export class SignatureView extends View<NativeSignature> {
  get typeParameters(): readonly unknown[] | undefined {
    return this.native.typeParameters;
  }

  get parameters(): readonly SymbolView[] {
    return this.remember("parameters", (native) => native.getParameters().map(this.views.toSymbol));
  }
}

/** Lists the files that a symbol is declared in, without their trees. */
export function listDeclaringFiles(symbol: ts.Symbol): readonly string[] {
  return (symbol as unknown as SymbolView).native.declarations.map(({ path }) => path);
}

/** Returns whether a type is an object as it stands, and no member of it depends on a mapping. */
export function isUnmapped(type: NativeType): boolean {
  return type.isObjectType() && ((type.objectFlags ?? MAPPED) & MAPPED) === 0;
}
