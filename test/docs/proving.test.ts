import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { CONFIG } from "../command/hostile-server.js";
import { runHere } from "../command/run-plugin.js";
import { codeBlocks, root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runProve } from "../prove/prove-kit.js";

const OURS = "npx error-contract prove ";
const PLUGIN = "npx eslint-plugin-error-contract ";

it("docs/guides/proving.md has commands that run, one after the other, and write what it says", async () => {
  const lines = codeBlocks("docs/guides/proving.md")
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.split("\n"))
    .filter((line) => !line.startsWith("npm install"));
  expect(lines.length).toBeGreaterThan(6);
  const cwd = projectWith({
    "package.json": JSON.stringify({ name: "lax", type: "module" }),
    "eslint.config.js": CONFIG,
    "server.cjs": fs.readFileSync(path.join(root, "test/prove/servers/lax.cjs"), "utf8"),
    "server.js": 'import "./server.cjs";\n',
    "src/notes.js": "export const notes = [];\n",
  });
  for (const line of lines) {
    if (line.startsWith(PLUGIN)) {
      expect((await runHere(cwd, ...line.slice(PLUGIN.length).split(" "))).status, line).toBe(0);
      continue;
    }
    expect(line.startsWith(OURS), line).toBe(true);
    const [command, file] = line.slice(OURS.length).split(" > ");
    const { status, stdout, stderr } = await runProve(command!.split(" "), { cwd });
    if (file !== undefined) fs.writeFileSync(path.join(cwd, file), stdout);
    // The server accepts everything, which the baseline knows.
    const isRight = /--draft|--baseline|--column valid/.test(line);
    expect(status, `${line}\n${stderr}`).toBe(isRight ? 0 : 1);
  }
  const written = ["inputs.json", "proof.json", "proof.html", "proof.md", "error-contract-report.html"];
  expect(written.filter((name) => !fs.existsSync(path.join(cwd, name)))).toEqual([]);
});
