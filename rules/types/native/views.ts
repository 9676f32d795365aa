import type ts from "typescript";
import { getOrCreate, rememberFor } from "../../syntax/remember.js";
import { type Checker, SYMBOL } from "../project.js";
import type {
  NativeChecker,
  NativeModules,
  NativeNode,
  NativeSignature,
  NativeSymbol,
  NativeType,
} from "./native-process.js";

// The native checker, its types, symbols and signatures in the form of TypeScript's own, as far as `rules/types` reads
// them: an object there is a handle here, and each step to another one is a round trip, taken once. Nodes are in that
// form already.

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

class TypeView extends View<NativeType> {
  /** TypeScript knows `true` and `false` as built-in types. */
  get intrinsicName(): string | undefined {
    if (this.native.isBooleanLiteralType()) return String(this.native.value);
    return this.native.isIntrinsicType() ? this.native.intrinsicName : undefined;
  }

  get value(): unknown {
    return this.native.isLiteralType() ? this.native.value : undefined;
  }

  get types(): readonly TypeView[] | undefined {
    return this.remember("types", (native) =>
      native.isUnionType() || native.isIntersectionType() ? native.getTypes().map(this.views.toType) : undefined,
    );
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
    return this.remember("target", (native) =>
      native.isTypeReference() ? this.views.toTypeIfAny(native.getTarget()) : undefined,
    );
  }

  isUnion = () => this.native.isUnionType();
  isIntersection = () => this.native.isIntersectionType();
  isClassOrInterface = () => this.native.isClassOrInterface();
  isTypeParameter = () => this.native.isTypeParameter();
  isLiteral = () => this.native.isLiteralType() && !this.native.isBooleanLiteralType();
  isStringLiteral = () => this.native.isStringLiteralType();
  isNumberLiteral = () => this.native.isNumberLiteralType();
  getCallSignatures = () => this.remember("calls", () => this.#listSignatures(0));
  getConstructSignatures = () => this.remember("constructs", () => this.#listSignatures(1));

  #listSignatures(kind: 0 | 1): readonly SignatureView[] {
    const { native } = this;
    if (!native.isObjectType() && !native.isUnionType() && !native.isIntersectionType()) return [];
    return this.views.checker.getSignaturesOfType(native, kind).map(this.views.toSignature);
  }
}

class SymbolView extends View<NativeSymbol> {
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

class SignatureView extends View<NativeSignature> {
  get typeParameters(): unknown {
    return this.native.typeParameters;
  }

  get parameters(): readonly SymbolView[] {
    return this.remember("parameters", (native) => native.getParameters().map(this.views.toSymbol));
  }
}

/** Gives each native object its one view: TypeScript's answers are compared by identity. */
class Views {
  readonly toType = rememberFor((native: NativeType) => new TypeView(native, this));
  readonly toSymbol = rememberFor((native: NativeSymbol) => new SymbolView(native, this));
  readonly toSignature = rememberFor((native: NativeSignature) => new SignatureView(native, this));

  constructor(readonly checker: NativeChecker) {}

  readonly toTypeIfAny = (native: NativeType | undefined) => native && this.toType(native);
  readonly toSymbolIfAny = (native: NativeSymbol | undefined) => native && this.toSymbol(native);
}

/** Lists the files that a symbol is declared in, without their trees. */
export function listDeclaringFiles(symbol: ts.Symbol): readonly string[] {
  return (symbol as unknown as SymbolView).native.declarations.map(({ path }) => path);
}

const MAPPED = 1 << 5;

/** Returns whether a type is an object as it stands, and no member of it depends on a mapping. */
function isUnmapped(type: NativeType): boolean {
  return type.isObjectType() && (((type.objectFlags as number | undefined) ?? MAPPED) & MAPPED) === 0;
}

// Classes, interfaces, enums and their members, type literals, type parameters, type aliases.
const TYPE = (1 << 3) | (1 << 5) | (1 << 6) | (1 << 7) | (1 << 8) | (1 << 11) | (1 << 18) | (1 << 19);

/** Shows the native checker in the form of TypeScript's own, with views of its types and symbols. */
export function createCheckerView(checker: NativeChecker, { ast: { SyntaxKind } }: NativeModules): Checker {
  const { toType, toTypeIfAny, toSymbol, toSymbolIfAny, toSignature } = new Views(checker);
  const view = {
    getAliasedSymbol: ({ native }: SymbolView) => toSymbol(checker.getAliasedSymbol(native)),
    getApparentType: (type: TypeView) =>
      type.remember("apparent", (native) =>
        isUnmapped(native) ? type : toType(checker.getApparentType(native) ?? native),
      ),
    getBaseConstraintOfType: (type: TypeView) =>
      type.remember("constraint", (native) => {
        const isPlain = isUnmapped(native) && !native.isTypeReference();
        return native.isIntrinsicType() || native.isLiteralType() || isPlain
          ? undefined
          : toTypeIfAny(checker.getBaseConstraintOfType(native));
      }),
    getBaseTypes: (type: TypeView) =>
      type.remember("bases", (native) => (native.isClassOrInterface() ? checker.getBaseTypes(native).map(toType) : [])),
    getDeclaredTypeOfSymbol: ({ native }: SymbolView) => toType(checker.getDeclaredTypeOfSymbol(native)),
    getIndexInfosOfType: ({ native }: TypeView) =>
      checker.getIndexInfosOfType(native).map(({ keyType }) => ({ keyType: toType(keyType) })),
    getNonNullableType: (type: TypeView) =>
      type.remember("something", (native) =>
        native.isObjectType() ? type : toType(checker.getNonNullableType(native) ?? native),
      ),
    getPropertyOfType: (type: TypeView, name: string) =>
      type.remember(`property ${name}`, (native) => toSymbolIfAny(checker.getPropertyOfType(native, name))),
    getResolvedSignature: (call: NativeNode) => {
      const signature = checker.getResolvedSignature(call);
      return signature && toSignature(signature);
    },
    getReturnTypeOfSignature: ({ native }: SignatureView) =>
      toType(requireType(checker.getReturnTypeOfSignature(native))),
    getShorthandAssignmentValueSymbol: (node: NativeNode | undefined) =>
      node?.kind === SyntaxKind.ShorthandPropertyAssignment
        ? toSymbolIfAny(checker.getShorthandAssignmentValueSymbol(node))
        : undefined,
    getSymbolAtLocation: (node: NativeNode) => toSymbolIfAny(checker.getSymbolAtLocation(node)),
    getTypeAtLocation: (node: NativeNode) => toType(getTypeAt(node, checker, SyntaxKind)),
    getTypeOfSymbol: ({ native }: SymbolView) => toType(requireType(checker.getTypeOfSymbol(native))),
    // A call or a file narrows nothing, so wherever it stands, the answer is the same.
    getTypeOfSymbolAtLocation: (symbol: SymbolView, node: NativeNode) =>
      symbol.remember("type", (native) => toType(checker.getTypeOfSymbolAtLocation(native, node))),
    isArrayType: (type: TypeView) =>
      type.remember("array", (native) => native.isTypeReference() && checker.isArrayType(native)),
    isTupleType: (type: TypeView) =>
      type.remember("tuple", (native) => native.isTypeReference() && checker.isTupleType(native)),
    isTypeAssignableTo: (source: TypeView, target: TypeView) =>
      checker.isTypeAssignableTo(source.native, target.native),
    typeToString: ({ native }: TypeView) => checker.typeToString(native),
  } satisfies Record<keyof Checker, (...args: never[]) => unknown>;
  return view as unknown as Checker;
}

/** TypeScript 7 knows a type reference, but not the name in it. */
function getTypeAt(node: NativeNode, checker: NativeChecker, kinds: NativeModules["ast"]["SyntaxKind"]): NativeType {
  const type = requireType(checker.getTypeAtLocation(node));
  if (!type.isErrorType() || !isTypeName(node, kinds)) return type;
  const symbol = checker.getSymbolAtLocation(node);
  const target = symbol && (symbol.flags & SYMBOL.alias ? checker.getAliasedSymbol(symbol) : symbol);
  return target && target.flags & TYPE ? checker.getDeclaredTypeOfSymbol(target) : type;
}

function isTypeName({ kind, parent }: NativeNode, kinds: NativeModules["ast"]["SyntaxKind"]): boolean {
  const isName = kind === kinds.Identifier || kind === kinds.QualifiedName;
  return isName && (parent.kind === kinds.TypeReference || parent.kind === kinds.ExpressionWithTypeArguments);
}

function requireType(type: NativeType | undefined): NativeType {
  if (!type) throw new TypeError("The native checker knows no type.");
  return type;
}
