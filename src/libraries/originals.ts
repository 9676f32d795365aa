import { findFirstFailure, isError, isObject, isPresent, readMember } from "../json/read.js";
import { listNames, type Link } from "./find-rows.js";

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

const toLink = (value: unknown): Link => ({ value, names: isObject(value) ? listNames(value) : [] });

/**
 * Lists a thrown value, its causes, and the errors that libraries keep elsewhere; nearest first; none for
 * `undefined` and `null`. Never throws.
 */
export function listOriginals(thrown: unknown): readonly Link[] {
  const links: Link[] = isPresent(thrown) ? [toLink(thrown)] : [];
  const add = (value: unknown): void => {
    if (links.length < deepest && !links.some((link) => link.value === value)) links.push(toLink(value));
  };
  for (let index = 0; index < links.length && links.length < deepest; index++) {
    const { value, names } = links[index]!;
    if (!isObject(value)) continue;
    const cause = readMember(value, "cause");
    if (isPresent(cause)) add(cause);
    for (const name of names) {
      const original = holders.has(name) ? readMember(value, name) : undefined;
      // Both errors of a `SuppressedError` are no originals.
      if (isError(original) && !isPresent(readMember(value, "suppressed"))) add(original);
    }
  }
  return links;
}

/** The links of a thrown value, or of what failed first in a `SuppressedError`, read when they are first asked for. */
export class Reading {
  readonly value: unknown;
  #links: readonly Link[] | undefined;

  constructor(value: unknown) {
    this.value = value;
  }

  static is(value: unknown): value is Reading {
    return isObject(value) && #links in value;
  }

  static of(value: unknown): Reading {
    return Reading.is(value) ? value : new Reading(value);
  }

  get links(): readonly Link[] {
    return (this.#links ??= listOriginals(findFirstFailure(this.value)));
  }
}
