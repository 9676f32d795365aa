import { conditionStatuses } from "../contract/condition-statuses.js";
import { isRecord } from "../json/read.js";

const texts = ["packages", "at", "status", "original", "wait", "headers"] as const;
const types: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "object",
  "list",
  "function",
  "undefined",
  "any",
]);

export const rowList =
  "a list of rows, each with `library`, `source`, what its errors have (`members`), and what that means (`means`, " +
  "`says`, `status` or `otherwise`), as in `LibraryRow`";

/** Returns whether a value is a list of rows that can be used. */
export const isRowList = (value: unknown): boolean => Array.isArray(value) && value.every(isRow);

function isRow(row: unknown): boolean {
  if (!isRecord(row)) return false;
  const { library, source, members = {}, means = {}, says = {}, otherwise, unit, isGeneral } = row;
  if (![library, source].every((text) => typeof text === "string" && text !== "")) return false;
  if (texts.some((name) => row[name] !== undefined && typeof row[name] !== "string")) return false;
  if (!isRecord(members) || !Object.values(members).every(isTest)) return false;
  if (!isRecord(means) || !isByCondition(means, (names) => typeof names === "string")) return false;
  if (
    !isRecord(says) ||
    !isByCondition(says, (list) => Array.isArray(list) && list.every((text) => typeof text === "string"))
  )
    return false;
  if (otherwise !== undefined && !isCondition(otherwise)) return false;
  return [undefined, "s", "ms"].includes(unit as string) && ["undefined", "boolean"].includes(typeof isGeneral);
}

const isCondition = (name: unknown): boolean => typeof name === "string" && Object.hasOwn(conditionStatuses, name);

const isByCondition = (table: Readonly<Record<string, unknown>>, isRight: (value: unknown) => boolean): boolean =>
  Object.entries(table).every(([condition, value]) => isCondition(condition) && isRight(value));

function isTest(test: unknown): boolean {
  if (Array.isArray(test))
    return test.every((value) => value === null || /^(?:string|number|boolean)$/u.test(typeof value));
  if (typeof test !== "string") return false;
  return types.has(test) || (test.startsWith("^") && isPattern(test));
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    // It is no pattern.
    return false;
  }
}
