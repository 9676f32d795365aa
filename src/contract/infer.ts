import type { JSONObject } from "../json/json-value.js";
import type { CodeOf, CodesOf } from "./codes.js";
import type { ContractData, DeclaredDetails } from "./contract-data.js";
import type { FromSchema, RequiredOf, Simplify } from "./from-schema.js";
import type { LibraryRow } from "./library-row.js";

/** The failure envelope: a union by code, whose test narrows the details. `Code` chooses some of the codes. */
export type EnvelopeOf<C extends ContractData, Code extends CodeOf<C> = CodeOf<C>> =
  EnvelopeByCode<C, Extract<Code, DetailedCode<C>>> | EnvelopeOfOthers<C, Exclude<Code, DetailedCode<C>>>;

type EnvelopeByCode<C extends ContractData, Code> = Code extends unknown ? CodedEnvelope<C, Code> : never;

type EnvelopeOfOthers<C extends ContractData, Code> = [Code] extends [never]
  ? never
  : string extends C["fields"]["code"]
    ? JSONObject
    : CodedEnvelope<C, Code>;

type CodedEnvelope<C extends ContractData, Code> = {
  [K in keyof FailureSchema<C>]: C["fields"]["code"] extends `${infer Head}.${infer Rest}`
    ? K extends Head
      ? CodedAt<FailureSchema<C>[K], Rest, C, Code>
      : FailureSchema<C>[K]
    : CodedField<K, FailureSchema<C>[K], C, Code>;
};

type FailureSchema<C extends ContractData> = FromSchema<C["envelopes"]["failure"]>;

type CodedAt<T, Path extends string, C extends ContractData, Code> = Path extends `${infer Head}.${infer Rest}`
  ? { [K in keyof T]: K extends Head ? CodedAt<T[K], Rest, C, Code> : T[K] }
  : CodedFields<T, C, Code>;

export type CodedFields<T, C extends ContractData, Code> = { [K in keyof T]: CodedField<K, T[K], C, Code> };

type CodedField<K, T, C extends ContractData, Code> =
  K extends CodeName<C>
    ? Code
    : K extends DetailsName<C>
      ? [Code] extends [DetailedCode<C>]
        ? SentDetails<C, Code> | Extract<T, null | undefined>
        : T
      : T;

type CodeName<C extends ContractData> = LastPart<C["fields"]["code"]>;

export type DetailedCode<C extends ContractData> = string extends keyof C["codes"]
  ? never
  : {
      [Name in keyof C["codes"]]: C["codes"][Name] extends { readonly details: object } ? CodesOf<C>[Name] : never;
    }[keyof C["codes"]];

/** The details of a code as they arrive: a server leaves out what it does not know. */
export type SentDetails<C extends ContractData, Code> = {
  [Name in keyof C["codes"]]: CodesOf<C>[Name] extends Code
    ? C["codes"][Name] extends { readonly details: infer Declared }
      ? Partial<DeclaredDetails<Declared>>
      : never
    : never;
}[keyof C["codes"]];

/** The fields of an envelope by the last part of their path, as they stand on an error. */
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
          : K extends RequiredOf<S>
            ? Readonly<Record<K, FromSchema<P[K]>>>
            : Readonly<Partial<Record<K, FromSchema<P[K]>>>>;
      }[keyof P]
    >
  : {};

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
export type ConstructFields<C extends ContractData> = GivenFields<C> &
  ([Stack<C>] extends [never] ? {} : StackOption) &
  CauseOption &
  CodedDetails<C>;

export type DetailsName<C extends ContractData> = C["fields"] extends { readonly details: infer Path extends string }
  ? LastPart<Path>
  : never;

type DetailedCodes<C extends ContractData> = {
  [Name in keyof C["codes"]]: C["codes"][Name] extends { readonly details: infer Declared extends object }
    ? {} extends DeclaredDetails<Declared>
      ? never
      : CodesOf<C>[Name]
    : never;
}[keyof C["codes"]];

type CodedDetails<C extends ContractData> = [DetailedCodes<C>] extends [never]
  ? {}
  : | Readonly<Partial<Record<LastPart<C["fields"]["code"]>, Exclude<CodeOf<C>, DetailedCodes<C>> | undefined>>>
    | (Readonly<Record<LastPart<C["fields"]["code"]>, DetailedCodes<C>>> & Readonly<Record<DetailsName<C>, object>>);

/** The object that `fromUnknown` takes beside the thrown value. */
export type UnknownContext<C extends ContractData> = Omit<GivenFields<C>, Cause<C> & string> & {
  /** Returns the code for a thrown value. An error that it throws and an unregistered code are ignored. */
  readonly classify?: ((thrown: unknown) => CodeOf<C> | undefined) | undefined;
  /** What else is known of the errors of libraries; these rows come before the built-in ones. */
  readonly libraries?: readonly LibraryRow[] | undefined;
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

export type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (member: infer I) => void
  ? I
  : never;
