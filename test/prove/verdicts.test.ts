import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { temporaryFolder } from "../kit/project.js";
import { proveHere, proveMatrix } from "./prove-kit.js";

const server = ["--", "node", path.join(root, "test/prove/servers/verdicts.cjs")];
const columns = ["valid", "huge", "ECONNRESET", "ENOTFOUND", "hang", "500"].flatMap((name) => ["--column", name]);
let matrix: Awaited<ReturnType<typeof proveMatrix>>;
beforeAll(async () => {
  matrix = await proveMatrix([...columns, ...server], { OLDPWD: "/srv/where/it/was", NOTES_TOKEN: "zq7Secret9k" });
});

const kindsAt = (row: string, column: string): string[] =>
  matrix.at(row, column).problems.map(({ kind }: { kind: string }) => kind);

it.each([
  ["what the wall itself refuses", "show_refusal", "valid"],
  ["the folder of a shell", "show_old_folder", "valid"],
])("%s is no leak", (_what, row, column) => {
  expect(matrix.at(row, column)).toMatchObject({ verdict: "no code", problems: [] });
});

it("a failure of a million lines is read as any other", () =>
  expect(matrix.at("show_many_lines", "valid")).toMatchObject({ verdict: "no code", problems: [] }));

it("a secret of the environment is a leak in a success, too", () =>
  expect(matrix.at("show_request", "valid").problems).toMatchObject([
    { kind: "leak", message: "the value of NOTES_TOKEN" },
  ]));

it("a stack in a page of HTML is a leak", () =>
  expect(matrix.at("show_page", "valid").problems).toMatchObject([{ kind: "leak", message: "a stack" }]));

it.each([
  ["the status of a service", "read_status", "ECONNRESET"],
  ["data of another source, which says so", "read_fallback", "ENOTFOUND"],
])("a success that names the fault may be right: %s", (_what, row, column) => {
  expect(matrix.at(row, column)).toMatchObject({ verdict: "open", reason: "the answer names what failed" });
});

it.each(["tell_failure", "tell_status"])("a success that only says that it failed is wrong: %s", (row) => {
  for (const column of ["ECONNRESET", "500"]) expect(kindsAt(row, column)).toEqual(["swallowed"]);
});

it("an answer to valid input that says it failed may be right", () => {
  for (const row of ["tell_unset", "tell_failure"]) expect(matrix.at(row, "valid").verdict).toBe("open");
});

it.each([
  ["an answer that says it failed", "tell_failure", "huge", /says that the call failed/],
  [
    "a success, although what it asked for was refused",
    "hide_failure",
    "valid",
    /was refused, so that nothing is harmed/,
  ],
  ["the same of wrong input", "hide_failure", "huge", /was refused, so that nothing is harmed/],
])("where nothing is at fault, %s may be right", (_what, row, column, reason) => {
  expect(matrix.at(row, column)).toMatchObject({ verdict: "open", reason: expect.stringMatching(reason) });
});

it("a success that does not wait for what was refused is right", () =>
  expect(matrix.at("track", "valid").verdict).toBe("kept"));

it("an exit code of the server is not read as a signal", () =>
  expect(matrix.at("end_as_if_killed", "valid").problems[0].message).toBe("the server ends with the exit code 137"));

it("what a tool does not wait for is not its source, and what it waits for is", () => {
  // On a busy machine the answer may be there before the request that nobody waits for.
  for (const column of ["ECONNRESET", "500"])
    expect(matrix.at("track", column).verdict).toMatch(/^(?:open|not reached)$/);
  expect(matrix.at("track", "ENOTFOUND").reason).toBe("the tool does not wait for what failed");
  expect(kindsAt("track_and_read", "ECONNRESET")).toEqual(["swallowed"]);
});

it("a tool that reaches for nothing has no faults", () => {
  const { cells } = matrix.proof.rows.find(({ name }: { name: string }) => name === "add");
  expect(cells.map(({ column }: { column: string }) => column)).toEqual(["valid"]);
});

it("a huge input stays huge, and the rest of it is made short", () => {
  const { problems, call } = matrix.at("show_stack_if_long", "huge");
  expect(problems).toMatchObject([{ kind: "leak" }]);
  expect(call.params).toMatch(/\(1000\d\d\d characters\)$/);
});

it("an error of the system shows a path, also where no fault has made it", () =>
  expect(matrix.at("show_own_path", "valid").problems).toMatchObject([
    { kind: "leak", message: "the path /srv/own/notes.json" },
  ]));

it("a request that the SDK refuses before a tool has it is no failure of the tool", () => {
  expect(matrix.at("refuse_request", "valid")).toMatchObject({ verdict: "no code", problems: [] });
  expect(kindsAt("throw_error", "valid")).toEqual(["protocol error"]);
});

it("under an older revision a refusal may be an error of the protocol, and an internal error is none", async () => {
  const tools = ["crash", "refuse_input"].flatMap((name) => ["--only", name]);
  const older = await proveMatrix([...tools, "--column", "missing", ...server, "2025-06-18"]);
  expect(older.at("refuse_input", "missing")).toMatchObject({ verdict: "no code", problems: [] });
  expect(older.at("crash", "missing").problems).toMatchObject([
    { kind: "protocol error", message: expect.stringContaining("internal error of the protocol (-32603)") },
  ]);
});

it("what a server says once is no trace of a fault", () => {
  for (const column of ["ECONNRESET", "500"]) expect(matrix.at("greet_once", column).after).toBeUndefined();
});

it("a fault that changes what valid input is answered is told, and the next finds a server without it", () => {
  expect(matrix.at("break_for_good", "ECONNRESET").after).toMatch(/^afterwards valid input .*no more connections/);
  expect(matrix.at("break_for_good", "ENOTFOUND")).toMatchObject({ verdict: "no code", problems: [] });
  expect(matrix.at("break_for_good", "ENOTFOUND").after).toBeUndefined();
});

it("a tool behind a limit of its own is reached by each fault", () => {
  const cells = matrix.proof.rows.find(({ name }: { name: string }) => name === "limit_calls").cells;
  expect(cells.some(({ after }: { after?: string }) => after?.includes("too many calls"))).toBe(true);
  for (const column of ["ECONNRESET", "ENOTFOUND", "500"])
    expect(matrix.at("limit_calls", column).hits).toMatchObject([{ by: "fault" }]);
});

it("the end of a server and its answer do not contradict each other", () => {
  const messages = ["end_without_answer", "end_after_answer"].map((row) =>
    matrix.at(row, "valid").problems.map(({ message }: { message: string }) => message),
  );
  expect(messages).toEqual([
    [expect.stringMatching(/^the server ends (?:without an answer )?with the exit code 4$|^there is no answer/)],
    [expect.stringMatching(/^the server ends after its answer with the exit code 4$/)],
  ]);
});

it("equal problems are one line with their count, and signs are explained where they stand", async () => {
  const files = ["proof.md", "proof.html"].map((name) => path.join(temporaryFolder(), name));
  const tools = ["track_and_read", "show_refusal"].flatMap((name) => ["--only", name]);
  const faults = ["valid", "401", "403", "500"].flatMap((name) => ["--column", name]);
  const written = ["--markdown", files[0]!, "--html", files[1]!];
  const { stdout } = await proveHere(["--limit", "2", ...written, ...tools, ...faults, ...server]);
  const pages = [stdout, ...files.map((file) => fs.readFileSync(file, "utf8"))];
  for (const page of pages) {
    expect(page).toMatch(/MCP wants it, with no code to judge/);
    expect(page).toMatch(/401(?:<\/a>)? and 2 more: a success, although/);
  }
  expect(stdout.match(/a success, although/g)).toHaveLength(1);
});
