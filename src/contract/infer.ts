import type { JSONObject, JSONValue } from "../json/json-value.js";
import type { CodeOf, CodesOf } from "./codes.js";
import type { ContractData, Simplify } from "./contract-data.js";

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
            ? FromProperties<P, Required<S>>
            : JSONObject;

type FromProperties<P, R> = Simplify<
  { readonly [K in keyof P as K extends R ? K : never]: FromSchema<P[K]> } & {
    readonly [K in keyof P as K extends R ? never : K]?: FromSchema<P[K]>;
  }
>;

type Required<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

/** The failure envelope of a contract, its code narrowed to the registered ones. */
export type EnvelopeOf<C extends ContractData> = string extends C["fields"]["code"]
  ? JSONObject
  : ReplaceAt<FromSchema<C["envelopes"]["failure"]>, C["fields"]["code"], CodeOf<C>>;

type ReplaceAt<T, Path extends string, V> = Path extends `${infer Head}.${infer Rest}`
  ? { [K in keyof T]: K extends Head ? ReplaceAt<T[K], Rest, V> : T[K] }
  : { [K in keyof T]: K extends Path ? V : T[K] };

/**
 * The fields of a contract's envelope by the last part of their path, as they stand on an error: the code is a
 * registered one, the cause is the original value.
 */
export type FieldsOf<C extends ContractData> = Simplify<{
  [K in keyof Leaves<C["envelopes"]["failure"]> as K extends Discriminant<C> ? never : K]: K extends LastPart<
    C["fields"]["code"]
  >
    ? CodeOf<C>
    : K extends Cause<C>
      ? unknown
      : Leaves<C["envelopes"]["failure"]>[K];
}>;

type Leaves<S> = S extends { readonly properties: infer P }
  ? Intersection<
      {
        [K in keyof P]: P[K] extends { readonly properties: object }
          ? Leaves<P[K]>
          : K extends Required<S>
            ? Readonly<Record<K, FromSchema<P[K]>>>
            : Readonly<Partial<Record<K, FromSchema<P[K]>>>>;
      }[keyof P]
    >
  : {};

/** The last part of a dotted path. */
export type LastPart<Path> = Path extends `${string}.${infer Rest}` ? LastPart<Rest> : Path;

type Cause<C extends ContractData> = C["fields"] extends { readonly cause: infer Path } ? LastPart<Path> : never;
type Stack<C extends ContractData> = C["fields"] extends { readonly stack: infer Path } ? LastPart<Path> : never;
type Discriminant<C extends ContractData> = C["fields"] extends { readonly discriminant: { readonly path: infer Path } }
  ? LastPart<Path>
  : never;

/** The fields that a caller may give; `undefined` is the same as leaving one out. The stack is the error's own. */
export type GivenFields<C extends ContractData> = Simplify<{
  readonly [K in keyof FieldsOf<C> as K extends Stack<C> ? never : K]?: FieldsOf<C>[K] | undefined;
}>;

/** The object that direct construction takes. A code that requires details is given with them. */
export type ConstructFields<C extends ContractData> = OtherFields<C> & CodedDetails<C>;

type OtherFields<C extends ContractData> = GivenFields<C> &
  ([Stack<C>] extends [never] ? {} : StackOption) &
  CauseOption;

type DetailsName<C extends ContractData> = C["fields"] extends { readonly details: infer Path extends string }
  ? LastPart<Path>
  : never;

/** The names of the codes whose entry has a detail that is not optional. */
type DetailedCodes<C extends ContractData> = string extends keyof C["codes"]
  ? never
  : {
      [Name in keyof C["codes"]]: C["codes"][Name] extends { readonly details: infer Declared }
        ? true extends {
            [K in keyof Declared]: Declared[K] extends { readonly optional: true } ? never : true;
          }[keyof Declared]
          ? CodesOf<C>[Name]
          : never
        : never;
    }[keyof C["codes"]];

type CodedDetails<C extends ContractData> = [DetailedCodes<C>] extends [never]
  ? {}
  : | Readonly<Partial<Record<LastPart<C["fields"]["code"]>, Exclude<CodeOf<C>, DetailedCodes<C>> | undefined>>>
    | (Readonly<Record<LastPart<C["fields"]["code"]>, DetailedCodes<C>>> & Readonly<Record<DetailsName<C>, object>>);

/** The object that `fromUnknown` takes beside the thrown value. */
export type UnknownContext<C extends ContractData> = Omit<GivenFields<C>, Cause<C> & string> & {
  /**
   * Returns the code for a thrown value, from a project's own knowledge of it. An error that it throws and an
   * unregistered code are ignored.
   */
  readonly classify?: ((thrown: unknown) => CodeOf<C> | undefined) | undefined;
};

interface StackOption {
  /** Puts the stack into the envelope, as `DEBUG_STACK=true` does for every error. */
  readonly include_stack_trace?: boolean | undefined;
}

/** The cause, which errors keep even if their envelope does not. */
export interface CauseOption {
  /** The value that led to this error. */
  readonly cause?: unknown;
}

/** The intersection of the members of a union. */
export type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (member: infer I) => void
  ? I
  : never;
