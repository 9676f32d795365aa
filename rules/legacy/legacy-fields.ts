import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { readStaticKey } from "../syntax/references.js";

/** A property of the object that a legacy class or converter takes, and the field of the envelope it becomes. */
export interface LegacyField {
  readonly property: TSESTree.Property;
  readonly value: TSESTree.Expression;
  /** The field's name in the envelope. */
  readonly field: string;
  readonly isLowerCase: boolean;
}

/** The reason why an argument's fields cannot be moved into the envelope. */
export type Obstacle =
  { readonly kind: "shape" } | { readonly kind: "unmapped"; readonly name: string; readonly key: TSESTree.Node };

/** The fields of the object that a legacy class or converter is given, or why they cannot all be known. */
export function readLegacyFields(
  argument: TSESTree.Node | undefined,
  legacy: LegacySettings,
  sourceCode: TSESLint.SourceCode,
): readonly LegacyField[] | Obstacle {
  if (argument?.type !== "ObjectExpression") return { kind: "shape" };
  const fields: LegacyField[] = [];
  for (const property of argument.properties) {
    const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
    // A spread, a getter, a method, a computed name.
    if (name === undefined || property.type !== "Property" || property.kind !== "init" || property.method) {
      return { kind: "shape" };
    }
    const target = findTargetField(name, legacy);
    if (!target) return { kind: "unmapped", name, key: property.key };
    if (fields.some(({ field }) => field === target.field)) return { kind: "shape" };
    fields.push({ property, value: property.value as TSESTree.Expression, ...target });
  }
  return fields;
}

/** The envelope's field for a legacy field. */
export function findTargetField(
  name: string,
  { fields }: LegacySettings,
): { readonly field: string; readonly isLowerCase: boolean } | undefined {
  const target = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (target === undefined) return undefined;
  return typeof target === "string"
    ? { field: target, isLowerCase: false }
    : { field: target.field, isLowerCase: true };
}

const renamed = new WeakMap<LegacySettings, ReadonlyMap<string, string>>();

/** The legacy fields that have another name in the envelope: who reads them depends on the class. */
export function getRenamedFields(legacy: LegacySettings): ReadonlyMap<string, string> {
  const known = renamed.get(legacy) ?? collectRenamedFields(legacy);
  renamed.set(legacy, known);
  return known;
}

function collectRenamedFields({ fields }: LegacySettings): ReadonlyMap<string, string> {
  const targets = Object.entries(fields).map(
    ([name, target]) => [name, typeof target === "string" ? target : target.field] as const,
  );
  return new Map(targets.filter(([name, field]) => name !== field));
}
