import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

interface Site {
  readonly repo: string;
  readonly condition: string;
  readonly others: readonly string[];
  readonly features: readonly string[];
}

const run = (folder: string, ...args: readonly string[]) =>
  runNode([path.join(import.meta.dirname, "collect.js"), ...args], { cwd: folder });

/** Collects from checkouts: the files of each by its owner+name. */
async function collect(
  checkouts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<readonly Site[]> {
  const folder = temporaryFolder();
  for (const [name, files] of Object.entries(checkouts)) {
    writeFiles(
      folder,
      Object.fromEntries(Object.entries(files).map(([file, text]) => [`repos/${name}/${file}`, text])),
    );
  }
  const { status, stderr } = await run(folder, "repos", "--out", "facts.jsonl");
  expect(status, stderr).toBe(0);
  return readFileSync(path.join(folder, "facts.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Site => JSON.parse(line) as Site);
}

const inHandler = (statement: string) => `export function read(req, res, next, store) {
  const item = store.find(req.id);
  if (!item) ${statement}
  return item;
}
`;

// The same failure as each framework writes it.
const FRAMEWORKS: Readonly<Record<string, string>> = {
  "MCP SDK": 'throw new McpError(ErrorCode.ResourceNotFound, "No such item");',
  "http-errors with a status": 'throw createError(404, "No such item");',
  "http-errors with a name": 'next(createError.NotFound("No such item"));',
  Boom: 'throw Boom.notFound("No such item");',
  Nest: 'throw new NotFoundException("No such item");',
  "Nest with a status": 'throw new HttpException("No such item", HttpStatus.NOT_FOUND);',
  tRPC: 'throw new TRPCError({ code: "NOT_FOUND", message: "No such item" });',
  gRPC: 'return callback({ code: status.NOT_FOUND, message: "No such item" });',
  Connect: 'throw new ConnectError("No such item", Code.NotFound);',
  GraphQL: 'throw new GraphQLError("No such item", { extensions: { code: "NOT_FOUND" } });',
  Firebase: 'throw new functions.https.HttpsError("not-found", "No such item");',
  "a class of the project": 'throw new ItemNotFoundError("No such item");',
  "a code in front of the text": 'throw new ApiError("ITEM_NOT_FOUND: No such item", 404);',
  Express: 'return res.status(404).json({ error: "No such item" });',
  Fastify: 'return reply.code(404).send({ error: { message: "No such item" } });',
  Hono: 'return c.json({ error: "No such item" }, 404);',
  Koa: 'ctx.throw(404, "No such item");',
  "the fetch API": 'return Response.json({ error: "No such item" }, { status: 404 });',
  "a status that is assigned": 'throw Object.assign(new Error("No such item"), { status: 404 });',
};

describe("collects throw sites that say their condition", () => {
  it("of every framework, with the same facts and without what says it", async () => {
    const checkouts = Object.entries(FRAMEWORKS).map(
      ([name, statement]) => [`acme+${name.replaceAll(" ", "-")}`, { "src/read.ts": inHandler(statement) }] as const,
    );
    const sites = await collect(Object.fromEntries(checkouts));

    expect(sites.map(({ repo }) => repo).sort()).toEqual(checkouts.map(([name]) => name.replace("+", "/")).sort());
    for (const { repo, condition, others, features } of sites) {
      expect([condition, ...others], repo).toEqual(["not_found"]);
      expect(features, repo).toEqual(
        expect.arrayContaining(["message:such", "message:item", "guard:absent", "returned by:find", "function:read"]),
      );
      expect(features.join(" "), repo).not.toMatch(/found|404|class:|Exception/i);
    }
  });

  it("with all conditions that a status may mean", async () => {
    const sites = await collect({
      "acme+server": {
        "a.js": 'export const check = (input) => { if (!input.name) throw createError(400, "A name, please"); };',
        "b.js":
          'export async function load(res) { try { await fetch("https://x.example"); } ' +
          'catch { res.status(500).json({ error: "It went wrong" }); } }',
      },
    });
    expect(sites.map(({ condition, others }) => [condition, ...others])).toEqual([
      ["invalid_input", "missing_input"],
      ["internal", "upstream_failed"],
    ]);
  });

  it("leaves out tests, raw errors, successes and functions that make an error for others", async () => {
    const sites = await collect({
      "acme+server": {
        "test/read.ts": inHandler('throw new NotFoundException("No such item");'),
        "src/read.test.ts": inHandler('throw new NotFoundException("No such item");'),
        "src/raw.ts": inHandler('throw new Error("No such item");'),
        "src/done.ts": inHandler('return res.status(200).json({ error: "No such item" });'),
        "src/factory.ts": 'export const notFound = () => new ApiError(404, "There is no such item");',
      },
    });
    expect(sites).toEqual([]);
  });

  it("takes what stands twice once, and nothing of a copy of another repository", async () => {
    const read = inHandler('throw new NotFoundException("No such item");');
    const write = inHandler('throw new ForbiddenException("Not yours");').replace("read", "write");
    const own = inHandler('throw new ConflictException("Somebody was faster");').replace("read", "change");
    const sites = await collect({
      "acme+server": { "a.ts": read, "b.ts": read, "c.ts": write },
      "other+fork": { "a.ts": read, "c.ts": write },
      "third+user": { "a.ts": read, "d.ts": own },
    });
    expect(sites.map(({ repo, condition }) => `${repo} ${condition}`)).toEqual([
      "acme/server not_found",
      "acme/server permission_denied",
      "third/user conflict",
    ]);
  });

  it("takes at most a twentieth of all sites from one repository", async () => {
    const name = (index: number) => String.fromCharCode(97 + (index % 26)).repeat(1 + Math.floor(index / 26));
    const siteOf = (index: number) =>
      inHandler(`throw new NotFoundException("No ${name(index)} here");`).replace("read", `read_${name(index)}`);
    const small = Array.from({ length: 40 }, (_, index) => [`small+r${index}`, { "a.ts": siteOf(index) }] as const);
    const large = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}.ts`, siteOf(100 + index)]));

    const sites = await collect({ ...Object.fromEntries(small), "large+one": large });
    const ofLarge = sites.filter(({ repo }) => repo === "large/one");
    expect(ofLarge).not.toEqual([]);
    expect(ofLarge.length * 20).toBeLessThanOrEqual(sites.length);
  });

  it("leaves out the repositories that are kept for measuring", async () => {
    const files = { "a.ts": inHandler('throw new NotFoundException("No such item");') };
    expect(await collect({ "tableau+tableau-mcp": files, "Punkpeye+FastMCP": files })).toEqual([]);
  });
});

describe("says which argument is wrong", () => {
  it.each([
    [[], "FOLDER is missing"],
    [["nowhere", "--out", "facts.jsonl"], "FOLDER: nowhere is no folder"],
    [["."], "--out is missing"],
    [[".", "--out", "nowhere/facts.jsonl"], "--out: nowhere is no folder"],
    [[".", "--out", "facts.jsonl", "--without", "nowhere.tsv"], "--without: nowhere.tsv does not exist"],
  ])("%j", async (args, message) => {
    const { status, stderr } = await run(temporaryFolder(), ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
