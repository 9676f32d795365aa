import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readStaticKey } from "../syntax/properties.js";
import { resolveReferencePath } from "../syntax/references.js";

/** A name that is read from the codes object, and that the object does not have. */
export interface MissingMember {
  /** The key, which a finding reports and a suggestion replaces. */
  readonly node: TSESTree.Node;
  readonly name: string;
  /** The names that the object has. */
  readonly codes: readonly string[];
}

/** The names that a member expression or a destructuring reads from the contract's codes object in vain. */
export function collectMissingMembers(
  node: TSESTree.MemberExpression | TSESTree.VariableDeclarator,
  reader: LintContext,
): readonly MissingMember[] {
  const object = node.type === "MemberExpression" ? node.object : node.init;
  if (!object || !isCodesObject(object, reader)) return [];
  const codes = findMemberNames(object, reader);
  if (!codes) return [];
  return listReads(node).flatMap((read) => {
    const name = readStaticKey(read, reader.sourceCode);
    if (name === undefined || codes.includes(name) || name in Object.prototype) return [];
    return [{ node: read.type === "Property" ? read.key : read.property, name, codes }];
  });
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

function listReads(
  node: TSESTree.MemberExpression | TSESTree.VariableDeclarator,
): readonly (TSESTree.MemberExpression | TSESTree.Property)[] {
  // Who adds a member at run time reads it somewhere else.
  if (node.type === "MemberExpression")
    return node.parent.type === "AssignmentExpression" && node.parent.left === node ? [] : [node];
  return node.id.type === "ObjectPattern" ? node.id.properties.filter((each) => each.type === "Property") : [];
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
