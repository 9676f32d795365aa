import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type MessagePart, type WrittenCode, readMessageParts, findCodePrefix } from "../syntax/expressions.js";
import { findBuiltinErrorName, resolveReferencePath, readStaticKey } from "../syntax/references.js";

/** The message of a raw error. */
export interface RawMessage {
  readonly node: TSESTree.Expression;
  readonly parts: readonly MessagePart[];
  /** The code that it begins with, registered or not. */
  readonly written: WrittenCode | undefined;
}

/** The parts of a raw error that a factory call takes over, read where the error is made. */
export interface RawError {
  /** The node that the factory call replaces. */
  readonly node: TSESTree.Node;
  /** The built-in class, `undefined` for a thrown literal or object. */
  readonly className: string | undefined;
  readonly message: RawMessage | undefined;
  /** The error's own cause. */
  readonly cause: TSESTree.Expression | undefined;
  /** A static `code` or `error_code` member. */
  readonly code: string | undefined;
  /** Statements that set values which the factory call now holds. */
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
export function readRawError(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): RawError | undefined {
  switch (node.type) {
    case "NewExpression":
      return fromError(node, sourceCode);
    case "CallExpression":
      return resolveReferencePath(node.callee, sourceCode)?.path.join(".") === "Object.assign"
        ? fromAssign(node, sourceCode)
        : fromError(node, sourceCode);
    case "Literal":
      if (typeof node.value !== "string") return undefined;
      return fromText(node);
    case "TemplateLiteral":
    case "BinaryExpression":
      return fromText(node);
    case "ObjectExpression":
      return fromObject(node, sourceCode);
    default:
      return undefined;
  }
}

/** Reads the message of an error once for all that ask about it. */
export function readMessage(node: TSESTree.Expression): RawMessage {
  const parts = readMessageParts(node);
  return { node, parts, written: findCodePrefix(parts) };
}

function fromText(node: TSESTree.Expression): RawError {
  return { node, className: undefined, message: readMessage(node), cause: undefined, code: undefined, removed: [] };
}

function fromError(
  node: TSESTree.NewExpression | TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): RawError | undefined {
  const className = findBuiltinErrorName(node.callee, sourceCode);
  // An AggregateError holds errors, a DOMException a name, a SuppressedError two errors: no factory takes those.
  if (className === undefined || !className.endsWith("Error") || /^(?:Aggregate|Suppressed)/.test(className))
    return undefined;
  const [message, options, ...others] = node.arguments;
  if (others.length > 0 || isSpread(message) || isSpread(options)) return undefined;
  const made = { node, className, message: message && readMessage(message), code: undefined, removed: [] };
  if (!options) return { ...made, cause: undefined };
  if (options.type !== "ObjectExpression") return undefined;
  const members = readStaticMembers(options, ["cause"], sourceCode);
  return members && { ...made, cause: members.values.get("cause") };
}

function fromAssign(node: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): RawError | undefined {
  const [target, source, ...others] = node.arguments;
  if (!target || source?.type !== "ObjectExpression" || others.length > 0) return undefined;
  const made = readRawError(target, sourceCode);
  const members = readStaticMembers(source, [...CODE_NAMES, "cause"], sourceCode);
  if (!made || !members || made.code !== undefined) return undefined;
  const code = readMemberCode(members);
  if (code === "dynamic" || (members.values.has("cause") && made.cause)) return undefined;
  return { ...made, node, code, cause: members.values.get("cause") ?? made.cause };
}

function fromObject(node: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): RawError | undefined {
  const members = readStaticMembers(node, [...CODE_NAMES, "message", "cause"], sourceCode);
  const code = members && readMemberCode(members);
  if (!members || code === undefined || code === "dynamic") return undefined;
  const message = members.values.get("message");
  return {
    node,
    className: undefined,
    message: message && readMessage(message),
    cause: members.values.get("cause"),
    code,
    removed: [],
  };
}

function readMemberCode({ values }: Members): string | undefined {
  const given = CODE_NAMES.flatMap((name) => values.get(name) ?? []);
  const [value, ...others] = given;
  if (!value) return undefined;
  if (value.type !== "Literal" || typeof value.value !== "string" || others.length > 0) return "dynamic";
  return value.value;
}

/** The members of an object literal that has no others than those named, each of them once and a plain value. */
function readStaticMembers(
  object: TSESTree.ObjectExpression,
  names: readonly string[],
  sourceCode: TSESLint.SourceCode,
): Members | undefined {
  const values = new Map<string, TSESTree.Expression>();
  for (const property of object.properties) {
    if (property.type !== "Property" || property.kind !== "init" || property.method) return undefined;
    const name = readStaticKey(property, sourceCode);
    if (name === undefined || !names.includes(name) || values.has(name)) return undefined;
    values.set(name, property.value as TSESTree.Expression);
  }
  return { values };
}

function isSpread(node: TSESTree.CallExpressionArgument | undefined): node is TSESTree.SpreadElement {
  return node?.type === "SpreadElement";
}

const READABLE = new Set(["message", "stack"]);

/**
 * Reads a raw error that is made in a variable's declaration and delivered later, with a code that is assigned to it in
 * between. `undefined` where the variable is used for anything that the contract's error would change.
 */
export function readRawVariable(
  variable: TSESLint.Scope.Variable,
  made: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): RawError | undefined {
  const declarator = variable.defs[0]?.node;
  const construction = readRawError(made, sourceCode);
  if (declarator?.type !== "VariableDeclarator" || declarator.init !== made || !construction) return undefined;
  // `const e: TypeError = ...` would no longer compile.
  if (declarator.id.typeAnnotation || (construction.className ?? "") === "") return undefined;

  const codes: { value: string; statement: TSESTree.Statement }[] = [];
  for (const { identifier, init, isTypeReference } of variable.references) {
    if (init) continue;
    if (isTypeReference) return undefined;
    const code = findAssignedCode(identifier, declarator, sourceCode);
    if (code) codes.push(code);
    else if (!isHarmless(identifier, sourceCode)) return undefined;
  }
  const [code, ...others] = codes;
  if (!code) return construction;
  if (others.length > 0 || construction.code !== undefined) return undefined;
  return { ...construction, code: code.value, removed: [code.statement] };
}

/** The value of `e.code = "X"`, where the statement stands in the block of the declaration. */
function findAssignedCode(
  reference: TSESTree.Node,
  declarator: TSESTree.VariableDeclarator,
  sourceCode: TSESLint.SourceCode,
): { value: string; statement: TSESTree.Statement } | undefined {
  const member = reference.parent;
  if (member?.type !== "MemberExpression" || !CODE_NAMES.includes(readStaticKey(member, sourceCode) ?? ""))
    return undefined;
  const assignment = member.parent;
  if (assignment.type !== "AssignmentExpression" || assignment.left !== member || assignment.operator !== "=")
    return undefined;
  const statement = assignment.parent;
  const { right } = assignment;
  if (right.type !== "Literal" || typeof right.value !== "string") return undefined;
  const isBeside = statement.type === "ExpressionStatement" && statement.parent === declarator.parent.parent;
  return isBeside ? { value: right.value, statement } : undefined;
}

/** A use that works the same for the contract's error: delivered, logged, its message or stack read. */
function isHarmless(reference: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const { parent } = reference;
  switch (parent?.type) {
    case "ThrowStatement":
    case "ReturnStatement":
      return true;
    case "CallExpression":
      return parent.arguments.includes(reference as TSESTree.CallExpressionArgument);
    case "MemberExpression":
      return (
        parent.object === reference &&
        READABLE.has(readStaticKey(parent, sourceCode) ?? "") &&
        parent.parent.type !== "AssignmentExpression"
      );
    case "Property":
      return parent.value === reference && parent.parent.type === "ObjectExpression";
    default:
      return false;
  }
}
