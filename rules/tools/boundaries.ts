import type { TSESTree } from "@typescript-eslint/utils";
import { isBoundary } from "../contract/boundary-names.js";
import type { LintContext } from "../contract/lint-context.js";
import { findImportedFunction } from "../model/callees.js";
import { classifyCallback } from "../model/callback-ends.js";
import { catchesFailures } from "../model/failure-handlers.js";
import { type Follow, followValues } from "../model/values.js";
import { resolveModule } from "../modules/resolve-module.js";
import { readMethodCall, readNameOf, skipAwait } from "../syntax/expressions.js";
import {
  type FunctionNode,
  collectReturnedValues,
  isFunctionNode,
  listParameters,
  resolveFunctionReference,
} from "../syntax/functions.js";
import { resolveReferencePath, resolveVariable } from "../syntax/references.js";
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

function wrapsParameter({ arguments: [wrapped] }: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  const definition = wrapped?.type === "Identifier" ? resolveVariable(wrapped, sourceCode)?.defs[0] : undefined;
  return isFunctionNode(definition?.node) && listParameters(definition.node)[0] === definition.name;
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
      if (kind !== "step" && isForeignWrapper(node, lint)) return [classifyWrapper(node, follow, lint)];
    }
    if (kind === "step") return undefined;
    const made = kind === "import" ? findImportedFunction(node, lint) : undefined;
    return [made && made !== "unknown" ? classifyProtection(made.node, made.lint) : "unknown"];
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
    if (isForeignWrapper(call, lint)) return classifyWrapper(call, follow, lint);
    // `startSpan("call", async () => {...})` of a package
    return call.arguments.some((each) => isFunctionNode(each) && answersFailures(each, lint)) ? "answered" : "bare";
  });
  return others.every((other) => other === first) ? first : "bare";
}

/** Classifies a handler that a function of another module stands around, by what that does with its failures. */
function classifyWrapper(call: TSESTree.CallExpression, follow: Follow<Protection>, lint: LintContext): Protection {
  const handler = call.arguments.find((each) => isHandler(each, lint));
  switch (handler && classifyCallback(call, handler, lint)) {
    case "enveloped":
      return "wrapped";
    case "answered":
      return "answered";
    case "dropped":
      return "bare";
    case "passed": {
      const [protection = "foreign"] = handler ? follow(handler) : [];
      return protection;
    }
    default:
      return "foreign";
  }
}

/** What the properties and functions are called that hold a handler. */
const HANDLERS = new RegExp(`^(?:${FRAMEWORKS.flatMap(listHandlerNames).join("|")})$|Handler$`);

function listHandlerNames({ methods, toolClass }: ToolFramework): readonly string[] {
  return [...methods.flatMap(({ handler = [] }) => handler), ...(toolClass ? [toolClass.method] : [])];
}

/** `withErrors(handler)`: a function of another module of the project, which may answer what fails in a handler. */
function isForeignWrapper({ callee, arguments: given }: TSESTree.CallExpression, lint: LintContext): boolean {
  const isForeign = isOfProject(callee, lint) || findImportedFunction(callee, lint) !== undefined;
  return isForeign && given.some((each) => isHandler(each, lint));
}

function isHandler(node: TSESTree.Node, lint: LintContext): boolean {
  const { sourceCode } = lint;
  const isFunction = isFunctionNode(resolveFunctionReference(node, sourceCode) ?? node);
  return isFunction || isOfProject(node, lint) || HANDLERS.test(readNameOf(node, sourceCode));
}

function isOfProject(node: TSESTree.Node, { sourceCode, reader }: LintContext): boolean {
  const root = resolveReferencePath(node, sourceCode)?.root;
  return root?.kind === "import" && resolveModule(root.module, reader.file) !== "package";
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
