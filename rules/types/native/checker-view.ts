import { type Checker, SYMBOL } from "../project.js";
import type { NativeModules, NativeNode, NativeType } from "./native-api.js";
import { type SignatureView, type SymbolView, type TypeView, type Views, isUnmapped } from "./type-view.js";

// Classes, interfaces, enums and their members, type literals, type parameters, type aliases.
const TYPE = (1 << 3) | (1 << 5) | (1 << 6) | (1 << 7) | (1 << 8) | (1 << 11) | (1 << 18) | (1 << 19);

type CheckerView = Record<keyof Checker, (...args: never[]) => unknown>;

/** Shows the native checker in the form of TypeScript's own, with views of its types and symbols. */
export function createCheckerView(views: Views, { ast: { SyntaxKind } }: NativeModules): Checker {
  const { checker, toType, toSymbol, toSymbolIfAny, toSignature } = views;
  const toTypeIfAny = (native: NativeType | undefined): TypeView | undefined => native && toType(native);

  /** TypeScript 7 knows a type reference, but not the name in it. */
  const getTypeAt = (node: NativeNode): NativeType => {
    const type = requireType(checker.getTypeAtLocation(node));
    if (type.intrinsicName !== "error" || !isTypeName(node)) return type;
    const symbol = checker.getSymbolAtLocation(node);
    const target = symbol && (symbol.flags & SYMBOL.alias ? checker.getAliasedSymbol(symbol) : symbol);
    return target && target.flags & TYPE ? checker.getDeclaredTypeOfSymbol(target) : type;
  };
  const isTypeName = ({ kind, parent }: NativeNode): boolean =>
    (kind === SyntaxKind.Identifier || kind === SyntaxKind.QualifiedName) &&
    (parent?.kind === SyntaxKind.TypeReference || parent?.kind === SyntaxKind.ExpressionWithTypeArguments);
  const hasSymbol = (type: NativeType, name: string) => type.isTypeReference() && type.getSymbol()?.name === name;

  const view = {
    getAliasedSymbol: ({ native }: SymbolView) => toSymbol(checker.getAliasedSymbol(native)),
    getApparentType: (type: TypeView) =>
      type.remember("apparent", (native) =>
        isUnmapped(native) ? type : toType(checker.getApparentType(native) ?? native),
      ),
    getAwaitedType: (type: TypeView) =>
      type.remember("awaited", (native) => {
        // 7.0 has no call for it.
        if (checker.getAwaitedType) return toTypeIfAny(checker.getAwaitedType(native));
        return hasSymbol(native, "Promise") ? toTypeIfAny(checker.getTypeArguments(native)[0]) : type;
      }),
    getBaseConstraintOfType: (type: TypeView) =>
      type.remember("constraint", (native) => {
        const isPlain = isUnmapped(native) && !native.isTypeReference();
        return native.isIntrinsicType() || native.isLiteralType() || isPlain
          ? undefined
          : toTypeIfAny(checker.getBaseConstraintOfType(native));
      }),
    getBaseTypes: (type: TypeView) => type.remember("bases", (native) => checker.getBaseTypes(native).map(toType)),
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
      node && node.kind === SyntaxKind.ShorthandPropertyAssignment
        ? toSymbolIfAny(checker.getShorthandAssignmentValueSymbol(node))
        : undefined,
    getSymbolAtLocation: (node: NativeNode) => toSymbolIfAny(checker.getSymbolAtLocation(node)),
    getTypeAtLocation: (node: NativeNode) => toType(getTypeAt(node)),
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
  } satisfies CheckerView;
  return view as unknown as Checker;
}

function requireType(type: NativeType | undefined): NativeType {
  if (!type) throw new TypeError("The native checker knows no type.");
  return type;
}
