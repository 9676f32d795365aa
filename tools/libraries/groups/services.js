export const packages = {
  "@octokit/rest": "22.0.1",
  "@octokit/graphql": "9.0.5",
  stripe: "23.1.0",
  "@slack/web-api": "8.2.0",
  "@notionhq/client": "5.26.0",
  "@discordjs/rest": "2.6.3",
  telegraf: "4.16.3",
  grammy: "1.46.0",
  "graphql-request": "7.4.0",
  graphql: "16.15.0",
  "@trpc/client": "11.25.2",
  "@trpc/server": "11.25.2",
  typescript: "5.9.3",
  "@elastic/elasticsearch": "9.4.3",
};

export async function run({ load, trial, serve, findPort }) {
  const port = await findPort();
  const dead = `http://127.0.0.1:${port}`;
  const quiet = { debug() {}, info() {}, warn() {}, error() {}, setLevel() {}, getLevel() {}, setName() {} };

  const { Octokit } = await load("@octokit/rest");
  const readRepository = (baseUrl) => new Octokit({ baseUrl, log: quiet }).rest.repos.get({ owner: "o", repo: "r" });
  await trial("@octokit/rest", "a limit, under the status 403", "RATE_LIMITED 7", async () =>
    readRepository(await serve(403, { "retry-after": "7" }, { message: "m" })),
  );
  await trial("@octokit/rest", "the limit of the hour, under the status 403", "RATE_LIMITED 60", async () =>
    readRepository(await serve(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "60" }, { message: "m" })),
  );
  await trial("@octokit/rest", "the status 403", "PERMISSION_DENIED", async () =>
    readRepository(await serve(403, {}, { message: "m" })),
  );
  await trial("@octokit/rest", "a connection that is refused, with an invented 500", "UNAVAILABLE", () =>
    readRepository(dead),
  );
  const { graphql } = await load("@octokit/graphql");
  for (const [type, expected] of [
    ["NOT_FOUND", "NOT_FOUND"],
    ["RATE_LIMITED", "RATE_LIMITED"],
  ])
    await trial("@octokit/graphql", `\`${type}\`, under the status 200`, expected, async () =>
      graphql("query { x }", { baseUrl: await serve(200, {}, { data: null, errors: [{ type, message: "m" }] }) }),
    );

  const { request } = await load("graphql-request");
  for (const [code, expected] of Object.entries({
    UNAUTHENTICATED: "UNAUTHENTICATED",
    FORBIDDEN: "PERMISSION_DENIED",
    BAD_USER_INPUT: "INVALID_INPUT",
    INTERNAL_SERVER_ERROR: "UPSTREAM_FAILED",
  }))
    await trial("graphql-request", `\`${code}\`, under the status 200`, expected, async () =>
      request(await serve(200, {}, { errors: [{ message: "m", extensions: { code } }] }), "{a}"),
    );

  const { createTRPCClient, httpLink } = await load("@trpc/client");
  await trial("@trpc/client", "`NOT_FOUND`", "NOT_FOUND", async () => {
    const body = { error: { message: "m", code: -32004, data: { code: "NOT_FOUND", httpStatus: 404 } } };
    return createTRPCClient({ links: [httpLink({ url: await serve(404, {}, body) })] }).a.query();
  });

  const { default: Stripe } = await load("stripe");
  const readCustomer = (at, timeout = 8000) =>
    new Stripe("k", {
      host: "127.0.0.1",
      port: at,
      protocol: "http",
      maxNetworkRetries: 0,
      timeout,
    }).customers.retrieve("c");
  const portOf = (url) => new URL(url).port;
  await trial("stripe", "a limit", "RATE_LIMITED 7", async () =>
    readCustomer(
      portOf(await serve(429, { "retry-after": "7" }, { error: { type: "rate_limit_error", message: "m" } })),
    ),
  );
  await trial("stripe", "a card that is refused", "INVALID_INPUT", async () =>
    readCustomer(portOf(await serve(402, {}, { error: { type: "card_error", code: "card_declined", message: "m" } }))),
  );
  await trial("stripe", "a connection that is refused", "UNAVAILABLE", () => readCustomer(port));
  await trial("stripe", "no answer in time", "TIMEOUT", async () =>
    readCustomer(portOf(await serve(200, {}, "", "hang")), 200),
  );
  await trial("stripe", "a page with the status 502", "UPSTREAM_FAILED", async () =>
    readCustomer(portOf(await serve(502, {}, "<p>"))),
  );

  const { WebClient } = await load("@slack/web-api");
  const readChannel = (url, timeout) =>
    new WebClient("k", {
      slackApiUrl: `${url}/`,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout,
      logger: quiet,
    }).conversations.info({ channel: "C1" });
  for (const [error, expected] of Object.entries({
    invalid_auth: "UNAUTHENTICATED",
    channel_not_found: "NOT_FOUND",
    missing_scope: "PERMISSION_DENIED",
    ratelimited: "RATE_LIMITED",
  }))
    await trial("@slack/web-api", `\`${error}\`, under the status 200`, expected, async () =>
      readChannel(await serve(200, {}, { ok: false, error })),
    );
  await trial("@slack/web-api", "the status 429", "RATE_LIMITED 7", async () =>
    readChannel(await serve(429, { "retry-after": "7" })),
  );
  await trial("@slack/web-api", "a connection that is refused", "UNAVAILABLE", () => readChannel(dead));
  await trial("@slack/web-api", "no answer in time", "TIMEOUT", async () =>
    readChannel(await serve(200, {}, "", "hang"), 200),
  );

  const { Client: Notion } = await load("@notionhq/client");
  await trial("@notionhq/client", "no answer in time", "TIMEOUT", async () =>
    new Notion({
      auth: "k",
      baseUrl: await serve(200, {}, "", "hang"),
      timeoutMs: 200,
      retry: false,
      logger() {},
    }).pages.retrieve({
      page_id: "0".repeat(32),
    }),
  );

  const { RateLimitError } = await load("@discordjs/rest");
  const limit = { limit: 5, method: "GET", hash: "h", url: "u", route: "/r", majorParameter: "1", global: false };
  await trial("@discordjs/rest", "a limit, in milliseconds", "RATE_LIMITED 8", () => {
    throw new RateLimitError({ ...limit, timeToReset: 7050, retryAfter: 7050, sublimitTimeout: 0, scope: "user" });
  });
  const answer = { ok: false, error_code: 429, description: "m", parameters: { retry_after: 7 } };
  const { TelegramError } = await load("telegraf");
  await trial("telegraf", "a limit", "RATE_LIMITED 7", () => {
    throw new TelegramError(answer, { method: "m", payload: {} });
  });
  const { GrammyError } = await load("grammy");
  await trial("grammy", "a limit", "RATE_LIMITED 7", () => {
    throw new GrammyError("m", answer, "m", {});
  });

  const { Client: Elastic } = await load("@elastic/elasticsearch");
  const readDocument = (node) => new Elastic({ node, maxRetries: 0, requestTimeout: 300 }).get({ index: "i", id: "1" });
  const product = { "x-elastic-product": "Elasticsearch" };
  await trial("@elastic/elasticsearch", "the status 404", "NOT_FOUND", async () =>
    readDocument(await serve(404, product, {})),
  );
  await trial("@elastic/elasticsearch", "a limit", "RATE_LIMITED 7", async () =>
    readDocument(await serve(429, { ...product, "retry-after": "7" }, {})),
  );
  await trial("@elastic/elasticsearch", "a connection that is refused", "UNAVAILABLE", () => readDocument(dead));
  await trial("@elastic/elasticsearch", "no answer in time", "TIMEOUT", async () =>
    readDocument(await serve(200, {}, "", "hang")),
  );
}
