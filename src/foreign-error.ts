import { codeForCondition } from "./condition-codes.js";
import { isOfContract, lineageOf } from "./contract-error.js";
import { contractCondition, contractOf, systemCondition } from "./foreign-condition.js";
import type { ContractData } from "./contract.js";
import { readable } from "./json.js";
import { lastPart } from "./leaf-fields.js";
import type { Given } from "./plan.js";
import type { Field, Shape } from "./shape.js";

/**
 * The fields of an error that is made for a foreign value: what the caller's context says, and what the value itself knows.
 * The context comes first, except that null says nothing. Everything here can be given to a plan, which accepts it. Never
 * throws.
 *
 * - The code: the context's, what `classify` answers, the value's own under the contract's name for it or its forerunner in
 *   the contract's `legacy` table, its `code`, that of the condition which an error of another contract stands for, or which
 *   errno and status mean where the contract goes by them, the contract's fallback.
 * - The message: the context's, the value's own under the contract's name for it, its `message`; where the contract hides
 *   those of foreign errors, only one that was written for clients, and none where messages are literal.
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
  const isShown = contract.message !== "literal" && (contract.foreign?.message !== "hidden" || lineageOf(thrown));
  fields[message.name] = [
    readable(context, message.name),
    ...(isShown ? messagesOf(thrown, isRelated ? message.name : "message") : []),
  ].find((text) => typeof text === "string" && text !== "" && message.accepts(text));
  return fields;
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

function codeOf({ contract, code, fallback }: Shape, thrown: unknown, context: unknown): unknown {
  const own = readable(thrown, code.name);
  const successors = contract.legacy?.codes ?? {};
  const successor = typeof own === "string" && Object.hasOwn(successors, own) ? successors[own] : undefined;
  const isRegistered = (value: unknown): boolean => code.accepts(value);
  return (
    [readable(context, code.name)].find(isRegistered) ??
    [classified(thrown, context), own, successor, readable(thrown, "code")].find(isRegistered) ??
    codeByCondition(contract, thrown) ??
    fallback.unknown
  );
}

function codeByCondition(contract: ContractData, thrown: unknown): string | number | undefined {
  const condition =
    contractCondition(thrown) ?? (contract.foreign?.isClassified === true ? systemCondition(thrown) : undefined);
  return condition && codeForCondition(contract, condition);
}

function classified(thrown: unknown, context: unknown): unknown {
  const classify = readable(context, "classify");
  try {
    return typeof classify === "function" ? Reflect.apply(classify, undefined, [thrown]) : undefined;
  } catch {
    return undefined;
  }
}
