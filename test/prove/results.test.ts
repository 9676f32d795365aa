import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { root } from "../kit/page.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { caseServer, proveHere, proveMatrix, rawServer } from "./prove-kit.js";

const raw = ["--", "node", rawServer];

describe("under a contract", () => {
  it("codes have to fit, and failures to stand in the audit log", async () => {
    const audit = path.join(temporaryFolder(), "audit.jsonl");
    const only = ["read_file", "get_issue", "get_swallowed", "no_such_tool"].flatMap((name) => ["--only", name]);
    const args = [...only, "--audit", audit, ...raw];
    const { proof, at } = await proveMatrix(args, { PROVE_AUDIT: audit });
    expect(proof.contract).toBe("standard");
    const codes = ["ENOENT", "EACCES", "EMFILE"].map((fault) => at("read_file", fault));
    expect(codes.map(({ verdict, code }) => `${verdict} ${code}`)).toEqual([
      "kept NOT_FOUND",
      "kept PERMISSION_DENIED",
      "kept UNAVAILABLE",
    ]);
    expect(at("read_file", "missing")).toMatchObject({ verdict: "kept", code: "MISSING_INPUT" });
    expect(at("get_issue", "404").problems.map(({ kind }: { kind: string }) => kind)).toEqual(["code"]);
    expect(at("get_swallowed", "500").problems.map(({ kind }: { kind: string }) => kind)).toEqual(["swallowed"]);
  });

  it("is known by its answers, also where one prompt alone is looked at", async () => {
    const audit = path.join(temporaryFolder(), "audit.jsonl");
    const args = ["--only", "ask", "--column", "missing", "--writable", audit, ...raw];
    const { proof } = await proveMatrix(args, { PROVE_AUDIT: audit });
    expect(proof.contract).toBe("standard");
  });

  it("a failure that is not in the log is one", async () => {
    const folder = temporaryFolder();
    const [audit, other] = ["audit.jsonl", "other.jsonl"].map((name) => path.join(folder, name));
    const args = ["--only", "read_file", "--column", "ENOENT", "--audit", other!, "--writable", audit!, ...raw];
    const { at } = await proveMatrix(args, { PROVE_AUDIT: audit! });
    const kinds = at("read_file", "ENOENT").problems.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain("not logged");
  });

  it("--expect says which codes fit, for all tools or one", async () => {
    const audit = path.join(temporaryFolder(), "audit.jsonl");
    const expected = path.join(temporaryFolder(), "expect.json");
    fs.writeFileSync(expected, JSON.stringify({ "404": ["INTERNAL"], "read_file:ENOENT": ["CONFLICT"] }));
    const args = ["--only", "read_file", "--only", "get_issue", "--expect", expected, "--writable", audit, ...raw];
    const { at } = await proveMatrix(args, { PROVE_AUDIT: audit });
    expect(at("get_issue", "404").verdict).toBe("kept");
    expect(at("read_file", "ENOENT").problems).toMatchObject([{ kind: "code" }]);
  });

  it("a server that is said to follow a contract and does not has no envelope", async () => {
    const args = ["--contract", "kaiza", "--only", "read_file", "--column", "ENOENT", ...raw];
    const { at } = await proveMatrix(args);
    expect(at("read_file", "ENOENT").problems).toMatchObject([{ kind: "no envelope" }]);
  });
});

it("a path is a leak, but where the client knows it, or a folder above or below it", async () => {
  const inputs = path.join(temporaryFolder(), "inputs.json");
  const known = Object.fromEntries(
    ["read_file", "read_parent", "read_settings"].map((name) => [name, { path: "/srv/notes/today/list.md" }]),
  );
  fs.writeFileSync(inputs, JSON.stringify(known));
  const only = Object.keys(known).flatMap((name) => ["--only", name]);
  const { at } = await proveMatrix([...only, "--column", "EACCES", "--inputs", inputs, ...raw]);
  expect(Object.keys(known).map((name) => at(name, "EACCES").verdict)).toEqual(["no code", "no code", "wrong"]);
  expect(at("read_settings", "EACCES").problems).toMatchObject([{ kind: "leak" }]);
});

it("a server without a name is called by its command", async () => {
  const { proof } = await proveMatrix(["--column", "valid", "--", "node", caseServer, "nameless"]);
  expect(proof.server.name).toBe(`node ${caseServer} nameless`);
});

describe("wrong input", () => {
  it("is the same for the same seed, and shown as the smallest call", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "inputs.json": JSON.stringify({ "lax-tool": { query: "a longer text", limit: 3 } }),
    });
    const server = path.join(root, "test/prove/servers/lax.cjs");
    const args = ["--inputs", path.join(folder, "inputs.json"), "--", "node", server];
    const [first, second] = await Promise.all([proveMatrix(args), proveMatrix(args)]);
    const callsOf = ({ proof }: typeof first) => proof.rows[0].cells.map(({ call }: any) => call?.params?.arguments);
    expect(callsOf(second)).toEqual(callsOf(first));
    expect(first.at("lax-tool", "wrong type").problems[0].kind).toBe("accepted");
    // The optional `limit` is not what is wrong.
    expect(first.at("lax-tool", "missing").call.params.arguments).toEqual({});
    expect(first.at("lax-tool", "out of range").call.params.arguments).toMatchObject({ limit: 11 });
  });
});

it("takes each seed that a run may choose and print", async () => {
  const args = ["--seed", String(2 ** 31 - 1), "--column", "valid", "--json"];
  const { stdout } = await proveHere([...args, "--", "node", caseServer, "nameless"]);
  expect(JSON.parse(stdout).seed).toBe(2 ** 31 - 1);
});

describe("what is written", () => {
  it("a page and Markdown of the same cells, and what got worse than a baseline", async () => {
    const folder = temporaryFolder();
    const files = ["page.html", "proof.md", "before.json"].map((name) => path.join(folder, name));
    const [page, markdown, before] = files as [string, string, string];
    const args = ["--limit", "2", "--only", "get_swallowed", "--column", "500", "--seed", "1"];
    const { status, stdout } = await proveHere([...args, "--json", "--html", page, "--markdown", markdown, ...raw]);
    expect(status).toBe(1);
    fs.writeFileSync(before, stdout);
    expect(fs.readFileSync(page, "utf8")).toMatch(/ id="cell-0-500">.*swallowed.*<\/details>/s);
    expect(fs.readFileSync(markdown, "utf8")).toContain("`get_swallowed`, 500: a success, although");

    const same = await proveHere([...args, "--baseline", before, ...raw]);
    expect(same.status).toBe(0);
    const worse = await proveHere([...args, "--column", "503", "--baseline", before, ...raw]);
    expect([worse.status, worse.stderr]).toEqual([1, expect.stringContaining("worse: get_swallowed / 503: swallowed")]);

    const { walls: _, advice: __, ...first } = JSON.parse(stdout) as Record<string, unknown>;
    fs.writeFileSync(before, JSON.stringify({ ...first, proof: 1, walls: { permission: true, network: true } }));
    expect((await proveHere([...args, "--baseline", before, ...raw])).status).toBe(0);
    fs.writeFileSync(before, JSON.stringify({ ...first, proof: 3 }));
    const newer = await proveHere([...args, "--baseline", before, ...raw]);
    expect([newer.status, newer.stderr]).toEqual([
      2,
      expect.stringMatching(/reads proofs of version 1 and 2; .* has 3/),
    ]);
  });

  it("nothing on the page is taken for HTML or leads elsewhere", async () => {
    const page = path.join(temporaryFolder(), "page.html");
    const inputs = path.join(temporaryFolder(), "inputs.json");
    fs.writeFileSync(inputs, JSON.stringify({ read_file: { path: "<img src=x onerror=alert(1)>" } }));
    await proveHere(["--only", "read_file", "--column", "valid", "--inputs", inputs, "--html", page, ...raw]);
    const text = fs.readFileSync(page, "utf8");
    expect(text).not.toContain("<img");
    expect(text).not.toMatch(/<script|https?:/);
  });

  it("a draft of the inputs", async () => {
    const draft = path.join(temporaryFolder(), "inputs.json");
    const { status } = await proveHere(["--draft", draft, ...raw]);
    expect(status).toBe(0);
    expect(JSON.parse(fs.readFileSync(draft, "utf8"))).toMatchObject({
      read_file: { path: "text" },
      get_issue: { id: 1 },
    });
  });
});

describe("a server at an address", () => {
  async function serve(...args: readonly string[]): Promise<string> {
    const server = spawn("node", [path.join(root, "test/prove/servers/http.js"), ...args]);
    onTestFinished(() => void server.kill());
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    return String(line).trim();
  }

  it("has no faults, and only tools that change nothing are called", async () => {
    const { proof, at } = await proveMatrix(["--url", await serve()]);
    expect([proof.hasFaults, proof.server.name]).toEqual([false, "over-http"]);
    expect(at("get", "wrong type").verdict).toBe("no code");
    expect(at("remove", "wrong type").verdict).toBe("not called");
  });

  it("says that it wants a token, and takes one", async () => {
    const url = await serve("sign-in");
    const { status, stderr } = await proveHere(["--url", url]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('pass --header "Authorization: Bearer TOKEN"')]);
    const { proof } = await proveMatrix(["--header", "Authorization: Bearer right", "--url", url]);
    expect(proof.server.name).toBe("over-http");
  });
});
