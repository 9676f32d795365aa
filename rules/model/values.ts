// Where the value of an expression comes from. Every rule that follows a value asks here, so that each knows the same
// names, arms, members and calls, and goes equally far.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isCaught } from "./failure-handlers.js";
import { isFreeze, listArms, unwrapExpression } from "../syntax/expressions.js";
import {
  resolveFunctionReference,
  collectReturnedValues,
  isFunctionNode,
  listParameters,
} from "../syntax/functions.js";
import {
  findLocalMember,
  type ClassNode,
  getDeclaredClass,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { isInside } from "../syntax/source-file.js";

type Variable = TSESLint.Scope.Variable;

/**
 * Where a value comes from. `step`: from the expressions that its node leads to, as an arm, a name, a member or a call
 * of the file does; all others end the way. `made`: it is made there, by an object, `new`, a function, a template, `+`;
 * `literal`: it is written there; `caught`, `parameter`, `import`, `global`: a variable of that kind, or a member of
 * one; `unset`: a `let` that may hold nothing yet; `unknown`: whatever else, such as the result of a function of
 * another file.
 */
type ValueKind = "step" | "made" | "literal" | "caught" | "parameter" | "import" | "global" | "unset" | "unknown";

/** A value, or a step on the way to it. */
export interface Value {
  readonly kind: ValueKind;
  /** The expression, without type assertions; of a function, a class or an enum, the declaration. */
  readonly node: TSESTree.Node;
  /** The names, members and calls that led there, the first one first; none where the value is made in place. */
  readonly through: readonly TSESTree.Node[];
}

/** Goes on with a part of a value, under the same limit and the same guard against circles. */
export type Follow<Answer> = (part: TSESTree.Node) => readonly Answer[];

/**
 * Answers about a value or a step. `undefined` leaves the question to the expressions that a step leads to; at an end
 * it is no answer. A reader that knows more about a step (a test before a name, what a call does) answers for it.
 */
export type ReadValue<Answer> = (value: Value, follow: Follow<Answer>) => readonly Answer[] | undefined;

interface Origins {
  readonly next?: readonly TSESTree.Node[];
  readonly ends?: readonly ValueKind[];
}

const LEADS_ON: ReadonlySet<string> = new Set(["Identifier", "MemberExpression", "CallExpression"]);
// A value that comes through more names and calls than this is not looked for.
const MAX_STEPS = 6;

/** Follows an expression to where its value is made, and returns the answers of all its possible values. */
export function followValues<Answer>(
  node: TSESTree.Node,
  lint: LintContext,
  read: ReadValue<Answer>,
): readonly Answer[] {
  const followFrom = (expression: TSESTree.Node, through: readonly TSESTree.Node[]): readonly Answer[] => {
    const place = unwrapExpression(expression);
    // A circle adds no value.
    if (through.includes(place)) return [];
    const leadsOn = LEADS_ON.has(place.type);
    const isTooFar = leadsOn && through.length >= MAX_STEPS;
    const { next = [], ends = [] }: Origins = isTooFar ? { ends: ["unknown"] } : lookAt(place, through, lint);
    const path = leadsOn ? [...through, place] : through;
    const follow: Follow<Answer> = (part) => followFrom(part, path);
    const ask = (kind: ValueKind) => read({ kind, node: place, through }, follow);
    const answers = next.length > 0 ? ask("step") : undefined;
    return answers ?? [...next.flatMap(follow), ...ends.flatMap((kind) => ask(kind) ?? [])];
  };
  return followFrom(node, []);
}

/** Returns all possible values of an expression, each where its way ends. */
export function listValues(node: TSESTree.Node, lint: LintContext): readonly Value[] {
  return followValues(node, lint, (value) => (value.kind === "step" ? undefined : [value]));
}

/** Says where a node leads, and how its way may end: in both, where a `let` has writes that cannot be read. */
function lookAt(node: TSESTree.Node, through: readonly TSESTree.Node[], lint: LintContext): Origins {
  const arms = listArms(node);
  if (arms) return { next: arms };
  switch (node.type) {
    case "AwaitExpression":
      return { next: [node.argument] };
    case "Literal":
      return { ends: ["literal"] };
    case "ThisExpression":
    case "YieldExpression":
      return { ends: ["unknown"] };
    case "CallExpression":
      return lookBehindCall(node, lint);
    case "MemberExpression":
      return lookBehindMember(node, lint);
    case "Identifier":
      return lookBehindName(node, through, lint);
    default:
      return { ends: ["made"] };
  }
}

function lookBehindCall(call: TSESTree.CallExpression, lint: LintContext): Origins {
  if (isFreeze(call.callee)) return { next: call.arguments.slice(0, 1) };
  const called = resolveFunctionReference(call.callee, lint.sourceCode);
  const next = isFunctionNode(called) && !called.generator ? collectReturnedValues(called, lint.sourceCode) : [];
  return next.length > 0 ? { next } : { ends: [findRootKind(call, lint) ?? "unknown"] };
}

function lookBehindMember(member: TSESTree.MemberExpression, lint: LintContext): Origins {
  const value = resolveFunctionReference(member, lint.sourceCode);
  const end = findRootKind(member, lint) ?? "unknown";
  if (!value) return { ends: [end] };
  const mayChange = value.parent?.type === "PropertyDefinition" ? !value.parent.readonly : isChanged(member, lint);
  return { next: [value], ends: isFunctionNode(value) || !mayChange ? [] : [end] };
}

/** Returns whether the file assigns to a member of the object that a member belongs to. */
function isChanged({ object }: TSESTree.MemberExpression, { sourceCode }: LintContext): boolean {
  const references = resolveVariable(unwrapExpression(object), sourceCode)?.references ?? [];
  return references.some(({ identifier: { parent } }) => {
    const user = parent.type === "MemberExpression" ? parent.parent : undefined;
    return user?.type === "AssignmentExpression" && user.left === parent;
  });
}

/** Finds the kind of the variable that a chain of names begins with, if it tells where its members are made. */
function findRootKind(node: TSESTree.Node, lint: LintContext): ValueKind | undefined {
  const root = resolveReferencePath(node, lint.sourceCode)?.root;
  if (root?.kind !== "variable") return root?.kind;
  const type = root.variable.defs[0]?.type;
  if (type === "CatchClause" || isCaught(root.variable, lint)) return "caught";
  return type === "Parameter" ? "parameter" : undefined;
}

function lookBehindName(name: TSESTree.Identifier, through: readonly TSESTree.Node[], lint: LintContext): Origins {
  const variable = resolveVariable(name, lint.sourceCode);
  const definition = variable?.defs[0];
  if (!definition) return { ends: ["global"] };
  if (isCaught(variable, lint)) return { ends: ["caught"] };
  switch (definition.type) {
    case "FunctionName":
    case "ClassName":
    case "TSEnumName":
      return { next: [definition.node] };
    case "Parameter": {
      const argument = findArgument(definition, through, lint);
      return argument ? { next: [argument] } : listWrites(name, variable, "parameter");
    }
    case "CatchClause":
      return listWrites(name, variable, "caught");
    case "Variable": {
      const { id, init, parent } = definition.node;
      if (id === definition.name)
        return listWrites(name, variable, init || parent.kind === "const" ? undefined : "unset");
      // `const { INVALID } = CODES`
      const reference = resolveReferencePath(name, lint.sourceCode);
      const member = reference && findLocalMember(reference);
      return member ? { next: [member] } : listWrites(name, variable, findRootKind(name, lint) ?? "unknown");
    }
    default:
      return { ends: [findRootKind(name, lint) ?? "unknown"] };
  }
}

/** Finds what a parameter gets from the call that led into its function. */
function findArgument(
  { name, node }: TSESLint.Scope.Definition,
  through: readonly TSESTree.Node[],
  { sourceCode }: LintContext,
): TSESTree.Node | undefined {
  const call = through.findLast(
    (each): each is TSESTree.CallExpression =>
      each.type === "CallExpression" && resolveFunctionReference(each.callee, sourceCode) === node,
  );
  if (!call || !isFunctionNode(node)) return undefined;
  const index = listParameters(node).findIndex((each) => each === name);
  const given = call.arguments.slice(0, index + 1);
  return given.some(({ type }) => type === "SpreadElement") ? undefined : given[index];
}

/**
 * Lists what a variable may hold where its name stands: what is written to it, from the last write on that surely
 * stands in place of all before it. `beginning` is how the variable begins, where it is not by such a write.
 */
function listWrites(name: TSESTree.Identifier, { references }: Variable, beginning: ValueKind | undefined): Origins {
  const writes = references.filter((reference) => reference.isWrite()).map(({ identifier }) => readWrite(identifier));
  const last = writes.findLastIndex((write) => write !== undefined && replacesOthers(write, name));
  const counting = writes.slice(Math.max(last, 0));
  const next = counting.filter((write) => write !== undefined);
  const end = last < 0 ? beginning : undefined;
  const unread: readonly ValueKind[] = next.length < counting.length || !(end ?? next[0]) ? ["unknown"] : [];
  return { next, ends: end ? [...unread, end] : unread };
}

/** Returns what is written to a name: an initial value, a default, an assignment; not by a loop or a pattern. */
function readWrite(name: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = name;
  if (parent?.type === "VariableDeclarator") return parent.id === name ? (parent.init ?? undefined) : undefined;
  if (parent?.type !== "AssignmentExpression" && parent?.type !== "AssignmentPattern") return undefined;
  if (parent.left !== name) return undefined;
  return parent.type === "AssignmentPattern" ? parent.right : parent;
}

/** Whether an assignment surely runs before a name, so that nothing counts that was written earlier. */
function replacesOthers(write: TSESTree.Node, name: TSESTree.Identifier): boolean {
  return (
    write.type === "AssignmentExpression" &&
    write.operator === "=" &&
    write.range[1] <= name.range[0] &&
    write.parent.type === "ExpressionStatement" &&
    isInside(name, write.parent.parent)
  );
}

/**
 * Lists the expressions that a class extends: its own, then those of the classes of the file below which it stands so.
 */
export function listSuperClasses(node: ClassNode, { sourceCode }: LintContext): readonly TSESTree.Node[] {
  const bases: TSESTree.Node[] = [];
  for (let current: ClassNode | undefined = node; current?.superClass && bases.length < MAX_STEPS;) {
    bases.push(current.superClass);
    current = getDeclaredClass(resolveVariable(unwrapExpression(current.superClass), sourceCode));
  }
  return bases;
}
