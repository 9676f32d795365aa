import { readStack } from "../error/contract-error.js";
import { isError, listErrors, readMember, tryTo } from "../json/read.js";
import { toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import { listOriginals } from "../libraries/originals.js";
import type { AuditCause } from "./boundary.js";

/** As many values as say why: a few errors in a row, and those that stand below each. */
const mostCauses = 64;

/** Never throws: an empty list says that the causes cannot be read. */
export const describeCauses = (thrown: unknown): readonly AuditCause[] =>
  tryTo(() => describeChain(thrown, [], { left: mostCauses })) ?? [];

function describeChain(thrown: unknown, above: readonly unknown[], budget: { left: number }): readonly AuditCause[] {
  const listed = listErrors(thrown);
  const links = listOriginals(thrown)
    .map(({ value }) => value)
    .filter((link) => !above.includes(link) && (link === thrown || !listed.includes(link)) && budget.left-- > 0);
  const path = [...above, ...links];
  return links.map((link) => {
    const errors = listErrors(link).flatMap((error) => {
      const [own, ...causes] = path.includes(error) ? [] : describeChain(error, path, budget);
      return own ? [{ ...own, ...(causes.length > 0 && { causes }) }] : [];
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
