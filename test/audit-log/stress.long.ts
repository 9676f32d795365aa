import path from "node:path";
import { expect, test } from "vitest";
import { runNode } from "../kit/run-node.js";

// A twentieth of `npm run test:stress`: several processes, kills, a full disk, long entries, clocks that jump.
test("the log holds under real conditions", async () => {
  const script = path.join(import.meta.dirname, "../../tools/stress/run.js");
  const { status, stdout, stderr } = await runNode([script, "0.05"], { cwd: import.meta.dirname });
  expect(stdout + stderr).not.toContain("FAIL");
  expect(stdout.match(/^ok/gm)?.length).toBeGreaterThan(6);
  expect(status).toBe(0);
});
