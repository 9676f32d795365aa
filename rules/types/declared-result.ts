import type ts from "typescript";

import { findClassOrInterface, hasFlag, getIntrinsicName, SYMBOL, resolveAlias, type Checker } from "./project.js";

/**
 * Returns the type of a call or construction, where the declaration alone tells it: one signature without type
 * parameters. The type of the call itself would have the checker look at every argument first.
 */
export function findDeclaredResult(node: ts.Node, checker: Checker): ts.Type | undefined {
  const { expression, arguments: given, questionDotToken, typeArguments } = node as Partial<ts.CallExpression>;
  // `f?.()` can be undefined, and so can a call behind `a?.b`.
  if (!expression || !given || questionDotToken || typeArguments || isInChain(expression)) return undefined;
  // Has the signature of a construction, and gives nothing.
  if (expression.getWidth() === "super".length && expression.getText() === "super") return undefined;
  const named = findNamedCallee(expression, checker);
  const made =
    named && hasFlag(named, SYMBOL.class) ? findClassOrInterface(checker.getDeclaredTypeOfSymbol(named)) : undefined;
  if (made && !made.typeParameters) return made;
  const callee = named ? checker.getTypeOfSymbol(named) : checker.getTypeAtLocation(expression);
  const [called, ...otherCalled] = callee.getCallSignatures();
  const [constructed, ...otherConstructed] = callee.getConstructSignatures();
  // A value that can be called and constructed has a signature for each.
  const signature = called && constructed ? undefined : (called ?? constructed);
  if (!signature || otherCalled.length + otherConstructed.length > 0 || signature.typeParameters) return undefined;
  const result = checker.getReturnTypeOfSignature(signature);
  // `require` has a type of its own for each module.
  return getIntrinsicName(result) === "any" ? undefined : result;
}

/**
 * Whether every signature of a callee declares that control comes back. To find the one that a call runs, the checker
 * would look at every argument first.
 */
export function comesBackByDeclaration(node: ts.Node, checker: Checker): boolean {
  const { expression } = node as Partial<ts.CallExpression>;
  const named = expression && findNamedCallee(expression, checker);
  const callee = named ? checker.getTypeOfSymbol(named) : expression && checker.getTypeAtLocation(expression);
  const signatures = callee?.getCallSignatures() ?? [];
  return signatures.length > 0 && signatures.every((each) => isSettled(checker.getReturnTypeOfSignature(each)));
}

/** Whether a type is not `never`, whatever the type parameters in it stand for. */
function isSettled(type: ts.Type): boolean {
  const name = getIntrinsicName(type);
  if (name !== undefined) return name !== "never";
  return type.isUnion() ? type.types.some(isSettled) : type.isLiteral() || findClassOrInterface(type) !== undefined;
}

/**
 * The function or class that a name stands for. It is the same everywhere; of an import the checker would look whether
 * something before the call narrows it.
 */
function findNamedCallee(expression: ts.Node, checker: Checker): ts.Symbol | undefined {
  if (!("escapedText" in expression)) return undefined;
  const symbol = checker.getSymbolAtLocation(expression);
  const target = symbol && resolveAlias(symbol, checker);
  return target && hasFlag(target, SYMBOL.function | SYMBOL.class) ? target : undefined;
}

function isInChain(expression: ts.Node): boolean {
  for (let node: ts.Node | undefined = expression; node; node = (node as Partial<ts.CallExpression>).expression) {
    if ((node as Partial<ts.CallExpression>).questionDotToken) return true;
  }
  return false;
}
