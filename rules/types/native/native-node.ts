import type { TSESTree } from "@typescript-eslint/utils";

import type { NativeFile, NativeModules, NativeNode } from "./native-process.js";

type KindName = keyof NativeModules["ast"]["SyntaxKind"];

// Where the linter's node and TypeScript's do not begin at the same place, or where TypeScript has several nodes of one
// range: the kind that typescript-eslint converts to the linter's. It ends where the linter's ends.
const KINDS: Readonly<Partial<Record<TSESTree.Node["type"], readonly KindName[]>>> = {
  // An `export` in front belongs to TypeScript's node.
  ClassDeclaration: ["ClassDeclaration"],
  FunctionDeclaration: ["FunctionDeclaration"],
  TSDeclareFunction: ["FunctionDeclaration"],
  TSEnumDeclaration: ["EnumDeclaration"],
  TSInterfaceDeclaration: ["InterfaceDeclaration"],
  TSTypeAliasDeclaration: ["TypeAliasDeclaration"],
  TSModuleDeclaration: ["ModuleDeclaration"],
  VariableDeclaration: ["VariableStatement", "VariableDeclarationList"],
  // These can be no longer than the name, or the literal, in them.
  ExpressionStatement: ["ExpressionStatement"],
  ImportSpecifier: ["ImportSpecifier"],
  ExportSpecifier: ["ExportSpecifier"],
  JSXAttribute: ["JsxAttribute"],
  Property: [
    "PropertyAssignment",
    "ShorthandPropertyAssignment",
    "BindingElement",
    "MethodDeclaration",
    "GetAccessor",
    "SetAccessor",
  ],
  PropertyDefinition: ["PropertyDeclaration"],
  TSClassImplements: ["ExpressionWithTypeArguments"],
  TSEnumMember: ["EnumMember"],
  TSInterfaceHeritage: ["ExpressionWithTypeArguments"],
  TSLiteralType: ["LiteralType"],
  TSPropertySignature: ["PropertySignature"],
  TSTypeParameter: ["TypeParameter"],
  TSTypeReference: ["TypeReference"],
  VariableDeclarator: ["VariableDeclaration"],
};

// Patterns begin where the linter's node does, and end before its type annotation, which the linter counts in.
const PATTERNS: readonly KindName[] = [
  "ArrayBindingPattern",
  "ArrayLiteralExpression",
  "ObjectBindingPattern",
  "ObjectLiteralExpression",
];

/** The native process's node for one of the linter's; `undefined` where it has none. */
export function findNativeNode(node: TSESTree.Node, { sourceFile: file, api }: NativeFile): NativeNode | undefined {
  const { SyntaxKind } = api.ast;
  if (node.type === "Program") return file;
  const { type, range } = findMethod(node) ?? node;
  const [start, end] = range;
  const path = listNodesAt(start, file);
  const kinds = KINDS[type]?.map((kind) => SyntaxKind[kind]);
  if (kinds) return path.findLast((each) => each.end === end && kinds.includes(each.kind));
  if (isName(type)) return path[0]?.getStart() === start ? path[0] : undefined;
  if (type === "ArrayPattern" || type === "ObjectPattern") {
    const patterns = PATTERNS.map((kind) => SyntaxKind[kind]);
    return path.find((each) => patterns.includes(each.kind) && each.getStart() === start);
  }
  return path.find((each) => each.end === end && each.getStart() === start);
}

/** The nodes that a position stands in, innermost first; comments and blanks belong to the node behind them. */
function listNodesAt(position: number, file: NativeNode): NativeNode[] {
  const path: NativeNode[] = [file];
  for (let inner: NativeNode | undefined = file; inner;) {
    inner = inner.forEachChild((child) => (child.pos <= position && position < child.end ? child : undefined));
    if (inner) path.unshift(inner);
  }
  return path;
}

function isName(type: TSESTree.Node["type"]): boolean {
  return type === "Identifier" || type === "PrivateIdentifier" || type === "JSXIdentifier" || type === "Literal";
}

/** TypeScript's methods are one node; the linter's are a function inside of a definition. */
function findMethod({ type, parent }: TSESTree.Node): TSESTree.Node | undefined {
  if (type !== "FunctionExpression" && type !== "TSEmptyBodyFunctionExpression") return;
  if (parent?.type === "Property") return parent.method || parent.kind !== "init" ? parent : undefined;
  const isMethod = parent?.type === "MethodDefinition" || parent?.type === "TSAbstractMethodDefinition";
  return isMethod ? parent : undefined;
}
