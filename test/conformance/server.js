// A server that has what the scenarios of MCP's conformance suite ask for, over Streamable HTTP on the loopback
// address: `node server.js 2.4 wrapped` prints its address.
import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { wrapServer } from "error-contract/standard";
import { z } from "zod";
import { serveHttp } from "../e2e/failures/http.js";
import { loadSdk } from "../e2e/failures/sdks.js";

const [version, form] = process.argv.slice(2);
const sdk = await loadSdk(version);
const { McpServer, ResourceTemplate, completable, on, object } = sdk;

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const text = (words) => ({ type: "text", text: words });
const image = { type: "image", data: pixel, mimeType: "image/png" };
const audio = { type: "audio", data: silence, mimeType: "audio/wav" };
const embed = (uri, mimeType, words) => ({ type: "resource", resource: { uri, mimeType, text: words } });

/** What a handler may ask of the client, in the same words for both SDKs. */
function readContext(context) {
  const { mcpReq } = context;
  const send = mcpReq ? mcpReq.send.bind(mcpReq) : (request) => context.sendRequest(request, z.any());
  const notify = mcpReq ? mcpReq.notify.bind(mcpReq) : context.sendNotification;
  return {
    notify: (method, params) => notify({ method, params }),
    ask: (method, params) => send({ method, params }, z.looseObject({})),
    meta: (mcpReq ?? context)._meta,
    // SDK 2.x has a function for the state.
    state: typeof mcpReq?.requestState === "function" ? mcpReq.requestState() : mcpReq?.requestState,
    log: mcpReq?.log,
    answers: mcpReq?.inputResponses,
    capabilities: mcpReq?.envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY],
    closeStream: mcpReq?.closeSSE ?? context.http?.closeSSE ?? context.closeSSEStream,
  };
}

const property = (type, more) => ({ type, ...more });
const form1 = (message, properties, required = Object.keys(properties)) => ({
  mode: "form",
  message,
  requestedSchema: { type: "object", properties, required },
});
const options = ["option1", "option2", "option3"];
const titled = options.map((value) => ({ const: value, title: `The ${value}` }));
const choices = {
  untitledSingle: property("string", { enum: options }),
  titledSingle: property("string", { oneOf: titled }),
  legacyEnum: property("string", { enum: options, enumNames: ["One", "Two", "Three"] }),
  untitledMulti: property("array", { items: { type: "string", enum: options } }),
  titledMulti: property("array", { items: { anyOf: titled } }),
};
const defaults = {
  name: property("string", { default: "John Doe" }),
  age: property("integer", { default: 30 }),
  score: property("number", { default: 95.5 }),
  status: property("string", { enum: ["active", "inactive", "pending"], default: "active" }),
  verified: property("boolean", { default: true }),
};

const person = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

function registerTools(server) {
  const tool = (name, handler, shape = {}) => {
    const config = { description: name, inputSchema: object(shape) };
    server.registerTool(name, config, (args, context) => handler(readContext(context), args));
  };
  const fixed = (name, ...content) => tool(name, async () => ({ content }));
  fixed("test_simple_text", text("One line of text."));
  fixed("test_image_content", image);
  fixed("test_audio_content", audio);
  fixed("test_embedded_resource", embed("test://embedded-resource", "text/plain", "Embedded"));
  const mixed = embed("test://mixed-content-resource", "application/json", '{"size":7}');
  fixed("test_multiple_content_types", text("Several kinds:"), image, mixed);
  tool("test_error_handling", async () => {
    throw new Error("It fails, as it should");
  });
  tool("test_tool_with_logging", async ({ notify }) => {
    for (const data of ["started", "processing", "completed"]) {
      await notify("notifications/message", { level: "info", data });
      await sleep(50);
    }
    return { content: [text("Logged")] };
  });
  tool("test_tool_with_progress", async ({ notify, meta }) => {
    const { progressToken = 0 } = meta ?? {};
    for (const progress of [0, 50, 100]) {
      await notify("notifications/progress", { progressToken, progress, total: 100 });
      await sleep(50);
    }
    return { content: [text(String(progressToken))] };
  });
  tool("test_reconnection", async ({ closeStream }) => {
    closeStream?.();
    await sleep(100);
    return { content: [text("Reconnected")] };
  });
  fixed("test_streaming_elicitation", text("Streamed"));
  tool("test_logging_tool", async ({ log }) => {
    await log?.("info", "Called");
    return { content: [text("Logged")] };
  });
  const sample = (prompt) => ({ messages: [{ role: "user", content: text(prompt) }], maxTokens: 100 });
  const answer = async ({ ask }, method, params) => {
    const result = await ask(method, params);
    return { content: [text(`answer: ${JSON.stringify(result)}`)] };
  };
  tool("test_sampling", (context, { prompt }) => answer(context, "sampling/createMessage", sample(prompt)), {
    prompt: z.string(),
  });
  const response = { response: property("string") };
  tool(
    "test_elicitation",
    async ({ ask }, { message }) => {
      const { action, content } = await ask("elicitation/create", form1(message, response));
      return { content: [text(`The user chose to ${action}: ${JSON.stringify(content)}`)] };
    },
    { message: z.string() },
  );
  for (const [name, properties] of Object.entries({ sep1034_defaults: defaults, sep1330_enums: choices })) {
    tool(`test_elicitation_${name}`, async ({ ask }) => {
      const { action, content } = await ask("elicitation/create", form1("Choose", properties, []));
      return { content: [text(`The user chose to ${action}: ${JSON.stringify(content)}`)] };
    });
  }
  registerInputTools(tool);
  registerPerson(server);
}

const elicit = (message, properties) => ({ method: "elicitation/create", params: form1(message, properties) });
const sampling = (prompt) => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: text(prompt) }], maxTokens: 100 },
});
const listRoots = { method: "roots/list", params: {} };
const want = (inputRequests, requestState) => ({
  resultType: "input_required",
  inputRequests,
  ...(requestState !== undefined && { requestState }),
});

const secret = "conformance";
const sign = (data) => `${data}.${createHmac("sha256", secret).update(data).digest("hex")}`;

/** Refuses a state that the client has changed. */
async function verify(state) {
  if (state !== sign(state.split(".")[0])) throw new Error("The state was changed");
}

/** The tools of 2026-07-28 that answer with what they want to know. */
function registerInputTools(tool) {
  const name = elicit("How shall I call you?", { name: property("string") });
  const asking = (id, key, request) =>
    tool(`test_input_required_result_${id}`, async ({ answers }) =>
      answers?.[key] ? { content: [text(`Answered: ${JSON.stringify(answers[key])}`)] } : want({ [key]: request }),
    );
  asking("elicitation", "user_name", name);
  asking("sampling", "capital_question", sampling("Name a city"));
  asking("list_roots", "client_roots", listRoots);
  const confirm = elicit("Shall I go on?", { ok: property("boolean") });
  tool("test_input_required_result_request_state", async ({ answers, state }) =>
    answers?.confirm && state === sign("confirm")
      ? { content: [text("state-ok")] }
      : want({ confirm }, sign("confirm")),
  );
  tool("test_input_required_result_tampered_state", async ({ answers }) =>
    answers?.confirm ? { content: [text("The state is unchanged")] } : want({ confirm }, sign("tamper")),
  );
  tool("test_input_required_result_multiple_inputs", async ({ answers }) => {
    const requests = { user_name: name, greeting: sampling("Greet"), client_roots: listRoots };
    return Object.keys(requests).every((key) => answers?.[key])
      ? { content: [text("All answered")] }
      : want(requests, sign("multiple"));
  });
  tool("test_input_required_result_multi_round", async ({ answers, state }) => {
    if (state === sign("round 2") && answers?.step2) return { content: [text("All rounds are over")] };
    return state === sign("round 1") && answers?.step1
      ? want({ step2: elicit("Which colour do you like?", { color: property("string") }) }, sign("round 2"))
      : want({ step1: elicit("And your name?", { name: property("string") }) }, sign("round 1"));
  });
  tool("test_missing_capability", async () => want({ question: sampling("Question") }));
  tool("test_input_required_result_capabilities", async ({ answers, capabilities }) => {
    if (answers && Object.keys(answers).length > 0) return { content: [text("Asked for what the client can do")] };
    const requests = {
      ...(capabilities?.elicitation && { elicit_input: elicit("Input", { value: property("string") }) }),
      ...(capabilities?.sampling && { sample_input: sampling("Sample") }),
    };
    return Object.keys(requests).length > 0 ? want(requests, sign("capabilities")) : { content: [text("None")] };
  });
}

/** The tool whose schema has to reach the client as it is. */
function registerPerson(server) {
  const name = "json_schema_2020_12_tool";
  const handler = async () => ({ content: [text("Called")] });
  if (sdk.major === 2) {
    server.registerTool(name, { description: name, inputSchema: sdk.fromJsonSchema(person) }, handler);
    const region = { type: "string", "x-mcp-header": "Region" };
    const inputSchema = sdk.fromJsonSchema({ type: "object", properties: { region } });
    server.registerTool("test_custom_header", { description: "region", inputSchema }, handler);
    return;
  }
  server.registerTool(name, { description: name, inputSchema: { name: z.string().optional() } }, handler);
  // SDK 1.x makes the schema that it lists of one of zod.
  const list = server.server._requestHandlers.get("tools/list");
  server.server._requestHandlers.set("tools/list", async (...args) => {
    const { tools, ...rest } = await list(...args);
    return { ...rest, tools: tools.map((tool) => (tool.name === name ? { ...tool, inputSchema: person } : tool)) };
  });
}

function registerRest(server) {
  const plain = { mimeType: "text/plain" };
  const read = (mimeType, content) => async (uri) => ({ contents: [{ uri: uri.href, mimeType, ...content }] });
  server.registerResource("static-text", "test://static-text", plain, read("text/plain", { text: "The static text." }));
  server.registerResource("static-binary", "test://static-binary", {}, read("image/png", { blob: pixel }));
  server.registerResource("watched", "test://watched-resource", plain, read("text/plain", { text: "Watched" }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, {}, async (uri, { id }) => {
    const words = JSON.stringify({ id, note: `note ${id}` });
    return { contents: [{ uri: uri.href, mimeType: "application/json", text: words }] };
  });

  const say = (...content) => ({ messages: content.map((each) => ({ role: "user", content: each })) });
  server.registerPrompt("test_simple_prompt", { description: "simple" }, async () => say(text("A simple prompt.")));
  const two = object({ arg1: completable(z.string(), () => ["a"]), arg2: z.string() });
  server.registerPrompt("test_prompt_with_arguments", { description: "two", argsSchema: two }, async (args) =>
    say(text(`${args.arg1} and ${args.arg2}`)),
  );
  const one = object({ resourceUri: z.string() });
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "embedded", argsSchema: one },
    async ({ resourceUri }) => say(embed(resourceUri, "text/plain", "Embedded"), text("Read the resource above.")),
  );
  server.registerPrompt("test_prompt_with_image", { description: "image" }, async () =>
    say(image, text("Look at the image above.")),
  );
  server.registerPrompt("test_input_required_result_prompt", { description: "input" }, async (context) => {
    const { answers } = readContext(context);
    const request = elicit("What is it about?", { context: property("string") });
    return answers?.user_context ? say(text("With the context")) : want({ user_context: request });
  });

  const low = server.server;
  for (const method of ["resources/subscribe", "resources/unsubscribe"]) {
    on(low, method, async () => ({}), z.looseObject({ uri: z.string() }));
  }
}

function create() {
  const capabilities = { logging: {}, resources: { subscribe: true } };
  const server = new McpServer({ name: "conformance", version: "1.0.0" }, { capabilities, requestState: { verify } });
  if (form === "wrapped") wrapServer(server, { audit: "none" });
  registerTools(server);
  registerRest(server);
  return server;
}

const { url } = await serveHttp({ sdk, create });
console.log(url.href);
