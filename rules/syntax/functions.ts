import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { collectNodes } from "./nodes.js";

/** The innermost class whose body or head a node stands in. */
export function findEnclosingClass(
  node: TSESTree.Node,
): TSESTree.ClassDeclaration | TSESTree.ClassExpression | undefined {
  return findAround(node, (around) => around.type === "ClassDeclaration" || around.type === "ClassExpression");
}

/** The innermost function around a node. */
export function findEnclosingFunction(node: TSESTree.Node): FunctionNode | undefined {
  return findAround(node, isFunctionNode);
}

function findAround<N extends TSESTree.Node>(
  node: TSESTree.Node,
  isWanted: (around: TSESTree.Node) => around is N,
): N | undefined {
  for (let around = node.parent; around; around = around.parent) if (isWanted(around)) return around;
  return undefined;
}

/** The expressions that a function returns, in order of their places; those of functions inside it are not its own. */
export function collectReturnedValues(
  node: FunctionNode,
  sourceCode: TSESLint.SourceCode,
): readonly TSESTree.Expression[] {
  if (node.body.type !== "BlockStatement") return [node.body];
  return collectNodes(sourceCode, node.body, isFunctionNode)
    .filter((each): each is TSESTree.ReturnStatement => each.type === "ReturnStatement")
    .flatMap(({ argument }) => argument ?? [])
    .sort((one, other) => one.range[0] - other.range[0]);
}

export type FunctionNode =
  TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression;

export function isFunctionNode(node: TSESTree.Node | undefined | null): node is FunctionNode {
  return (
    node?.type === "ArrowFunctionExpression" ||
    node?.type === "FunctionDeclaration" ||
    node?.type === "FunctionExpression"
  );
}

/** Finds the variable that a function is declared as: `run` of `function run() {}`, of `const run = () => {}`. */
export function findFunctionVariable(
  node: FunctionNode,
  sourceCode: TSESLint.SourceCode,
): TSESLint.Scope.Variable | undefined {
  const declared = node.parent.type === "VariableDeclarator" ? node.parent : node;
  // The parameters are declared by a function, too.
  return sourceCode.getDeclaredVariables(declared).find(({ defs }) => defs[0]?.type !== "Parameter");
}

/** The parameters that a call fills: TypeScript's `this` is none of them. */
export function listParameters({ params }: { readonly params: TSESTree.Parameter[] }): TSESTree.Parameter[] {
  const [first] = params;
  return first?.type === "Identifier" && first.name === "this" ? params.slice(1) : params;
}

/** A node whose body runs at another time than the code around it. */
export function isExecutionBoundary(node: TSESTree.Node): boolean {
  return isFunctionNode(node) || /^(?:StaticBlock|PropertyDefinition|AccessorProperty)$/.test(node.type);
}

/** Returns the statement of a list that a node stands in. */
export function getEnclosingStatement(node: TSESTree.Node): TSESTree.Node {
  const { parent } = node;
  const isInList = parent?.type === "BlockStatement" || parent?.type === "Program";
  return !parent || isInList || parent.type === "SwitchCase" ? node : getEnclosingStatement(parent);
}

/** Whether a statement ends in a throw on every path, as far as its structure shows. */
export function throwsOnEveryPath(statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case "ThrowStatement":
      return true;
    case "BlockStatement":
      return throwsInBlock(statement.body);
    case "IfStatement":
      return (
        statement.alternate != null && throwsOnEveryPath(statement.consequent) && throwsOnEveryPath(statement.alternate)
      );
    case "TryStatement":
      return (
        (statement.finalizer != null && throwsOnEveryPath(statement.finalizer)) ||
        (statement.handler != null && throwsOnEveryPath(statement.block) && throwsOnEveryPath(statement.handler.body))
      );
    default:
      return false;
  }
}

function throwsInBlock(statements: readonly TSESTree.Statement[]): boolean {
  const index = statements.findIndex(throwsOnEveryPath);
  return index >= 0 && !statements.slice(0, index).some(mayLeave);
}

// A `return`, `break` or `continue` in front of the throw is a path around it.
function mayLeave(statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case "BlockStatement":
      return statement.body.some(mayLeave);
    case "IfStatement":
      return mayLeave(statement.consequent) || (statement.alternate != null && mayLeave(statement.alternate));
    default:
      return !/^(?:(?:Expression|Empty|Throw)Statement|(?:Variable|Function)Declaration)$/.test(statement.type);
  }
}

/**
 * Returns whether a throw at a node ends in a catch clause of the same function that never reads the error: control
 * flow, not a failure.
 */
export function isJump(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const receiver = findReceivingCatch(node);
  if (!receiver) return false;
  return sourceCode.getDeclaredVariables(receiver).every(({ references }) => references.length === 0);
}

/** Returns the catch clause of the same function that catches a throw at a node, if there is one. */
export function findReceivingCatch(node: TSESTree.Node): TSESTree.CatchClause | undefined {
  for (let child = node, current = node.parent; current; child = current, current = current.parent) {
    if (isExecutionBoundary(current)) return undefined;
    if (current.type === "TryStatement" && current.block === child && current.handler) return current.handler;
  }
  return undefined;
}

/** Whether a statement ends by leaving the block that it stands in. */
export function leaves(statement: TSESTree.Statement): boolean {
  const last = statement.type === "BlockStatement" ? statement.body.at(-1) : statement;
  return last !== undefined && /^(?:Throw|Return|Continue|Break)Statement$/.test(last.type);
}
