import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { findCodesModule } from "../contract/registry.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findObjectLiteral } from "../syntax/local-member.js";
import { findProperty, readStaticKey, resolveReferencePath } from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";

/** A code where a project registers it. */
export interface AddedCode {
  readonly node: TSESTree.Node;
  readonly code: string;
  /** Every literal and key that spells this code there. */
  readonly spellings: readonly TSESTree.Node[];
}

/** The codes that the file registers: those of the project's own codes object, list or enum. */
export function collectRegisteredCodes(reader: LintContext): readonly AddedCode[] {
  const { contract, context, sourceCode } = reader;
  const source = findCodesModule(contract, context);
  const registry = source?.module === context.filename ? source.export : undefined;
  const names = [registry, contract.definesContract ? contract.codesObject : undefined];
  return sourceCode.ast.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type === "TSEnumDeclaration") {
      const { id, body } = declaration;
      return names.includes(id.name)
        ? body.members.flatMap((each) => readSpelledCode(each.initializer ?? each.id))
        : [];
    }
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      init && id.type === "Identifier" && names.includes(id.name) ? collectListedCodes(init, reader) : [],
    );
  });
}

/** The codes that `extend(kaiza, { codes })` adds to this contract, or to one that it extends. */
export function collectExtendedCodes(node: TSESTree.CallExpression, reader: LintContext): readonly AddedCode[] {
  const { contract, sourceCode } = reader;
  const [base, added] = node.arguments;
  if (!base || !added || !isMentionedInFile("extend", sourceCode)) return [];
  const { module } = contract.data.vocabulary;
  const isExtend = resolveImport(node.callee, module.split("/", 1)[0], reader)?.at(-1) === "extend";
  const literal = isExtend && resolveImport(base, module, reader) ? findObjectLiteral(added) : undefined;
  const codes = literal && findProperty(literal, "codes", sourceCode);
  const object = codes && findObjectLiteral(codes.value);
  return object ? collectEntryCodes(object, reader) : [];
}

function resolveImport(node: TSESTree.Node, module: string | undefined, { sourceCode }: LintContext) {
  const reference = resolveReferencePath(node, sourceCode);
  return reference?.root.kind === "import" && reference.root.module === module ? reference.path : undefined;
}

function collectListedCodes(node: TSESTree.Node, reader: LintContext): readonly AddedCode[] {
  const object = findObjectLiteral(node);
  if (object) return collectEntryCodes(object, reader);
  const value = unwrapExpression(node);
  return value.type === "ArrayExpression" ? value.elements.flatMap((each) => (each ? readSpelledCode(each) : [])) : [];
}

function collectEntryCodes(object: TSESTree.ObjectExpression, { sourceCode }: LintContext): readonly AddedCode[] {
  return object.properties.flatMap((property) => {
    const code = property.type === "Property" && !property.computed ? readStaticKey(property, sourceCode) : undefined;
    if (property.type !== "Property" || code === undefined) return [];
    const value = readSpelledCode(property.value);
    const isSame = value.every((each) => each.code === code);
    const spellings = [property.key, ...(isSame ? value.map(({ node }) => node) : [])];
    return [{ node: property.key, code, spellings }, ...(isSame ? [] : value)];
  });
}

function readSpelledCode(node: TSESTree.Node): readonly AddedCode[] {
  return node.type === "Literal" && typeof node.value === "string"
    ? [{ node, code: node.value, spellings: [node] }]
    : [];
}
