import type ts from "typescript";

import { type Checker, getLiteralValue, resolveAlias } from "./project.js";

// `A: BASE.A` leads to another object; objects that refer to each other would never end.
const MAX_STEPS = 8;
// ts.NodeFlags.Const, the same in every version.
const CONST = 1 << 1;

/**
 * The value that stands in the declaration of a property of a `const` object, whose type is only `string` or `number`
 * without `as const`; plain JavaScript has no other way to write codes.
 */
export function findDeclaredValue(
  symbol: ts.Symbol | undefined,
  checker: Checker,
  steps = 0,
): string | number | undefined {
  if (!symbol || steps > MAX_STEPS) return undefined;
  const declaration = resolveAlias(symbol, checker).declarations?.[0];
  if (!declaration || !isInConst(declaration)) return undefined;
  const { initializer } = declaration as Partial<ts.PropertyAssignment>;
  const value = initializer && getLiteralValue(checker.getTypeAtLocation(initializer));
  if (value !== undefined) return value;
  const further = initializer
    ? checker.getSymbolAtLocation(initializer)
    : checker.getShorthandAssignmentValueSymbol(declaration);
  return findDeclaredValue(further, checker, steps + 1);
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
