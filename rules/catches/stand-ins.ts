// What becomes of a failed attempt close by: of the value that stands in for its result, and of what it fills.
//
// Facts for a loss hold where a caller takes the failure for a success or for another state, whatever else speaks for
// the drop. Facts against one hold where the failure shows in the answer, or takes nothing away from it.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isLogging } from "../model/exits.js";
import { type Handler, findEnclosingLoop } from "../model/handlers.js";
import { isEmptyValue } from "../model/sayings.js";
import { isCallableElsewhere, listCalls, listNames } from "../model/throw-ends.js";
import { listUses } from "../model/value-uses.js";
import { findBuiltinErrorName, isNamedLikeMethod } from "../syntax/built-ins.js";
import { getAwaited, isNothing, readMethodCall, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  findCalledFunction,
  findEnclosingFunction,
  getEnclosingStatement,
  isFunctionNode,
} from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { collectNodes, hasOnly, isInside } from "../syntax/source-file.js";
import { listToolHandlers } from "../tools/tool-handlers.js";
import { findContinuation } from "./dropped-promises.js";
import type { DroppedFailure } from "./dropped-failures.js";

// What more names or calls lie between is not followed.
const MAX_CALLS = 3;

type Variable = TSESLint.Scope.Variable;

type Fact = (handler: Handler, drop: DroppedFailure) => boolean;

/** Why a drop is a loss though its caller could tell it, or a comment gives a reason. */
export const LOSSES: Readonly<Record<string, Fact>> = {
  narrowed: isNarrowed,
  typed: breaksType,
  chained: ({ place }) => place?.kind === "rejection" && findContinuation(place.call) !== undefined,
  asked: isAskedFor,
  "written over": (handler, drop) => isWrittenOver(handler, drop) || replacesSource(handler, drop),
};

/** Returns whether a fact tells that the drop is a loss. */
export function isLoss(handler: Handler, drop: DroppedFailure): boolean {
  return Object.values(LOSSES).some((holds) => holds(handler, drop));
}

/**
 * `if (error.code !== "ENOENT") log(error);`: the handler tells an expected failure from others, and gives nothing, or
 * the same empty value, for both.
 */
function isNarrowed({ node, body, failure, sourceCode }: Handler, { at, how, told }: DroppedFailure): boolean {
  if (node.type !== "CatchClause" || how === "partly") return false;
  // A text tells one failure from another, and a call does something else.
  if (told && collectNodes(sourceCode, told).some((each) => isText(each) || each.type === "CallExpression"))
    return false;
  const asksWhich = (test: TSESTree.Node): boolean => {
    if (test.type === "CallExpression") return test.arguments.some((each) => failure.isItself(each));
    if (test.type !== "BinaryExpression" || !failure.isIn(test)) return false;
    return test.operator !== "instanceof" || findBuiltinErrorName(test.right, sourceCode) !== "Error";
  };
  return collectNodes(sourceCode, body, isFunctionNode).some(
    (each) =>
      each.type === "IfStatement" &&
      !(at && isInside(at, each)) &&
      collectNodes(sourceCode, each.test).some((part) => asksWhich(part)),
  );
}

function isText(node: TSESTree.Node): boolean {
  return (
    node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string" && node.value !== "")
  );
}

const NOTHING = /^TS(?:Any|Never|Null|Undefined|Unknown|Void)Keyword$|^TS(?:Union|Conditional)Type$/;

/** `async load(): Promise<Plan>`: the failing path gives `undefined`, for which the declared type has no place. */
function breaksType({ block, owner, sourceCode }: Handler, { at, told }: DroppedFailure): boolean {
  const type = owner?.returnType?.typeAnnotation;
  const returns = block && collectNodes(sourceCode, block, isFunctionNode).some(isReturn);
  if (!returns || at || told || type?.type !== "TSTypeReference") return false;
  const result = sourceCode.getText(type.typeName) === "Promise" ? type.typeArguments?.params[0] : undefined;
  return result !== undefined && !NOTHING.test(result.type);
}

/**
 * `if (saveTo) { try { await save(saveTo) } catch (error) { log(error) } }`: arguments alone decide whether the work is
 * done, and the answer says nothing of it. Outside of a tool, a reason in the handler stands.
 */
function isAskedFor(handler: Handler, drop: DroppedFailure): boolean {
  const { owner, block, comments, node, lint, sourceCode } = handler;
  if (!owner || !block || drop.at || !drop.told || !awaits(handler)) return false;
  if (collectNodes(sourceCode, block, isFunctionNode).some(({ type }) => LEAVES.test(type))) return false;
  if (comments.length > 0 && listToolHandlers(owner, lint).length === 0) return false;
  if (listAssigned(block, handler).some((variable) => isReadAfter(variable, node))) return false;
  const isArgument = (name: TSESTree.Node, steps = MAX_CALLS): boolean => {
    const definition = resolveVariable(name, sourceCode)?.defs[0];
    if (definition?.type === "Parameter") return definition.node === owner;
    const init = definition?.type === "Variable" && steps > 0 ? definition.node.init : undefined;
    const parsed = init?.type === "CallExpression" ? init.arguments[0] : init;
    return parsed != null && isArgument(parsed, steps - 1);
  };
  const around = node.parent.parent?.parent;
  if (around?.type !== "IfStatement" || around.consequent.type !== "BlockStatement") return false;
  if (around.consequent.body.length > 1) return false;
  const parts = collectNodes(sourceCode, around.test).filter(({ type }) => !/^(?:Logical|Unary|Binary)/.test(type));
  const names = parts.filter(({ type }) => type !== "Literal");
  return hasOnly(names, (name) => name.type === "Identifier" && isArgument(name));
}

const LEAVES = /^(?:Return|Throw)Statement$/;

/**
 * `const plan = read(file); plan.steps = []; write(file, plan);` with a `read` that gives `{}` where it fails: the
 * default goes, beside the place that could not be read, to another call, whose result nothing reads.
 */
function isWrittenOver(handler: Handler, { told, steps }: DroppedFailure): boolean {
  const { block, calls, lint, owner, sourceCode } = handler;
  if (!block || (told && isUnset(told))) return false;
  const isCleared = (variable: Variable): boolean => {
    const write = steps.findLast(
      (step) => step.type === "AssignmentExpression" && resolveVariable(step.left, sourceCode) === variable,
    );
    if (write?.type === "AssignmentExpression") return isUnset(write.right);
    const declared = variable.defs[0]?.node;
    return declared?.type !== "VariableDeclarator" || !declared.init || isUnset(declared.init);
  };
  const isWritten = (value: TSESTree.Node, read: TSESTree.Node): boolean => {
    const place = readPlace(read, sourceCode);
    for (let call = value.parent; call && place !== undefined && !isFunctionNode(call); call = call.parent) {
      if (call.type !== "CallExpression" || readPlace(call, sourceCode) !== place) continue;
      // `sizes.set(file, size)` only remembers.
      if (isLogging(call, lint) || isNamedLikeMethod(call, sourceCode)) continue;
      const [, ...others] = call.arguments;
      if (getAwaited(call).parent?.type === "ExpressionStatement") return others.some((each) => isInside(value, each));
    }
    return false;
  };
  const kept = listAssigned(block, handler).filter((variable) => !isCleared(variable));
  const own = kept.flatMap((variable) => listReadsAfter(variable, handler.node));
  if (own.some((value) => calls.some((read) => isWritten(value, read)))) return true;
  const isReturned = told && collectNodes(sourceCode, block, isFunctionNode).some(isReturn);
  const reads = owner && (isReturned || own.some(({ parent }) => isReturn(parent))) ? listCalls(owner, lint) : [];
  return reads.some((read) => {
    const { parent: declared } = getAwaited(read);
    const variable = declared?.type === "VariableDeclarator" ? resolveVariable(declared.id, sourceCode) : undefined;
    return variable !== undefined && listReadsAfter(variable, read).some((value) => isWritten(value, read));
  });
}

/**
 * `catch (error) { await save(defaults); }` of an attempt that reads and parses: whatever made it fail, the handler
 * itself writes over what could not be read.
 */
function replacesSource({ node, block, lint, sourceCode }: Handler, { steps }: DroppedFailure): boolean {
  if (!block || node.type !== "CatchClause") return false;
  const attempted = collectNodes(sourceCode, block, isFunctionNode).filter(
    (each) => each.type === "CallExpression" && !isLogging(each, lint),
  );
  const places = attempted.flatMap((each) => readPlace(each, sourceCode) ?? []);
  const isWrite = (call: TSESTree.Node, depth = 1): boolean => {
    if (call.type !== "CallExpression" || getAwaited(call).parent?.type !== "ExpressionStatement") return false;
    if (isLogging(call, lint)) return false;
    if (call.arguments.length > 1 && places.includes(readPlace(call, sourceCode) ?? "")) return true;
    const called = depth > 0 ? findCalledFunction(call, sourceCode) : undefined;
    return (
      called !== undefined && collectNodes(sourceCode, called.body, isFunctionNode).some((each) => isWrite(each, 0))
    );
  };
  const taken = collectNodes(sourceCode, node.body, isFunctionNode).filter((each) =>
    places.includes(readPlace(each, sourceCode) ?? ""),
  );
  // An attempt of one call only asks whether it is there; a handler with two for that place keeps a copy.
  return (
    attempted.length > 1 &&
    taken.length < 2 &&
    steps.some((step) => getEnclosingStatement(step).parent === node.body && isWrite(step))
  );
}

function isUnset(node: TSESTree.Node): boolean {
  return isNothing(node) || (node.type === "Literal" && node.value === null);
}

/** The first argument of a call, where it is a name: `file`, `this.path`. */
function readPlace(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const first = call.type === "CallExpression" ? call.arguments[0] : undefined;
  return first?.type === "Identifier" || first?.type === "MemberExpression" ? sourceCode.getText(first) : undefined;
}

function isReturn(node: TSESTree.Node | undefined): boolean {
  return node?.type === "ReturnStatement" && node.argument !== null;
}

/** Returns whether a part of the attempt is awaited. */
function awaits({ calls, block }: Handler): boolean {
  return calls.some((call) => {
    let node: TSESTree.Node | undefined = call;
    while (node && node !== block && node.type !== "AwaitExpression") node = node.parent;
    return node?.type === "AwaitExpression";
  });
}

/** The variables from outside that code sets. */
function listAssigned(code: TSESTree.Node, { sourceCode }: Handler): readonly Variable[] {
  return collectNodes(sourceCode, code, isFunctionNode).flatMap((each) => {
    const variable = each.type === "AssignmentExpression" ? resolveVariable(each.left, sourceCode) : undefined;
    return variable && !isDeclaredIn(variable, code) ? [variable] : [];
  });
}

function isDeclaredIn({ defs }: Variable, code: TSESTree.Node): boolean {
  return defs.some(({ name }) => isInside(name, code));
}

function listReadsAfter({ references }: Variable, node: TSESTree.Node): readonly TSESTree.Node[] {
  return references
    .filter((each) => each.isRead() && each.identifier.range[0] >= node.range[1])
    .map(({ identifier }) => identifier);
}

function isReadAfter(variable: Variable, node: TSESTree.Node): boolean {
  return listReadsAfter(variable, node).length > 0;
}

/** Something from outside that code adds to: a member is set, an element is added, a counter goes up. */
interface Fill {
  /** `undefined`: a member of `this`. */
  readonly variable: Variable | undefined;
  readonly how: "set" | "add" | "count";
  readonly value: TSESTree.Node | undefined;
}

/** Reads what a node adds to something that is declared outside of the code around it. */
function readFill(node: TSESTree.Node, code: TSESTree.Node, { lint, sourceCode }: Handler): readonly Fill[] {
  const create = (target: TSESTree.Node, how: Fill["how"], value?: TSESTree.Node): readonly Fill[] => {
    const root = getRoot(target);
    if (root.type === "ThisExpression") return how === "set" ? [] : [{ variable: undefined, how, value }];
    const variable = resolveVariable(root, sourceCode);
    return variable && variable.defs.length > 0 && !isDeclaredIn(variable, code) ? [{ variable, how, value }] : [];
  };
  if (node.type === "UpdateExpression") return create(node.argument, "count");
  if (node.type === "AssignmentExpression" && node.left.type === "MemberExpression")
    return create(node.left, "set", node.right);
  if (node.type !== "CallExpression" || node.parent.type !== "ExpressionStatement" || isLogging(node, lint)) return [];
  const method = readMethodCall(node, sourceCode);
  return method && isNamedLikeMethod(node, sourceCode) ? create(method.object, "add", node.arguments.at(-1)) : [];
}

function getRoot(node: TSESTree.Node): TSESTree.Node {
  const value = unwrapExpression(node);
  return value.type === "MemberExpression" ? getRoot(value.object) : value;
}

function listFills(code: TSESTree.Node, handler: Handler): readonly Fill[] {
  return collectNodes(handler.sourceCode, code, isFunctionNode).flatMap((node) => readFill(node, code, handler));
}

/** What the failing path adds to. */
function listRecords(handler: Handler, { steps }: DroppedFailure): readonly Fill[] {
  return steps.flatMap((step) => readFill(step, handler.node, handler));
}

/** `done++`, `failed.push(name)`: the code after the attempts can tell those that failed by what was counted. */
export function isCounted(handler: Handler, drop: DroppedFailure): boolean {
  const { block, node } = handler;
  if (!block) return false;
  const isSeen = ({ variable }: Fill) => !variable || isReadAfter(variable, node);
  const isFromOutside = (value: TSESTree.Node): boolean => {
    const variable = value.type === "Identifier" ? resolveVariable(value, handler.sourceCode) : undefined;
    return variable !== undefined && !isDeclaredIn(variable, block) && !listAssigned(block, handler).includes(variable);
  };
  const counts = listFills(block, handler).filter(
    ({ how, value }) => how === "count" || (how === "add" && value && isFromOutside(value)),
  );
  return [...counts, ...listRecords(handler, drop)].some(isSeen);
}

/** `parsed.push(text)`: the failing path adds another element to the list that the attempt adds to. */
export function addsAnother(handler: Handler, drop: DroppedFailure): boolean {
  const filled = handler.block ? listFills(handler.block, handler).map(({ variable }) => variable) : [];
  return listRecords(handler, drop).some(
    ({ how, variable }) => how === "add" && variable !== undefined && filled.includes(variable),
  );
}

/**
 * Returns whether all that an attempt fills is a part of an answer that other code fills too, or its result is looked
 * for before it is used: `summary.link = makeLink(id)` of a summary that is complete without.
 */
export function isBeside(handler: Handler): boolean {
  const { block, node, place, lint } = handler;
  if (place) return listUses(place.call, lint).some(({ kind }) => kind === "tested");
  if (!block) return false;
  const isShared = (fill: Fill): boolean =>
    fill.variable !== undefined && isReadAfter(fill.variable, node) && isFilledElsewhere(fill.variable, fill, handler);
  return hasOnly(listFills(block, handler), isShared);
}

function isFilledElsewhere(
  { defs, references }: Variable,
  { how }: Fill,
  { block, node, sourceCode }: Handler,
): boolean {
  const [definition] = defs;
  const init = definition?.type === "Variable" ? definition.node.init : undefined;
  if (init?.type === "ObjectExpression" && init.properties.length > 0) return true;
  return references.some(({ identifier }) => {
    const { parent } = identifier;
    if ((block && isInside(identifier, block)) || isInside(identifier, node)) return false;
    if (parent.type !== "MemberExpression" || parent.object !== identifier) return false;
    const { parent: user } = parent;
    if (user.type === "AssignmentExpression") return user.left === parent;
    if (how !== "add" || user.type !== "CallExpression" || user.callee !== parent) return false;
    // `rows.sort()` adds nothing.
    return readMethodCall(user, sourceCode) !== undefined && user.arguments.some((each) => !isFunctionNode(each));
  });
}

/** Returns whether a failing path leaves `null` in the members that the attempt sets: `report.index = null`. */
export function leavesNull({ block, sourceCode }: Handler, { steps }: DroppedFailure): boolean {
  const readTarget = (node: TSESTree.Node): string | undefined =>
    node.type === "AssignmentExpression" && node.left.type === "MemberExpression"
      ? sourceCode.getText(node.left)
      : undefined;
  const cleared = steps.filter((step) => step.type === "AssignmentExpression" && isEmptyValue(step.right));
  const targets = block
    ? collectNodes(sourceCode, block, isFunctionNode).flatMap((each) => readTarget(each) ?? [])
    : [];
  return hasOnly(targets, (target) => cleared.some((step) => readTarget(step) === target));
}

/** `for (const listener of listeners) try { listener(event) } catch ...`: each one answers for itself. */
export function callsItem({ calls, node, sourceCode }: Handler): boolean {
  const loop = findEnclosingLoop(node);
  const items = loop?.type === "ForOfStatement" ? sourceCode.getDeclaredVariables(loop.left) : [];
  const isItem = (call: TSESTree.Node): boolean => {
    const variable = call.type === "CallExpression" ? resolveVariable(call.callee, sourceCode) : undefined;
    return variable !== undefined && items.includes(variable);
  };
  return hasOnly(calls, isItem);
}

/** Returns whether code runs while its module is loaded or an object is made: what asks for the result comes later. */
export function runsAtStart({ kind, owner, lint }: Handler): boolean {
  const isAtStart = (around: FunctionNode | undefined, steps: number): boolean => {
    if (!around) return true;
    if (around.parent.type === "MethodDefinition" && around.parent.kind === "constructor") return true;
    if (steps === 0 || isCallableElsewhere(around)) return false;
    const isStart = (name: TSESTree.Node): boolean =>
      name.parent?.type === "CallExpression" &&
      name.parent.callee === name &&
      isAtStart(findEnclosingFunction(name), steps - 1);
    return hasOnly(listNames(around, lint), isStart);
  };
  return kind === "catch" && owner !== undefined && isAtStart(owner, MAX_CALLS);
}
