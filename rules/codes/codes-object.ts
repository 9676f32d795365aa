import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readStaticKey, resolveReferencePath } from "../syntax/references.js";

/** A name that is read from the codes object, and that the object does not have. */
export interface MissingMember {
  /** The key, which a finding reports and a suggestion replaces. */
  readonly node: TSESTree.Node;
  readonly name: string;
  /** The names that the object has. */
  readonly codes: readonly string[];
  /** The whole expression that reads the name; `undefined` where it is destructured. */
  readonly read: TSESTree.MemberExpression | undefined;
}

type Read = Omit<MissingMember, "codes">;

/** The names that a member expression or a destructuring reads from the contract's codes object in vain. */
export function collectMissingMembers(
  node: TSESTree.MemberExpression | TSESTree.VariableDeclarator,
  reader: LintContext,
): readonly MissingMember[] {
  const object = node.type === "MemberExpression" ? node.object : node.init;
  if (!object || !isCodesObject(object, reader)) return [];
  const read = node.type === "MemberExpression" ? listMemberReads(node, reader) : listDestructuredReads(node, reader);
  const codes = read.length > 0 ? findMemberNames(object, reader) : undefined;
  if (!codes) return [];
  return read
    .filter(({ name }) => !codes.includes(name) && !(name in Object.prototype))
    .map((each) => ({ ...each, codes }));
}

function isCodesObject(object: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  const { codesObject, errorClass } = contract;
  const expression = unwrapExpression(object);
  // By the last name first: nearly all members that a file reads are of something else.
  const last = expression.type === "MemberExpression" ? readStaticKey(expression, sourceCode) : codesObject;
  if (last !== codesObject && last !== "codes") return false;
  const name = contract.nameOf(object);
  return name === codesObject || name === `${errorClass}.codes`;
}

function listMemberReads(node: TSESTree.MemberExpression, { sourceCode }: LintContext): readonly Read[] {
  const name = readStaticKey(node, sourceCode);
  return name === undefined || isWritten(node) ? [] : [{ node: node.property, name, read: node }];
}

// Who adds a member at run time reads it somewhere else.
function isWritten(node: TSESTree.Node): boolean {
  const { parent } = node;
  if (parent?.type === "UnaryExpression") return parent.operator === "delete";
  return parent?.type === "AssignmentExpression" && parent.left === node;
}

function listDestructuredReads({ id }: TSESTree.VariableDeclarator, { sourceCode }: LintContext): readonly Read[] {
  if (id.type !== "ObjectPattern") return [];
  return id.properties.flatMap((property) => {
    // A default stands for the missing member.
    if (property.type !== "Property" || property.value.type === "AssignmentPattern") return [];
    const name = readStaticKey(property, sourceCode);
    return name === undefined ? [] : [{ node: property.key, name, read: undefined }];
  });
}

// The contract's own module has the contract's codes and no others; a module of the project has its exports.
function findMemberNames(
  object: TSESTree.Node,
  { contract, sourceCode, context }: LintContext,
): readonly string[] | undefined {
  const reference = resolveReferencePath(object, sourceCode);
  if (reference?.root.kind !== "import") return undefined;
  const { module } = reference.root;
  if (module === contract.data.vocabulary.module) return Object.keys(contract.data.codes);
  const codes = readModuleCodes(module, reference.path.join("."), context);
  return codes && [...codes.keys()];
}
