import { isObject, listErrors, readMember } from "../json/read.js";

/** Messages that say only that something failed; what, stands in the cause. */
const bare: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  "",
  "fetch failed",
  "terminated",
  "Failed to fetch",
  "Connection error.",
  "Load failed",
]);

const deepest = 4;

/** The message of an error; where it says nothing, with that of its cause. `undefined` where there is none. */
export function readSentence(thrown: unknown, depth = 0): string | undefined {
  const message = readMember(thrown, "message");
  const text = typeof message === "string" ? message : undefined;
  if (depth === deepest || text === undefined || !bare.has(text)) return text;
  const cause = readMember(thrown, "cause") ?? listErrors(thrown)[0];
  const reason = isObject(cause) ? readSentence(cause, depth + 1) : undefined;
  if (reason === undefined || reason === "") return text;
  return text === "" ? reason : `${text.replace(/\.$/u, "")}: ${reason}`;
}
