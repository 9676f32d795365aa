import type { TSESTree } from "@typescript-eslint/utils";
import { findDiagnostic } from "error-contract";
import type { LintContext } from "../contract/lint-context.js";
import { isMadeAtRunTime } from "../syntax/built-ins.js";
import { listLiteralValues } from "../types/classes-of.js";
import { readStaticValue } from "../syntax/properties.js";
import { type Value, followValues } from "../model/values.js";

/** Why an expression is no literal message. */
export interface MessageFault {
  readonly kind: "dynamic" | "diagnostic" | "blank" | "notText";
  readonly node: TSESTree.Node;
  /** Of a diagnostic, in words: "a path". */
  readonly noun?: string;
}

type Fault = Omit<MessageFault, "node">;

/** Returns the parts of a message that are no literal text, or are diagnostics. Unknown values are no fault. */
export function collectMessageFaults(message: TSESTree.Node, lint: LintContext): readonly MessageFault[] {
  const faults = followValues<MessageFault>(message, lint, (value) =>
    // A fault behind a name is reported where the name stands: there it becomes the message.
    readFaults(value, lint)?.map((fault) => ({ ...fault, node: value.through[0] ?? value.node })),
  );
  return faults.filter(({ node }, index) => faults.findIndex((each) => each.node === node) === index);
}

function readFaults(value: Value, lint: LintContext): readonly Fault[] | undefined {
  const { kind, node } = value;
  const known = readStaticValue(node, lint.sourceCode);
  if (known) return checkMessageValue(known.value);
  const isText = isTextOfRun(value, lint);
  if (kind === "step" && !isText) return undefined;
  const values = listLiteralValues(node, lint.facts);
  if (values) return values.flatMap(checkMessageValue).slice(0, 1);
  if (node.type === "ObjectExpression" || node.type === "ArrayExpression") return [{ kind: "notText" }];
  const isString = lint.facts?.members(node).some((each) => each.kind === "primitive" && each.name === "string");
  return isText || (isString && kind !== "unset") ? [{ kind: "dynamic" }] : [];
}

/** A template with holes, `err.message`, `parts.join(", ")`, `String(x)`: it differs from run to run. */
function isTextOfRun({ kind, node }: Value, { sourceCode }: LintContext): boolean {
  switch (node.type) {
    case "TemplateLiteral":
    case "BinaryExpression":
      return true;
    case "MemberExpression":
      return kind === "caught";
    case "CallExpression":
      return isMadeAtRunTime(node, sourceCode);
    default:
      return false;
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
