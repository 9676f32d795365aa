import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { builtinErrorClass } from "../syntax/builtin-errors.js";
import { staticKey } from "../syntax/keys.js";
import { referencePath } from "../syntax/reference-path.js";

/** What the code says of a failure where it makes a raw error: the parts that a factory call takes over. */
export interface RawConstruction {
  /** The node that the factory call replaces. */
  readonly node: TSESTree.Node;
  /** The built-in class, `undefined` for a thrown literal or object. */
  readonly className: string | undefined;
  readonly message: TSESTree.Expression | undefined;
  /** The error's own cause. */
  readonly cause: TSESTree.Expression | undefined;
  /** A static `code` or `error_code` member. */
  readonly code: string | undefined;
  /** Statements that set what the factory call now holds. */
  readonly removed: readonly TSESTree.Statement[];
}

interface Members {
  readonly values: ReadonlyMap<string, TSESTree.Expression>;
}

const CODE_NAMES = ["error_code", "code"];

/**
 * Reads a raw construction: `new Error("m", { cause })`, `Object.assign(new Error("m"), { code })`, `"m"`,
 * `{ code, message }`. `undefined` where it holds something that a factory call would lose.
 */
export function rawConstruction(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): RawConstruction | undefined {
  switch (node.type) {
    case "NewExpression":
      return fromError(node, sourceCode);
    case "CallExpression":
      return referencePath(node.callee, sourceCode)?.path.join(".") === "Object.assign"
        ? fromAssign(node, sourceCode)
        : fromError(node, sourceCode);
    case "Literal":
      if (typeof node.value !== "string") return undefined;
      return { node, className: undefined, message: node, cause: undefined, code: undefined, removed: [] };
    case "TemplateLiteral":
    case "BinaryExpression":
      return { node, className: undefined, message: node, cause: undefined, code: undefined, removed: [] };
    case "ObjectExpression":
      return fromObject(node, sourceCode);
    default:
      return undefined;
  }
}

function fromError(
  node: TSESTree.NewExpression | TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): RawConstruction | undefined {
  const className = builtinErrorClass(node.callee, sourceCode);
  // An AggregateError holds errors, a DOMException a name, a SuppressedError two errors: no factory takes those.
  if (className === undefined || !className.endsWith("Error") || /^(?:Aggregate|Suppressed)/.test(className))
    return undefined;
  const [message, options, ...others] = node.arguments;
  if (others.length > 0 || isSpread(message) || isSpread(options)) return undefined;
  const made = { node, className, message, code: undefined, removed: [] };
  if (!options) return { ...made, cause: undefined };
  if (options.type !== "ObjectExpression") return undefined;
  const members = staticMembers(options, ["cause"], sourceCode);
  return members && { ...made, cause: members.values.get("cause") };
}

function fromAssign(node: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): RawConstruction | undefined {
  const [target, source, ...others] = node.arguments;
  if (!target || source?.type !== "ObjectExpression" || others.length > 0) return undefined;
  const made = rawConstruction(target, sourceCode);
  const members = staticMembers(source, [...CODE_NAMES, "cause"], sourceCode);
  if (!made || !members || made.code !== undefined) return undefined;
  const code = memberCode(members);
  if (code === "dynamic" || (members.values.has("cause") && made.cause)) return undefined;
  return { ...made, node, code, cause: members.values.get("cause") ?? made.cause };
}

function fromObject(node: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): RawConstruction | undefined {
  const members = staticMembers(node, [...CODE_NAMES, "message", "cause"], sourceCode);
  const code = members && memberCode(members);
  if (!members || code === undefined || code === "dynamic") return undefined;
  return {
    node,
    className: undefined,
    message: members.values.get("message"),
    cause: members.values.get("cause"),
    code,
    removed: [],
  };
}

function memberCode({ values }: Members): string | undefined {
  const given = CODE_NAMES.flatMap((name) => values.get(name) ?? []);
  const [value, ...others] = given;
  if (!value) return undefined;
  if (value.type !== "Literal" || typeof value.value !== "string" || others.length > 0) return "dynamic";
  return value.value;
}

/** The members of an object literal that has no others than those named, each of them once and a plain value. */
function staticMembers(
  object: TSESTree.ObjectExpression,
  names: readonly string[],
  sourceCode: TSESLint.SourceCode,
): Members | undefined {
  const values = new Map<string, TSESTree.Expression>();
  for (const property of object.properties) {
    if (property.type !== "Property" || property.kind !== "init" || property.method) return undefined;
    const name = staticKey(property, sourceCode);
    if (name === undefined || !names.includes(name) || values.has(name)) return undefined;
    values.set(name, property.value as TSESTree.Expression);
  }
  return { values };
}

function isSpread(node: TSESTree.CallExpressionArgument | undefined): node is TSESTree.SpreadElement {
  return node?.type === "SpreadElement";
}
