import type { JSONSchema } from "./contract-data.js";

/** A member of an envelope that holds a value of its own: everything but the objects that only group others. */
export interface LeafField {
  /** The last part of the path: the field's name on an error and in a factory's argument. */
  readonly name: string;
  readonly path: string;
  readonly schema: JSONSchema;
  /** Whether the field, and every object around it, is required. */
  readonly required: boolean;
}

/** Lists the leaf fields of an envelope's schema, in the order of its `properties`, which is the order of its keys. */
export function listLeafFields(schema: JSONSchema, prefix = "", required = true): readonly LeafField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]): readonly LeafField[] => {
    const path = prefix + name;
    const always = required && (schema.required?.includes(name) ?? false);
    if (member.properties) return listLeafFields(member, `${path}.`, always);
    return [{ name, path, schema: member, required: always }];
  });
}

export function getLastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
