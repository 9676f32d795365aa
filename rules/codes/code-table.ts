import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { moduleCodes } from "../contract/registry.js";
import { localMember, writtenObject } from "../syntax/local-member.js";
import { type ReferencePath, referencePath } from "../syntax/references.js";
import { isWide } from "./code-types.js";

/** What an object can answer when nobody knows which of its members is asked for. */
export type Lookup =
  /** Each name is its own code, so that the key has to be one. */
  | { readonly kind: "codes"; readonly isWide: boolean }
  /** The object maps something else to codes: these, written in the file or by their values. */
  | {
      readonly kind: "table";
      readonly written: readonly TSESTree.Node[];
      readonly codes: readonly (string | number)[];
    };

/** What `Codes[key]` or `CODE_BY_ERRNO[error.code]` can be; `undefined` where the object is not known. */
export function lookup(node: TSESTree.MemberExpression, reader: LintContext): Lookup | undefined {
  const reference = referencePath(node.object, reader.sourceCode);
  if (!reference) return undefined;
  const isKeyWide = reader.facts !== undefined && isWide(node.property, reader.facts);
  const written = writtenMembers(reference);
  if (written) {
    const isCodes = written.every(({ key, value }) => value.type === "Literal" && value.value === nameOf(key));
    return isCodes
      ? { kind: "codes", isWide: isKeyWide }
      : { kind: "table", written: written.map(({ value }) => value), codes: [] };
  }
  const codes = importedMembers(reference, reader);
  if (!codes) return undefined;
  const isCodes = codes === "codes" || [...codes].every(([name, code]) => name === code);
  return isCodes ? { kind: "codes", isWide: isKeyWide } : { kind: "table", written: [], codes: [...codes.values()] };
}

function writtenMembers({ root, path }: ReferencePath): readonly TSESTree.Property[] | undefined {
  const definition = root.kind === "variable" ? root.variable.defs[0] : undefined;
  const isConst = definition?.type === "Variable" && definition.node.id === definition.name;
  const init = isConst && path.length === 0 ? definition.node.init : localMember({ root, path });
  const object = init && writtenObject(init);
  const properties = object?.properties.filter((each) => each.type === "Property");
  return properties?.length === object?.properties.length ? properties : undefined;
}

function importedMembers({ root, path }: ReferencePath, { contract, context }: LintContext) {
  if (root.kind !== "import") return undefined;
  const isOwn = root.module === contract.data.vocabulary.module && path.at(-1) === contract.codesObject;
  return isOwn ? "codes" : moduleCodes(root.module, path.join("."), context);
}

function nameOf(key: TSESTree.Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}
