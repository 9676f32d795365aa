import type ts from "typescript";

import { intrinsicName, SYMBOL, type Checker } from "../project.js";
import type { NativeChecker, NativeModules, NativeNode, NativeSymbol, NativeType } from "./native-api.js";
import {
  isUnmapped,
  nativeNodeOf,
  nativeSignature,
  nativeSymbol,
  nativeType,
  onceOf,
  onceOfSymbol,
  type Views,
} from "./type-view.js";

// Classes, interfaces, enums and their members, type literals, type parameters, type aliases.
const TYPE = (1 << 3) | (1 << 5) | (1 << 6) | (1 << 7) | (1 << 8) | (1 << 11) | (1 << 18) | (1 << 19);
// The result of a promise may be a promise again.
const MAX_AWAITED = 8;

/** The native checker in the form of TypeScript's own. */
export function checkerView(views: Views, { ast: { SyntaxKind } }: NativeModules): Checker {
  const { checker } = views;

  /** TypeScript 7 knows a type reference, but not the name in it. */
  const typeAt = (node: NativeNode): NativeType => {
    const type = known(checker.getTypeAtLocation(node));
    if (type.intrinsicName !== "error" || !isTypeName(node)) return type;
    const symbol = checker.getSymbolAtLocation(node);
    const target = symbol && (symbol.flags & SYMBOL.alias ? checker.getAliasedSymbol(symbol) : symbol);
    return target && target.flags & TYPE ? checker.getDeclaredTypeOfSymbol(target) : type;
  };
  const isTypeName = ({ kind, parent }: NativeNode): boolean =>
    (kind === SyntaxKind.Identifier || kind === SyntaxKind.QualifiedName) &&
    (parent?.kind === SyntaxKind.TypeReference || parent?.kind === SyntaxKind.ExpressionWithTypeArguments);
  /** As TypeScript writes a symbol whose own name says nothing. */
  const writtenName = (symbol: ts.Symbol): string => {
    // A module is its path.
    if (symbol.name.startsWith('"')) return symbol.name;
    const [first] = symbol.declarations ?? [];
    for (const declaration of symbol.declarations ?? []) {
      const { name } = declaration as Partial<ts.NamedDeclaration>;
      if (name) return name.getText();
    }
    const { kind, parent } = first ? nativeNodeOf(first) : {};
    if (first && parent?.kind === SyntaxKind.VariableDeclaration) {
      return (first.parent as ts.VariableDeclaration).name.getText();
    }
    if (kind === SyntaxKind.ClassExpression) return "(Anonymous class)";
    const isFunction = kind === SyntaxKind.FunctionExpression || kind === SyntaxKind.ArrowFunction;
    return isFunction ? "(Anonymous function)" : symbol.name;
  };

  return {
    getAliasedSymbol: (symbol) => views.symbol(checker.getAliasedSymbol(nativeSymbol(symbol))),
    getApparentType: (type) =>
      onceOf(type, "apparent", (native) =>
        isUnmapped(native) ? type : views.type(checker.getApparentType(native) ?? native),
      ),
    getAwaitedType: (type) =>
      onceOf(type, "awaited", (native) =>
        checker.getAwaitedType
          ? views.type(checker.getAwaitedType(native))
          : unionOf(awaitedTypes(native, checker).map((each) => views.type(each))),
      ),
    getBaseConstraintOfType: (type) =>
      onceOf(type, "constraint", (native) => {
        const isPlain = isUnmapped(native) && !native.isTypeReference();
        return native.isIntrinsicType() || native.isLiteralType() || isPlain
          ? undefined
          : views.type(checker.getBaseConstraintOfType(native));
      }),
    getBaseTypes: (type) =>
      onceOf(type, "bases", (native) => checker.getBaseTypes(native).map((each) => views.type(each))),
    getDeclaredTypeOfSymbol: (symbol) => views.type(checker.getDeclaredTypeOfSymbol(nativeSymbol(symbol))),
    getExportsOfModule: (module) => exportsOf(nativeSymbol(module), checker).map((each) => views.symbol(each)),
    getIndexInfosOfType: (type) =>
      checker
        .getIndexInfosOfType(nativeType(type))
        .map(({ keyType }) => ({ keyType: views.type(keyType) }) as unknown as ts.IndexInfo),
    getNonNullableType: (type) =>
      onceOf(type, "something", (native) =>
        native.isObjectType() ? type : views.type(checker.getNonNullableType(native) ?? native),
      ),
    getPropertiesOfType: (type) => checker.getPropertiesOfType(nativeType(type)).map((each) => views.symbol(each)),
    getPropertyOfType: (type, name) =>
      onceOf(type, `property ${name}`, (native) => views.symbol(checker.getPropertyOfType(native, name))),
    getResolvedSignature: (call) => views.signature(checker.getResolvedSignature(nativeNodeOf(call))),
    getReturnTypeOfSignature: (signature) =>
      views.type(known(checker.getReturnTypeOfSignature(nativeSignature(signature)))),
    getShorthandAssignmentValueSymbol: (node) =>
      node && nativeNodeOf(node).kind === SyntaxKind.ShorthandPropertyAssignment
        ? views.symbol(checker.getShorthandAssignmentValueSymbol(nativeNodeOf(node)))
        : undefined,
    getSymbolAtLocation: (node) => views.symbol(checker.getSymbolAtLocation(nativeNodeOf(node))),
    getTypeArguments: (type) => checker.getTypeArguments(nativeType(type)).map((each) => views.type(each)),
    getTypeAtLocation: (node) => views.type(typeAt(nativeNodeOf(node))),
    getTypeOfSymbol: (symbol) => views.type(known(checker.getTypeOfSymbol(nativeSymbol(symbol)))),
    // A call or a file narrows nothing, so wherever it stands, the answer is the same.
    getTypeOfSymbolAtLocation: (symbol, node) =>
      onceOfSymbol(symbol, "type", (native) =>
        views.type(checker.getTypeOfSymbolAtLocation(native, nativeNodeOf(node))),
      ),
    isArrayType: (type) => isReference(type) && onceOf(type, "array", (native) => checker.isArrayType(native)),
    isTupleType: (type) => isReference(type) && onceOf(type, "tuple", (native) => checker.isTupleType(native)),
    isTypeAssignableTo: (source, target) => checker.isTypeAssignableTo(nativeType(source), nativeType(target)),
    symbolToString: writtenName,
    typeToString: (type) => checker.typeToString(nativeType(type)),
  };
}

/** Returns the exports, with the properties of `module.exports`, which TypeScript 7 no longer counts as exports. */
function exportsOf(module: NativeSymbol, checker: NativeChecker): readonly NativeSymbol[] {
  const assigned = module.getExports().get("export=");
  if (!assigned?.declarations.some(({ path }) => /\.[cm]?jsx?$/.test(path))) return checker.getExportsOfModule(module);
  const type = checker.getTypeOfSymbol(assigned);
  return [...checker.getExportsOfModule(module), ...(type ? checker.getPropertiesOfType(type) : [])];
}

function isReference(type: ts.Type): boolean {
  return nativeType(type).isTypeReference();
}

function known(type: NativeType | undefined): NativeType {
  if (!type) throw new TypeError("The native checker knows no type.");
  return type;
}

function unionOf(types: readonly ts.Type[]): ts.Type {
  const everything = types.find((type) => ["any", "unknown", "error"].includes(intrinsicName(type) ?? ""));
  const members = everything ? [everything] : [...new Set(types)];
  const [only] = members;
  return only && members.length === 1 ? only : ({ isUnion: () => true, types: members } as unknown as ts.Type);
}

/** Returns the result of a promise, which 7.0 has no call for: the parameter of the first callback of `then`. */
function awaitedTypes(type: NativeType, checker: NativeChecker, depth = 0): readonly NativeType[] {
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap((each) => awaitedTypes(each, checker, depth));
  const value = depth < MAX_AWAITED ? thenValue(type, checker) : undefined;
  return value ? awaitedTypes(value, checker, depth + 1) : [type];
}

function thenValue(type: NativeType, checker: NativeChecker): NativeType | undefined {
  if (type.isIntrinsicType() || type.isLiteralType()) return undefined;
  const then = checker.getPropertyOfType(checker.getApparentType(type) ?? type, "then");
  const callback = then && firstParameter(checker.getTypeOfSymbol(then), checker);
  return callback && firstParameter(checker.getNonNullableType(callback), checker);
}

function firstParameter(type: NativeType | undefined, checker: NativeChecker): NativeType | undefined {
  const [signature] = type ? checker.getSignaturesOfType(type, 0) : [];
  return signature && checker.getParameterType(signature, 0);
}
