import { hasFunctions, isObject, readMember } from "../../json/read.js";

/** What clients read of the results that no SDK checks before it sends them. */
const forms: Readonly<Record<string, { readonly list: string; readonly item: string; readonly fits: Fits }>> = {
  "resources/read": {
    list: "contents",
    item: "an object with uri, and text or blob",
    fits: (item) => isText(item, "uri") && (isText(item, "text") || isText(item, "blob")),
  },
  "prompts/get": {
    list: "messages",
    item: "an object with role, and content of a type",
    fits: (item) => isText(item, "role") && isText(readMember(item, "content"), "type"),
  },
};

type Fits = (item: unknown) => boolean;

/** A URL is a text in JSON. */
const isText = (owner: unknown, key: string): boolean => {
  const value = readMember(owner, key);
  return typeof value === "string" || hasFunctions(value, "toJSON");
};

/**
 * Says what is wrong with the result of a method, which a client would refuse; `undefined` where nothing is. A result
 * that asks for input, or names a task, has another form.
 */
export function findFormProblem(method: string, result: unknown): string | undefined {
  const form = Object.hasOwn(forms, method) ? forms[method] : undefined;
  if (!form || !isObject(result)) return undefined;
  const items = readMember(result, form.list);
  if (items === undefined && ["resultType", "task"].some((key) => readMember(result, key) !== undefined))
    return undefined;
  const place = Array.isArray(items) ? items.findIndex((item) => !form.fits(item)) : undefined;
  if (place === -1) return undefined;
  const problem =
    place === undefined ? `${form.list}: expected an array` : `${form.list}[${place}]: expected ${form.item}`;
  return `Invalid ${method} result: ${problem}`;
}
