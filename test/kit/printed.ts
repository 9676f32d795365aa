import { expect } from "vitest";
import { projectWith } from "./project.js";
import { runNode } from "./run-node.js";

const END = "-- the end of a program --";

/** What each program prints, an ES module in a folder of its own. They run in one process, one after the other. */
export async function runEach(programs: readonly string[]): Promise<{ printed: readonly string[]; stderr: string }> {
  const files = programs.map((code, index) => [`${index}/program.mjs`, code]);
  const run = `for (let index = 0; index < ${programs.length}; index++) {
    process.chdir(import.meta.dirname + "/" + index);
    await import("./" + index + "/program.mjs");
    await new Promise((resolve) => setTimeout(resolve));
    console.log("${END}");
  }`;
  const cwd = projectWith({ ...Object.fromEntries(files), "run.mjs": run });
  const { status, stdout, stderr } = await runNode(["run.mjs"], { cwd });
  expect(status, stderr).toBe(0);
  return { printed: stdout.split(`${END}\n`), stderr };
}
