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
  const { sourceCode } = reader;
  const known = readStaticValue(node, sourceCode);
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
      if (!written) return findLiteralFaults(node, reader) ?? [];
      return moveFaultsToName(
        node,
        written.flatMap((value) => collectMessageFaults(value, reader, steps + 1)),
      );
    }
    case "CallExpression":
    case "MemberExpression": {
      const finite = findFiniteFaults(node, reader);
      if (finite) return finite;
      return isSurelyDynamic(node, reader) ? [{ kind: "dynamic", node }] : (findLiteralFaults(node, reader) ?? []);
    }
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

/** Returns the faults that types show; `undefined` without types. */
function findLiteralFaults(node: TSESTree.Node, reader: LintContext): readonly MessageFault[] | undefined {
  const { facts } = reader;
  if (!facts) return undefined;
  const isText = facts.members(node).some(({ kind, name }) => kind === "primitive" && name === "string");
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
  return written.filter((value) => !written.some((later) => replaces(later, value, name)));
}

/** Whether a value that is written later surely stands there in place of an earlier one. */
function replaces(later: TSESTree.Node, earlier: TSESTree.Node, name: TSESTree.Identifier): boolean {
  if (later.range[0] <= earlier.range[0] || later.range[1] > name.range[0]) return false;
  const { parent: assignment } = later;
  if (assignment?.type !== "AssignmentExpression" || assignment.operator !== "=") return false;
  const { parent: statement } = assignment;
  return statement.type === "ExpressionStatement" && isInside(name, statement.parent);
}

/** A fault behind a name is reported where the name stands: there it becomes the message. */
function moveFaultsToName(node: TSESTree.Node, faults: readonly MessageFault[]): readonly MessageFault[] {
  const [fault] = faults;
  return fault ? [{ ...fault, node }] : [];
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
