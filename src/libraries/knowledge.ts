import type { Condition } from "../contract/condition-statuses.js";
import type { LibraryKnowledge, StatedWait } from "../contract/features.js";
import type { LibraryRow } from "../contract/library-row.js";
import { tryTo } from "../json/read.js";
import { classifyForeign } from "./classify.js";
import { Reading } from "./originals.js";
import { findStatedWait } from "./waits.js";

const toRows = (own: unknown): readonly LibraryRow[] | undefined =>
  Array.isArray(own) ? (own as readonly LibraryRow[]) : undefined;

const takesWait = (condition: Condition): boolean => condition === "rate_limited" || condition === "unavailable";

/** For the features of a contract whose foreign errors are classified. */
export const libraries: LibraryKnowledge = {
  classify: (link, own) => tryTo(() => classifyForeign(link, toRows(own))),
  findWait: (failure, now, own) => tryTo(() => findStatedWait(Reading.of(failure).links, now, toRows(own))),
  takesWait,
  adjust,
};

/** What says how long to wait is a limit, or a service that is away. Cancelled is who no longer waits at all. */
function adjust(condition: Condition | undefined, wait: StatedWait | undefined): Condition | undefined {
  if (!wait || condition === "cancelled") return condition;
  if (condition === undefined) return "rate_limited";
  if (takesWait(condition) || !wait.isStated) return condition;
  return condition === "permission_denied" ? "rate_limited" : "unavailable";
}
