import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getOutermostWrapper, readStaticKey, unwrapExpression } from "./expressions.js";
import {
  type ClassNode,
  findLocalMember,
  getConstInitializer,
  getDeclaredClass,
  resolveReferencePath,
  resolveVariable,
} from "./references.js";
import { getOrCreate } from "./remember.js";
import { collectNodes } from "./source-file.js";

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

/** Returns whether a node is the executor of a promise: a function, or the name of one. */
export function isExecutor(node: TSESTree.Node): boolean {
  const { parent } = node;
  if (parent?.type !== "NewExpression" || parent.arguments[0] !== node) return false;
  return parent.callee.type === "Identifier" && parent.callee.name === "Promise";
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

/** Reads the name that a function is declared, assigned or kept with; `undefined` where it has none. */
export function readFunctionName(node: FunctionNode, sourceCode: TSESLint.SourceCode): string | undefined {
  return node.id?.name ?? readValueName(node, sourceCode);
}

/** Reads the name of a function, or of the call that wraps it: `const load = useCallback(async () => ...)`. */
export function readWrappedName(node: FunctionNode, sourceCode: TSESLint.SourceCode): string | undefined {
  let value: TSESTree.Node = node;
  let name = readFunctionName(node, sourceCode);
  while (name === undefined && getOutermostWrapper(value).parent?.type === "CallExpression") {
    value = getOutermostWrapper(value).parent ?? value;
    name = readValueName(value, sourceCode);
  }
  return name;
}

/** Finds the name of the innermost function around a node that has one. */
export function findNameAround(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  for (let around = findEnclosingFunction(node); around; around = findEnclosingFunction(around)) {
    const name = readFunctionName(around, sourceCode);
    if (name !== undefined) return name;
  }
  return undefined;
}

function readValueName(value: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const { parent } = getOutermostWrapper(value);
  switch (parent?.type) {
    case "VariableDeclarator":
      return parent.id.type === "Identifier" ? parent.id.name : undefined;
    case "AssignmentExpression":
      if (parent.left.type === "Identifier") return parent.left.name;
      return parent.left.type === "MemberExpression" ? readStaticKey(parent.left, sourceCode) : undefined;
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.key.type === "PrivateIdentifier" ? parent.key.name : readStaticKey(parent, sourceCode);
    default:
      return undefined;
  }
}

/**
 * The function of the file that a call surely runs: one that is declared, in a `const`, or a method of `this` or a
 * class.
 */
export function findCalledFunction(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): FunctionNode | undefined {
  const made = resolveFunctionReference(call.callee, sourceCode);
  return made && isFunctionNode(made) ? made : undefined;
}

/** Finds the sure value of a name: a function, a `const` initialiser, a member of `this`, a class or an object. */
export function resolveFunctionReference(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  const name = unwrapExpression(node);
  if (name.type === "Identifier") return findNamedFunction(name, sourceCode);
  return findClassMember(name, sourceCode) ?? findObjectMember(name, sourceCode);
}

function findNamedFunction(node: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const variable = resolveVariable(node, sourceCode);
  const definition = variable?.defs[0];
  if (definition?.type === "FunctionName") return definition.node;
  const initializer = getConstInitializer(variable);
  return initializer && unwrapExpression(initializer);
}

/** `handlers.readFile`, of an object of the file. */
function findObjectMember(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const reference = node.type === "MemberExpression" ? resolveReferencePath(node, sourceCode) : undefined;
  return reference && findLocalMember(reference);
}

/** `this.readFile`, `this.#readFile`, and `Files.readFile` of a static member. */
function findClassMember(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const isThis = node.object.type === "ThisExpression";
  const owner = isThis ? findEnclosingClass(node) : getDeclaredClass(resolveVariable(node.object, sourceCode));
  const name = owner && readClassMemberName(node, sourceCode);
  if (!owner || name === undefined) return undefined;
  const members = getOrCreate(membersByName, owner, () => collectMembers(owner, sourceCode));
  const member = members.get(name)?.find((each) => isThis || each.static);
  const isGetter = member?.type === "MethodDefinition" && member.kind !== "method";
  return member && !isGetter ? (member.value ?? undefined) : undefined;
}

type ClassMember = TSESTree.MethodDefinition | TSESTree.PropertyDefinition;

const membersByName = new WeakMap<ClassNode, ReadonlyMap<string, readonly ClassMember[]>>();

function collectMembers({ body }: ClassNode, sourceCode: TSESLint.SourceCode) {
  const members = new Map<string, ClassMember[]>();
  for (const each of body.body) {
    if (each.type !== "MethodDefinition" && each.type !== "PropertyDefinition") continue;
    const name = readClassMemberName(each, sourceCode);
    if (name !== undefined) getOrCreate(members, name, () => []).push(each);
  }
  return members;
}

/** The name of a member of a class; that of a private one begins with its `#`. */
function readClassMemberName(
  node: TSESTree.MemberExpression | ClassMember,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const key = node.type === "MemberExpression" ? node.property : node.key;
  return key.type === "PrivateIdentifier" ? `#${key.name}` : readStaticKey(node, sourceCode);
}

const RUN_LATER: ReadonlySet<string> = new Set(["StaticBlock", "PropertyDefinition", "AccessorProperty"]);

/** A node whose body runs at another time than the code around it. */
export function isExecutionBoundary(node: TSESTree.Node): boolean {
  return isFunctionNode(node) || RUN_LATER.has(node.type);
}

/** Returns whether a node is a list of statements. */
export function isStatementList(node: TSESTree.Node | undefined): boolean {
  return node?.type === "BlockStatement" || node?.type === "Program";
}

/** Returns the statement of a list that a node stands in. */
export function getEnclosingStatement(node: TSESTree.Node): TSESTree.Node {
  const { parent } = node;
  return !parent || isStatementList(parent) || parent.type === "SwitchCase" ? node : getEnclosingStatement(parent);
}

/** Returns whether control surely leaves a block by a throw: it stands last, and nothing before it leads elsewhere. */
export function endsInThrow(block: TSESTree.BlockStatement, sourceCode: TSESLint.SourceCode): boolean {
  if (block.body.at(-1)?.type !== "ThrowStatement") return false;
  const nodes = collectNodes(sourceCode, block, isFunctionNode);
  return !nodes.some(({ type }) => JUMPS.has(type));
}

const JUMPS: ReadonlySet<string> = new Set(["ReturnStatement", "BreakStatement", "ContinueStatement"]);

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
  return last !== undefined && (last.type === "ThrowStatement" || JUMPS.has(last.type));
}

/** A test that has been made where a node runs. */
export interface TestBefore {
  readonly test: TSESTree.Node;
  /** The outcome that leads to the node. */
  readonly outcome: boolean;
}

/**
 * Yields the tests that lead to a node, nearest first: of the `if`, `? :`, `&&`, `||` and `??` around it, and of the
 * `if`s before it that leave their block.
 *
 * @param isEnd whether tests beyond this node around it no longer count, since a variable may hold something else
 *   there.
 */
export function* testsBefore(node: TSESTree.Node, isEnd: (around: TSESTree.Node) => boolean): Generator<TestBefore> {
  for (let child = node, { parent } = node; parent; child = parent, { parent } = parent) {
    switch (parent.type) {
      case "IfStatement":
      case "ConditionalExpression":
        if (parent.test !== child) yield { test: parent.test, outcome: parent.consequent === child };
        break;
      case "LogicalExpression":
        if (parent.right === child) yield { test: parent.left, outcome: parent.operator === "&&" };
        break;
      case "BlockStatement":
      case "Program":
        for (const statement of parent.body.slice(0, parent.body.indexOf(child as TSESTree.Statement)).reverse()) {
          yield* testsLeftBefore(statement);
        }
    }
    if (isEnd(parent)) return;
  }
}

/** The tests of an `if` and of its `else if`s that are false behind it, since each branch leaves the block. */
function* testsLeftBefore(statement: TSESTree.Statement): Generator<TestBefore> {
  if (statement.type !== "IfStatement" || !leaves(statement.consequent)) return;
  yield { test: statement.test, outcome: false };
  if (statement.alternate) yield* testsLeftBefore(statement.alternate);
}

/**
 * Returns whether the tests that lead to a node show something, as `shows` tells of a test without `!`, `&&` and `||`
 * and its outcome: of `a && b` that holds either part may show it, of `a || b` that holds both have to.
 */
export function isShownBefore(
  node: TSESTree.Node,
  isEnd: (around: TSESTree.Node) => boolean,
  shows: (test: TSESTree.Node, outcome: boolean) => boolean,
): boolean {
  return [...testsBefore(node, isEnd)].some(({ test, outcome }) => isShownBy(test, outcome, shows));
}

/** Returns whether one test shows something, as {@link isShownBefore} says. */
export function isShownBy(
  test: TSESTree.Node,
  outcome: boolean,
  shows: (test: TSESTree.Node, outcome: boolean) => boolean,
): boolean {
  const value = unwrapExpression(test);
  if (value.type === "UnaryExpression" && value.operator === "!") return isShownBy(value.argument, !outcome, shows);
  if (value.type !== "LogicalExpression" || value.operator === "??") return shows(value, outcome);
  const isShown = (side: TSESTree.Node) => isShownBy(side, outcome, shows);
  const sides = [value.left, value.right];
  return (value.operator === "&&") === outcome ? sides.some(isShown) : sides.every(isShown);
}
