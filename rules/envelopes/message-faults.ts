import type { TSESTree } from "@typescript-eslint/utils";
import { diagnosticIn } from "error-contract";
import { isCaught } from "../catches/failure-handlers.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/nodes.js";
import { readMethodCall, readStaticValue, resolveReferencePath, resolveVariable } from "../syntax/references.js";

/** Why an expression is no literal message. */
export interface MessageFault {
  readonly kind: "dynamic" | "diagnostic" | "blank" | "notText";
  readonly node: TSESTree.Node;
  /** Of a diagnostic, in words: "a path". */
  readonly noun?: string;
}

const MAX_STEPS = 5;
const TEXT_METHODS = new RegExp(
  String.raw`^(?:join|toString|concat|replace|replaceAll|slice|substring|trim|padStart|padEnd|repeat|` +
    String.raw`toLocaleString|toISOString)$`,
);
const TEXT_FUNCTIONS = new Set(["String", "JSON.stringify", "util.format", "util.inspect"]);

/** Returns the parts of a message that are no literal text, or are diagnostics. Unknown values are no fault. */
export function collectMessageFaults(message: TSESTree.Node, reader: LintContext, steps = 0): readonly MessageFault[] {
  if (steps > MAX_STEPS) return [];
  const value = unwrapExpression(message);
  if (value.type === "LogicalExpression" && value.operator === "||") {
    const left = collectMessageFaults(value.left, reader, steps);
    // A blank text on the left gives way to the right side.
    return [...left.filter(({ kind }) => kind !== "blank"), ...collectMessageFaults(value.right, reader, steps)];
  }
  return listPossibleValues(message).flatMap((node) => collectNodeFaults(node, reader, steps));
}

function collectNodeFaults(node: TSESTree.Node, reader: LintContext, steps: number): readonly MessageFault[] {
  const known = readStaticValue(node, reader.sourceCode);
  if (known) return checkMessageValue(known.value, node);
  switch (node.type) {
    case "TemplateLiteral":
    case "BinaryExpression":
      return findFiniteFaults(node, reader) ?? [{ kind: "dynamic", node }];
    case "ObjectExpression":
    case "ArrayExpression":
      return [{ kind: "notText", node }];
    case "Identifier": {
      const written = findWrittenValues(node, reader);
      if (!written) return findTypeFaults(node, reader);
      // A fault behind a name is reported where the name stands: there it becomes the message.
      const [fault] = written.flatMap((value) => collectMessageFaults(value, reader, steps + 1));
      return fault ? [{ ...fault, node }] : [];
    }
    case "CallExpression":
    case "MemberExpression":
      if (!isSurelyDynamic(node, reader)) return findTypeFaults(node, reader);
      return findFiniteFaults(node, reader) ?? [{ kind: "dynamic", node }];
    default:
      return [];
  }
}

function checkMessageValue(value: unknown, node: TSESTree.Node): readonly MessageFault[] {
  // An optional message that is left out is the canonical one.
  if (value === undefined) return [];
  if (typeof value !== "string") return [{ kind: "notText", node }];
  if (value.trim() === "") return [{ kind: "blank", node }];
  const noun = diagnosticIn(value);
  return noun === undefined ? [] : [{ kind: "diagnostic", node, noun }];
}

/** Returns the faults in the values of a type; `undefined` where the type is no finite set of values. */
function findFiniteFaults(node: TSESTree.Node, { facts }: LintContext): readonly MessageFault[] | undefined {
  const values = facts?.literalValues(node);
  if (!values || values.length === 0) return undefined;
  const [fault] = values.flatMap((value) => checkMessageValue(value, node));
  return fault ? [fault] : [];
}

/** Returns the faults that types show; none without types. */
function findTypeFaults(node: TSESTree.Node, reader: LintContext): readonly MessageFault[] {
  const isText = reader.facts?.members(node).some(({ kind, name }) => kind === "primitive" && name === "string");
  return findFiniteFaults(node, reader) ?? (isText ? [{ kind: "dynamic", node }] : []);
}

/** Returns the values that a variable may hold where its name stands; `undefined` of a parameter or an import. */
function findWrittenValues(
  name: TSESTree.Identifier,
  { sourceCode }: LintContext,
): readonly TSESTree.Node[] | undefined {
  const variable = resolveVariable(name, sourceCode);
  const definition = variable?.defs[0];
  if (!variable || definition?.type !== "Variable" || definition.node.id !== definition.name) return undefined;
  const written = variable.references.flatMap(({ writeExpr }) => writeExpr ?? []);
  const last = written.findLastIndex((value) => replacesOthers(value, name));
  return written.slice(Math.max(last, 0));
}

/** Whether a value surely stands at a name in place of those that are written before. */
function replacesOthers(value: TSESTree.Node, name: TSESTree.Identifier): boolean {
  const { parent: assignment } = value;
  return (
    value.range[1] <= name.range[0] &&
    assignment?.type === "AssignmentExpression" &&
    assignment.operator === "=" &&
    assignment.parent.type === "ExpressionStatement" &&
    isInside(name, assignment.parent.parent)
  );
}

/** `err.message`, `parts.join(", ")`, `String(x)`: text that differs from run to run, whatever the types. */
function isSurelyDynamic(
  node: TSESTree.CallExpression | TSESTree.MemberExpression,
  { sourceCode }: LintContext,
): boolean {
  if (node.type === "MemberExpression") {
    const owner = resolveVariable(unwrapExpression(node.object), sourceCode);
    return isCaught(owner, sourceCode);
  }
  const callee = unwrapExpression(node.callee);
  const reference = resolveReferencePath(callee, sourceCode);
  if (reference && TEXT_FUNCTIONS.has(reference.path.join("."))) return true;
  return TEXT_METHODS.test(readMethodCall(node, sourceCode)?.name ?? "");
}
