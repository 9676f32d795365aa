import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isResolveName } from "../model/exits.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, findEnclosingFunction } from "../syntax/functions.js";
import { readMethodCall } from "../syntax/references.js";

/** A place where code gives its caller a value. */
export interface ReturnSite {
  readonly value: TSESTree.Expression;
  /** The statement, the arrow function or the call that gives the value. */
  readonly node: TSESTree.Node;
  /** The function whose caller gets the value; `undefined`: that of a promise or a response. */
  readonly owner: FunctionNode | undefined;
}

const RESPONSE_METHODS: ReadonlySet<string> = new Set(["json", "send", "jsonp"]);
const RESPONSES = /^(?:res|response|reply|c|ctx|Response|NextResponse)$/;

/**
 * Returns the site that a `return`, the body of an arrow function or the call of a promise's `resolve` is; with
 * `responses`, that of the body of an HTTP response, too. A `yield` gives an event, or the outcome of an item.
 */
export function readReturnSite(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
  responses = false,
): ReturnSite | undefined {
  switch (node.type) {
    case "ReturnStatement":
      return node.argument ? { value: node.argument, node, owner: findEnclosingFunction(node) } : undefined;
    case "ArrowFunctionExpression":
      return node.body.type === "BlockStatement" ? undefined : { value: node.body, node, owner: node };
    case "CallExpression": {
      const [value] = node.arguments;
      if (!value || value.type === "SpreadElement") return undefined;
      const isGiven =
        node.callee.type === "Identifier"
          ? isResolveName(node.callee, sourceCode)
          : responses && isResponse(node, sourceCode);
      return isGiven ? { value, node, owner: undefined } : undefined;
    }
    default:
      return undefined;
  }
}

function isResponse(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const method = readMethodCall(call, sourceCode);
  return method !== undefined && RESPONSE_METHODS.has(method.name) && RESPONSES.test(readRootName(method.object));
}

/** `res` in `res.status(400).json(...)` */
function readRootName(node: TSESTree.Node): string {
  const expression = unwrapExpression(node);
  switch (expression.type) {
    case "Identifier":
      return expression.name;
    case "CallExpression":
      return readRootName(expression.callee);
    case "MemberExpression":
      return readRootName(expression.object);
    default:
      return "";
  }
}
