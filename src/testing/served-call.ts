import type { Handler } from "../boundary/options.js";
import { isError, isObject, readMember } from "../json/read.js";

/** Who calls the handler. Of what a tool throws, the SDKs send the message alone; else `code`, `message` and `data`. */
export type TestedCaller = "tool" | "request";

/** @throws the error of JSON where the outcome cannot be sent. */
export async function callAsServer(caller: TestedCaller, handler: Handler): Promise<unknown> {
  const args = caller === "tool" ? {} : { method: "prompts/get", params: { name: "contract_test" } };
  return toSent(await createMessage(caller, () => handler(args, createContext())));
}

export function toSent(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : JSON.parse(text);
}

function createContext(): object {
  const resolve = (): Promise<object> => Promise.resolve({});
  return { signal: new AbortController().signal, requestId: 1, sendRequest: resolve, sendNotification: resolve };
}

async function createMessage(caller: TestedCaller, call: () => unknown): Promise<unknown> {
  let value: unknown;
  try {
    value = await call();
  } catch (thrown) {
    return caller === "tool" ? createResult(readText(thrown), true) : createErrorResponse(thrown);
  }
  if (caller === "request" || isObject(value)) return value;
  return typeof value === "string" ? createResult(value, false) : createErrorResponse({ code: invalidParams });
}

const createResult = (text: string, isFailed: boolean): object => ({
  content: [{ type: "text", text }],
  ...(isFailed && { isError: true }),
});

const [invalidParams, internalError] = [-32602, -32603];

function createErrorResponse(thrown: unknown): object {
  const [code, data] = [readMember(thrown, "code"), readMember(thrown, "data")];
  const error = { code: Number.isSafeInteger(code) ? code : internalError, message: readText(thrown), data };
  return { jsonrpc: "2.0", id: 1, error };
}

const readText = (thrown: unknown): string => (isError(thrown) ? thrown.message : String(thrown));
