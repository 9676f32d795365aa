import type { TSESTree } from "@typescript-eslint/utils";
import { isBoundary } from "../contract/boundary-names.js";
import type { LintContext } from "../contract/lint-context.js";
import { findImportedFunction, findImportedValue } from "../model/callees.js";
import { type CallbackWay, traceCallback } from "../model/callback-ends.js";
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
import { resolveConstant, resolveReferencePath, resolveVariable } from "../syntax/references.js";
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
      const handler = kind === "step" ? undefined : findWrapped(node, isGiven, lint);
      if (handler) return [classifyWrapper(node, handler, follow, lint)];
    }
    if (kind === "step") return undefined;
    const imported = kind === "import" ? findImportedHandler(node, lint) : undefined;
    return [imported ? classifyProtection(imported.node, imported.lint) : "unknown"];
  });
  const [first = "unknown", ...others] = protections;
  return others.every((other) => other === first) ? first : "unknown";
}

/** Finds a handler of another module: what its name is declared with, or the method that it is. */
function findImportedHandler(name: TSESTree.Node, lint: LintContext) {
  if (name.type === "CallExpression") return undefined;
  const made = findImportedFunction(name, lint);
  const value = findImportedValue(name, lint) ?? (made === "unknown" ? undefined : made);
  return value && value.lint.depth > lint.depth ? value : undefined;
}

/** A handler that hands over all its work is as good as what it calls. */
function classifyFunction(node: FunctionNode, follow: Follow<Protection>, lint: LintContext): Protection {
  if (answersFailures(node, lint)) return "answered";
  if (isDecorated(node, lint)) return "foreign";
  const values = collectReturnedValues(node, lint.sourceCode);
  const returned = values.map((value) => skipAwait(resolveConstant(value, lint.sourceCode)));
  if (node.body.type === "BlockStatement" && !isHarmless(node.body, returned, lint)) return "bare";
  return join(
    returned.map((value) => classifyWork(value, follow, lint)),
    "bare",
  );
}

/** `@catching async run() {...}`: a decorator of the project may answer what fails. */
function isDecorated({ parent }: FunctionNode, lint: LintContext): boolean {
  // JavaScript's own parser knows none.
  const decorators = parent.type === "MethodDefinition" && "decorators" in parent ? parent.decorators : [];
  return decorators.some(({ expression }) => {
    const name = expression.type === "CallExpression" ? expression.callee : expression;
    return isOfProject(name, lint) || resolveFunctionReference(name, lint.sourceCode) !== undefined;
  });
}

function join(protections: readonly Protection[], otherwise: Protection): Protection {
  const [first = otherwise, ...others] = protections;
  return others.every((other) => other === first) ? first : otherwise;
}

/** Classifies the work that a handler hands over: a call that is all it returns. */
function classifyWork(call: TSESTree.Node, follow: Follow<Protection>, lint: LintContext): Protection {
  if (call.type !== "CallExpression") return "bare";
  const handler = findWrapped(call, isHandler, lint);
  if (handler) return classifyWrapper(call, handler, follow, lint);
  const called = follow(call.callee);
  if (called.includes("wrapped")) return "wrapped";
  if (called.length > 0 && called.every((each) => each === "answered")) return "answered";
  // `startSpan("call", async () => {...})` of a package
  return call.arguments.some((each) => isFunctionNode(each) && answersFailures(each, lint)) ? "answered" : "bare";
}

/** Classifies a handler that a function of another module stands around, by what that does with its failures. */
function classifyWrapper(
  call: TSESTree.CallExpression,
  handler: TSESTree.Node,
  follow: Follow<Protection>,
  lint: LintContext,
): Protection {
  switch (traceCallback(call, handler, lint).end) {
    case "enveloped":
      return "wrapped";
    case "answered":
      return "answered";
    case "dropped":
      return "bare";
    case "passed":
      return join(follow(handler), "foreign");
    default:
      return "foreign";
  }
}

/** A call of a function of another module that stands around a handler, and what that does with its failures. */
export interface Wrapper extends CallbackWay {
  readonly call: TSESTree.CallExpression;
}

/** Lists the functions of other modules that stand around the handler of a tool, or around all the work in it. */
export function listWrappers(handler: TSESTree.Node, lint: LintContext): readonly Wrapper[] {
  const read = (node: TSESTree.Node, isWanted: typeof isHandler): readonly Wrapper[] => {
    const wrapped = node.type === "CallExpression" ? findWrapped(node, isWanted, lint) : undefined;
    return wrapped && node.type === "CallExpression" ? [{ call: node, ...traceCallback(node, wrapped, lint) }] : [];
  };
  return followValues<Wrapper>(handler, lint, ({ kind, node }) => {
    if (kind === "step") return undefined;
    if (!isFunctionNode(node)) return read(node, isGiven);
    const values = collectReturnedValues(node, lint.sourceCode);
    return values.flatMap((value) => read(skipAwait(resolveConstant(value, lint.sourceCode)), isHandler));
  });
}

/** What the properties and functions are called that hold a handler. */
const HANDLERS = new RegExp(`^(?:${FRAMEWORKS.flatMap(listHandlerNames).join("|")})$|Handler$`);

function listHandlerNames({ methods, toolClass }: ToolFramework): readonly string[] {
  return [...methods.flatMap(({ handler = [] }) => handler), ...(toolClass ? [toolClass.method] : [])];
}

/** Finds the handler in `withErrors(handler)`, a function of another module, which may answer what fails in it. */
function findWrapped(
  call: TSESTree.CallExpression,
  isWanted: (argument: TSESTree.Node, lint: LintContext) => boolean,
  lint: LintContext,
): TSESTree.Node | undefined {
  const { callee, arguments: given } = call;
  const handler = given.find((each) => isWanted(each, lint));
  if (!handler) return undefined;
  return isOfProject(callee, lint) || findImportedFunction(callee, lint) !== undefined ? handler : undefined;
}

/** Returns whether an argument is a handler, or a parameter of the wrapper that passes it on. */
function isGiven(node: TSESTree.Node, lint: LintContext): boolean {
  return isHandler(node, lint) || resolveVariable(node, lint.sourceCode)?.defs[0]?.type === "Parameter";
}

function isHandler(node: TSESTree.Node, lint: LintContext): boolean {
  const { sourceCode } = lint;
  if (node.type === "CallExpression") return findWrapped(node, isHandler, lint) !== undefined;
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
  return statements.slice(0, -1).every((each) => isHarmless(each, [], lint));
}

/** Returns whether code throws nothing, and waits for nothing that may fail, but for what it returns. */
function isHarmless(code: TSESTree.Node, returned: readonly TSESTree.Node[], { sourceCode }: LintContext): boolean {
  const isLeaf = (node: TSESTree.Node) => isFunctionNode(node) || node.type === "ReturnStatement";
  return collectNodes(sourceCode, code, isLeaf).every(
    (node) => node.type !== "ThrowStatement" && (node.type !== "AwaitExpression" || returned.includes(skipAwait(node))),
  );
}
