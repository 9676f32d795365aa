// What an HTTP request is answered with, by the response of a framework or by the web's own.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { findProperty, readMethodCall, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { type ResponseKind, CHAINED_METHODS, RESPONSE_KINDS, STATUS_METHODS } from "../words/frameworks.js";

/** A body that a call sends, or a part of it. */
export interface SentBody {
  readonly body: TSESTree.CallExpressionArgument;
  /** `undefined` where the call itself sets none. */
  readonly status: TSESTree.Node | undefined;
  /** `undefined` for a `Response` of the web. */
  readonly kind?: ResponseKind;
  /** Whether more may follow: `res.write(text)`. */
  readonly isPart: boolean;
}

const ANSWERS_WITH_STATUS: ReadonlySet<string> = new Set(["status", "sendStatus", "writeHead", "code"]);
const SET_STATUS: ReadonlySet<string> = new Set(["status", "statusCode"]);
const ANSWERS_WITH_BODY: ReadonlySet<string> = new Set(["json", "text", "html", "body", "send"]);

/** `res.status(500).json(...)`, `c.json(...)`, `Response.json(...)`, `new Response(body, { status: 500 })` */
export function findSentBody(
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  lint: LintContext,
): SentBody | undefined {
  const [body, init] = call.arguments;
  if (!body) return undefined;
  const statusOfInit = () =>
    init?.type === "ObjectExpression" ? findProperty(init, "status", lint.sourceCode)?.value : undefined;
  const createOfWeb = () => ({ body, status: statusOfInit(), isPart: false });
  if (call.type === "NewExpression") return isResponseClass(call.callee, lint) ? createOfWeb() : undefined;
  const method = readMethodCall(call, lint.sourceCode);
  if (!method) return undefined;
  if (method.name === "json" && isResponseClass(method.object, lint)) return createOfWeb();
  const kinds = RESPONSE_KINDS.filter(({ methods }) => methods.has(method.name));
  if (kinds.length === 0) return undefined;
  const { receiver, status } = readCallChain(method.object, lint);
  const kind = kinds.find(({ names }) => isResponse(receiver, names, lint));
  return kind && { body, status: kind.takesStatus ? init : status, kind, isPart: method.name === "write" };
}

/** `res.sendStatus(400)`, `reply.code(404).send(...)`, and not `(await fetch(url)).json()` */
export function isCallOfResponse(call: TSESTree.CallExpression, lint: LintContext): boolean {
  const method = call.arguments.length > 0 ? readMethodCall(call, lint.sourceCode) : undefined;
  const owner = method && readCallChain(method.object, lint).receiver;
  return owner !== undefined && RESPONSE_KINDS.some(({ names }) => isResponse(owner, names, lint));
}

/** The object that a chain of calls begins with, and the status that it sets. */
function readCallChain(
  node: TSESTree.Node,
  lint: LintContext,
): { readonly receiver: TSESTree.Node; readonly status?: TSESTree.Node | undefined } {
  const call = unwrapExpression(node);
  const method = call.type === "CallExpression" ? readMethodCall(call, lint.sourceCode) : undefined;
  if (call.type !== "CallExpression" || !method || !CHAINED_METHODS.has(method.name)) return { receiver: call };
  const inner = readCallChain(method.object, lint);
  return STATUS_METHODS.has(method.name) ? { ...inner, status: call.arguments[0] } : inner;
}

/** The web's `Response`, or the one of Next.js that extends it. */
function isResponseClass(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (!sourceCode.text.includes("Response")) return false;
  const { root, path = [] } = resolveReferencePath(node, sourceCode) ?? {};
  const name = path.join(".");
  if (root?.kind === "import") return root.module === "next/server" && name === "NextResponse";
  return root?.kind === "global" && name === "Response";
}

/** Returns whether an expression is a parameter for a response, by these names. */
function isResponse(node: TSESTree.Node, names: ReadonlySet<string>, { sourceCode }: LintContext): boolean {
  // By name first: looking up a scope is slow.
  if (node.type !== "Identifier" || !names.has(node.name)) return false;
  return resolveVariable(node, sourceCode)?.defs[0]?.type === "Parameter";
}

/** `res.status(500)`, `res.statusCode = 500`, `c.json({ ... }, 500)`, `res.status(error.status)`. */
export function isFailureAnswer(step: TSESTree.Node, lint: LintContext): boolean {
  if (step.type === "AssignmentExpression") {
    const { left, right } = step;
    const name = left.type === "MemberExpression" ? readStaticKey(left, lint.sourceCode) : undefined;
    return name !== undefined && SET_STATUS.has(name) && isFailureStatus(right, lint);
  }
  return step.type === "CallExpression" && isFailingCall(step, lint);
}

function isFailingCall(call: TSESTree.CallExpression, lint: LintContext): boolean {
  const method = readMethodCall(call, lint.sourceCode)?.name ?? "";
  const [first, second] = call.arguments;
  if (ANSWERS_WITH_STATUS.has(method)) return isFailureStatus(first, lint);
  return ANSWERS_WITH_BODY.has(method) && isFailureStatus(second, lint);
}

/** Returns whether a value is an HTTP status of a failure: `404`, `HttpStatus.NOT_FOUND`, `error.status`. */
export function isFailureStatus(node: TSESTree.Node | undefined, { sourceCode }: LintContext): boolean {
  if (node?.type === "Literal") return typeof node.value === "number" && node.value >= 400 && node.value < 600;
  if (node?.type !== "MemberExpression" && node?.type !== "Identifier") return false;
  return /status/i.test(sourceCode.getText(node));
}
