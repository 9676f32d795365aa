import type { Condition } from "../contract/condition-statuses.js";
import { findName, getTable } from "./find-rows.js";
import { findConditionOfProtocol } from "./mcp-clients.js";
import { libraryRows } from "./table.js";

/** The members that name a failure by a number, which means nothing elsewhere. */
const numbered: ReadonlySet<string> = new Set(["code", "errno", "errcode", "number", "errorNum", "responseCode"]);

/**
 * Finds the condition that a guard has found by comparing a member with a value, as in `error.code === "P2025"`, or a
 * class by its name. The code that the runtime gives such an error is the one for this condition. Never throws.
 *
 * @param member the name of the member that is compared, where it is known. A number without one says nothing.
 * @example
 * ```js
 * import { findConditionOfGuard } from "error-contract/libraries";
 *
 * console.log(findConditionOfGuard("P2025", "code")); // not_found
 * ```
 */
export function findConditionOfGuard(value: string | number, member?: string): Condition | undefined {
  const isNumber = typeof value === "number" || /^-?\d+$/u.test(value);
  if (isNumber && (member === undefined || !numbered.has(member))) return undefined;
  const protocol = isNumber ? findConditionOfProtocol(Number(value), "") : undefined;
  if (protocol) return protocol;
  const { codes, names } = getTable(libraryRows);
  const word = isNumber ? undefined : (findName(codes, value) ?? findName(names, value));
  if (word) return word.condition;
  for (const { at, means, row } of listRows()) {
    const stands = at.some(
      (path) => member === undefined || path.at(-1) === member || (!isNumber && path.at(-1) !== "error"),
    );
    const condition = stands && means ? findName(means, value) : undefined;
    if (condition && !row.isGeneral) return condition;
  }
  // A client's code for a time limit is also that of an abort, which has another text.
  return isNumber ? undefined : findConditionOfProtocol(value, "Request timed out");
}

const listRows = () => {
  const { byMember, byName, byCode } = getTable(libraryRows);
  const rows = [...byMember.values(), ...byName.values(), ...byCode.values()].flat();
  return rows.sort((one, other) => libraryRows.indexOf(one.row) - libraryRows.indexOf(other.row));
};
