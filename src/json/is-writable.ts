import { isFunction, isObject, readMember, tryTo } from "./read.js";

/** Whether `JSON.stringify` writes a value. This looks at the members alone, since texts may be long. */
export const isWritable = (value: unknown): boolean => tryTo(() => isWritableIn(value, [])) === true;

function isWritableIn(value: unknown, holders: object[]): boolean {
  if (typeof value === "bigint") return isFunction(readMember(BigInt.prototype, "toJSON"));
  if (!isObject(value)) return true;
  if (holders.includes(value)) return false;
  // A date, for example; JSON has what the function returns.
  if (isFunction((value as { toJSON?: unknown }).toJSON)) return JSON.stringify(value) !== "";
  holders.push(value);
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const areWritable = members.every((member) => isWritableIn(member, holders));
  holders.pop();
  return areWritable;
}
