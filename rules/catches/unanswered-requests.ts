// Which handlers of HTTP requests may reject where nobody takes it: the request is never answered.
import type { TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { Decision } from "../decision.js";
import type { LintContext } from "../contract/lint-context.js";
import { type Callee, findCallee, findImportedFunction } from "../model/callees.js";
import { endsInCatch, handlesItself } from "../model/failure-handlers.js";
import { readDependency } from "../modules/package-name.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { readMethodCall, readNameOf, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  findReceivingCatch,
  isExecutor,
  isFunctionNode,
  resolveFunctionReference,
} from "../syntax/functions.js";
import { resolveConstant, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { collectNodes } from "../syntax/source-file.js";
import { CONTINUATIONS } from "../words/calls.js";
import { type PromiseBlindRouter, PROMISE_BLIND_ROUTERS, SERVER_RESPONSE } from "../words/frameworks.js";

/** A handler that may reject, where it stands or is named, with what may fail in it. */
export interface UnansweredHandler {
  readonly node: TSESTree.Node;
  readonly router: PromiseBlindRouter;
  /** The name of what may fail; empty where it has none. */
  readonly work: string;
}

/** Whether the text of a file leaves it open that handlers of requests stand in it. */
export const mayRoute = (text: string): boolean => ROUTE_WORDS.test(text);

const listWords = ({ functions, packages, names = [] }: PromiseBlindRouter) => functions ?? [...packages, ...names];
const ROUTE_WORDS = new RegExp(`\\b(?:${PROMISE_BLIND_ROUTERS.flatMap(listWords).join("|")})\\b`, "u");

/** Lists the handlers that a call gives to what looks at no promise: `app.get("/", async (req, res) => {})`. */
export function listUnansweredHandlers(call: TSESTree.CallExpression, lint: LintContext): readonly UnansweredHandler[] {
  const router = PROMISE_BLIND_ROUTERS.find((each) => isGivenTo(each, call, lint));
  if (!router) return [];
  const given = call.arguments.flatMap((each) => (each.type === "ArrayExpression" ? each.elements : each));
  return given
    .filter((each) => each !== null)
    .flatMap((each) => {
      const handler = findHandler(each, lint);
      if (!handler?.node.params.some(isResponse)) return [];
      const work = findRisk(handler, new Set()) ?? findHandedOver(handler);
      if (!work) return [];
      return { node: handler.lint === lint ? handler.node : each, router, work: nameWork(work, handler.lint) };
    });
}

/** Describes a finding for each router in a file: one decision, such as a wrapper, settles all its handlers. */
export function describeUnanswered(handlers: readonly UnansweredHandler[], { sourceCode }: LintContext) {
  return PROMISE_BLIND_ROUTERS.flatMap((router) => {
    const all = handlers.filter((each) => each.router === router);
    const places = all.map(({ node }) => node.loc);
    const decision: Decision = { name: `rejections that ${router.name} drops`, noun: "handler", places };
    const others = all.length > 1 ? `, nor in ${all.length - 1} more of the file's handlers` : "";
    return all.slice(0, 1).map(({ node, work }) => ({
      loc: isFunctionNode(node) ? ASTUtils.getFunctionHeadLocation(node, sourceCode) : node.loc,
      messageId: "unanswered" as const,
      data: {
        work: work === "" ? "this" : `\`${work}\``,
        router: router.name,
        others,
        remedy: router.remedy,
        decision,
      },
    }));
  });
}

/** `load` of `await load(id).then(show)` */
function nameWork(node: TSESTree.Node, lint: LintContext): string {
  const value = node.type === "AwaitExpression" ? unwrapExpression(node.argument) : node;
  if (value.type !== "CallExpression") return "";
  const method = readMethodCall(value, lint.sourceCode);
  const isLater = method !== undefined && CONTINUATIONS.has(method.name);
  return isLater ? nameWork(method.object, lint) : readNameOf(value.callee, lint.sourceCode);
}

function isGivenTo(router: PromiseBlindRouter, call: TSESTree.CallExpression, lint: LintContext): boolean {
  if (router.functions?.includes(readNameOf(call.callee, lint.sourceCode))) return isOf(router, call.callee, lint);
  const method = readMethodCall(call, lint.sourceCode);
  if (!method || !router.methods?.has(method.name) || !call.arguments.some(mayBeHandler)) return false;
  return isRouter(method.object, router, lint) && isBlind(router, lint);
}

const mayBeHandler = ({ type }: TSESTree.Node): boolean => type !== "Literal" && type !== "ObjectExpression";

/** `express()`, `router` of `const router = Router()`, `router.route("/")`; a parameter or field of such a name. */
function isRouter(node: TSESTree.Node, router: PromiseBlindRouter, lint: LintContext): boolean {
  const value = resolveConstant(unwrapExpression(node), lint.sourceCode);
  if (value.type !== "CallExpression")
    return router.names?.includes(readNameOf(value, lint.sourceCode)) === true && isGivenFromElsewhere(value, lint);
  if (isOf(router, value.callee, lint)) return true;
  const method = readMethodCall(value, lint.sourceCode);
  const isChained = method !== undefined && (method.name === "route" || router.methods?.has(method.name) === true);
  return isChained && isRouter(method.object, router, lint);
}

/** A parameter, or a field of `this`. */
function isGivenFromElsewhere(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (node.type === "MemberExpression") return node.object.type === "ThisExpression";
  return resolveVariable(node, sourceCode)?.defs[0]?.type === "Parameter";
}

function isOf({ packages }: PromiseBlindRouter, node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const root = resolveReferencePath(node, sourceCode)?.root;
  return root?.kind === "import" && packages.includes(root.module);
}

/** Whether the project has a version that looks at no promise, and nothing that mends it. */
function isBlind({ packages: [name = ""], until, mendedBy }: PromiseBlindRouter, { filename }: LintContext): boolean {
  const version = readDependency(filename, name);
  const major = /^[~^=v]*(\d+)(?:\.[\dx*]+)*$/u.exec(version ?? "")?.[1];
  if (until === undefined || major === undefined || Number(major) >= until) return false;
  return mendedBy === undefined || readDependency(filename, mendedBy) === undefined;
}

function findHandler(node: TSESTree.Node, lint: LintContext): Callee | undefined {
  const value = unwrapExpression(node);
  const method = value.type === "CallExpression" ? readMethodCall(value, lint.sourceCode) : undefined;
  if (method) return method.name === "bind" ? findHandler(method.object, lint) : undefined;
  const own = isFunctionNode(value) ? value : resolveFunctionReference(value, lint.sourceCode);
  if (own) return isFunctionNode(own) ? { node: own, lint } : undefined;
  const imported = value.type === "CallExpression" ? undefined : findImportedFunction(value, lint);
  return imported === "unknown" ? undefined : imported;
}

/** `res`, `_res` */
const isResponse = (node: TSESTree.Node): boolean =>
  node.type === "Identifier" && SERVER_RESPONSE.names.has(node.name.replace(/^_/u, ""));

/** Finds a call that gives the response to an `async` function that may reject, and does not wait: `show(res);`. */
function findHandedOver({ node, lint }: Callee): TSESTree.CallExpression | undefined {
  const calls = collectNodes(lint.sourceCode, node.body, isFunctionNode).filter(
    (each) => each.type === "CallExpression",
  );
  return calls.find((call) => {
    if (!LEFT_ALONE.has(call.parent.type) || !call.arguments.some(isResponse) || isInHandler(call, node)) return false;
    const callee = findCallee(call, lint);
    return typeof callee === "object" && findRisk(callee, new Set()) !== undefined;
  });
}

const LEFT_ALONE: ReadonlySet<string> = new Set(["ExpressionStatement", "ReturnStatement", "ArrowFunctionExpression"]);

/** Finds the first node of an `async` function that may fail outside of a `try`, in it or in what it waits for. */
function findRisk({ node, lint }: Callee, seen: Set<FunctionNode>): TSESTree.Node | undefined {
  if (!node.async || seen.has(node)) return undefined;
  seen.add(node);
  return collectNodes(lint.sourceCode, node.body, isFunctionNode).find((each) => {
    if (findReceivingCatch(each)) return false;
    if (each.type === "ThrowStatement") return true;
    return each.type === "AwaitExpression" && !isInHandler(each, node) && mayReject(each.argument, lint, seen);
  });
}

/** Whether a node stands in a `catch` or a `finally`, where what fails is beside the work. */
function isInHandler(node: TSESTree.Node, owner: FunctionNode): boolean {
  for (let child = node, { parent } = node; parent && child !== owner; child = parent, { parent } = parent)
    if (parent.type === "TryStatement" && child !== parent.block) return true;
  return false;
}

function mayReject(node: TSESTree.Node, lint: LintContext, seen: Set<FunctionNode>): boolean {
  const value = unwrapExpression(node);
  if (value.type === "NewExpression") return !value.arguments.some((each) => isFunctionNode(each) && !rejects(each));
  if (value.type !== "CallExpression") return true;
  if (endsInCatch(value, lint) || readNameOf(value.callee, lint.sourceCode) === "allSettled") return false;
  if (resolveGlobalName(value.callee, JOINS, lint.sourceCode) && handlesItself(value, lint)) return false;
  if (resolveVariable(value.callee, lint.sourceCode)?.defs[0]?.type === "Parameter") return false;
  const callee = findCallee(value, lint);
  return typeof callee !== "object" || !callee.node.async || findRisk(callee, seen) !== undefined;
}

const JOINS = ["Promise.all", "Promise.any", "Promise.race"] as const;

/** `(resolve, reject) => ...` */
const rejects = (node: FunctionNode): boolean => !isExecutor(node) || node.params.length > 1;
