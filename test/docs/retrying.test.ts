import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { toolError, wrapServer } from "error-contract/standard";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { connect, info, sdk1, sdk2, type Any } from "../kit/sdks.js";

const page = fs.readFileSync(path.join(root, "docs/guides/retrying.md"), "utf8");

it.each([sdk1, sdk2])("docs/guides/retrying.md: the example reads a note of SDK $version", async (sdk) => {
  const [example] = codeBlocks("docs/guides/retrying.md");
  const file = path.join(projectWith({ "read-note.mjs": example!.code }), "read-note.mjs");
  const { readNote } = (await import(file)) as { readNote: (client: Any, id: number) => Promise<string> };
  const server = wrapServer(new sdk.McpServer(info), { audit: "none" });
  let calls = 0;
  server.registerTool("read_note", {}, () => {
    if (++calls === 1) throw toolError("UNAVAILABLE", "Not yet", { retry_after: 0 });
    if (calls === 3) throw toolError("NOT_FOUND", "There is no such note");
    return { content: [{ type: "text", text: "Buy bread" }] };
  });
  const client = await connect(sdk, server);
  expect([await readNote(client, 7), calls]).toEqual(["Buy bread", 2]);
  expect([await readNote(client, 8), calls]).toEqual(["Check the name or create the thing first.", 3]);
});

it("docs/guides/retrying.md: has the table that the script prints", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, "tools/retry/run.js")]);
  expect(page).toContain(stdout.trimEnd());
});
