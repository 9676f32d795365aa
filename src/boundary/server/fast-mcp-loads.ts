import { hasFunctions, isError, readMember, tryTo } from "../../json/read.js";
import type { Handler, RequestHandler } from "../options.js";

/** What the loads of an item have thrown while requests for it are answered. */
interface Loads {
  requests: number;
  readonly thrown: unknown[];
}

/** The methods whose failures fastmcp keeps only the message of, with the member that names what they load. */
const names = { "prompts/get": "name", "resources/read": "uri" } as const;
type LoadMethod = keyof typeof names;

const isLoadMethod = (method: string): method is LoadMethod => Object.hasOwn(names, method);

/** Keeps what the prompts and resources of a server throw, since fastmcp sends an error of its own with the message. */
export class LoadFailures {
  readonly #loads = new Map<string, Loads>();

  /** Returns an item whose `load` tells what it throws. */
  watch(adder: string, item: unknown): unknown {
    const method = adder.startsWith("addPrompt") ? "prompts/get" : "resources/read";
    if (adder.startsWith("addResourceTemplate") || !hasFunctions(item, "load")) return item;
    const { load } = item as { readonly load: Handler };
    const value = async (...args: unknown[]): Promise<unknown> => {
      try {
        return await Reflect.apply(load, item, args);
      } catch (thrown) {
        this.#loads.get(nameLoad(method, item))?.thrown.push(thrown);
        throw thrown;
      }
    };
    const own = Object.getOwnPropertyDescriptors(item as object);
    const watched = { value, enumerable: true, configurable: true, writable: true };
    return Object.create(Object.getPrototypeOf(item) as object, { ...own, load: watched }) as unknown;
  }

  /** Returns a handler of requests that throws what the item has thrown, in place of fastmcp's error. */
  restore(method: string, handler: RequestHandler): RequestHandler {
    if (!isLoadMethod(method)) return handler;
    return async (request, context) => {
      const name = nameLoad(method, readMember(request, "params"));
      const loads = this.#loads.get(name) ?? { requests: 0, thrown: [] };
      this.#loads.set(name, loads);
      loads.requests++;
      try {
        return await handler(request, context);
      } catch (sent) {
        throw takeOriginal(loads, sent);
      } finally {
        if (--loads.requests === 0) this.#loads.delete(name);
      }
    };
  }
}

function nameLoad(method: LoadMethod, owner: unknown): string {
  const name = readMember(owner, names[method]);
  return `${method} ${typeof name === "string" ? name : ""}`;
}

/** Of several requests for one item, each gets the original whose message fastmcp's error ends with. */
function takeOriginal({ thrown }: Loads, sent: unknown): unknown {
  const message = String(readMember(sent, "message"));
  const endsWith = (each: unknown): boolean => message.endsWith(isError(each) ? each.message : String(each));
  const index = thrown.findIndex((each) => tryTo(() => endsWith(each)));
  return index < 0 ? sent : thrown.splice(index, 1)[0];
}
