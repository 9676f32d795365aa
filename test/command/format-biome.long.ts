// With Biome, what `apply` writes passes `biome ci` where it did so before, the order of imports and the plan included.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { installedTool } from "../kit/installed.js";
import { nodeModules } from "../kit/project.js";
import { decide, editFile, planProject, readFile } from "./plan-project.js";
import { runHere } from "./run-plugin.js";

const READ = outdent`
  import fs from "node:fs";
  import { zebra } from "zebra";
  import { notes } from "./notes.js";

  export function readNote(name: string): string {
    const note = notes.get(zebra(name, fs));
    if (note === undefined) throw new Error(\`Note not found: \${name}\`);
    return note;
  }\n
`;

/** Puts the Biome of another folder beside the packages of this workspace. */
function addBiome(cwd: string, tool: string): void {
  const modules = path.join(cwd, "node_modules");
  fs.rmSync(modules);
  fs.mkdirSync(modules);
  for (const name of fs.readdirSync(nodeModules))
    fs.symlinkSync(path.join(nodeModules, name), path.join(modules, name), "junction");
  fs.symlinkSync(path.join(tool, "node_modules/@biomejs"), path.join(modules, "@biomejs"), "junction");
}

describe.each(["1.9.4", "2.3.0"])("Biome %s", (version) => {
  it("accepts each file that `apply` has changed", { timeout: 120_000 }, async () => {
    const tool = await installedTool(`@biomejs/biome@${version}`);
    const cwd = planProject({
      "src/read.ts": READ,
      "src/notes.ts": "export const notes = new Map<string, string>();\n",
      "package.json": JSON.stringify({ type: "module", devDependencies: { "@biomejs/biome": version } }),
      "biome.json": JSON.stringify({ formatter: { indentStyle: "space" }, linter: { enabled: false } }),
    });
    fs.rmSync(path.join(cwd, ".prettierrc"));
    // A pattern that a folder above the project fits, too.
    const above = `${path.basename(path.dirname(cwd))}/`;
    if (version.startsWith("1."))
      editFile(cwd, "biome.json", (text) => text.replace('"space"', `"space", "ignore": ["${above}"]`));
    addBiome(cwd, tool);
    const ci = () =>
      execFileSync(process.execPath, [path.join(tool, "node_modules/@biomejs/biome/bin/biome"), "ci", "src"], { cwd });
    ci();
    await runHere(cwd, "plan");
    decide(cwd, "not found", "NOT_FOUND");
    expect(await runHere(cwd, "apply", "--write")).toMatchObject({ status: 0 });
    expect(readFile(cwd, "src/read.ts")).toContain("toolError(");
    ci();
  });
});
