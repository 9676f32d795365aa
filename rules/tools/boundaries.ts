import { catchesFailures } from "../model/failure-handlers.js";
import type { TSESTree } from "@typescript-eslint/utils";
import type { FileContract, LintContext } from "../contract/lint-context.js";
import { isNamedFunction } from "../contract/name-matcher.js";
import { type Follow, followValues } from "../model/values.js";
import { readMethodCall, readNameOf, skipAwait, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  collectReturnedValues,
  isFunctionNode,
  listParameters,
  resolveFunctionReference,
} from "../syntax/functions.js";
import { isProjectModule, resolveReferencePath, resolveVariable, stripDefaultName } from "../syntax/references.js";
import { collectNodes } from "../syntax/source-file.js";
import { type ToolFramework, FRAMEWORKS } from "../words/frameworks.js";
import { mayNameBoundary } from "./registrations.js";

/**
 * Returns whether a call wraps a handler in the boundary: the contract's, one of the settings, or a function of the
 * file that passes its first argument on to such: `const wrap = (handler) => wrapHandler(handler, { audit })`.
 */
export function isBoundaryCall(call: TSESTree.CallExpression, lint: LintContext): boolean {
  if (!mayNameBoundary(lint)) return false;
  const answers = followValues(call, lint, ({ node }) => {
    if (node.type !== "CallExpression") return undefined;
    return isBoundary(node.callee, lint) ? [node === call || wrapsParameter(node, lint)] : undefined;
  });
  return answers.includes(true);
}

function isBoundary(callee: TSESTree.Node, lint: LintContext): boolean {
  const { contract, sourceCode } = lint;
  if (isNamedFunction(callee, contract.settings.boundaries, lint)) return true;
  const { boundary } = contract.data.vocabulary;
  const local = callee.type === "Identifier" ? resolveFunctionReference(callee, sourceCode) : undefined;
  if (!isFunctionNode(local)) return isContractName(callee, boundary, lint);
  return resolveVariable(callee, sourceCode)?.name === boundary;
}

function wrapsParameter({ arguments: [wrapped] }: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  const definition = wrapped?.type === "Identifier" ? resolveVariable(wrapped, sourceCode)?.defs[0] : undefined;
  return isFunctionNode(definition?.node) && listParameters(definition.node)[0] === definition.name;
}

/** Returns whether an expression is what a contract's module exports under a name, or a global of that name. */
export function isContractName(node: TSESTree.Node, name: string, { contract, sourceCode }: LintContext): boolean {
  const { root, path = [] } = resolveReferencePath(unwrapExpression(node), sourceCode) ?? {};
  if (stripDefaultName(path).join(".") !== name) return false;
  return root?.kind === "import" ? isOurs(root.module, contract) : root?.kind === "global";
}

function isOurs(module: string, contract: FileContract): boolean {
  return contract.isRuntime(module) || isProjectModule(module) || /^error-contract(?:\/|$)/.test(module);
}

/**
 * What becomes of a failure in a handler. `wrapped`: it stands behind the boundary; `answered`: the project's own code
 * answers it, in the handler or in a function of the file around it; `foreign`: a function of another module wraps the
 * handler; `bare`: it surely leaves the handler. Where the handler leads out of the file, it is unknown.
 */
export type Protection = "wrapped" | "answered" | "foreign" | "bare" | "unknown";

/** Follows the handler of a tool through names, wrappers and functions that make it. */
export function classifyProtection(handler: TSESTree.Node, lint: LintContext): Protection {
  const protections = followValues<Protection>(handler, lint, ({ kind, node }, follow) => {
    if (isFunctionNode(node)) return [classifyFunction(node, follow, lint)];
    if (node.type === "CallExpression") {
      if (isBoundaryCall(node, lint)) return ["wrapped"];
      const method = readMethodCall(node, lint.sourceCode);
      if (method?.name === "bind") return follow(method.object);
      // What wraps a wrapped handler lets its failures through, or makes others of them: its own business.
      if (node.arguments.some((argument) => follow(argument).includes("wrapped"))) return ["wrapped"];
      if (kind !== "step" && isForeignWrapper(node, lint)) return ["foreign"];
    }
    return kind === "step" ? undefined : ["unknown"];
  });
  const [first = "unknown", ...others] = protections;
  return others.every((other) => other === first) ? first : "unknown";
}

/** A handler that hands over all its work is as good as what it calls. */
function classifyFunction(node: FunctionNode, follow: Follow<Protection>, lint: LintContext): Protection {
  if (answersFailures(node, lint)) return "answered";
  const returned = collectReturnedValues(node, lint.sourceCode).map(skipAwait);
  if (node.body.type === "BlockStatement" && !isHarmless(node.body, lint)) return "bare";
  const [first = "bare", ...others] = returned.map((call): Protection => {
    if (call.type !== "CallExpression") return "bare";
    if (follow(call.callee).includes("wrapped")) return "wrapped";
    const called = resolveFunctionReference(call.callee, lint.sourceCode);
    if (isFunctionNode(called)) return answersFailures(called, lint) ? "answered" : "bare";
    if (isForeignWrapper(call, lint)) return "foreign";
    // `startSpan("call", async () => {...})` of a package
    return call.arguments.some((each) => isFunctionNode(each) && answersFailures(each, lint)) ? "answered" : "bare";
  });
  return others.every((other) => other === first) ? first : "bare";
}

/** What the properties and functions are called that hold a handler. */
const HANDLERS = new RegExp(`^(?:${FRAMEWORKS.flatMap(listHandlerNames).join("|")})$|Handler$`);

function listHandlerNames({ methods, toolClass }: ToolFramework): readonly string[] {
  return [...methods.flatMap(({ handler = [] }) => handler), ...(toolClass ? [toolClass.method] : [])];
}

/** `withErrors(handler)`: a function of another module of the project, which may answer what fails in a handler. */
function isForeignWrapper({ callee, arguments: given }: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  const isOfProject = (node: TSESTree.Node): boolean => {
    const root = resolveReferencePath(node, sourceCode)?.root;
    return root?.kind === "import" && isProjectModule(root.module);
  };
  if (!isOfProject(callee)) return false;
  return given.some(
    (each) =>
      isFunctionNode(resolveFunctionReference(each, sourceCode) ?? each) ||
      isOfProject(each) ||
      HANDLERS.test(readNameOf(each, sourceCode)),
  );
}

/** Returns whether a function surely answers itself when something in it fails: all its work stands in a `try`. */
function answersFailures({ body }: FunctionNode, lint: LintContext): boolean {
  const statements = body.type === "BlockStatement" ? body.body : [];
  const attempt = statements.at(-1);
  if (!attempt || !catchesFailures(attempt, lint)) return false;
  return statements.slice(0, -1).every((each) => isHarmless(each, lint));
}

/** Returns whether code throws nothing, and waits for nothing that may fail, but for what it returns. */
function isHarmless(code: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const isLeaf = (node: TSESTree.Node) => isFunctionNode(node) || node.type === "ReturnStatement";
  const nodes = collectNodes(sourceCode, code, isLeaf);
  return nodes.every(({ type }) => type !== "ThrowStatement" && type !== "AwaitExpression");
}
