import type ts from "typescript";

import { getIntrinsicName, SYMBOL, type Checker } from "../project.js";
import type { NativeChecker, NativeModules, NativeNode, NativeSymbol, NativeType } from "./native-api.js";
import {
  isUnmapped,
  toNativeNode,
  getNativeSignature,
  getNativeSymbol,
  getNativeType,
  rememberForType,
  rememberForSymbol,
  type Views,
} from "./type-view.js";

// Classes, interfaces, enums and their members, type literals, type parameters, type aliases.
const TYPE = (1 << 3) | (1 << 5) | (1 << 6) | (1 << 7) | (1 << 8) | (1 << 11) | (1 << 18) | (1 << 19);
// The result of a promise may be a promise again.
const MAX_AWAITED = 8;

/** The native checker in the form of TypeScript's own. */
export function createCheckerView(views: Views, { ast: { SyntaxKind } }: NativeModules): Checker {
  const { checker } = views;

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
  /** As TypeScript writes a symbol whose own name says nothing. */
  const readWrittenName = (symbol: ts.Symbol): string => {
    // A module is its path.
    if (symbol.name.startsWith('"')) return symbol.name;
    const [first] = symbol.declarations ?? [];
    for (const declaration of symbol.declarations ?? []) {
      const { name } = declaration as Partial<ts.NamedDeclaration>;
      if (name) return name.getText();
    }
    const { kind, parent } = first ? toNativeNode(first) : {};
    if (first && parent?.kind === SyntaxKind.VariableDeclaration) {
      return (first.parent as ts.VariableDeclaration).name.getText();
    }
    if (kind === SyntaxKind.ClassExpression) return "(Anonymous class)";
    const isFunction = kind === SyntaxKind.FunctionExpression || kind === SyntaxKind.ArrowFunction;
    return isFunction ? "(Anonymous function)" : symbol.name;
  };

  return {
    getAliasedSymbol: (symbol) => views.toSymbolView(checker.getAliasedSymbol(getNativeSymbol(symbol))),
    getApparentType: (type) =>
      rememberForType(type, "apparent", (native) =>
        isUnmapped(native) ? type : views.toTypeView(checker.getApparentType(native) ?? native),
      ),
    getAwaitedType: (type) =>
      rememberForType(type, "awaited", (native) =>
        checker.getAwaitedType
          ? views.toTypeView(checker.getAwaitedType(native))
          : createUnion(listAwaitedTypes(native, checker).map((each) => views.toTypeView(each))),
      ),
    getBaseConstraintOfType: (type) =>
      rememberForType(type, "constraint", (native) => {
        const isPlain = isUnmapped(native) && !native.isTypeReference();
        return native.isIntrinsicType() || native.isLiteralType() || isPlain
          ? undefined
          : views.toTypeView(checker.getBaseConstraintOfType(native));
      }),
    getBaseTypes: (type) =>
      rememberForType(type, "bases", (native) => checker.getBaseTypes(native).map((each) => views.toTypeView(each))),
    getDeclaredTypeOfSymbol: (symbol) => views.toTypeView(checker.getDeclaredTypeOfSymbol(getNativeSymbol(symbol))),
    getExportsOfModule: (module) =>
      listExports(getNativeSymbol(module), checker).map((each) => views.toSymbolView(each)),
    getIndexInfosOfType: (type) =>
      checker
        .getIndexInfosOfType(getNativeType(type))
        .map(({ keyType }) => ({ keyType: views.toTypeView(keyType) }) as unknown as ts.IndexInfo),
    getNonNullableType: (type) =>
      rememberForType(type, "something", (native) =>
        native.isObjectType() ? type : views.toTypeView(checker.getNonNullableType(native) ?? native),
      ),
    getPropertiesOfType: (type) =>
      checker.getPropertiesOfType(getNativeType(type)).map((each) => views.toSymbolView(each)),
    getPropertyOfType: (type, name) =>
      rememberForType(type, `property ${name}`, (native) =>
        views.toSymbolView(checker.getPropertyOfType(native, name)),
      ),
    getResolvedSignature: (call) => views.toSignatureView(checker.getResolvedSignature(toNativeNode(call))),
    getReturnTypeOfSignature: (signature) =>
      views.toTypeView(requireType(checker.getReturnTypeOfSignature(getNativeSignature(signature)))),
    getShorthandAssignmentValueSymbol: (node) =>
      node && toNativeNode(node).kind === SyntaxKind.ShorthandPropertyAssignment
        ? views.toSymbolView(checker.getShorthandAssignmentValueSymbol(toNativeNode(node)))
        : undefined,
    getSymbolAtLocation: (node) => views.toSymbolView(checker.getSymbolAtLocation(toNativeNode(node))),
    getTypeArguments: (type) => checker.getTypeArguments(getNativeType(type)).map((each) => views.toTypeView(each)),
    getTypeAtLocation: (node) => views.toTypeView(getTypeAt(toNativeNode(node))),
    getTypeOfSymbol: (symbol) => views.toTypeView(requireType(checker.getTypeOfSymbol(getNativeSymbol(symbol)))),
    // A call or a file narrows nothing, so wherever it stands, the answer is the same.
    getTypeOfSymbolAtLocation: (symbol, node) =>
      rememberForSymbol(symbol, "type", (native) =>
        views.toTypeView(checker.getTypeOfSymbolAtLocation(native, toNativeNode(node))),
      ),
    isArrayType: (type) => isReference(type) && rememberForType(type, "array", (native) => checker.isArrayType(native)),
    isTupleType: (type) => isReference(type) && rememberForType(type, "tuple", (native) => checker.isTupleType(native)),
    isTypeAssignableTo: (source, target) => checker.isTypeAssignableTo(getNativeType(source), getNativeType(target)),
    symbolToString: readWrittenName,
    typeToString: (type) => checker.typeToString(getNativeType(type)),
  };
}

/** Returns the exports, with the properties of `module.exports`, which TypeScript 7 no longer counts as exports. */
function listExports(module: NativeSymbol, checker: NativeChecker): readonly NativeSymbol[] {
  const assigned = module.getExports().get("export=");
  if (!assigned?.declarations.some(({ path }) => /\.[cm]?jsx?$/.test(path))) return checker.getExportsOfModule(module);
  const type = checker.getTypeOfSymbol(assigned);
  return [...checker.getExportsOfModule(module), ...(type ? checker.getPropertiesOfType(type) : [])];
}

function isReference(type: ts.Type): boolean {
  return getNativeType(type).isTypeReference();
}

function requireType(type: NativeType | undefined): NativeType {
  if (!type) throw new TypeError("The native checker knows no type.");
  return type;
}

function createUnion(types: readonly ts.Type[]): ts.Type {
  const everything = types.find((type) => ["any", "unknown", "error"].includes(getIntrinsicName(type) ?? ""));
  const members = everything ? [everything] : [...new Set(types)];
  const [only] = members;
  return only && members.length === 1 ? only : ({ isUnion: () => true, types: members } as unknown as ts.Type);
}

/** Returns the result of a promise, which 7.0 has no call for: the parameter of the first callback of `then`. */
function listAwaitedTypes(type: NativeType, checker: NativeChecker, depth = 0): readonly NativeType[] {
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap((each) => listAwaitedTypes(each, checker, depth));
  const value = depth < MAX_AWAITED ? findThenValue(type, checker) : undefined;
  return value ? listAwaitedTypes(value, checker, depth + 1) : [type];
}

function findThenValue(type: NativeType, checker: NativeChecker): NativeType | undefined {
  if (type.isIntrinsicType() || type.isLiteralType()) return undefined;
  const then = checker.getPropertyOfType(checker.getApparentType(type) ?? type, "then");
  const callback = then && findFirstParameterType(checker.getTypeOfSymbol(then), checker);
  return callback && findFirstParameterType(checker.getNonNullableType(callback), checker);
}

function findFirstParameterType(type: NativeType | undefined, checker: NativeChecker): NativeType | undefined {
  const [signature] = type ? checker.getSignaturesOfType(type, 0) : [];
  return signature && checker.getParameterType(signature, 0);
}
