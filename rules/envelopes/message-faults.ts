import type { TSESTree } from "@typescript-eslint/utils";
import { findDiagnostic } from "error-contract";
import { isCaught } from "../model/failure-handlers.js";
import type { LintContext } from "../contract/lint-context.js";
import { type Value, followValues } from "../model/values.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readMethodCall, readStaticValue, resolveReferencePath, resolveVariable } from "../syntax/references.js";

/** Why an expression is no literal message. */
export interface MessageFault {
  readonly kind: "dynamic" | "diagnostic" | "blank" | "notText";
  readonly node: TSESTree.Node;
  /** Of a diagnostic, in words: "a path". */
  readonly noun?: string;
}

type Fault = Omit<MessageFault, "node">;

const TEXT_FUNCTIONS = new Set(["String", "JSON.stringify", "util.format", "util.inspect"]);

/** Returns the parts of a message that are no literal text, or are diagnostics. Unknown values are no fault. */
export function collectMessageFaults(message: TSESTree.Node, reader: LintContext): readonly MessageFault[] {
  const { sourceCode } = reader;
  const faults = followValues<MessageFault>(message, sourceCode, (value, follow) => {
    const { node, through } = value;
    if (node.type === "LogicalExpression" && node.operator === "||") {
      // A blank text on the left gives way to the right side.
      return [...follow(node.left).filter(({ kind }) => kind !== "blank"), ...follow(node.right)];
    }
    // A fault behind a name is reported where the name stands: there it becomes the message.
    return readFaults(value, reader)?.map((fault) => ({ ...fault, node: through[0] ?? node }));
  });
  return faults.filter(({ node }, index) => faults.findIndex((each) => each.node === node) === index);
}

function readFaults({ kind, node }: Value, reader: LintContext): readonly Fault[] | undefined {
  const known = readStaticValue(node, reader.sourceCode);
  if (known) return checkMessageValue(known.value);
  switch (node.type) {
    case "TemplateLiteral":
    case "BinaryExpression":
    case "AssignmentExpression":
      return kind === "step" ? undefined : (findFiniteFaults(node, reader) ?? [{ kind: "dynamic" }]);
    case "ObjectExpression":
    case "ArrayExpression":
      return [{ kind: "notText" }];
    case "CallExpression":
    case "MemberExpression":
      if (isSurelyDynamic(node, reader)) return findFiniteFaults(node, reader) ?? [{ kind: "dynamic" }];
      return findTypeFaults(node, reader);
    case "Identifier":
      if (kind === "step") return undefined;
      return kind === "unset" ? [] : findTypeFaults(node, reader);
    default:
      return kind === "step" ? undefined : [];
  }
}

function checkMessageValue(value: unknown): readonly Fault[] {
  // An optional message that is left out is the canonical one.
  if (value === undefined) return [];
  if (typeof value !== "string") return [{ kind: "notText" }];
  if (value.trim() === "") return [{ kind: "blank" }];
  const noun = findDiagnostic(value);
  return noun === undefined ? [] : [{ kind: "diagnostic", noun }];
}

/** Returns the faults in the values of a type; `undefined` where the type is no finite set of values. */
function findFiniteFaults(node: TSESTree.Node, { facts }: LintContext): readonly Fault[] | undefined {
  const values = facts?.literalValues(node);
  if (!values || values.length === 0) return undefined;
  const [fault] = values.flatMap((value) => checkMessageValue(value));
  return fault ? [fault] : [];
}

/** Returns the faults that types show; none without types. */
function findTypeFaults(node: TSESTree.Node, reader: LintContext): readonly Fault[] {
  const isText = reader.facts?.members(node).some(({ kind, name }) => kind === "primitive" && name === "string");
  return findFiniteFaults(node, reader) ?? (isText ? [{ kind: "dynamic" }] : []);
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
  return readMethodCall(node, sourceCode)?.name === "join";
}
