import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isErrorName } from "../syntax/error-names.js";
import { type FunctionNode, isFunctionNode, listParameters } from "../syntax/functions.js";
import { readMethodCall, resolveVariable } from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";

const REQUESTS = /^_?(?:req|request)$/;
const RESPONSES = /^_?(?:res|resp|response|reply)$/;

/** Whether a function is an error handler of Express or Fastify by its parameters: `(err, req, res, next) => ...`. */
export function isErrorHandler(node: FunctionNode): boolean {
  const [error, request, response] = listParameters(node).map(nameOf);
  return isErrorName(error ?? "") && REQUESTS.test(request ?? "") && RESPONSES.test(response ?? "");
}

/** Whether a variable is the error that an error handler is given. */
export function isGivenError({ defs: [definition] }: TSESLint.Scope.Variable): boolean {
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return false;
  return listParameters(definition.node)[0] === definition.name && isErrorHandler(definition.node);
}

/** Returns whether a function is a handler of Fastify, which sends the handler's return value. */
export function isFastifyHandler({ params }: FunctionNode): boolean {
  return params.some((parameter) => nameOf(parameter) === "reply");
}

/** Whether an expression is the other end of a web socket or of a connection, which a server hands to its listener. */
export function isClientSocket(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const isLikely = node.type === "Identifier" && (node.name === "ws" || isMentionedInFile("connection", sourceCode));
  const definition = isLikely ? resolveVariable(node, sourceCode)?.defs[0] : undefined;
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return false;
  if (nameOf(definition.name) === "ws") return true;
  const listener: TSESTree.Node = definition.node;
  const { parent: call } = listener;
  if (call.type !== "CallExpression" || call.arguments[1] !== listener) return false;
  const method = readMethodCall(call, sourceCode)?.name;
  const [event] = call.arguments;
  const isConnection = event?.type === "Literal" && event.value === "connection";
  return (
    isConnection && (method === "on" || method === "once") && listParameters(definition.node)[0] === definition.name
  );
}

function nameOf(parameter: TSESTree.Node | undefined): string {
  return parameter?.type === "Identifier" ? parameter.name : "";
}
