export const packages = {
  openai: "6.49.0",
  "@anthropic-ai/sdk": "1.14.0",
  "@google/genai": "2.32.0",
  ai: "6.0.326",
  "@ai-sdk/openai": "3.0.141",
  "groq-sdk": "1.6.0",
  "cohere-ai": "8.1.0",
  ollama: "0.6.4",
};

export async function run({ load, trial, serve, findPort }) {
  const dead = `http://127.0.0.1:${await findPort()}`;
  const hang = await serve(200, {}, "", "hang");
  const { default: OpenAI } = await load("openai");
  const { default: Anthropic } = await load("@anthropic-ai/sdk");
  const { GoogleGenAI } = await load("@google/genai");
  const { generateText } = await load("ai");
  const { createOpenAI } = await load("@ai-sdk/openai");
  const { default: Groq } = await load("groq-sdk");
  const { CohereClient } = await load("cohere-ai");
  const { Ollama } = await load("ollama");
  const apiKey = "k";
  const messages = [{ role: "user", content: "x" }];
  const clients = {
    openai: (baseURL, { timeout, signal }) =>
      new OpenAI({ apiKey, baseURL, maxRetries: 0, timeout }).chat.completions.create(
        { model: "m", messages },
        { signal },
      ),
    "@anthropic-ai/sdk": (baseURL, { timeout, signal }) =>
      new Anthropic({ apiKey, baseURL, maxRetries: 0, timeout }).messages.create(
        { model: "m", max_tokens: 1, messages },
        { signal },
      ),
    ai: (baseURL, { timeout, signal }) =>
      generateText({
        model: createOpenAI({ apiKey, baseURL })("m"),
        prompt: "x",
        maxRetries: 1,
        abortSignal: signal ?? (timeout ? AbortSignal.timeout(timeout) : undefined),
      }),
    "groq-sdk": (baseURL, { timeout, signal }) =>
      new Groq({ apiKey, baseURL, maxRetries: 0, timeout }).chat.completions.create(
        { model: "m", messages },
        { signal },
      ),
  };
  for (const [name, call] of Object.entries(clients)) {
    await trial(name, "the status 401", "UNAUTHENTICATED", async () => call(await serve(401, {}, { error: {} }), {}));
    await trial(name, "the status 429", "RATE_LIMITED 7", async () =>
      call(await serve(429, { "retry-after": "7" }, { error: { message: "slow" } }), {}),
    );
    await trial(name, "the status 503", "UNAVAILABLE 9", async () =>
      call(await serve(503, { "retry-after": "9" }, { error: { message: "busy" } }), {}),
    );
    await trial(name, "a page with the status 502", "UPSTREAM_FAILED", async () =>
      call(await serve(502, {}, "<p>"), {}),
    );
    await trial(name, "a connection that is refused", "UNAVAILABLE", () => call(dead, {}));
    await trial(name, "no answer in time", "TIMEOUT", () => call(hang, { timeout: 200 }));
    await trial(name, "an abort", "CANCELLED", () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 60);
      return call(hang, { signal: controller.signal });
    });
  }
  const create = (baseURL) => new OpenAI({ apiKey, baseURL, maxRetries: 0 });
  await trial("openai", "a wait in milliseconds", "RATE_LIMITED 8", async () =>
    create(await serve(429, { "retry-after-ms": "7050" }, {})).models.list(),
  );
  await trial("openai", "a limit of requests", "RATE_LIMITED 7", async () => {
    const limit = { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "7s" };
    return create(await serve(429, limit, {})).models.list();
  });
  await trial("openai", "a failure in a stream", "UPSTREAM_FAILED", async () => {
    const said = 'data: {"error":{"message":"m","type":"server_error"}}\n\n';
    const url = await serve(200, { "content-type": "text/event-stream" }, said);
    const stream = await create(url).chat.completions.create({ model: "m", messages, stream: true });
    for await (const part of stream) String(part);
  });
  await trial("@anthropic-ai/sdk", "overloaded in a stream", "UNAVAILABLE", async () => {
    const said = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"m"}}\n\n';
    const baseURL = await serve(200, { "content-type": "text/event-stream" }, said);
    const client = new Anthropic({ apiKey, baseURL, maxRetries: 0 });
    const stream = await client.messages.create({ model: "m", max_tokens: 1, messages, stream: true });
    for await (const part of stream) String(part);
  });
  await trial("@google/genai", "a limit, with RetryInfo", "RATE_LIMITED 7", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "7s" }];
    const baseUrl = await serve(429, {}, { error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED", details } });
    return new GoogleGenAI({ apiKey, httpOptions: { baseUrl } }).models.generateContent({ model: "m", contents: "x" });
  });
  await trial("cohere-ai", "the status 429", "RATE_LIMITED 7", async () => {
    const environment = await serve(429, { "retry-after": "7" }, { message: "m" });
    return new CohereClient({ token: "k", environment }).chat({ message: "x" }, { maxRetries: 0 });
  });
  await trial("ollama", "the status 503", "UNAVAILABLE", async () =>
    new Ollama({ host: await serve(503, {}, { error: "m" }) }).chat({ model: "m", messages: [] }),
  );
}
