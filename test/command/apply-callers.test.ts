import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { PLAN, editFile, planProject, readFile, runAsJson } from "./plan-project.js";

const READ = `${outdent`
  export async function readNote(
    notes: Map<string, string>,
    name: string,
  ): Promise<{ ok: true; text: string } | { ok: false; error: string }> {
    if (name === "") return { ok: false, error: "name is required" };
    const text = notes.get(name);
    if (text === undefined) return { ok: false, error: \`Note not found: \${name}\` };
    return { ok: true, text };
  }
`}\n`;
const SHOW = `${outdent`
  import { readNote } from "./index.js";

  export async function showNote(notes: Map<string, string>, name: string): Promise<string> {
    const note = await readNote(notes, name);
    if (!note.ok) throw new Error(note.error);

    return note.text.trim();
  }
`}\n`;
const SERVER = `${outdent`
  import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  import { readNote } from "./index.js";

  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool("read_note", {}, async ({ name }) => {
    const note = await readNote(new Map(), name);
    if (!note.ok) {
      return { isError: true, content: [{ type: "text", text: note.error }] };
    }
    return { content: [{ type: "text", text: note.text }] };
  });
`}\n`;
const files = {
  "src/read.ts": READ,
  "src/index.ts": 'export * from "./read.js";\n',
  "src/show.ts": SHOW,
  "src/server.js": SERVER,
};

async function proposed(all: Readonly<Record<string, string>>): Promise<{ folder: string; json: any }> {
  const folder = planProject(all);
  const { json } = await runAsJson(folder, "plan");
  editFile(folder, PLAN, (text) => text.replaceAll(/decision:\n/g, "decision: asProposed\n"));
  return { folder, json };
}

function resultsOf(json: any): any {
  return json.groups.filter(({ rule, isUnreported }: any) => rule === "no-error-result" && isUnreported !== true);
}

describe("the callers of a function that returns failures, in other files", () => {
  it("lose their checks where the function throws, and its type loses the failure", async () => {
    const { folder, json } = await proposed(files);
    expect(resultsOf(json)[0]).toMatchObject({ dependents: ["src/server.js:7", "src/show.ts:5"] });
    expect(await runAsJson(folder, "apply", "--write")).toMatchObject({
      status: 0,
      json: { compiled: true, rolledBack: [], left: [] },
    });
    expect(readFile(folder, "src/read.ts")).toContain("): Promise<{ ok: true; text: string }> {");
    expect(readFile(folder, "src/read.ts").match(/throw toolError/g)).toHaveLength(2);
    expect(readFile(folder, "src/show.ts")).toBe(SHOW.replace("  if (!note.ok) throw new Error(note.error);\n", ""));
    const server = readFile(folder, "src/server.js");
    expect(server).not.toContain("isError");
    expect(server).toContain("await readNote(new Map(), name);\n    return { content:");
    const again = await runAsJson(folder, "apply", "--write");
    expect(again).toMatchObject({ status: 0, json: { files: [] } });
  });

  it("keep their checks as long as the function returns another failure", async () => {
    const { folder } = await proposed(files);
    editFile(folder, PLAN, (text) => text.replace(/(- 'src\/read.ts:7 in readNote .*')/, "$1: skip"));
    await runAsJson(folder, "apply", "--write", "--skip-compiler");
    expect(readFile(folder, "src/read.ts").match(/throw toolError/g)).toHaveLength(1);
    expect(readFile(folder, "src/read.ts")).toContain("| { ok: false; error: string }");
    expect(readFile(folder, "src/show.ts")).toContain("if (!note.ok) throw ");
  });

  it("keep their checks where the type is that of other functions, too", async () => {
    const shared = READ.replace("{ ok: true; text: string } | { ok: false; error: string }", "Result");
    const type = "export type Result = { ok: true; text: string } | { ok: false; error: string };\n\n";
    const { folder } = await proposed({ ...files, "src/read.ts": type + shared });
    await runAsJson(folder, "apply", "--write", "--skip-compiler");
    expect(readFile(folder, "src/read.ts").match(/throw toolError/g)).toHaveLength(2);
    expect(readFile(folder, "src/show.ts")).toContain("if (!note.ok) throw ");
  });

  it("get their checks back with the file of the function", async () => {
    const check =
      'import fs from "node:fs";\nif (fs.readFileSync("src/read.ts", "utf8").includes("throw")) process.exit(1);\n';
    const { folder } = await proposed({ ...files, "check.js": check });
    const { json } = await runAsJson(folder, "apply", "--write", "--skip-compiler", "--verify", "node check.js");
    expect(json.rolledBack.map(({ file }: any) => file)).toEqual(["src/read.ts", "src/server.js", "src/show.ts"]);
    expect(json.rolledBack[2].reason).toMatch(/^read\.ts was taken back: `node check\.js` fails/);
    expect(readFile(folder, "src/read.ts")).toBe(READ);
    expect(readFile(folder, "src/show.ts")).toBe(SHOW);
    expect(readFile(folder, "src/server.js")).toBe(SERVER);
  });

  it("keep the function as it is where one of them does more than hand the failure on", async () => {
    const branching = SHOW.replace("if (!note.ok) throw new Error(note.error);", 'if (!note.ok) return "";');
    const others = {
      "src/show.ts": branching,
      "src/rename.ts":
        SHOW.replace("readNote }", "readNote as read }").replace("await readNote(", "await read(") +
        branching.replace(/^.*\n/, "").replace("showNote", "tryNote").replace("readNote", "read"),
      "src/all.js":
        'import * as notes from "./index.js";\nexport const all = () => notes.readNote(new Map(), "all");\n',
      "src/default.ts": READ.replace("export async", "export default async"),
    };
    for (const [file, text] of Object.entries(others)) {
      const { json } = await proposed({ ...files, [file]: text });
      const place = file === "src/default.ts" ? "src/default.ts" : "src/read.ts";
      const group = resultsOf(json).find(({ places }: any) => places.some((each: any) => each.file === place));
      expect({ file, kind: group.kind }).toEqual({ file, kind: "{ ok: false }, which other code reads" });
    }
  });

  it("are asked about where a test calls the function", async () => {
    const test =
      'import { readNote } from "../src/read.js";\nexpect((await readNote(new Map(), "a")).ok).toBe(false);\n';
    const { folder, json } = await proposed({ ...files, "test/read.test.ts": test });
    expect(resultsOf(json)[0]).toMatchObject({ tests: ["test/read.test.ts:1"] });
    const { json: left } = await runAsJson(folder, "apply", "--skip-compiler");
    expect(left.left).toContainEqual(
      expect.objectContaining({ file: "src/read.ts", reason: "the test test/read.test.ts:1 depends on it" }),
    );
    const despite = await runAsJson(folder, "apply", "--write", "--despite-tests", "--skip-compiler");
    expect(despite.json).toMatchObject({ left: [], rolledBack: [] });
    expect(readFile(folder, "src/show.ts")).not.toContain("note.ok");
  });
});
