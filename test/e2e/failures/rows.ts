import { z } from "zod";

/** A client of any SDK. */
export type Client = any;

export type Ask = (client: Client) => Promise<unknown>;

/** A row of the table: the requests that fail so, and what they need. */
export interface Row {
  readonly asks: readonly Ask[];
  /** Which server of `server.js` is asked; `tools` by default. */
  readonly kind?: "low";
  /** The last revision that has the method. */
  readonly until?: "2025-11-25";
}

const request =
  (method: string, params?: object): Ask =>
  (client) =>
    client.request({ method, params }, z.any());
const call =
  (name: string, args: object = {}): Ask =>
  (client) =>
    client.callTool({ name, arguments: args });
const read =
  (uri: string): Ask =>
  (client) =>
    client.readResource({ uri });
const prompt =
  (name: string, args?: object): Ask =>
  (client) =>
    client.getPrompt({ name, arguments: args });
const complete = (ref: object): Ask => request("completion/complete", { ref, argument: { name: "id", value: "" } });
const task = (name: string): Ask => request("tools/call", { name, arguments: {}, task: { ttl: 60_000 } });

/** Asks something of a task that has ended. */
const endedTask =
  (method: string): Ask =>
  async (client) => {
    const { task: created } = (await task("task-failed")(client)) as { task: { taskId: string } };
    return request(method, { taskId: created.taskId })(client);
  };

const many = (...asks: Ask[]): Row => ({ asks });
const low = (...asks: Ask[]): Row => ({ asks, kind: "low" });
const early = (...asks: Ask[]): Row => ({ asks, until: "2025-11-25" });

const ofTask: readonly Ask[] = ["get", "result", "cancel"].map((each) => request(`tasks/${each}`, { taskId: "x" }));

/** How each failure in the tables of the guide is brought about, by the heading of the table and the first cell. */
export const rows: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  "A tool fails": {
    "it throws, rejects with or returns an error of the contract": many(
      ...["own", "own-later", "returned", "returned-output"].map((name) => call(name)),
    ),
    "it throws or rejects with another error": many(call("error"), call("rejected")),
    "it throws a string, `undefined` or a promise": many(call("string"), call("undefined"), call("promise")),
    "its error has an HTTP status, 429": many(call("status")),
    "its error has the code of a system call, `ENOENT`": many(call("errno")),
    "it gives up after a time of its own": many(call("timeout")),
    "it throws an error of the SDK, with the code -32602": many(call("sdk")),
    "it returns a result with `isError`": many(call("failing")),
    "it returns a result with `isError` and a code": many(call("failing-coded")),
    "it returns nothing, or what is no result in MCP": many(call("nothing"), call("form")),
    "it returns a `bigint`, or an object that holds itself": many(
      ...["bigint", "circle", "failing-bigint"].map((name) => call(name)),
    ),
    "its result is not what its output schema wants": many(call("output"), call("no-output")),
  },
  "A tool is not called": {
    "a field of the input is missing, or all are": many(call("input"), request("tools/call", { name: "input" })),
    "a field has the wrong type": many(
      call("input", { path: 1 }),
      call("input", { path: "x", items: [{ size: 1 }, { size: "x" }] }),
    ),
    "a strict schema does not know an argument": many(call("strict", { path: "x", more: 1 })),
    "the schema itself throws": many(call("broken", { path: "x" })),
    // A member of every object is no tool.
    "there is no such tool": many(call("unknown"), call("constructor")),
    "the tool is disabled": many(call("disabled")),
    "the request names no tool": many(request("tools/call", {})),
    "the name is no string": many(request("tools/call", { name: 1 })),
    "the arguments are a list": many(request("tools/call", { name: "input", arguments: [1] })),
  },
  "A handler of `tools/call` fails": {
    "it throws or returns an error of the contract": low(call("own"), call("returned")),
    "it throws another error": low(call("error")),
    "it throws the code -32601: no such tool": low(call("unknown")),
    "it returns a result with `isError`": low(call("failing")),
    "it returns what is no result in MCP": low(call("form"), call("nothing")),
    "the request has not the form of its method": low(request("tools/call", { name: 1 })),
  },
  "A task fails": {
    "it cannot be created": many(task("task-uncreated")),
    "it cannot be created for a call without a task": many(call("task-uncreated")),
    "the tool of a task throws": many(task("error")),
    "there is no tool for it": many(task("unknown")),
    // A client that knows the tool refuses this itself.
    "a tool that needs a task is called without": many(request("tools/call", { name: "task-required" })),
    "it has ended with a failing result": many(endedTask("tasks/result"), call("task-failed")),
    "there is no such task, or it has ended": many(...ofTask, endedTask("tasks/cancel")),
  },
  "A resource fails": {
    "it throws or returns an error of the contract": many(read("file:///own"), read("file:///returned")),
    "it, or its template, throws another error": many(read("file:///error"), read("note:///1")),
    "the list of a template throws": many((client) => client.listResources()),
    "it returns nothing, or what is no result in MCP": many(read("file:///nothing"), read("file:///form")),
    "there is no such resource": many(read("file:///unknown"), read("none:///1")),
    "it is disabled": many(read("file:///disabled")),
    "the address is no URI": many(read("unknown")),
    "the request has no address": many(request("resources/read", {})),
  },
  "A prompt or a completion fails": {
    "a prompt throws or returns an error of the contract": many(prompt("own"), prompt("returned")),
    "a prompt throws another error": many(prompt("greet", { who: "Ada" })),
    "a prompt returns nothing, or what is no result in MCP": many(prompt("nothing"), prompt("form")),
    "an argument is missing, or all are": many(prompt("greet", {}), prompt("greet")),
    "an argument is refused": many(prompt("greet", { who: "Augusta Ada" })),
    "there is no such prompt": many(prompt("unknown")),
    "the prompt is disabled": many(prompt("disabled")),
    "the request names no prompt": many(request("prompts/get", {})),
    "a completion throws": many(
      (client) =>
        client.complete({ ref: { type: "ref/prompt", name: "greet" }, argument: { name: "who", value: "A" } }),
      complete({ type: "ref/resource", uri: "note:///{id}" }),
    ),
    "there is no such prompt or template to complete": many(
      complete({ type: "ref/prompt", name: "unknown" }),
      complete({ type: "ref/resource", uri: "none:///{id}" }),
    ),
    "a completion is for neither": many(complete({ type: "ref/note", uri: "note:///{id}" })),
  },
  "Another method fails": {
    "there is no such method (until 2025-11-25)": early(request("notes/unknown", {})),
    "its handler throws an error of the contract": many(request("notes/own", {})),
    "its handler throws another error": many(request("notes/read", { id: "1" })),
    "its handler returns no object, or a `bigint` in it": many(
      ...["nothing", "string", "bigint"].map((name) => request(`notes/${name}`, {})),
    ),
    "`fallbackRequestHandler` throws": low(request("notes/unknown", {})),
    "its parameters are refused": many(request("notes/read", { id: 1 }), request("tools/list", { cursor: 1 })),
    "a level of the log is refused (until 2025-11-25)": early((client) => client.setLoggingLevel("loud")),
    "a subscription is refused (until 2025-11-25)": early((client) => client.subscribeResource({ uri: "file:///x" })),
    "the server cannot unsubscribe (until 2025-11-25)": early((client) =>
      client.unsubscribeResource({ uri: "file:///x" }),
    ),
  },
};
