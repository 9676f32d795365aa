import type { JSONObject, JSONValue } from "../json/json-value.js";

/** The TypeScript type of the values that a schema, as a literal type, allows. */
export type FromSchema<S> = S extends { readonly const: infer V }
  ? V
  : S extends { readonly enum: readonly (infer V)[] }
    ? V
    : S extends { readonly type: readonly (infer T)[] }
      ? FromType<S, T>
      : S extends { readonly type: infer T }
        ? FromType<S, T>
        : S extends { readonly anyOf: readonly (infer Alternative)[] }
          ? FromSchema<Alternative>
          : JSONValue;

type FromType<S, T> = T extends "string"
  ? string
  : T extends "number" | "integer"
    ? number
    : T extends "boolean"
      ? boolean
      : T extends "null"
        ? null
        : T extends "array"
          ? readonly (S extends { readonly items: infer I } ? FromSchema<I> : JSONValue)[]
          : S extends { readonly properties: infer P }
            ? FromProperties<P, RequiredOf<S>>
            : JSONObject;

type FromProperties<P, R> = Simplify<
  { readonly [K in keyof P as K extends R ? K : never]: FromSchema<P[K]> } & {
    readonly [K in keyof P as K extends R ? never : K]?: FromSchema<P[K]>;
  }
>;

export type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

/** The same type, written out. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};
