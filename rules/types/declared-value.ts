import type ts from "typescript";

import { resolveAlias, type Checker } from "./project.js";

// `A: BASE.A` leads to another object; objects that refer to each other would never end.
const MAX_STEPS = 8;
// ts.NodeFlags.Const, the same in every version.
const CONST = 1 << 1;

type Value = string | number;

/**
 * The value that stands in the declaration of a property of a `const` object, whose type is only `string` or `number`
 * without `as const`; plain JavaScript has no other way to write codes.
 */
export function findDeclaredValue(symbol: ts.Symbol | undefined, checker: Checker, steps = 0): Value | undefined {
  if (!symbol || steps > MAX_STEPS) return undefined;
  const declaration = resolveAlias(symbol, checker).declarations?.[0];
  if (!declaration || !isInConst(declaration)) return undefined;
  const initializer = findInitializer(declaration);
  const type = initializer && checker.getTypeAtLocation(initializer);
  if (type?.isStringLiteral() || type?.isNumberLiteral()) return type.value;
  const further = initializer
    ? checker.getSymbolAtLocation(initializer)
    : checker.getShorthandAssignmentValueSymbol(declaration);
  return findDeclaredValue(further, checker, steps + 1);
}

/** The expression that a variable, a property or an exported name begins with. */
export function findInitializer(declaration: ts.Declaration): ts.Expression | undefined {
  // `A.b = 1` is declared by its left side, and from TypeScript 7 on by the whole of it.
  const assignment = [declaration, declaration.parent].map((node: ts.Node) => node as Partial<ts.BinaryExpression>);
  const assigned = assignment.find(({ left }, index) => left && (index === 0 || left === (declaration as ts.Node)));
  if (assigned) return assigned.right;
  const { initializer, expression } = declaration as Partial<ts.PropertyAssignment> & Partial<ts.ExportAssignment>;
  return initializer ?? expression;
}

type Parts = Partial<Pick<ts.VariableDeclarationList, "declarations">> &
  Partial<Pick<ts.MethodDeclaration, "parameters">> &
  Partial<Pick<ts.ClassDeclaration, "members">>;

/** Returns whether a declaration is constant. Stops at functions and classes: their values may differ each time. */
function isInConst(declaration: ts.Declaration): boolean {
  for (let node: ts.Node = declaration; node; node = node.parent) {
    const { declarations, parameters, members } = node as Parts;
    if (declarations) return (node.flags & CONST) !== 0;
    if (parameters || members) return false;
  }
  return true;
}
