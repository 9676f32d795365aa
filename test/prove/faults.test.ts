import fs from "node:fs";
import net from "node:net";
import { once } from "node:events";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { faultKinds } from "../../src/dist/prove/faults/fault-kinds.js";
import { root } from "../kit/page.js";
import { temporaryFolder } from "../kit/project.js";
import { proveMatrix, rawServer } from "./prove-kit.js";

const namesOf = (family: string): string[] =>
  faultKinds.filter((each) => each.family === family).map(({ name }) => name);
type Matrix = Awaited<ReturnType<typeof proveMatrix>>;

describe("faults below a tool of a server without a contract", () => {
  let matrix: Matrix;
  beforeAll(async () => {
    const only = [
      "read_file",
      "read_sync",
      "read_stream",
      "read_handle",
      "write_file",
      "get_issue",
      "get_swallowed",
      "run_program",
    ];
    matrix = await proveMatrix([...only.flatMap((name) => ["--only", name]), "--", "node", rawServer]);
  });
  const verdicts = (row: string, columns: readonly string[]) =>
    columns.map((column) => `${column} ${matrix.at(row, column).verdict}`);

  it.each(["read_file", "read_sync", "read_stream", "read_handle"])("files: %s", (tool) => {
    const fails = ["ENOENT", "EACCES", "EMFILE"];
    expect(verdicts(tool, fails)).toEqual(fails.map((name) => `${name} no code`));
    expect(matrix.at(tool, "ENOSPC").verdict).toBe("not reached");
    expect(JSON.stringify(matrix.at(tool, "EACCES").answer)).toContain("EACCES: permission denied");
  });

  it("a full disk, for a tool that writes", () =>
    expect(JSON.stringify(matrix.at("write_file", "ENOSPC").answer)).toContain("ENOSPC: no space left on device"));

  it("each status and each end of a connection arrives in the code of the tool", () => {
    for (const { name, status, body } of faultKinds.filter((each) => each.family === "http")) {
      const { verdict, answer } = matrix.at("get_issue", name);
      expect(verdict).toBe("no code");
      if (!body) expect(JSON.stringify(answer)).toContain(`The service answered ${status}`);
    }
    for (const name of ["ECONNREFUSED", "EHOSTUNREACH", "ECONNRESET", "ENOTFOUND"])
      expect(JSON.stringify(matrix.at("get_issue", name).answer)).toContain("fetch failed");
    expect(matrix.at("get_issue", "hang").problems[0].kind).toBe("no answer");
  });

  it("a swallowed failure is seen, but where what came back may be the answer", () => {
    const open = new Set(["404", "bad JSON"]);
    for (const name of namesOf("http").filter((each) => !open.has(each)))
      expect(matrix.at("get_swallowed", name).problems[0].kind).toBe("swallowed");
    for (const name of open) expect(matrix.at("get_swallowed", name).verdict).toBe("open");
  });

  it("a tool that is silent by itself is so in one cell, and no fault is held against it", async () => {
    const columns = ["valid", "unknown", "500"].flatMap((name) => ["--column", name]);
    const { at } = await proveMatrix(["--only", "wait_for_message", ...columns, "--", "node", rawServer]);
    expect(at("wait_for_message", "valid").problems[0].kind).toBe("no answer");
    for (const column of ["unknown", "500"]) expect(at("wait_for_message", column).verdict).toBe("open");
  });

  it("under a contract, what ends a call without an answer is told", async () => {
    const args = ["--only", "wait_for_message", "--column", "valid", "--", "node", rawServer];
    const [raw, bound] = await Promise.all([proveMatrix(args), proveMatrix(["--contract", "standard", ...args])]);
    expect([raw.proof.advice, bound.proof.advice]).toEqual([
      [],
      [expect.stringContaining("`timeout` of the boundary")],
    ]);
  });

  it("a connection that an earlier call has left behind says nothing of this one's fault", async () => {
    const columns = ["503", "exit 1"].flatMap((name) => ["--column", name]);
    const { at } = await proveMatrix(["--only", "use_left_over", ...columns, "--", "node", rawServer]);
    expect(at("use_left_over", "exit 1").verdict).toBe("not reached");
  });

  it("a fault that strikes before a connection is there has its own error of the system", async () => {
    const columns = ["ECONNREFUSED", "EHOSTUNREACH", "ENOTFOUND"];
    const args = columns.flatMap((name) => ["--column", name]);
    const { at } = await proveMatrix(["--only", "get_https", ...args, "--", "node", rawServer]);
    const texts = columns.map((name) => at("get_https", name).answer.content[0].text);
    expect(texts).toEqual([
      "connect ECONNREFUSED api.example.com:443",
      "connect EHOSTUNREACH api.example.com:443",
      "getaddrinfo ENOTFOUND api.example.com",
    ]);
    for (const name of columns) expect(at("get_https", name)).toMatchObject({ verdict: "no code", problems: [] });
  });

  it("child processes end with an exit code and by a signal", () => {
    expect(JSON.stringify(matrix.at("run_program", "exit 1").answer)).toContain("git: 1 null");
    expect(JSON.stringify(matrix.at("run_program", "SIGKILL").answer)).toContain("git: null SIGKILL");
  });
});

describe("nothing is harmed", () => {
  it("what was opened before the first call carries nothing, by the faults alone", async () => {
    let received = "";
    const service = net.createServer((socket) =>
      socket.on("error", () => undefined).on("data", (bytes) => (received += String(bytes))),
    );
    await once(service.listen(0, "127.0.0.1"), "listening");
    const stream = path.join(temporaryFolder(), "stream.log");
    const { port } = service.address() as net.AddressInfo;
    const tools = ["use_pool", "use_stream", "use_child"].flatMap((name) => ["--only", name, "--allow", name]);
    const columns = ["valid", "ECONNRESET", "ENOSPC", "exit 1"].flatMap((name) => ["--column", name]);
    const env = { PROVE_POOL: String(port), PROVE_STREAM: stream };
    const { proof, at } = await proveMatrix([...tools, ...columns, "--", "node", rawServer], env);
    service.close();
    expect(Object.values(proof.walls)).not.toContain(true);
    expect([received, ...[stream, `${stream}.child`].map((file) => fs.readFileSync(file, "utf8"))]).toEqual([
      "",
      "",
      "",
    ]);
    for (const [tool, fault] of [
      ["use_pool", "ECONNRESET"],
      ["use_stream", "ENOSPC"],
      ["use_child", "exit 1"],
    ] as const)
      expect(at(tool, fault).verdict).toBe("no code");
  });

  it("what the server may write to is a copy, which is thrown away", async () => {
    const file = path.join(temporaryFolder(), "out.txt");
    const inputs = path.join(temporaryFolder(), "inputs.json");
    fs.writeFileSync(inputs, JSON.stringify({ write_file: { path: file } }));
    const args = ["--only", "write_file", "--column", "valid", "--inputs", inputs];
    const refused = await proveMatrix([...args, "--", "node", rawServer]);
    expect([refused.at("write_file", "valid").verdict, fs.existsSync(file)]).toEqual(["no code", false]);
    const allowed = await proveMatrix([...args, "--writable", file, "--", "node", rawServer]);
    expect([allowed.at("write_file", "valid").verdict, fs.existsSync(file)]).toEqual(["kept", false]);
  });
});

it("servers of CommonJS get the same faults", async () => {
  const server = path.join(root, "test/prove/servers/common.cjs");
  const { at } = await proveMatrix(["--only", "read", "--only", "fetch", "--", "node", server]);
  expect(JSON.stringify(at("read", "EMFILE").answer)).toContain("EMFILE: too many open files");
  expect(JSON.stringify(at("fetch", "503").answer)).toContain("503");
});
