import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { findCodesModule } from "../contract/registry.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findObjectLiteral } from "../syntax/local-member.js";
import { findProperty, resolveReferencePath, readStaticKey } from "../syntax/references.js";
import { mentionsName } from "../syntax/source-file.js";

/** A code where a project registers it. */
export interface AddedCode {
  readonly node: TSESTree.Node;
  readonly code: string;
  /** Every literal and key that spells this code there. */
  readonly spellings: readonly TSESTree.Node[];
}

/**
 * The nodes in which {@link collectAddedCodes} can find any in this file, as a selector; `undefined` where it has none.
 */
export function createRegistrationSelector({ contract, context, sourceCode }: LintContext): string | undefined {
  const isRegistry = contract.definesContract || findCodesModule(contract, context)?.module === context.filename;
  const types = [
    ...(mentionsName(sourceCode.text, "extend") ? ["CallExpression"] : []),
    ...(isRegistry ? ["VariableDeclarator", "TSEnumDeclaration"] : []),
  ];
  // Not the bare name of a type: the rule has a listener of that name already.
  return types.length > 0 ? `:matches(${types.join(", ")})` : undefined;
}

/**
 * The codes that a node adds to the registry: entries of `extend(...)`, of the project's own codes object, list or
 * enum.
 */
export function collectAddedCodes(
  node: TSESTree.CallExpression | TSESTree.VariableDeclarator | TSESTree.TSEnumDeclaration,
  reader: LintContext,
): readonly AddedCode[] {
  switch (node.type) {
    case "CallExpression":
      return collectExtendedCodes(node, reader);
    case "VariableDeclarator": {
      const isRegistry = node.id.type === "Identifier" && isRegistryName(node.id.name, reader);
      return isRegistry && isTopLevel(node.parent) && node.init ? collectListedCodes(node.init, reader) : [];
    }
    default:
      return isRegistryName(node.id.name, reader) ? node.body.members.flatMap((member) => readEnumCode(member)) : [];
  }
}

function collectExtendedCodes(node: TSESTree.CallExpression, reader: LintContext): readonly AddedCode[] {
  const [base, changes] = node.arguments;
  const added = changes && findObjectLiteral(changes);
  const codes = added && findProperty(added, "codes", reader.sourceCode);
  const object = codes && findObjectLiteral(codes.value);
  return base && object && isExtend(node.callee, reader) && isContract(base, reader)
    ? collectEntryCodes(object, reader)
    : [];
}

function isExtend(callee: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  const reference = resolveReferencePath(callee, sourceCode);
  const [ownPackage] = contract.data.vocabulary.module.split("/");
  return (
    reference?.root.kind === "import" && reference.root.module === ownPackage && reference.path.at(-1) === "extend"
  );
}

/** Whether an expression is this contract or one that it extends, whose pattern it shares. */
function isContract(node: TSESTree.Node, { contract: { data }, sourceCode }: LintContext): boolean {
  const reference = resolveReferencePath(node, sourceCode);
  const name =
    reference?.root.kind === "import" && reference.root.module === data.vocabulary.module
      ? reference.path.at(-1)
      : undefined;
  return [data.name, ...(data.extends ?? [])].some((each) => toCamelCase(each) === name);
}

function isRegistryName(name: string, { contract, context }: LintContext): boolean {
  if (contract.definesContract && name === contract.codesObject) return true;
  const listed = findCodesModule(contract, context);
  return listed?.module === context.filename && listed.export === name;
}

function isTopLevel({ parent }: TSESTree.Node): boolean {
  return parent?.type === "Program" || parent?.type === "ExportNamedDeclaration";
}

function collectListedCodes(node: TSESTree.Node, reader: LintContext): readonly AddedCode[] {
  const object = findObjectLiteral(node);
  if (object) return collectEntryCodes(object, reader);
  const value = unwrapExpression(node);
  return value.type === "ArrayExpression" ? value.elements.flatMap((each) => (each ? readSpelledCode(each) : [])) : [];
}

function collectEntryCodes(object: TSESTree.ObjectExpression, { sourceCode }: LintContext): readonly AddedCode[] {
  return object.properties.flatMap((property) => {
    if (property.type !== "Property" || property.computed) return [];
    const code = readStaticKey(property, sourceCode);
    if (code === undefined) return [];
    const value = readSpelledCode(property.value);
    const isSame = value.every((each) => each.code === code);
    const spellings = [property.key, ...(isSame ? value.map(({ node }) => node) : [])];
    return [{ node: property.key, code, spellings }, ...(isSame ? [] : value)];
  });
}

function readEnumCode({ id, initializer }: TSESTree.TSEnumMember): readonly AddedCode[] {
  return initializer ? readSpelledCode(initializer) : readSpelledCode(id);
}

function readSpelledCode(node: TSESTree.Node): readonly AddedCode[] {
  return node.type === "Literal" && typeof node.value === "string"
    ? [{ node, code: node.value, spellings: [node] }]
    : [];
}

function toCamelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
