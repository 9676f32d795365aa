import type { TSESTree } from "@typescript-eslint/utils";
import { Block, type ControlFlow } from "./control-flow.js";

// Reads expressions in the order in which they are evaluated. Functions in them run later, and have graphs of their
// own.

/** The syntax of TypeScript that has code in it; all else are types. */
const HAS_CODE: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSEnumBody",
  "TSEnumDeclaration",
  "TSEnumMember",
  "TSExportAssignment",
  "TSInstantiationExpression",
  "TSNonNullExpression",
  "TSParameterProperty",
  "TSSatisfiesExpression",
  "TSTypeAssertion",
]);

// Other parsers than TypeScript's leave the decorators out.
type ClassMember = Pick<
  TSESTree.AccessorProperty | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  "computed" | "key"
>;

/** How the code in a node is read, by its type. */
export type Readers = {
  readonly [T in TSESTree.Node["type"]]?: (node: Extract<TSESTree.Node, { type: T }>, flow: ControlFlow) => void;
};

const READERS: Readers = {
  ArrowFunctionExpression: runsLater,
  FunctionDeclaration: runsLater,
  FunctionExpression: runsLater,
  StaticBlock: runsLater,
  Identifier: (_, flow) => flow.mayThrow(),
  LogicalExpression: readLogical,
  ConditionalExpression: readConditional,
  AssignmentExpression: readAssignment,
  AssignmentPattern: (node, flow) => {
    readOptional(node.right, node, flow);
    readExpression(node.left, flow);
  },
  ChainExpression: readChain,
  MemberExpression: readMember,
  CallExpression: readCall,
  NewExpression: readStep,
  UpdateExpression: readStep,
  ImportExpression: (node, flow) => {
    readChildren(node, flow);
    flow.mayThrow();
  },
  YieldExpression: (node, flow) => {
    readExpression(node.argument, flow);
    flow.passYield(node);
    flow.take(node);
  },
  Property: readProperty,
  MethodDefinition: readMemberOfClass,
  PropertyDefinition: readMemberOfClass,
  AccessorProperty: readMemberOfClass,
  VariableDeclaration: readDeclaration,
};

/** Reads an expression, a pattern, a declaration of variables or a class. */
export function readExpression(node: TSESTree.Node | null | undefined, flow: ControlFlow): void {
  if (!node || !flow.isReachable) return;
  const read = READERS[node.type] as ((node: TSESTree.Node, flow: ControlFlow) => void) | undefined;
  if (read) read(node, flow);
  else if (!node.type.startsWith("TS") || HAS_CODE.has(node.type)) readChildren(node, flow);
}

function runsLater(): void {
  // It has a graph of its own.
}

function readChildren(node: TSESTree.Node, flow: ControlFlow): void {
  for (const key of flow.visitorKeys[node.type] ?? []) {
    const child = node[key as keyof TSESTree.Node] as unknown as
      TSESTree.Node | (TSESTree.Node | null)[] | null | undefined;
    if (Array.isArray(child)) for (const each of child) readExpression(each, flow);
    else readExpression(child, flow);
  }
}

/** Reads a condition, and goes on at a block of its outcome. */
export function readCondition(
  test: TSESTree.Expression,
  yes: readonly Block[],
  no: readonly Block[],
  flow: ControlFlow,
): void {
  if (test.type === "UnaryExpression" && test.operator === "!") readCondition(test.argument, no, yes, flow);
  else if (test.type === "LogicalExpression") {
    readLeft(test, yes, no, flow);
    readCondition(test.right, yes, no, flow);
  } else {
    readExpression(test, flow);
    flow.fork({ kind: "condition", test, yes, no });
  }
}

/** Reads the left side of `&&`, `||` or `??`, and goes on with the right side where that decides. */
function readLeft(
  { left, right, operator }: TSESTree.LogicalExpression,
  yes: readonly Block[],
  no: readonly Block[],
  flow: ControlFlow,
): void {
  const rest = new Block(right);
  if (operator === "&&") readCondition(left, [rest], no, flow);
  else if (operator === "||") readCondition(left, yes, [rest], flow);
  else {
    readExpression(left, flow);
    flow.fork({ kind: "condition", test: left, yes, no: [rest, ...no] });
  }
  flow.resume(rest);
}

function readLogical(node: TSESTree.LogicalExpression, flow: ControlFlow): void {
  const after = new Block(node);
  // Of `a ?? b`, `false` and `0` of `a` count as values that are there.
  readLeft(node, [after], node.operator === "??" ? [] : [after], flow);
  readExpression(node.right, flow);
  flow.goTo(after);
  flow.resume(after);
}

function readConditional(node: TSESTree.ConditionalExpression, flow: ControlFlow): void {
  const [yes, no, after] = [new Block(node.consequent), new Block(node.alternate), new Block(node)];
  readCondition(node.test, [yes], [no], flow);
  for (const [block, value] of [
    [yes, node.consequent],
    [no, node.alternate],
  ] as const) {
    flow.resume(block);
    readExpression(value, flow);
    flow.goTo(after);
  }
  flow.resume(after);
}

function readAssignment(node: TSESTree.AssignmentExpression, flow: ControlFlow): void {
  readExpression(node.left, flow);
  // The step is taken after both outcomes: after `first ??= error`, the variable holds something.
  if (/^(?:&&|\|\||\?\?)=$/.test(node.operator)) readOptional(node.right, node, flow);
  else readExpression(node.right, flow);
  flow.take(node);
}

/** Reads an expression that is evaluated where the value so far does not do. */
function readOptional(value: TSESTree.Expression, around: TSESTree.Node, flow: ControlFlow): void {
  const [evaluated, after] = [new Block(value), new Block(around)];
  flow.goTo(evaluated, after);
  flow.resume(evaluated);
  readExpression(value, flow);
  flow.goTo(after);
  flow.resume(after);
}

function readStep(node: TSESTree.Node, flow: ControlFlow): void {
  readChildren(node, flow);
  flow.mayThrow();
  flow.take(node);
}

function readProperty({ computed, key, value }: TSESTree.Property, flow: ControlFlow): void {
  if (computed) readExpression(key, flow);
  readExpression(value, flow);
}

/** Reads what is evaluated with the class. The value of a field is evaluated for each object that is made. */
function readMemberOfClass(
  { decorators, computed, key }: ClassMember & { readonly decorators?: readonly TSESTree.Decorator[] },
  flow: ControlFlow,
): void {
  for (const each of decorators ?? []) readExpression(each, flow);
  if (computed) readExpression(key, flow);
}

function readMember({ object, property, optional, computed }: TSESTree.MemberExpression, flow: ControlFlow): void {
  readExpression(object, flow);
  if (optional) readLink(object, property, flow);
  if (computed) readExpression(property, flow);
  flow.mayThrow();
}

function readChain(node: TSESTree.ChainExpression, flow: ControlFlow): void {
  const outer = flow.chainEnd;
  const end = new Block(node);
  flow.chainEnd = end;
  readExpression(node.expression, flow);
  flow.chainEnd = outer;
  flow.goTo(end);
  flow.resume(end);
}

/** Goes on behind `?.`, or with the end of the chain. */
function readLink(test: TSESTree.Expression, rest: TSESTree.Node, flow: ControlFlow): void {
  if (!flow.chainEnd) return;
  const yes = new Block(rest);
  flow.fork({ kind: "chain", test, yes: [yes], no: [flow.chainEnd] });
  flow.resume(yes);
}

function readCall(node: TSESTree.CallExpression, flow: ControlFlow): void {
  readExpression(node.callee, flow);
  if (node.optional) readLink(node.callee, node, flow);
  for (const each of node.arguments) readExpression(each, flow);
  flow.mayThrow();
  flow.take(node);
}

function readDeclaration({ declarations, kind }: TSESTree.VariableDeclaration, flow: ControlFlow): void {
  for (const { id, init } of declarations) {
    readExpression(init, flow);
    if (id.type !== "Identifier") readExpression(id, flow);
    // The disposal may throw at each end of the block around it, which is in the same `try`.
    if (kind === "using" || kind === "await using") flow.mayThrow();
  }
}
