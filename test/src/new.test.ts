// `new` writes a server from nothing; the long test beside the packages installs and runs it.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../src/dist/command/run-command.js";
import { callCommand } from "../kit/call-command.js";
import { runHere } from "../command/run-plugin.js";
import { root } from "../kit/page.js";
import { filesOf, temporaryFolder, writeFiles } from "../kit/project.js";

const run = (cwd: string, ...args: string[]) => callCommand(runCommand, ["new", ...args], cwd);

describe("new", () => {
  it("writes the server into a new folder, and says what comes next", async () => {
    const cwd = temporaryFolder();
    const { status, stdout } = await run(cwd, "My Notes");
    expect(status).toBe(0);
    expect(stdout).toContain("Next: cd My Notes && npm install && npm run check");
    const files = filesOf(path.join(cwd, "My Notes"));
    for (const name of Object.keys(files)) expect(stdout).toContain(path.join("My Notes", name));
    expect(JSON.parse(files["package.json"]!)).toMatchObject({
      name: "my-notes",
      scripts: { check: "npm run lint && npm run failures && npm run test && npm run prove" },
      dependencies: { "error-contract": expect.stringMatching(/^\^\d/) },
    });
    expect(files["src/server.js"]).toContain('name: "my-notes"');
    expect(Object.values(files).join("\n")).not.toContain("NAME");
    expect(files[".gitignore"]).toContain("node_modules");
  });

  it("has the file of failures that the plugin writes of it", async () => {
    const cwd = temporaryFolder();
    await run(cwd, "notes");
    const folder = path.join(cwd, "notes");
    fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    expect(await runHere(folder, "failures", "--check")).toMatchObject({ status: 0 });
  });

  it("has a server and a client of at most 150 lines together", () => {
    const folder = path.join(root, "src/template/src");
    const lines = fs
      .readdirSync(folder)
      .flatMap((name) => fs.readFileSync(path.join(folder, name), "utf8").split("\n"));
    expect(lines.length).toBeLessThanOrEqual(150);
  });

  it("takes the packages from a folder of tarballs", async () => {
    const cwd = temporaryFolder();
    const { version } = JSON.parse(fs.readFileSync(path.join(root, "src/package.json"), "utf8"));
    const names = ["error-contract", "eslint-plugin-error-contract"].map((name) => `${name}-${version}.tgz`);
    writeFiles(cwd, Object.fromEntries(names.map((name) => [name, ""])));
    const { stdout } = await run(cwd, "server", "--packages", ".", "--json");
    expect(JSON.parse(stdout).files).toContain("src/server.js");
    const manifest = JSON.parse(fs.readFileSync(path.join(cwd, "server/package.json"), "utf8"));
    expect(manifest.dependencies["error-contract"]).toBe(`file:${path.join(fs.realpathSync(cwd), names[0]!)}`);
  });

  it.each([
    ["no folder", [], "expects one DIR, and there are 0"],
    ["two folders", ["a", "b"], "expects one DIR, and there are 2"],
    ["a folder with files", ["full"], "holds files"],
    ["a file", ["full/a.txt"], "cannot be"],
    ["a folder without tarballs", ["a", "--packages", "full"], "--packages expects a folder with error-contract-"],
  ])("refuses %s", async (_, args, problem) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { "full/a.txt": "mine" });
    expect(await run(cwd, ...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(problem) });
    expect(filesOf(cwd)).toEqual({ "full/a.txt": "mine" });
  });
});
