import { outdent } from "outdent";
import { describe, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-error-leak.js";
import { type Case, checkCases, expectFindings, lenientKaiza, syntaxHosts } from "../kit/marked-code.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const subject = { name: "no-error-leak", rule };

const check = checkCases(subject, IMPORT);

/** A handler of Express with a catch clause whose variable is called `err`. */
const caught = (body: string) =>
  `export async function handler(req, res) { try { await run(req); } catch (err) { ${body} } }`;
/** A tool's handler with a catch clause whose variable is called `err`. */
const tool = (body: string) =>
  `export async function toolHandler(args) { try { return await run(args); } catch (err) { ${body} } }`;
/** The fields of an error made while `err` is handled. */
const failure = (fields: string) =>
  tool(`throw SystemError.toolFailure("FILE_READ_FAILED", { ${fields}, cause: err });`);

const REPORTED: readonly Case[] = [
  { name: "a stack in a response", code: caught(`res.status(500).json({ error: «err.stack» });`) },
  { name: "a raw error in a response", code: caught(`res.status(500).json({ error: «err» });`) },
  { name: "a raw error by its own name", code: caught(`res.status(500).json({ «err» });`) },
  { name: "a raw error as the response", code: caught(`res.status(500).send(«err»);`) },
  { name: "a raw error that is spread", code: caught(`res.json({ ok: false, ...«err» });`) },
  {
    name: "a raw error in a log that the client gets",
    code: tool(`await server.sendLoggingMessage({ level: "error", data: { «err» } }); throw err;`),
  },
  {
    name: "the headers of the request that a library's error holds",
    code: tool(`await server.server.sendLoggingMessage({ level: "error", data: «err.config?.headers» }); throw err;`),
  },
  { name: "the request of a library's error in a response", code: caught(`res.json({ request: «err.request» });`) },
  {
    name: "a stack in the message of a throw that a tool lets out",
    code: `server.registerTool("read", {}, async () => {
      try { return await run(); } catch (err) { throw new Error(\`It broke: \${«err.stack»}\`); }
    });`,
  },
  { name: "the text of an error", code: caught(`res.status(500).end(«String(err)»);`) },
  { name: "the text of an error in a template", code: caught("res.status(500).send(`Failed: ${«err»}`);") },
  { name: "the JSON of an error", code: caught(`res.send(«JSON.stringify(err, Object.getOwnPropertyNames(err))»);`) },
  {
    name: "what util makes of an error",
    code: `import { inspect } from "node:util"; ${caught(`res.send(«inspect(err)»);`)}`,
  },
  { name: "a variable", code: caught(`const text = err.stack; res.send({ text: «text» });`) },
  { name: "a tool's text", code: tool(`return { isError: true, content: [{ type: "text", text: «err.stack» }] };`) },
  { name: "the message of the contract's error", code: failure("human_message: `Could not read: ${«err»}`") },
  {
    name: "the error of a rejection",
    code: `export const f = (req, res) => run(req).catch((err) => res.status(500).json({ error: «err» }));`,
  },
  {
    name: "the error of an error handler",
    code: `app.use((err, req, res, next) => { res.status(500).json({ message: «err.stack» }); });`,
  },
  { name: "a fetch response made from an error", code: tool(`return new Response(«String(err)», { status: 500 });`) },
  {
    name: "a context of Hono",
    code: `export async function h(c) {
      try { return c.json(await run()); } catch (err) { return c.json({ error: «err» }, 500); }
    }`,
  },
  {
    name: "a reply of Fastify",
    code: `export async function f(request, reply) {
      try { await run(request); } catch (err) { reply.code(500).send({ error: «err», trace: «err.stack» }); }
    }`,
  },
  {
    name: "an error that is made to be sent",
    code: `export const f = (req, res) => res.status(400).send(«new Error("No path")»);`,
  },
  {
    name: "the text of what a test has found to be an Error",
    code: caught(`res.json({ error: err instanceof Error ? «String(err)» : "Failed" });`),
  },
  {
    name: "the JSON of what is no Error",
    code: caught(`res.json({ error: err instanceof Error ? err.message : «JSON.stringify(err)» });`),
  },
  {
    name: "the whole environment as a tool's text",
    code: `export const f = () => ({ content: [{ type: "text", text: «JSON.stringify(process.env)» }] });`,
  },
  {
    name: "a variable of the environment in a failure",
    code: failure("human_message: `Bad key ${«process.env.API_KEY»}`"),
  },
];

const ACCEPTED: readonly Case[] = [
  {
    name: "an error as the whole reply of Fastify, whose error handler writes it",
    code: `export const f = (request, reply) => run().catch((err) => reply.code(500).send(err));`,
  },
  {
    name: "values that were asked for out of the environment",
    code: outdent`
      export const f = (req, res) => res.json({
        region: process.env.REGION,
        value: process.env[req.query.name],
      });
    `,
  },
  {
    name: "an element of a list, whatever it is called",
    code: `export const handler = (req, res) => {
      events.forEach((e) => res.write(e));
      problems.forEach((err) => res.write(err));
    };`,
  },
  {
    name: "a failing result without an envelope, which another rule reports",
    code: tool(`return { isError: true, content: [{ type: "text", text: String(err) }] };`),
  },
  {
    name: "a log",
    code: caught(`console.error(err.stack, err); logger.error({ err }); res.status(500).json({ error: "Failed" });`),
  },
  { name: "the message of an error", code: caught(`res.status(500).json({ error: err.message, code: err.code });`) },
  {
    name: "the envelope",
    code: caught(`res.status(500).json(SystemError.fromUnknown(err, { tool_name: "x" }).toEnvelope());`),
  },
  {
    name: "the slots that the envelope has for it",
    code: failure(`human_message: "Could not read the file", workspace_root: process.cwd()`),
  },
  {
    name: "the contract's own error",
    code: caught(`if (err instanceof SystemError) res.status(500).json({ error: err, text: String(err) });`),
  },
  { name: "what an unknown function makes of the error", code: caught(`res.json({ error: redact(err) });`) },
  {
    name: "a stack from which something was removed",
    code: caught(`res.json({ error: err.stack.replace(ROOT, "") });`),
  },
  {
    name: "the addresses of an authorization server, which OAuth wants in the answer",
    code: `export const challenge = (req, res) => res.status(401).json({
      error: "unauthorized",
      authorization_uri: process.env.OAUTH_AUTHORIZATION_URL,
      token_endpoint: process.env.TOKEN_ENDPOINT,
      issuer: process.env.AUTH_ISSUER,
    });`,
  },
  {
    name: "the reason of a closed socket",
    code: outdent`
      export const closed = (code, reason) => SystemError.toolFailure("X", {
        human_message: reason.toString("utf8"),
      });
    `,
  },
  {
    name: "the text of what is no Error",
    code: caught(`res.status(500).json({ error: err instanceof Error ? err.message : String(err) });`),
  },
  {
    name: "a parsed error of a validation",
    code: `export const f = (req, res, parsed) => res.status(400).json({ issues: parsed.error.issues });`,
  },
  { name: "a log that stays here", code: tool(`console.error({ err, headers: err.config?.headers }); throw err;`) },
  { name: "the configuration of what is no error", code: `export const f = (req, res, app) => res.json(app.config);` },
  {
    name: "a stack in a throw that the function catches, and in one that no tool lets out",
    code: `server.registerTool("read", {}, async () => {
      try { throw new Error(stack); } catch (err) { try { throw new Error(err.stack); } catch { throw new Error("It broke"); } }
    });
    export function load() { try { run(); } catch (err) { throw new Error(err.stack); } }`,
  },
  {
    name: "a variable that may hold something else",
    code: caught(
      `let text = "Failed"; if (verbose) text = err.stack; console.error(text); text = "Failed"; res.send(text);`,
    ),
  },
];

describe.each(syntaxHosts)("no-error-leak (%s)", (host) => {
  it.each(REPORTED)("reports $name", check({ host }));
  it.each(ACCEPTED)("accepts $name", check({ host }));
});

describe("no-error-leak", () => {
  const inDevelopment = { host: "javascript", settings: lenientKaiza } as const;
  it.each([
    {
      name: "a stack under a test for development",
      code: caught(`res.status(500).json({ stack: process.env.NODE_ENV === "development" ? err.stack : undefined });`),
    },
    { name: "a stack after &&", code: caught(`res.status(500).json({ ...(isDev && { stack: err.stack }) });`) },
    { name: "no other test", code: caught(`res.send(verbose ? «err.stack» : "Failed");`) },
  ])("at the strictness `recommended`: $name", check(inDevelopment));
  it("at `strict` a test for development changes nothing", () => {
    expectFindings(subject, caught(`res.send(isDev ? «err.stack» : "Failed");`));
  });
});

describe("without a contract", () => {
  const settings = presets.node;
  it("a response is checked", () => {
    expectFindings(subject, caught(`res.status(500).json({ error: «err.stack» });`), { settings });
  });
  it("an object of the form of a tool's result is any message", () => {
    const message = `send({ isError: true, content: [{ type: "text", text: err.stack }] });`;
    expectFindings(subject, tool(message), { settings });
  });
  it("what is made is any error", () => {
    expectFindings(subject, caught("next(new Error(`Failed: ${err}`, { cause: err }));"), { settings });
  });
});

it("knows by types that a class shows what it means to show", () => {
  const code = `class Failure extends Error { SHOWN }
  export function handler(req: object, res: any, error: Failure) { res.status(500).json(ERROR); }`;
  const shown = code.replace("SHOWN", "toJSON() { return {}; }").replace("ERROR", "error");
  expectFindings(subject, shown, { host: "typed" });
  expectFindings(subject, code.replace("SHOWN", "").replace("ERROR", "«error»"), { host: "typed" });
});
