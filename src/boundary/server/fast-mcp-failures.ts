import { envelopeKey } from "../../contract/contract-data.js";
import { hasFunctions, isError, readMember, tryTo } from "../../json/read.js";
import type { Handler, RequestHandler } from "../options.js";

/** The failures of an item while requests for it are answered: what a load has thrown, what a tool has returned. */
interface Failures {
  requests: number;
  readonly kept: unknown[];
}

/** The methods whose failures fastmcp keeps only a part of, with the member that names what they ask for. */
const names = { "prompts/get": "name", "resources/read": "uri", "tools/call": "name" } as const;
type Method = keyof typeof names;

const isMethod = (method: string): method is Method => Object.hasOwn(names, method);

/**
 * Keeps the failures of a server's tools, prompts and resources: of what a load throws fastmcp sends the message alone,
 * and of a failing result a copy, in older versions without `_meta`.
 */
export class KeptFailures {
  readonly #items = new Map<string, Failures>();

  keep(method: Method, item: unknown, failure: unknown): void {
    this.#items.get(nameItem(method, item))?.kept.push(failure);
  }

  /** Returns an item whose `load` tells what it throws. */
  watch(adder: string, item: unknown): unknown {
    const method = adder.startsWith("addPrompt") ? "prompts/get" : "resources/read";
    if (adder.startsWith("addResourceTemplate") || !hasFunctions(item, "load")) return item;
    const { load } = item as { readonly load: Handler };
    const value = async (...args: unknown[]): Promise<unknown> => {
      try {
        return await Reflect.apply(load, item, args);
      } catch (thrown) {
        this.keep(method, item, thrown);
        throw thrown;
      }
    };
    const own = Object.getOwnPropertyDescriptors(item as object);
    const watched = { value, enumerable: true, configurable: true, writable: true };
    return Object.create(Object.getPrototypeOf(item) as object, { ...own, load: watched }) as unknown;
  }

  /** Returns a handler of requests that fails as the item did, in place of what fastmcp makes of it. */
  restore(method: string, handler: RequestHandler): RequestHandler {
    if (!isMethod(method)) return handler;
    return async (request, context) => {
      const name = nameItem(method, readMember(request, "params"));
      const failures = this.#items.get(name) ?? { requests: 0, kept: [] };
      this.#items.set(name, failures);
      failures.requests++;
      try {
        const result = await handler(request, context);
        return readMember(result, "isError") === true ? takeOriginal(failures, result, isCopy) : result;
      } catch (sent) {
        throw takeOriginal(failures, sent, isTold);
      } finally {
        if (--failures.requests === 0) this.#items.delete(name);
      }
    };
  }
}

function nameItem(method: Method, owner: unknown): string {
  const name = readMember(owner, names[method]);
  return `${method} ${typeof name === "string" ? name : ""}`;
}

type IsSame = (sent: unknown, original: unknown) => boolean;

/** Of several requests for one item, each gets the original that fastmcp has made `sent` of. */
function takeOriginal({ kept }: Failures, sent: unknown, isSame: IsSame): unknown {
  const index = kept.findIndex((each) => tryTo(() => isSame(sent, each)));
  return index < 0 ? sent : kept.splice(index, 1)[0];
}

/** The message of an error that fastmcp sends ends with that of the error that was thrown. */
const isTold: IsSame = (sent, thrown) =>
  String(readMember(sent, "message")).endsWith(isError(thrown) ? thrown.message : String(thrown));

const readEnvelope = (result: unknown): unknown => readMember(readMember(result, "_meta"), envelopeKey);
const readText = (result: unknown): unknown => readMember(readMember(readMember(result, "content"), "0"), "text");

/** The copy of a failing result has its envelope, or no `_meta` and its text. */
const isCopy: IsSame = (sent, original) => {
  const envelope = readEnvelope(sent);
  return envelope === undefined ? readText(sent) === readText(original) : envelope === readEnvelope(original);
};
