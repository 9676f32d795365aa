import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isExecutorName } from "../catches/throw-sites.js";
import { unwrapped } from "../syntax/expressions.js";
import { type FunctionNode, enclosingFunction } from "../syntax/functions.js";
import { globalNamed, methodCall, staticKey } from "../syntax/references.js";

/** The ways in which code answers whoever called it. */
type AnswerKind = "return" | "arrow" | "yield" | "resolve" | "promise" | "response";

export interface Answer {
  readonly kind: AnswerKind;
  /** The expression whose value is the answer. */
  readonly value: TSESTree.Expression;
  /** The statement, function or call that gives the answer. */
  readonly node: TSESTree.Node;
  /** The function that it answers for; `undefined`: that of a promise that is made elsewhere. */
  readonly answering: FunctionNode | undefined;
}

const RESPONSE_METHODS = new Set(["json", "send", "jsonp"]);
const RESPONSES = /^(?:res|response|reply|c|ctx|Response|NextResponse)$/;

/** What a `return`, the body of an arrow function or a `yield` answers. */
export function answerOf(
  node: TSESTree.ReturnStatement | TSESTree.ArrowFunctionExpression | TSESTree.YieldExpression,
): Answer | undefined {
  switch (node.type) {
    case "ArrowFunctionExpression":
      return node.body.type === "BlockStatement"
        ? undefined
        : { kind: "arrow", value: node.body, node, answering: node };
    case "YieldExpression":
      return node.delegate || !node.argument
        ? undefined
        : { kind: "yield", value: node.argument, node, answering: enclosingFunction(node) };
    default:
      return node.argument
        ? { kind: "return", value: node.argument, node, answering: enclosingFunction(node) }
        : undefined;
  }
}

/** What a call answers: the value of a promise, or with `responses` the body of an HTTP response. */
export function answerByCall(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
  responses: boolean,
): Answer | undefined {
  const [value] = call.arguments;
  if (!value || value.type === "SpreadElement") return undefined;
  const callee = unwrapped(call.callee);
  if (callee.type === "Identifier") {
    const resolves = isExecutorName(callee, 0, sourceCode);
    return resolves ? { kind: "resolve", value, node: call, answering: undefined } : undefined;
  }
  if (globalNamed(callee, ["Promise.resolve"], sourceCode)) {
    return { kind: "promise", value, node: call, answering: enclosingFunction(call) };
  }
  const method = responses ? methodCall(call, sourceCode) : undefined;
  const isResponse = method && RESPONSE_METHODS.has(method.name) && RESPONSES.test(rootName(method.object));
  return isResponse ? { kind: "response", value, node: call, answering: undefined } : undefined;
}

/** `res` in `res.status(400).json(...)` */
function rootName(node: TSESTree.Node): string {
  const expression = unwrapped(node);
  switch (expression.type) {
    case "Identifier":
      return expression.name;
    case "CallExpression":
      return rootName(expression.callee);
    case "MemberExpression":
      return rootName(expression.object);
    default:
      return "";
  }
}

// A test double answers what the test wants to see handled.
const DOUBLE_MAKERS = /^(?:vi|jest|sinon|mock|td|t\.mock)$/;
const DOUBLE_METHODS = /^(?:mock[A-Z]\w*|calls?Fake|stub|spyOn)$/;
const DOUBLE_NAMES = /^_*(?:[mM]ock|[fF]ake|[sS]tub|[dD]ummy)(?![a-z])/;

/** Whether a function stands in for another one in a test. */
export function isTestDouble(node: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  for (let current: TSESTree.Node = node; current.parent; current = current.parent) {
    const parent: TSESTree.Node = current.parent;
    if (parent.type === "CallExpression" && parent.callee !== current) {
      const method = methodCall(parent, sourceCode);
      if (method && (DOUBLE_METHODS.test(method.name) || DOUBLE_MAKERS.test(rootName(method.object)))) return true;
    }
    if (DOUBLE_NAMES.test(declaredName(current))) return true;
  }
  return false;
}

/** Whether a function shows an object as data: what it says of a failure is the failure's own account. */
export function isRepresentation({ parent }: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const isMember = parent.type === "MethodDefinition" || parent.type === "Property";
  return isMember && /^to(?:JSON|Object|Envelope|Diagnostic)$/.test(staticKey(parent, sourceCode) ?? "");
}

function declaredName(node: TSESTree.Node): string {
  const isNamed =
    node.type === "VariableDeclarator" || node.type === "FunctionDeclaration" || node.type === "ClassDeclaration";
  return isNamed && node.id?.type === "Identifier" ? node.id.name : "";
}
