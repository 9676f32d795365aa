import path from "node:path";
import { expect, test } from "vitest";
import { runNode } from "../kit/run-node.js";
import { isWhole } from "../kit/scope.js";

// Less than `npm run test:stress` feeds, which takes ten million characters. The gate has every second pair.
test("ten times as much takes no function far more than ten times as long", async () => {
  const script = path.join(import.meta.dirname, "../../tools/stress/time.js");
  const args = ["100000", "", "", isWhole ? "1" : "2"];
  const { status, stdout, stderr } = await runNode([script, ...args], { cwd: import.meta.dirname });
  expect(stdout + stderr).toMatch(/^ok/);
  expect(status).toBe(0);
}, 300_000);
