import { createServer } from "node:http";
import path from "node:path";
import express from "express";
// @ts-expect-error: the package has no types of its own, and those of Express are for 5.
import express4 from "express4";
import { describe, expect, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { findings, expectFindings } from "../kit/marked-code.js";
import { projectWith } from "../kit/project.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };

const projectOf = (dependencies: object, files: Readonly<Record<string, string>> = {}) =>
  path.join(projectWith({ "package.json": JSON.stringify({ dependencies }), ...files }), "src/routes.js");

const four = projectOf({ express: "^4.21.2" });
const settings = presets.node;

const IMPORTS = `import express, { Router } from "express"; import http from "node:http";\n`;
const check = (marked: string, filename = four) =>
  expectFindings(rule, IMPORTS + marked, { host: "untyped", settings, filename });

describe("a handler whose rejection nobody takes is found", () => {
  it.each(
    Object.entries({
      "of an app": `const app = express(); app.get("/", async (req, res) «=>» { res.json(await load()); });`,
      "of a router": `const r = express.Router(); r.post("/", «async function »(req, res) { res.json(await load()); });`,
      "of a route": `Router().route("/").get(async (req, res) «=>» { res.json(await load()); });`,
      "in a list": `const r = Router(); r.use("/", [log, async (_req, res, next) «=>» { await load(); next(); }]);`,
      "on a parameter": `export const routes = (app) => app.put("/", async (req, res) «=>» { await load(); res.end(); });`,
      "on a field": `export class Api { routes() { this.router.get("/", async (req, res) «=>» { res.json(await load()); }); } }`,
      "a method that is bound": `class Notes { async list(req, res) { res.json(await load()); } }
        const notes = new Notes(); Router().get("/", notes.list.bind(notes));`,
      "by its name": `const app = express(); «async function list»(req, res) { res.json(await load()); } app.get("/", list);`,
      "by what gets the response": `async function show(res) { res.json(await load()); }
        Router().get("/", (req, res) «=>» { show(res); }); Router().get("/a", (req, res) => show(res));`,
      "once, for two routes": `const app = express(); const list = async (req, res) «=>» { res.json(await load()); };
        app.get("/a", list); app.get("/b", list);`,
      "where it throws": `Router().get("/", async (req, res) «=>» { if (!req.id) throw new TypeError("a"); res.end(); });`,
      "beside a try": `Router().get("/", async (req, res) «=>» {
        const all = await load(); try { res.json(await sort(all)); } catch (e) { res.status(500).json({ error: e.message }); } });`,
      "where its catch throws": `Router().get("/", async (req, res) «=>» {
        try { res.json(await load()); } catch (e) { if (e.code) throw e; res.status(500).end(); } });`,
      "of Node's own server": `http.createServer(async (req, res) «=>» { res.end(await load()); });`,
      "by what it waits for": `async function show(res) { res.json(await load()); }
        Router().get("/", async (req, res) «=>» { await show(res); });`,
    }),
  )("%s", (_, marked) => check(marked));

  it("of another module, where the route names it", () => {
    const filename = projectOf(
      { express: "4.x" },
      { "src/notes.js": `export async function list(req, res) { res.json(await load()); }` },
    );
    check(`import * as notes from "./notes.js"; Router().get("/", «notes.list»);`, filename);
  });

  it("once in a file, with how many there are", () => {
    const code = `const r = Router();
      r.get("/", async (req, res) => { res.json(await load()); }); r.get("/a", async (req, res) => { await save(); res.end(); });`;
    const found = findings(rule, IMPORTS + code, { host: "untyped", settings, filename: four });
    expect(found.map(({ line, message }) => ({ line, message }))).toEqual([
      {
        line: 3,
        message:
          "When `load` fails here, Express 4 never answers the request, nor in 1 more of the file's handlers; " +
          "catch the failure, and pass it to `next`.",
      },
    ]);
  });

  it("says what may fail, who drops it and what to do", () => {
    const code = `Router().get("/", async (req, res) => { res.json(await db.find(req.id).then(toRows)); });`;
    const [found] = findings(rule, IMPORTS + code, { host: "untyped", settings, filename: four });
    expect(found?.message).toBe(
      "When `find` fails here, Express 4 never answers the request; catch the failure, and pass it to `next`.",
    );
  });
});

describe("a handler whose rejection somebody takes, or that never rejects, is none", () => {
  it.each(
    Object.entries({
      "all in a try": `Router().get("/", async (req, res, next) => { try { res.json(await load()); } catch (e) { next(e); } });`,
      "all that is awaited in one": `Router().get("/", async (req, res, next) => {
        let all; try { all = await load(); } catch (e) { return next(e); } res.json(all); });`,
      "a promise with a handler": `Router().get("/", async (req, res, next) => { await load().catch(next); });`,
      "promises with handlers": `Router().get("/", async (req, res) => { res.json(await Promise.all([a().catch(log), b().catch(log)])); });`,
      "settled promises": `Router().get("/", async (req, res) => { res.json(await Promise.allSettled([a()])); });`,
      "a pause": `Router().get("/", async (req, res) => { await new Promise((done) => setTimeout(done, 9)); res.end(); });`,
      "a function that answers itself": `
        async function show(res) { try { res.json(await load()); } catch (e) { res.status(500).json({ error: e.message }); } }
        Router().get("/", async (req, res) => { await show(res); });`,
      "a wrapper": `Router().get("/", wrap(async (req, res) => { res.json(await load()); }));`,
      "a promise of other work": `async function warm() { await load(); } Router().get("/", (req, res) => { warm(); res.end(); });`,
      "what gets the response, with a handler": `async function show(res) { res.json(await load()); }
        Router().get("/", (req, res, next) => { show(res).catch(next); });`,
      "no promise": `Router().get("/", (req, res) => { res.json(load()); });`,
      "another router": `import router from "./own.js"; router.get("/", async (req, res) => { res.json(await load()); });`,
      "no request": `const app = express(); app.use(async (data) => { await load(data); });`,
    }),
  )("%s", (_, code) => check(code));

  it.each([
    ["Express 5", { express: "^5.1.0" }],
    ["either version", { express: "^4.0.0 || ^5.0.0" }],
    ["a package that mends it", { express: "^4.21.2", "express-async-errors": "^3.1.1" }],
    ["no version", {}],
  ])("%s", (_, dependencies) => {
    check(`express().get("/", async (req, res) => { res.json(await load()); });`, projectOf(dependencies));
  });
});

describe("the libraries do what the message says", () => {
  const fail = async (_req: unknown, res: { json: (body: unknown) => void }) => {
    res.json(await Promise.reject(new Error("No database")));
  };

  it.each([
    ["Express 4", express4().get("/", fail), undefined],
    ["Express 5", express().get("/", fail), 500],
    ["Node.js", (req: unknown, res: unknown) => fail(req, res as never), undefined],
  ] as const)("%s", async (_, listener, status) => {
    const rejected: unknown[] = [];
    const listeners = process.rawListeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", (reason) => rejected.push(reason));
    const server = createServer(listener as never).listen(0);
    const { port } = server.address() as { port: number };
    const answer = fetch(`http://localhost:${port}/`).then(
      (response) => response.status,
      () => undefined,
    );
    const first = await Promise.race([answer, new Promise((done) => setTimeout(done, 500, "nothing"))]);
    expect(first).toBe(status ?? "nothing");
    expect(rejected).toHaveLength(status === undefined ? 1 : 0);
    server.closeAllConnections();
    server.close();
    process.removeAllListeners("unhandledRejection");
    for (const each of listeners) process.on("unhandledRejection", each as never);
  });
});
