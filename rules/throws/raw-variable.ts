import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { staticKey } from "../syntax/keys.js";
import { type RawConstruction, rawConstruction } from "./raw-construction.js";

const CODE_NAMES = new Set(["code", "error_code"]);
const READABLE = new Set(["message", "stack"]);

/**
 * Reads a raw error that is made in a variable's declaration and delivered later, with a code that is assigned to it in
 * between. `undefined` where the variable is used for anything that the contract's error would change.
 */
export function rawVariable(
  variable: TSESLint.Scope.Variable,
  made: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): RawConstruction | undefined {
  const declarator = variable.defs[0]?.node;
  const construction = rawConstruction(made, sourceCode);
  if (declarator?.type !== "VariableDeclarator" || declarator.init !== made || !construction) return undefined;
  // `const e: TypeError = ...` would no longer compile.
  if (declarator.id.typeAnnotation || (construction.className ?? "") === "") return undefined;

  const codes: { value: string; statement: TSESTree.Statement }[] = [];
  for (const { identifier, init, isTypeReference } of variable.references) {
    if (init) continue;
    if (isTypeReference) return undefined;
    const code = assignedCode(identifier, declarator, sourceCode);
    if (code) codes.push(code);
    else if (!isHarmless(identifier, sourceCode)) return undefined;
  }
  const [code, ...others] = codes;
  if (!code) return construction;
  if (others.length > 0 || construction.code !== undefined) return undefined;
  return { ...construction, code: code.value, removed: [code.statement] };
}

/** The value of `e.code = "X"`, where the statement stands in the block of the declaration. */
function assignedCode(
  reference: TSESTree.Node,
  declarator: TSESTree.VariableDeclarator,
  sourceCode: TSESLint.SourceCode,
): { value: string; statement: TSESTree.Statement } | undefined {
  const member = reference.parent;
  if (member?.type !== "MemberExpression" || !CODE_NAMES.has(staticKey(member, sourceCode) ?? "")) return undefined;
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
        READABLE.has(staticKey(parent, sourceCode) ?? "") &&
        parent.parent.type !== "AssignmentExpression"
      );
    case "Property":
      return parent.value === reference && parent.parent.type === "ObjectExpression";
    default:
      return false;
  }
}
