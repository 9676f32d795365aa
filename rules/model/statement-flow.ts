import type { TSESTree } from "@typescript-eslint/utils";
import { Block, type ControlFlow, type JumpTarget } from "./control-flow.js";
import { type Readers, readCondition, readExpression } from "./expression-flow.js";

const READERS: Readers = {
  BlockStatement: ({ body }, flow) => readStatements(body, flow),
  TSModuleBlock: ({ body }, flow) => readStatements(body, flow),
  TSModuleDeclaration: ({ body }, flow) => readStatement(body, flow),
  ExportNamedDeclaration: ({ declaration }, flow) => readStatement(declaration, flow),
  IfStatement: readIf,
  WhileStatement: readWhile,
  DoWhileStatement: readDoWhile,
  ForStatement: readFor,
  ForInStatement: readForEach,
  ForOfStatement: readForEach,
  LabeledStatement: readLabeled,
  SwitchStatement: readSwitch,
  TryStatement: readTry,
  BreakStatement: readJump,
  ContinueStatement: readJump,
  ReturnStatement: (node, flow) => {
    readExpression(node.argument, flow);
    flow.take(node);
    flow.leave();
  },
  ThrowStatement: (node, flow) => {
    readExpression(node.argument, flow);
    flow.take(node);
    flow.throw();
  },
};

/** Reads a statement, and what it leads to. */
function readStatement(node: TSESTree.Node | null | undefined, flow: ControlFlow): void {
  if (!node || !flow.isReachable) return;
  const read = READERS[node.type] as ((node: TSESTree.Node, flow: ControlFlow) => void) | undefined;
  if (read) read(node, flow);
  else if (!/^(?:Import|ExportAll)Declaration$/.test(node.type)) readExpression(node, flow);
}

function readJump(node: TSESTree.BreakStatement | TSESTree.ContinueStatement, flow: ControlFlow): void {
  flow.take(node);
  flow.jumpTo(node);
}

/** Reads statements one after the other. */
export function readStatements(statements: readonly TSESTree.Node[], flow: ControlFlow): void {
  for (const each of statements) readStatement(each, flow);
}

function readIf(node: TSESTree.IfStatement, flow: ControlFlow): void {
  const after = new Block(node);
  const yes = new Block(node.consequent);
  const no = node.alternate ? new Block(node.alternate) : after;
  readCondition(node.test, [yes], [no], flow);
  readArm(yes, node.consequent, after, flow);
  if (node.alternate) readArm(no, node.alternate, after, flow);
  flow.resume(after);
}

function readArm(start: Block, statement: TSESTree.Statement, after: Block, flow: ControlFlow): void {
  flow.resume(start);
  readStatement(statement, flow);
  flow.goTo(after);
}

type Loop =
  | TSESTree.DoWhileStatement
  | TSESTree.ForInStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForStatement
  | TSESTree.WhileStatement;

/** Reads the body of a loop from a block, and goes on at another one. */
function readBody(loop: Loop, start: Block, next: Block, after: Block, flow: ControlFlow): void {
  flow.resume(start);
  const [breakTo, continueTo] = [flow.createTarget(after), flow.createTarget(next)];
  flow.readBreakable({ labels: listLabels(loop), isNameless: true, breakTo, continueTo }, () => {
    readStatement(loop.body, flow);
  });
  flow.goTo(next);
}

/** Reads the test of a loop. One that is a literal ends it never, or is not meant to be run. */
function readTest(test: TSESTree.Expression | null, body: Block, after: Block, flow: ControlFlow): void {
  if (!test || (test.type === "Literal" && test.value)) flow.goTo(body);
  else readCondition(test, [body], [after], flow);
}

function readWhile(node: TSESTree.WhileStatement, flow: ControlFlow): void {
  const [body, after] = [new Block(node.body), new Block(node)];
  const test = flow.begin(node.test);
  readTest(node.test, body, after, flow);
  readBody(node, body, test, after, flow);
  flow.resume(after);
}

function readDoWhile(node: TSESTree.DoWhileStatement, flow: ControlFlow): void {
  const [test, after] = [new Block(node.test), new Block(node)];
  const body = flow.begin(node.body);
  readBody(node, body, test, after, flow);
  flow.resume(test);
  readTest(node.test, body, after, flow);
  flow.resume(after);
}

function readFor(node: TSESTree.ForStatement, flow: ControlFlow): void {
  readExpression(node.init, flow);
  const [body, after] = [new Block(node.body), new Block(node)];
  const test = flow.begin(node.test ?? node.body);
  const update = node.update ? new Block(node.update) : test;
  readTest(node.test, body, after, flow);
  readBody(node, body, update, after, flow);
  if (node.update) {
    flow.resume(update);
    readExpression(node.update, flow);
    flow.goTo(test);
  }
  flow.resume(after);
}

function readForEach(node: TSESTree.ForInStatement | TSESTree.ForOfStatement, flow: ControlFlow): void {
  readExpression(node.right, flow);
  const [element, after] = [new Block(node.left), new Block(node)];
  const head = flow.begin(node);
  // The iterator may throw.
  flow.mayThrow();
  flow.goTo(element, after);
  flow.resume(element);
  readExpression(node.left, flow);
  readBody(node, flow.begin(node.body), head, after, flow);
  flow.resume(after);
}

function readLabeled(node: TSESTree.LabeledStatement, flow: ControlFlow): void {
  // Loops and `switch` ask for their labels.
  if (/^(?:Labeled|Switch|While|DoWhile|For|ForIn|ForOf)Statement$/.test(node.body.type)) {
    readStatement(node.body, flow);
    return;
  }
  const after = new Block(node);
  const breakTo = flow.createTarget(after);
  const labels = listLabels(node.body);
  flow.readBreakable({ labels, isNameless: false, breakTo, continueTo: undefined }, () => {
    readStatement(node.body, flow);
  });
  flow.goTo(after);
  flow.resume(after);
}

function listLabels({ parent }: TSESTree.Node): readonly string[] {
  return parent?.type === "LabeledStatement" ? [parent.label.name, ...listLabels(parent)] : [];
}

function readSwitch(node: TSESTree.SwitchStatement, flow: ControlFlow): void {
  const { cases } = node;
  const after = new Block(node);
  const bodies = cases.map((each) => new Block(each.consequent[0] ?? each));
  readExpression(node.discriminant, flow);
  for (const [index, each] of cases.entries()) {
    const body = bodies[index];
    if (!each.test || !body) continue;
    readExpression(each.test, flow);
    const next = new Block(each);
    flow.fork({ kind: "condition", test: each, yes: [body], no: [next] });
    flow.resume(next);
  }
  flow.goTo(bodies[cases.findIndex(({ test }) => !test)] ?? after);
  const breakTo = flow.createTarget(after);
  flow.readBreakable({ labels: listLabels(node), isNameless: true, breakTo, continueTo: undefined }, () => {
    for (const [index, { consequent }] of cases.entries()) {
      flow.resume(bodies[index] ?? after);
      readStatements(consequent, flow);
      flow.goTo(bodies[index + 1] ?? after);
    }
  });
  flow.resume(after);
}

function readTry(node: TSESTree.TryStatement, flow: ControlFlow): void {
  flow.take(node);
  const after = new Block(node);
  const end = flow.createTarget(after);
  const { finalizer } = node;
  if (finalizer) {
    const read = () => readStatement(finalizer, flow);
    flow.readFinalized(finalizer, end, () => readAttempt(node, end, flow), read);
  } else readAttempt(node, end, flow);
  flow.resume(after);
}

/** Reads the block of a `try`, and its catch clause. */
function readAttempt({ block, handler }: TSESTree.TryStatement, end: JumpTarget, flow: ControlFlow): void {
  const read = () => {
    flow.begin(block);
    readStatement(block, flow);
    flow.mark(flow.ends, block);
    // Each operator may throw; one edge from the end stands for them.
    flow.mayThrow();
    flow.jump(end);
  };
  if (!handler) {
    read();
    return;
  }
  const start = new Block(handler);
  flow.readCaught(start, read);
  flow.resume(start);
  flow.mark(flow.entries, handler);
  readExpression(handler.param, flow);
  readStatement(handler.body, flow);
  flow.jump(end);
}
