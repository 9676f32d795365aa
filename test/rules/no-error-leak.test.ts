import { outdent } from "outdent";
import { describe, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-error-leak.js";
import { type Case, checkCases, expectFindings, lenientKaiza, syntaxHosts, toCases } from "../kit/marked-code.js";

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

const REPORTED: readonly Case[] = toCases({
  "a stack in a response": caught(`res.status(500).json({ error: «err.stack» });`),
  "a raw error in a response": caught(`res.status(500).json({ error: «err» });`),
  "a raw error by its own name": caught(`res.status(500).json({ «err» });`),
  "a raw error as the response": caught(`res.status(500).send(«err»);`),
  "a raw error that is spread": caught(`res.json({ ok: false, ...«err» });`),
  "a raw error in a log that the client gets": tool(
    `await server.sendLoggingMessage({ level: "error", data: { «err» } }); throw err;`,
  ),
  "a stack in the message of a throw that a tool lets out": `server.registerTool("read", {}, async () => {
    try { return await run(); } catch (err) { throw new Error(\`It broke: \${«err.stack»}\`); }
  });`,
  "the text of an error": caught(`res.status(500).end(«String(err)»);`),
  "the text of an error in a template": caught("res.status(500).send(`Failed: ${«err»}`);"),
  "the JSON of an error": caught(`res.send(«JSON.stringify(err, Object.getOwnPropertyNames(err))»);`),
  "what util makes of an error": `import { inspect } from "node:util"; ${caught(`res.send(«inspect(err)»);`)}`,
  "a variable": caught(`const text = err.stack; res.send({ text: «text» });`),
  "a tool's text": tool(`return { isError: true, content: [{ type: "text", text: «err.stack» }] };`),
  "an error in the fields of the contract's error": failure("human_message: «err»"),
  "what a converter makes of an error in the contract's message": failure(
    "human_message: `Could not read: ${«JSON.stringify(err)»}`",
  ),
  "the error of a rejection": `
    export const f = (req, res) => run(req).catch((err) => res.status(500).json({ error: «err» }));`,
  "the error of an error handler": `
    app.use((err, req, res, next) => { res.status(500).json({ message: «err.stack» }); });`,
  "a fetch response made from an error": tool(`return new Response(«String(err)», { status: 500 });`),
  "a context of Hono": `export async function h(c) {
    try { return c.json(await run()); } catch (err) { return c.json({ error: «err» }, 500); }
  }`,
  "a reply of Fastify": `export async function f(request, reply) {
    try { await run(request); } catch (err) { reply.code(500).send({ error: «err», trace: «err.stack» }); }
  }`,
  "an error that is made to be sent": `export const f = (req, res) => res.status(400).send(«new Error("No path")»);`,
  "the text of what a test has found to be an Error": caught(
    `res.json({ error: err instanceof Error ? «String(err)» : "Failed" });`,
  ),
  "the JSON of what is no Error": caught(
    `res.json({ error: err instanceof Error ? err.message : «JSON.stringify(err)» });`,
  ),
  "the whole environment as a tool's text": `
    export const f = () => ({ content: [{ type: "text", text: «JSON.stringify(process.env)» }] });`,
  "a variable of the environment in a failure": failure("human_message: `Bad key ${«process.env.API_KEY»}`"),
});

const ACCEPTED: readonly Case[] = toCases({
  "an error as the whole reply of Fastify, whose error handler writes it": `
    export const f = (request, reply) => run().catch((err) => reply.code(500).send(err));`,
  "values that were asked for out of the environment": outdent`
    export const f = (req, res) => res.json({
      region: process.env.REGION,
      value: process.env[req.query.name],
    });
  `,
  "an element of a list, whatever it is called": `export const handler = (req, res) => {
    events.forEach((e) => res.write(e));
    problems.forEach((err) => res.write(err));
  };`,
  "a failing result without an envelope, which another rule reports": tool(
    `return { isError: true, content: [{ type: "text", text: String(err) }] };`,
  ),
  "a log": caught(`console.error(err.stack, err); logger.error({ err }); res.status(500).json({ error: "Failed" });`),
  "the message of an error": caught(`res.status(500).json({ error: err.message, code: err.code });`),
  "an error as a text in the contract's message": failure("human_message: `Could not read: ${err}`"),
  "the text of an error in the contract's message": failure('human_message: "Could not read: " + String(err)'),
  "the text that an error makes in the contract's message": failure("human_message: err.toString()"),
  "the envelope": caught(`res.status(500).json(SystemError.fromUnknown(err, { tool_name: "x" }).toEnvelope());`),
  "the slots that the envelope has for it": failure(
    `human_message: "Could not read the file", workspace_root: process.cwd()`,
  ),
  "the contract's own error": caught(
    `if (err instanceof SystemError) res.status(500).json({ error: err, text: String(err) });`,
  ),
  "what an unknown function makes of the error": caught(`res.json({ error: redact(err) });`),
  "a stack from which something was removed": caught(`res.json({ error: err.stack.replace(ROOT, "") });`),
  "the addresses of an authorization server, which OAuth wants in the answer": `export const challenge = (req, res) => res.status(401).json({
    error: "unauthorized",
    authorization_uri: process.env.OAUTH_AUTHORIZATION_URL,
    token_endpoint: process.env.TOKEN_ENDPOINT,
    issuer: process.env.AUTH_ISSUER,
  });`,
  "the reason of a closed socket": outdent`
    export const closed = (code, reason) => SystemError.toolFailure("X", {
      human_message: reason.toString("utf8"),
    });
  `,
  "the text of what is no Error": caught(
    `res.status(500).json({ error: err instanceof Error ? err.message : String(err) });`,
  ),
  "a parsed error of a validation": `
    export const f = (req, res, parsed) => res.status(400).json({ issues: parsed.error.issues });`,
  "a log that stays here": tool(`console.error({ err }); throw err;`),
  "a stack in a throw that the function catches, and in one that no tool lets out": `server.registerTool("read", {}, async () => {
    try { throw new Error(stack); } catch (err) { try { throw new Error(err.stack); } catch { throw new Error("It broke"); } }
  });
  export function load() { try { run(); } catch (err) { throw new Error(err.stack); } }`,
  "a variable that may hold something else": caught(
    `let text = "Failed"; if (verbose) text = err.stack; console.error(text); text = "Failed"; res.send(text);`,
  ),
});

describe.each(syntaxHosts)("no-error-leak (%s)", (host) => {
  it.each(REPORTED)("reports $name", check({ host }));
  it.each(ACCEPTED)("accepts $name", check({ host }));
});

describe("no-error-leak", () => {
  const inDevelopment = { host: "javascript", settings: lenientKaiza } as const;
  it.each(
    toCases({
      "a stack under a test for development": caught(
        `res.status(500).json({ stack: process.env.NODE_ENV === "development" ? err.stack : undefined });`,
      ),
      "a stack after &&": caught(`res.status(500).json({ ...(isDev && { stack: err.stack }) });`),
      "no other test": caught(`res.send(verbose ? «err.stack» : "Failed");`),
    }),
  )("at the strictness `recommended`: $name", check(inDevelopment));
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
