import { isError, isObject, isPresent, readMember } from "../json/read.js";
import { listNames } from "./find-rows.js";

/** Where libraries keep the error that another one stands for, beside `cause`. */
const holders: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "original",
  "originalError",
  "parent",
  "driverError",
  "lastError",
  "networkError",
  "innerError",
  "inner",
  "detail",
  "error",
  "reason",
  "context",
  "jse_cause",
]);

/** Errors are wrapped, seldom more than once or twice. */
const deepest = 8;

/** A list of errors may hold lists, or itself. */
export const deepestList = 2;

/** Lists a thrown value, its causes, and the errors that libraries keep elsewhere; nearest first. Never throws. */
export function listOriginals(thrown: unknown): readonly unknown[] {
  if (!isPresent(thrown)) return [];
  const links: unknown[] = [thrown];
  for (let index = 0; index < links.length && links.length < deepest; index++) {
    const link = links[index];
    if (!isObject(link)) continue;
    const cause = readMember(link, "cause");
    if (isPresent(cause) && !links.includes(cause)) links.push(cause);
    for (const original of findOriginals(link)) {
      if (!links.includes(original) && links.length < deepest) links.push(original);
    }
  }
  return links;
}

/** The errors that a value keeps beside its cause. */
function findOriginals(link: object): readonly unknown[] {
  const found: unknown[] = [];
  for (const key of listNames(link)) {
    if (!holders.has(key)) continue;
    const original = readMember(link, key);
    // Both errors of a `SuppressedError` are no originals.
    if (original !== link && isError(original) && !isPresent(readMember(link, "suppressed"))) found.push(original);
  }
  return found;
}
