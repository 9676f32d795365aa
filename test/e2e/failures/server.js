// A server that fails in every way in which a server can: `node server.js 2.4 standard tools` speaks over stdio.
import { fileURLToPath } from "node:url";
import { createErrorClass } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { z } from "zod";
import { loadSdk } from "./sdks.js";

const info = { name: "failing", version: "1.0.0" };
/** Keeps no record, and says so to nobody. */
const audit = { writeSync: () => {}, write: async () => {} };
/** What two of its tools can answer, as the linter writes it: every list that a client asks for says so. */
const failures = { tools: { own: ["NOT_FOUND"], error: ["RATE_LIMITED", "raw src/server.ts"] } };
const later = () => new Promise((resolve) => setTimeout(resolve, 1));
const text = (words) => [{ type: "text", text: words }];

/** Rejects later with a value. */
const rejecting = (thrown) => async () => {
  await later();
  throw thrown;
};

/** Creates the error of a contract that says that there is no such thing. */
function createOwnError(contract) {
  const [name, entry] = Object.entries(contract.codes).find(([, { condition }]) => condition === "not_found");
  const field = contract.fields.code.split(".").at(-1);
  return createErrorClass(contract).fromUnknown(undefined, { [field]: entry.value ?? name });
}

/** Puts the tools, prompts and resources on an `McpServer` whose failures the table has. */
function registerAll(server, sdk, contract) {
  const { object, on, createError, completable, ResourceTemplate, UrlElicitationRequiredError } = sdk;
  const kaput = rejecting(new Error("kaput"));
  const tool = (name, handler, config = {}) => server.registerTool(name, config, handler);
  const own = createOwnError(contract);
  const throwing = (thrown) => () => {
    throw thrown;
  };

  tool("own", throwing(own));
  tool("own-later", rejecting(own));
  tool("error", throwing(new Error("kaput")));
  tool("rejected", kaput);
  tool("string", throwing("kaput"));
  tool("undefined", throwing(undefined));
  tool("promise", throwing(Promise.resolve("kaput")));
  tool("status", rejecting(Object.assign(new Error("Request failed"), { status: 429 })));
  tool("errno", rejecting(Object.assign(new Error("no such file"), { code: "ENOENT" })));
  tool("timeout", async () => {
    await later();
    throw Object.assign(new Error("The operation timed out"), { name: "TimeoutError" });
  });
  tool("sdk", rejecting(createError(-32602, "Tool sdk not found")));
  tool("failing", () => ({ isError: true, content: text("No such note") }));
  tool("failing-coded", () => ({ isError: true, content: text(JSON.stringify(own.toEnvelope())) }));
  tool("envelope", () => own.toEnvelope());
  tool("json", () => JSON.stringify(own.toEnvelope()));
  const input = { path: z.string(), items: z.array(z.object({ size: z.number() })).optional() };
  tool("input", kaput, { inputSchema: object(input) });
  tool("strict", kaput, { inputSchema: z.strictObject({ path: z.string() }) });
  const broken = z.string().refine(throwing(new TypeError("broken")));
  tool("broken", kaput, { inputSchema: object({ path: broken }) });
  tool("disabled", kaput).disable();
  const outputSchema = object({ size: z.number() });
  tool("output", () => ({ content: [], structuredContent: { size: "x" } }), { outputSchema });
  tool("no-output", () => ({ content: [] }), { outputSchema });
  tool("bigint", () => ({ content: [], structuredContent: { size: 1n } }));
  const circle = { content: [] };
  circle.structuredContent = { circle };
  tool("circle", () => circle);
  tool("failing-bigint", () => ({ isError: true, content: text("No such note"), structuredContent: { size: 1n } }));
  tool("form", () => ({ content: [{ type: "text" }] }));
  tool("nothing", () => undefined);
  tool("returned", () => own);
  tool("returned-output", () => own, { outputSchema });
  const elicitation = { mode: "url", message: "Sign in", elicitationId: "1", url: "https://example.test/" };
  tool("visit", rejecting(new UrlElicitationRequiredError([elicitation])));
  const question = { mode: "form", message: "Which?", requestedSchema: { type: "object", properties: {} } };
  const inputRequests = { which: { method: "elicitation/create", params: question } };
  tool("ask", () => ({ resultType: "input_required", inputRequests }));
  tool("slow", () => new Promise((resolve) => setTimeout(resolve, 2000, { content: [] }).unref()));

  const argsSchema = object({ who: completable(z.string().max(5), kaput) });
  server.registerPrompt("greet", { argsSchema }, kaput);
  server.registerPrompt("own", {}, rejecting(own));
  server.registerPrompt("form", {}, () => ({ messages: [{ role: "nobody" }] }));
  server.registerPrompt("nothing", {}, () => undefined);
  server.registerPrompt("returned", {}, () => own);
  server.registerPrompt("disabled", {}, kaput).disable();

  server.registerResource("error", "file:///error", {}, kaput);
  server.registerResource("own", "file:///own", {}, rejecting(own));
  server.registerResource("form", "file:///form", {}, () => ({ contents: [{ uri: 1 }] }));
  server.registerResource("nothing", "file:///nothing", {}, () => undefined);
  server.registerResource("returned", "file:///returned", {}, () => own);
  server.registerResource("disabled", "file:///disabled", {}, kaput).disable();
  const complete = { id: kaput };
  server.registerResource("note", new ResourceTemplate("note:///{id}", { list: kaput, complete }), {}, kaput);

  const low = server.server;
  on(low, "resources/subscribe", rejecting(own));
  on(low, "notes/own", rejecting(own), z.object({}).optional());
  on(low, "notes/nothing", () => undefined, z.object({}).optional());
  on(low, "notes/bigint", () => ({ size: 1n }), z.object({}).optional());
  on(low, "notes/string", () => "x", z.object({}).optional());
  on(low, "notes/read", kaput, z.object({ id: z.string() }));
}

/** Puts the tools on an `McpServer` of SDK 1.x that clients call as tasks. */
function registerTasks(server, own) {
  const task = (name, taskSupport, handler) =>
    server.experimental.tasks.registerToolTask(name, { execution: { taskSupport } }, handler);
  const create = async ({ taskStore }) => ({ task: await taskStore.createTask({ ttl: 60_000 }) });
  const getTask = ({ taskId, taskStore }) => taskStore.getTask(taskId);
  const getTaskResult = ({ taskId, taskStore }) => taskStore.getTaskResult(taskId);
  const rest = { getTask, getTaskResult };
  task("task-uncreated", "optional", { ...rest, createTask: rejecting(own) });
  task("task-required", "required", { ...rest, createTask: create });
  task("task-failed", "optional", {
    ...rest,
    createTask: async (context) => {
      const made = await create(context);
      const result = { isError: true, content: text("No such note") };
      await context.taskStore.storeTaskResult(made.task.taskId, "failed", result);
      return made;
    },
  });
}

/** Sets the handlers of a `Server`: one of `tools/call`, and one of all methods that have none. */
function registerLow(server, { on, createError }, own) {
  on(server, "tools/call", async ({ params }) => {
    await later();
    if (params.name === "nothing") return undefined;
    if (params.name === "returned") return own;
    if (params.name === "form") return { content: [{ type: "text" }] };
    if (params.name === "failing") return { isError: true, content: text("No such note") };
    if (params.name === "unknown") throw createError(-32601, "Unknown tool: unknown");
    if (params.name === "error") throw new Error("kaput");
    throw own;
  });
  server.fallbackRequestHandler = rejecting(own);
}

/** Creates the servers of an SDK under a contract: `tools` is an `McpServer`, `low` a `Server`. */
export async function createFactory(version, contractName, kind) {
  const sdk = await loadSdk(version);
  const { wrapServer } = await import(`error-contract/${contractName}`);
  const contract = builtInContracts.find(({ name }) => name === contractName);
  const own = createOwnError(contract);
  const create = () => {
    if (kind === "low") {
      const server = wrapServer(new sdk.Server(info, { capabilities: { tools: {} } }), { audit, failures });
      registerLow(server, sdk, own);
      return server;
    }
    const isTasked = sdk.major === 1;
    const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
    const capabilities = { logging: {}, resources: { subscribe: true }, ...(isTasked && { tasks }) };
    const options = { capabilities, ...(isTasked && { taskStore: new sdk.InMemoryTaskStore() }) };
    const server = wrapServer(new sdk.McpServer(info, options), { audit, failures });
    registerAll(server, sdk, contract);
    if (isTasked) registerTasks(server, own);
    return server;
  };
  return { sdk, create };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version, contract, kind] = process.argv.slice(2);
  const { sdk, create } = await createFactory(version, contract, kind);
  if (sdk.major === 2) sdk.serveStdio(create);
  else await create().connect(new sdk.StdioServerTransport());
}
