import { isOfContract } from "./contract-error.js";
import { readable } from "./json.js";
import type { Given } from "./plan.js";
import type { Field, Shape } from "./shape.js";

/**
 * The fields of an error that is made for a foreign value: what the caller's context says, and what the value itself knows.
 * The context comes first, except that null says nothing. Everything here can be given to a plan, which accepts it. Never
 * throws.
 *
 * - The code: the context's, what `classify` answers, the value's own under the contract's name for it or its forerunner in
 *   the contract's `legacy` table, its `code`, the contract's fallback.
 * - The message: the context's, the value's own under the contract's name for it, its `message`.
 * - A value that has a code under the contract's name for it is an error of a related contract, or of an earlier one. It
 *   gives what it knows of the circumstances too, also under earlier names; one of this very contract all of its fields.
 */
export function foreignFields(shape: Shape, thrown: unknown, context: unknown): Given {
  const { contract, code, message } = shape;
  const isOwn = isOfContract(thrown, contract.name);
  const isRelated = ["string", "number"].includes(typeof readable(thrown, code.name));
  const fields: Record<string, unknown> = {};
  for (const field of shape.settable) {
    if (field === code || field === message) continue;
    const isShared = isOwn || Object.hasOwn(contract.context, field.name);
    const known = isRelated && isShared ? ownValues(shape, thrown, field) : [];
    fields[field.name] = [readable(context, field.name), ...known].find((value) => isTold(field, value));
  }
  fields[code.name] = codeOf(shape, thrown, context);
  fields[message.name] = [
    readable(context, message.name),
    isRelated && readable(thrown, message.name),
    readable(thrown, "message"),
  ].find((text) => typeof text === "string" && text !== "" && message.accepts(text));
  return fields;
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

function codeOf({ contract, code, fallback }: Shape, thrown: unknown, context: unknown): unknown {
  const own = readable(thrown, code.name);
  const successors = contract.legacy?.codes ?? {};
  const successor = typeof own === "string" && Object.hasOwn(successors, own) ? successors[own] : undefined;
  const isRegistered = (value: unknown): boolean => code.accepts(value);
  return (
    [readable(context, code.name)].find(isRegistered) ??
    [classified(thrown, context), own, successor, readable(thrown, "code"), fallback.unknown].find(isRegistered)
  );
}

function classified(thrown: unknown, context: unknown): unknown {
  const classify = readable(context, "classify");
  try {
    return typeof classify === "function" ? Reflect.apply(classify, undefined, [thrown]) : undefined;
  } catch {
    return undefined;
  }
}
