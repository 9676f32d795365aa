import { entryOf } from "../contract/codes.js";
import { codeForCondition } from "../contract/condition-codes.js";
import type { Condition } from "../contract/condition-statuses.js";
import { isOfContract, lineageOf } from "./contract-error.js";
import { contractCondition, contractOf } from "./foreign-condition.js";
import type { ContractData } from "../contract/contract-data.js";
import { readable } from "../json/to-json-safe.js";
import { brought } from "../contract/features.js";
import { counterpart, isRelative } from "./counterpart.js";
import { lastPart, leafFields } from "../contract/leaf-fields.js";
import type { Given } from "./factory-arguments.js";
import { knowledgeOf, type ForeignKnowledge } from "../contract/foreign-knowledge.js";
import type { Field, Shape } from "../contract/compile-contract.js";

/**
 * The fields of an error that is made for a foreign value: what the caller's context says, and what the value itself knows.
 * The context comes first, except that null says nothing. Everything here can be given to a plan, which accepts it. Never
 * throws.
 *
 * - The code: the context's, what `classify` answers, what the contract's module recognises, the value's own under the
 *   contract's name for it or its forerunner in the contract's `legacy` table, its `code`, what the contract's module knows
 *   beside, that of the condition which an error of another contract stands for, or which errno and status mean where the
 *   contract goes by them, the contract's fallback.
 * - The message: the context's, what the contract's module recognises, the value's own under the contract's name for it, its
 *   `message`; where the contract hides those of foreign errors, only one that was written for clients, and none where messages are literal. A code may have a
 *   detail for it, from which its template then makes the message.
 * - A value that has a code under the contract's name for it is an error of a related contract, or of an earlier one. It
 *   gives what it knows of the circumstances too, also under earlier names; one of this very contract all of its fields.
 */
export function foreignFields(
  shape: Shape,
  thrown: unknown,
  context: unknown,
  knowledge: ForeignKnowledge = knowledgeOf(shape.contract),
): Given {
  const { contract, code, message } = shape;
  const isOwn = isOfContract(thrown, contract.name);
  const isRelated = ["string", "number"].includes(typeof readable(thrown, code.name));
  const seen = answered(knowledge.recognise, [thrown, context, contract]);
  const fields: Record<string, unknown> = {};
  for (const field of shape.settable) {
    if (field === code || field === message) continue;
    const isShared = isOwn || Object.hasOwn(contract.context, field.name);
    const known = isRelated && isShared ? ownValues(shape, thrown, field) : valuesOfOthers(shape, thrown, field);
    fields[field.name] = [readable(context, field.name), readable(seen, field.name), ...known].find((value) =>
      isTold(field, value),
    );
  }
  fields[code.name] = codeOf(shape, thrown, context, knowledge, readable(seen, code.name));
  const isShown = contract.message !== "literal" && (contract.foreign?.message !== "hidden" || lineageOf(thrown));
  fields[message.name] = [
    readable(context, message.name),
    readable(seen, message.name),
    ...(isShown ? messagesOf(thrown, isRelated ? message.name : "message") : []),
  ].find((text) => typeof text === "string" && text !== "" && message.accepts(text));
  const more = answered(knowledge.fields, [fields[code.name], thrown, context]);
  for (const field of shape.settable) {
    const value = readable(more, field.name);
    if (field !== code && isTold(field, value)) fields[field.name] ??= value;
  }
  return inDetails(shape, thrown, context, fields);
}

/** What a stranger says goes into the detail that the code has for it, where there are no others. */
function inDetails(
  { contract, code, message, details }: Shape,
  thrown: unknown,
  context: unknown,
  fields: Given,
): Given {
  const detail = entryOf(contract, fields[code.name] as string)?.foreign;
  const text = fields[message.name];
  if (detail === undefined || !details || text === undefined || lineageOf(thrown)) return fields;
  if (fields[details.name] !== undefined || readable(context, message.name) !== undefined) return fields;
  return { ...fields, [details.name]: { [detail]: text }, [message.name]: undefined };
}

/** What an error of another contract says in its own field of the same meaning. */
function valuesOfOthers(shape: Shape, thrown: unknown, field: Field): readonly unknown[] {
  const contract = contractOf(thrown);
  if (!contract || isRelative(contract, shape.contract)) return [];
  return leafFields(contract.envelopes.failure)
    .filter((leaf) => counterpart(contract, leaf, shape) === field)
    .map(({ name }) => readable(thrown, name))
    .filter((value) => value !== contract.context[lastPart(contract.fields.tool ?? "")]?.default);
}

/** An error of another contract calls its message as that does, and may say more in the native one. */
function messagesOf(thrown: unknown, name: string): readonly unknown[] {
  const { fields } = contractOf(thrown) ?? {};
  return [fields && lastPart(fields.message), name, "message"].map((key) => key && readable(thrown, key));
}

const isTold = (field: Field, value: unknown): boolean => value !== undefined && value !== null && field.accepts(value);

function ownValues({ contract }: Shape, thrown: unknown, { name }: Field): readonly unknown[] {
  const earlier = contract.legacy?.fields[name];
  if (!earlier) return [readable(thrown, name)];
  const value = readable(thrown, earlier.from);
  return [
    readable(thrown, name),
    earlier.lowerCase === true && typeof value === "string" ? value.toLowerCase() : value,
  ];
}

function codeOf(
  { contract, code, fallback }: Shape,
  thrown: unknown,
  context: unknown,
  knowledge: ForeignKnowledge,
  seen: unknown,
): unknown {
  const own = readable(thrown, code.name);
  const successors = contract.legacy?.codes ?? {};
  const successor = typeof own === "string" && Object.hasOwn(successors, own) ? successors[own] : undefined;
  const isRegistered = (value: unknown): boolean => code.accepts(value);
  const condition = contractCondition(thrown);
  return (
    [readable(context, code.name)].find(isRegistered) ??
    [answered(readable(context, "classify"), [thrown]), seen, own, successor, readable(thrown, "code")].find(
      isRegistered,
    ) ??
    [answered(knowledge.code, [thrown, context, condition])].find(isRegistered) ??
    codeByCondition(contract, thrown, condition) ??
    fallback.unknown
  );
}

function codeByCondition(
  contract: ContractData,
  thrown: unknown,
  told: Condition | undefined,
): string | number | undefined {
  const condition = told ?? (contract.foreign?.isClassified === true ? brought.systemCondition?.(thrown) : undefined);
  return condition && codeForCondition(contract, condition);
}

/** What a function answers that may fail, or be none. */
function answered(ask: unknown, args: readonly unknown[]): unknown {
  try {
    return typeof ask === "function" ? Reflect.apply(ask, undefined, args) : undefined;
  } catch {
    // What a foreign function throws is no answer.
    return undefined;
  }
}
