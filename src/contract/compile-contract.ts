import type { JSONValue } from "../json/json-value.js";
import { tryTo } from "../json/read.js";
import { toJSONSafe } from "../json/to-json-safe.js";
import { createDetailsSchema, findEntry, getWireCode, listErrorCodes } from "./codes.js";
import { conditionStatuses } from "./condition-statuses.js";
import type { CodeEntry, ContractData, FieldMap, JSONSchema, JSONType } from "./contract-data.js";
import { features } from "./features.js";
import { listLeafFields, matchesSchema, type LeafField } from "./schema.js";

export interface Field extends LeafField {
  readonly part: keyof FieldMap | "other";
  /** The value in an envelope for which none was given; `undefined` where the field is then left out. */
  readonly unset: JSONValue | undefined;
  readonly canHold: (value: unknown) => boolean;
}

export interface CompiledContract extends Readonly<
  Partial<Record<"cause" | "details" | "tool" | "timestamp" | "stack" | "retryAfter", Field>>
> {
  readonly contract: ContractData;
  readonly fields: readonly Field[];
  /** The fields that stand on an error as properties and can be given: all but cause, stack and the discriminant. */
  readonly settable: readonly Field[];
  readonly code: Field;
  readonly message: Field;
  readonly contextFields: readonly string[];
  /** The top-level member by which a value claims to be a failure, where the contract returns its failures. */
  readonly claim: string | undefined;
  readonly fallback: { readonly construct: string | number; readonly unknown: string | number };
  readonly foreignCodes: ReadonlyMap<string, string | number>;
  /** The contract of another copy of the package may be of another version. */
  readonly isReadable: boolean;
  readonly findEntry: (code: unknown) => CodeEntry | undefined;
  readonly getMessage: (code: unknown, details: unknown) => string | undefined;
  readonly getDetailsSchema: (code: unknown) => JSONSchema | undefined;
}

/** Returns whether a value is given for a field, and the envelope can hold it. Never throws. */
export const canFill = (field: Field, value: unknown): boolean =>
  value !== undefined && value !== null && tryTo(() => field.canHold(value)) === true;

export function compileContract(contract: ContractData): CompiledContract {
  const compiled = compiledContracts.get(contract) ?? compile(contract);
  compiledContracts.set(contract, compiled);
  return compiled;
}

const compiledContracts = new WeakMap<ContractData, CompiledContract>();

function compile(contract: ContractData): CompiledContract {
  const fields = listLeafFields(contract.envelopes.failure).map((leaf) => compileField(contract, leaf));
  const named: Partial<Record<Field["part"], Field>> = Object.fromEntries(fields.map((field) => [field.part, field]));
  const { code, message } = named;
  const detailsSchemas = new Map<unknown, JSONSchema | undefined>(
    Object.entries(contract.codes).map(([name, entry]) => [getWireCode(contract, name), createDetailsSchema(entry)]),
  );
  return {
    ...named,
    contract,
    fields,
    settable: fields.filter((field) => !["cause", "stack", "discriminant"].includes(field.part)),
    code: code!,
    message: message!,
    contextFields: fields
      .filter(({ name, part }) => Object.hasOwn(contract.context, name) || part === "tool")
      .map(({ name }) => name),
    claim: contract.delivery.startsWith("return")
      ? (contract.fields.discriminant?.path ?? contract.fields.code).split(".")[0]
      : undefined,
    fallback: {
      construct: getWireCode(contract, contract.fallback.construct),
      unknown: getWireCode(contract, contract.fallback.unknown),
    },
    foreignCodes: new Map(
      Object.entries(contract.foreign?.codes ?? {}).map(([key, name]) => [key, getWireCode(contract, name)]),
    ),
    isReadable:
      code !== undefined &&
      message !== undefined &&
      typeof contract.name === "string" &&
      Object.values(contract.codes).every(({ condition }) => Object.hasOwn(conditionStatuses, condition)),
    findEntry: (wanted) => findEntry(contract, wanted),
    getMessage: (wanted, details) => {
      const entry = findEntry(contract, wanted);
      if (!entry) return undefined;
      const { renderMessage } = features;
      return (renderMessage ? renderMessage(entry, details) : entry.message) ?? entry.meaning;
    },
    getDetailsSchema: (wanted) => detailsSchemas.get(wanted),
  };
}

function compileField(contract: ContractData, leaf: LeafField): Field {
  const part = findPart(contract, leaf.path);
  const { discriminant } = contract.fields;
  const unset =
    part === "discriminant"
      ? discriminant!.value
      : leaf.required
        ? (contract.context[leaf.name]?.default ?? null)
        : undefined;
  return { ...leaf, part, unset, canHold: createAcceptor(contract, leaf, part) };
}

function findPart({ fields: { discriminant, ...paths } }: ContractData, path: string): Field["part"] {
  const part = (Object.keys(paths) as (keyof typeof paths)[]).find((key) => paths[key] === path);
  return part ?? (discriminant?.path === path ? "discriminant" : "other");
}

function createAcceptor(contract: ContractData, { schema }: LeafField, part: Field["part"]): Field["canHold"] {
  if (part === "code") {
    const codes = new Set<unknown>(listErrorCodes(contract));
    return (value) => codes.has(value);
  }
  if (part === "message" && contract.message === "literal") {
    return (value) => isConforming(schema, value) && features.findDiagnostic?.(String(value)) === undefined;
  }
  const types = listBareTypes(schema);
  // The common case, a string or null, needs no walk over the schema. Nor does a cause, which arrives here normalized.
  if (types && (part === "cause" || types.every((type) => type === "string" || type === "null"))) {
    return (value) => types.includes(typeof value === "string" ? "string" : value === null ? "null" : "object");
  }
  return (value) => isConforming(schema, value);
}

function listBareTypes({ type, anyOf, description: _, ...others }: JSONSchema): readonly JSONType[] | undefined {
  if (Object.keys(others).length > 0 || (type === undefined) === (anyOf === undefined)) return undefined;
  if (type !== undefined) return [type].flat();
  const types = anyOf!.map(listBareTypes);
  return types.includes(undefined) ? undefined : types.flatMap((alternative) => alternative ?? []);
}

/** An object is checked as it would arrive; one that arrives as a mere string does not count as that string. */
function isConforming(schema: JSONSchema, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return matchesSchema(schema, value);
  const safe = toJSONSafe(value);
  if (typeof safe === "object") return matchesSchema(schema, safe);
  return schema.type === undefined && schema.anyOf === undefined;
}

/** The parts of a failure that two contracts may both have under different names; codes are matched by condition. */
const parts = ["message", "details", "tool", "invariant", "timestamp"] as const satisfies readonly (keyof FieldMap)[];

/** The field with the same meaning; between a contract and its extension, that of the same path. */
export function findCounterpart(from: ContractData, { path }: LeafField, to: CompiledContract): Field | undefined {
  if (isRelative(from, to.contract)) return to.fields.find((field) => field.path === path);
  const part = parts.find((name) => from.fields[name] === path);
  const counterpart = part && to.contract.fields[part];
  return counterpart === undefined ? undefined : to.fields.find((field) => field.path === counterpart);
}

export function isRelative(one: ContractData, other: ContractData): boolean {
  return one.name === other.name || hasBase(one, other) || hasBase(other, one);
}

const hasBase = ({ extends: bases = [] }: ContractData, { name }: ContractData): boolean => bases.includes(name);
