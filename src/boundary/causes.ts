import { readStack } from "../error/contract-error.js";
import { isError, listCauses, listErrors, readMember } from "../json/read.js";
import { toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import type { AuditCause } from "./boundary.js";

/** As many values as say why: a few errors in a row, and those that stand below each. */
const mostCauses = 64;

/** Never throws: an empty list says that the causes cannot be read. */
export function describeCauses(thrown: unknown): readonly AuditCause[] {
  try {
    return describeChain(thrown, [], mostCauses);
  } catch {
    // The envelope is recorded.
    return [];
  }
}

/** What a chain leaves of `most` is shared out among the errors below it, so that no flood in one hides others. */
function describeChain(thrown: unknown, ancestors: readonly unknown[], most: number): readonly AuditCause[] {
  const links = listCauses(thrown)
    .filter((link, index, all) => !ancestors.includes(link) && all.indexOf(link) === index)
    .slice(0, most);
  const path = [...ancestors, ...links];
  const below = links.map((link) => listErrors(link).filter((error) => !path.includes(error)));
  const count = below.reduce((sum, { length }) => sum + length, 0);
  let rest = most - links.length;
  let waiting = count;
  return links.map((link, index) => {
    const errors = below[index]!.flatMap((error) => {
      const share = Math.ceil(rest / waiting--);
      if (share === 0) return [];
      rest -= share;
      const [own, ...causes] = describeChain(error, path, share);
      return [{ ...own, ...(causes.length > 0 && { causes }) }];
    });
    return { ...describeCause(link), ...(errors.length > 0 && { errors }) };
  });
}

function describeCause(cause: unknown): AuditCause {
  if (!isError(cause)) return { value: toJSONSafe(cause) };
  const [name, message, code] = ["name", "message", "code"].map((member) => readMember(cause, member));
  return {
    name: typeof name === "string" ? toSafeText(name) : "Error",
    message: typeof message === "string" ? toSafeText(message) : "",
    ...((typeof code === "string" || Number.isFinite(code)) && { code: toJSONSafe(code) as string | number }),
    stack: readStack(cause),
  };
}
