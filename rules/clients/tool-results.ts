// What a client reads of the result of a tool.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isLogging } from "../model/exits.js";
import { listUses } from "../model/value-uses.js";
import {
  findProperty,
  getAwaited,
  getOutermostWrapper,
  readStaticKey,
  readStaticValue,
} from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { collectReads } from "../syntax/references.js";

/** A member of a result that is read. */
export interface ResultRead {
  readonly name: string;
  readonly node: TSESTree.Node;
  /** Whether the code asks whether it is there. */
  readonly isTested: boolean;
  /** Whether it only goes to a log, where somebody reads what it says. */
  readonly isShown: boolean;
}

/** The methods of clients of MCP and of its apps that call a tool. */
const CALLS: ReadonlySet<string> = new Set(["callTool", "callServerTool"]);

/** Returns whether a call gives the result of a tool: by its form, and by its type where there is one. */
export function isToolCall(call: TSESTree.CallExpression, { facts, sourceCode }: LintContext): boolean {
  const { callee } = call;
  const [request] = call.arguments;
  if (callee.type !== "MemberExpression" || request?.type !== "ObjectExpression") return false;
  const method = readStaticKey(callee, sourceCode) ?? "";
  const isCall = CALLS.has(method)
    ? findProperty(request, "name", sourceCode) !== undefined
    : method === "request" && isCallRequest(request, sourceCode);
  return isCall && facts?.property(getAwaited(call), "isError") !== "absent";
}

function isCallRequest(request: TSESTree.ObjectExpression, sourceCode: LintContext["sourceCode"]): boolean {
  const method = findProperty(request, "method", sourceCode)?.value;
  return method !== undefined && readStaticValue(method, sourceCode)?.value === "tools/call";
}

/** Lists what the file reads of the result of a call; `undefined` where other code gets the result as a whole. */
export function listResultReads(call: TSESTree.CallExpression, lint: LintContext): readonly ResultRead[] | undefined {
  const reads: ResultRead[] = [];
  for (const { kind, node } of listUses(call, lint)) {
    const { parent } = getOutermostWrapper(node);
    if (parent?.type === "MemberExpression" && parent.object === getOutermostWrapper(node)) {
      const name = readStaticKey(parent, lint.sourceCode);
      if (name === undefined) return undefined;
      reads.push({ name, node: parent, isTested: isTested(parent, lint), isShown: isShown(parent, lint) });
    } else if (parent?.type === "VariableDeclarator" && parent.id.type === "ObjectPattern") {
      const own = readPattern(parent.id, lint);
      if (!own) return undefined;
      reads.push(...own);
    } else if (kind === "used") {
      return undefined;
    }
  }
  return reads;
}

function readPattern({ properties }: TSESTree.ObjectPattern, lint: LintContext): readonly ResultRead[] | undefined {
  const reads = properties.map((property): ResultRead | undefined => {
    const name = property.type === "Property" ? readStaticKey(property, lint.sourceCode) : undefined;
    return name === undefined ? undefined : { name, node: property, isTested: false, isShown: false };
  });
  return reads.every((read) => read !== undefined) ? reads : undefined;
}

function isTested(read: TSESTree.Node, lint: LintContext): boolean {
  const node = getOutermostWrapper(read);
  const { parent } = node;
  switch (parent?.type) {
    case "VariableDeclarator":
      return collectReads(parent.id, lint.sourceCode).some((each) => isTested(each, lint));
    case "IfStatement":
    case "ConditionalExpression":
      return parent.test === node;
    case "LogicalExpression":
      return parent.operator === "&&" || isTested(parent, lint);
    case "UnaryExpression":
      return parent.operator === "!";
    case "BinaryExpression":
      return /^[!=]==?$/.test(parent.operator);
    case "MemberExpression":
      return parent.object === node && parent.optional;
    default:
      return false;
  }
}

function isShown(read: TSESTree.Node, lint: LintContext): boolean {
  for (let node: TSESTree.Node | undefined = read; node && !isFunctionNode(node); node = node.parent)
    if (node.type === "CallExpression" && isLogging(node, lint)) return true;
  return false;
}
