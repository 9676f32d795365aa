import type { Condition } from "./condition-statuses.js";
import type { FromSchema, Simplify } from "./from-schema.js";
import { getShared } from "./shared.js";

/** A JSON type name as JSON Schema spells it. */
export type JSONType = "string" | "number" | "integer" | "boolean" | "null" | "object" | "array";

/** The keywords of JSON Schema draft 2020-12 that contracts use; the envelope check understands only these. */
export interface JSONSchema {
  /** The address of the dialect. */
  readonly $schema?: string;
  /** The id of the schema, an absolute URI. */
  readonly $id?: string;
  /** A title for people. */
  readonly title?: string;
  /** A description for people. */
  readonly description?: string;
  /** The type of the value, or several of which one fits. */
  readonly type?: JSONType | readonly JSONType[];
  /** The values of which the value is one. */
  readonly enum?: readonly (string | number | boolean | null)[];
  /** The only value that fits. */
  readonly const?: string | number | boolean | null;
  /** The least length of a string, in characters. */
  readonly minLength?: number;
  /** A regular expression that a string contains. */
  readonly pattern?: string;
  /** The least number that fits. */
  readonly minimum?: number;
  /** The greatest number that fits. */
  readonly maximum?: number;
  /** The least number of items of a list. */
  readonly minItems?: number;
  /** The schema of each item of a list. */
  readonly items?: JSONSchema;
  /** The members that an object has to have. */
  readonly required?: readonly string[];
  /** The schemas of an object's members, by name. */
  readonly properties?: Readonly<Record<string, JSONSchema>>;
  /** Whether other members are allowed, or their schema. Default: true. */
  readonly additionalProperties?: boolean | JSONSchema;
  /** Schemas of which at least one fits. */
  readonly anyOf?: readonly JSONSchema[];
}

/** One code of a contract. Members that it leaves out come from its condition. */
export interface CodeEntry {
  /** The value on the wire where that is a number (JSON-RPC); without it the code's name is the value. */
  readonly value?: number;
  /** What the code says, as a phrase without a full stop. */
  readonly meaning: string;
  /**
   * The category of the code, one of the contract's where it has categories. Default: the one that the code begins
   * with.
   */
  readonly category?: string;
  /** A warning stands beside a success and is never thrown. Default: error. */
  readonly kind?: "error" | "warning";
  /** The paragraph of the specification that defines the code. */
  readonly section: string;
  /** The meaning that codes of all contracts share. */
  readonly condition: Condition;
  /** The HTTP statuses of the code, the one that is sent first. Default: that of the condition. */
  readonly http?: readonly number[];
  /** Whether the same call may succeed when it is repeated. Default: as the condition says. */
  readonly retryable?: boolean;
  /** What the receiver does next, as a sentence. Default: that of the condition. */
  readonly recovery?: string;
  /** The canonical message, or its template with `{name}` placeholders. */
  readonly message?: string;
  /** Other wordings of the message that the specification allows, by name. */
  readonly wordings?: Readonly<Record<string, string>>;
  /**
   * By name of a placeholder: the detail that it shows; of a list `list.first`, or `list.others` in words (`2 others`).
   */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** The details of the code, by name. Without them any details fit. */
  readonly details?: Readonly<Record<string, DetailSchema>>;
  /** The details whose value every message of the code has to show, the canonical and any other. */
  readonly shows?: readonly string[];
  /** The detail that holds the message of a foreign error, so that the template shows it. */
  readonly foreign?: string;
}

/** The schema of a detail. */
export interface DetailSchema extends JSONSchema {
  /** Whether the detail may be left out. Default: false. */
  readonly optional?: boolean;
}

/** A group of codes. */
export interface Category {
  readonly meaning: string;
  /** The condition of a code of the category that names none. */
  readonly condition: Condition;
  /** The statuses that its codes may have, alone or as ranges `[first, last]`; none where no response reports them. */
  readonly http: readonly (number | readonly [first: number, last: number])[];
}

/** A field that is filled from the call rather than by the code that reports the failure. */
export interface ContextField {
  /** What the field holds, as a phrase without a full stop. */
  readonly meaning: string;
  /** The value in an envelope for which none was given; null where an optional field is then left out. */
  readonly default: string | null;
}

/** Where the parts of a failure stand in the failure envelope, as dotted paths (`error.code`). */
export interface FieldMap {
  /** The code. */
  readonly code: string;
  /** The message for people. */
  readonly message: string;
  /** The original error, in a form that clients may see. Without the path no envelope has it. */
  readonly cause?: string;
  /** The details of the code. */
  readonly details?: string;
  /** The name of the tool that failed. */
  readonly tool?: string;
  /** The id of a violated invariant. */
  readonly invariant?: string;
  /** The time of the failure, in ISO 8601, UTC. */
  readonly timestamp?: string;
  /** The stack, which only a server under debugging sends. */
  readonly stack?: string;
  /** Whether the same call may succeed when it is repeated. The boundary fills it for a model, from the code. */
  readonly retryable?: string;
  /** The seconds to wait before the call is repeated. Errors take them from their cause. */
  readonly retryAfter?: string;
  /** The action of the receiver, as a sentence. The boundary fills it for a model, from the code. */
  readonly next?: string;
  /** The fields of the input that were refused, each `{ name, problem }`. */
  readonly refused?: string;
  /** The member that distinguishes a failure from a success, and its value in a failure. */
  readonly discriminant?: { readonly path: string; readonly value: string | number | boolean | null };
}

/** A way to create an error. Fields are named by the last part of their path in the envelope. */
export interface Factory {
  /** The dotted name from the module's exports: `SystemError.toolFailure`, `toolError`, `SystemError`. */
  readonly name: string;
  /** The use: any failure, a violated invariant, a failed start, a foreign error, or direct construction. */
  readonly purpose: "failure" | "invariant" | "startup" | "unknown" | "construct" | "warning";
  /** The fields that are arguments of their own, in order. */
  readonly positional: readonly string[];
  /** Which of them may be left out; details only where the code requires none. */
  readonly optional?: readonly string[];
  /** The fields read from the object behind the positional arguments; `cause` also where the envelope has no place. */
  readonly reads: readonly string[];
  /** The fields that the factory sets itself; the caller cannot change them. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The fields that the factory sets when the caller does not; `{field}` stands for another field's value. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** The fields and codes of the errors of an earlier contract, which `fromUnknown` takes over. */
export interface Legacy {
  /** The classes of earlier errors: only these, and errors of related contracts, give fields of the context. */
  readonly classes?: readonly string[];
  /** By field of the envelope: the member of the earlier error that holds its value. */
  readonly fields: Readonly<Record<string, { readonly from: string; readonly lowerCase?: boolean }>>;
  /** By earlier code that has no namesake among the codes: the code that stands for it. */
  readonly codes: Readonly<Record<string, string>>;
}

/** The parts of a foreign error that an error of the contract takes over, beside a code that the contract has too. */
export interface ForeignErrors {
  /** Whether the message of a foreign error reaches the client. Default: kept, except where messages are literal. */
  readonly message?: "kept" | "hidden";
  /** Whether the boundary writes every foreign error to stderr that no audit sink has recorded. Default: no. */
  readonly isLogged?: boolean;
  /** Whether the condition of the error's errno, HTTP status or JSON-RPC code decides the code. Default: no. */
  readonly isClassified?: boolean;
  /**
   * The code for an errno (`ENOENT`), one of a system call (`ENOENT scandir`), an HTTP status (`404`), a class (`4xx`).
   */
  readonly codes?: Readonly<Record<string, string>>;
}

/** The names under which the contract's parts are imported, and the arguments of its factories. */
export interface Vocabulary {
  /** The module that exports them all. */
  readonly module: string;
  /** The name of the error class. */
  readonly errorClass: string;
  /** The name of the object that maps each code's name to its value. */
  readonly codes: string;
  /** Best first: the first whose purpose and fields fit is the one to write. */
  readonly factories: readonly Factory[];
  /** The function that wraps a handler so that only conforming failures leave it. */
  readonly boundary: string;
}

/** Everything that a contract promises, as plain JSON: types, checks, lint rules and docs all read this one table. */
export interface ContractData {
  /** Lower-case name, words joined by hyphens. */
  readonly name: string;
  /** The names of the contracts that this one extends, nearest first. Errors of this contract count as theirs. */
  readonly extends?: readonly string[];
  /** The version of the contract, such as `1.0.0`. */
  readonly version: string;
  /** The `$id` of the failure envelope's schema. */
  readonly schemaId: string;
  /** Whether a project may add codes. */
  readonly registry: "closed" | "open";
  /** The regular expression, as a string, that every code matches in full. */
  readonly codePattern?: string;
  /** The categories, by the beginning of their codes. Without them the category of an entry is free text. */
  readonly categories?: Readonly<Record<string, Category>>;
  /** The codes, by name. */
  readonly codes: Readonly<Record<string, CodeEntry>>;
  /** The code of an error created without one, and the code of a foreign error that has none. */
  readonly fallback: { readonly construct: string; readonly unknown: string };
  /** The code that stands for a condition. Default: the first code of that condition, else the fallback. */
  readonly byCondition?: Readonly<Partial<Record<Condition, string>>>;
  /** What errors of other origin keep. Default: their message, where messages are not literal. */
  readonly foreign?: ForeignErrors;
  /** The places of the parts of a failure in the envelope. */
  readonly fields: FieldMap;
  /** The schemas of the envelopes, without the code's `enum`: {@link getEnvelopeSchema} adds it from `codes`. */
  readonly envelopes: {
    readonly failure: JSONSchema;
    readonly http?: JSONSchema;
    readonly success?: JSONSchema;
    readonly batch?: JSONSchema;
    /** The object around the failure, such as the response of JSON-RPC; a member with a `const` identifies it. */
    readonly response?: JSONSchema;
  };
  /** The fields that the boundary fills from the call or the session, by name. */
  readonly context: Readonly<Record<string, ContextField>>;
  /** Whether a message is any text, a literal that is the same in every run, or follows the template of its code. */
  readonly message: "free" | "literal" | "template";
  /**
   * How a handler's failure leaves the boundary: thrown, returned as an object, returned as JSON text, or as an error
   * of JSON-RPC.
   */
  readonly delivery: "throw" | "return" | "return-json" | "protocol";
  /** Where the envelope stands in a failing MCP result of the handler's own. Default: `_meta` alone. */
  readonly resultEnvelope?: "_meta" | "text" | "alone";
  /** The names of the contract's exports. */
  readonly vocabulary: Vocabulary;
  /** What earlier errors of the project become. Without it they are foreign errors. */
  readonly legacy?: Legacy;
}

export type Entries = Readonly<Record<string, Partial<CodeEntry>>>;

/** Adds the facts that several codes share to the entry of each; its own come first. Literal types survive. */
export function withFacts<const Facts extends Partial<CodeEntry>, const Codes extends Entries>(
  facts: Facts,
  codes: Codes,
) {
  const entries = Object.entries(codes).map(([name, entry]) => [name, { ...facts, ...entry }]);
  return Object.fromEntries(entries) as {
    readonly [Name in keyof Codes]: Simplify<Omit<Facts, keyof Codes[Name]> & Codes[Name]>;
  };
}

export function describeObject<
  const Required extends readonly string[],
  const Members extends Readonly<Record<string, JSONSchema>>,
>(required: Required, properties: Members) {
  return { type: "object", required, additionalProperties: false, properties } as const;
}

export const describeMap = (additionalProperties: JSONSchema): JSONSchema => ({ type: "object", additionalProperties });

/** The key of `_meta` under which a failing MCP result carries the envelope. */
export const envelopeKey = "error-contract/envelope";

/** The key of `_meta` under which a failing MCP result carries the `correlation_id` of its session. */
export const correlationKey = "error-contract/correlation-id";

/** The key of the `_meta` of a tool under which `tools/list` says what it can answer when it fails. */
export const failuresKey = "error-contract/failures";

/** As many items of the `content` of an MCP result are read. */
export const mostTexts = 100;

/** Freezes checked data. The type has no more than types are derived from, so that declarations stay small. */
export function trustContract<const C extends ContractData>(
  data: C,
): {
  readonly [K in keyof C]: K extends "codes"
    ? { readonly [Name in keyof C["codes"]]: TypedEntry<C["codes"][Name]> }
    : K extends "envelopes"
      ? {
          readonly [Which in keyof C["envelopes"]]: Which extends "failure" | "http"
            ? TypedSchema<C["envelopes"][Which]>
            : JSONSchema;
        }
      : K extends "context"
        ? { readonly [Name in keyof C["context"]]: ContextField }
        : K extends "name" | "registry" | "fields" | "message" | "delivery" | "vocabulary"
          ? C[K]
          : NonNullable<ContractData[K & keyof ContractData]>;
} {
  trusted.add(freezeDeep(data));
  return data as never;
}

type TypedEntry<E> = (E extends { readonly details: infer Declared }
  ? DetailedEntry<DeclaredDetails<Declared>>
  : CodeEntry) &
  ([keyof E & TypedMember] extends [never]
    ? unknown
    : {
        readonly [K in keyof E as K extends TypedMember ? K : never]: K extends "wordings"
          ? { readonly [Name in keyof E[K]]: string }
          : E[K];
      });

type TypedMember = "value" | "kind" | "wordings";

/** An entry with details, which TypeScript knows by the type of their values alone. */
export interface DetailedEntry<T> extends CodeEntry {
  /** The details of the code, by name. */
  readonly details: TypedDetails<T>;
}

declare const detailsType: unique symbol;

/** The schemas of a code's details, which TypeScript knows by the type of their values alone. */
export interface TypedDetails<T> extends Readonly<Record<string, DetailSchema>> {
  /** In types alone. */
  readonly [detailsType]?: T;
}

export type DeclaredDetails<Declared> = typeof detailsType extends keyof Declared
  ? Declared extends TypedDetails<infer T>
    ? T
    : never
  : Simplify<
      {
        readonly [K in keyof Declared as Declared[K] extends { readonly optional: true } ? never : K]: FromSchema<
          Declared[K]
        >;
      } & {
        readonly [K in keyof Declared as Declared[K] extends { readonly optional: true } ? K : never]?: FromSchema<
          Declared[K]
        >;
      }
    >;

type TypedSchema<S> = S extends object
  ? {
      readonly [K in keyof S as K extends TypedKeyword ? K : never]: K extends "properties"
        ? { readonly [Name in keyof S[K]]: TypedSchema<S[K][Name]> }
        : K extends "items"
          ? TypedSchema<S[K]>
          : K extends "anyOf"
            ? TypedSchemas<S[K]>
            : S[K];
    }
  : S;

type TypedSchemas<List> = { readonly [Index in keyof List]: TypedSchema<List[Index]> };

type TypedKeyword = "type" | "const" | "enum" | "anyOf" | "items" | "required" | "properties";

export function isTrusted(data: unknown): data is ContractData {
  return typeof data === "object" && data !== null && trusted.has(data);
}

const trusted = /* @__PURE__ */ getShared("trusted-contracts", () => new WeakSet());

function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(freezeDeep);
  return Object.freeze(value);
}
