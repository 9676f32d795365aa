import { expect, it } from "vitest";
import { nodeBinary } from "../kit/installed.js";
import { proveMatrix, rawServer } from "./prove-kit.js";

const cells = [
  ["read_handle", "EMFILE", "EMFILE: too many open files"],
  ["read_stream", "EACCES", "EACCES: permission denied"],
  ["get_issue", "503", "The service answered 503"],
  ["get_https", "ECONNRESET", "ECONNRESET"],
  ["run_program", "SIGKILL", "git: null SIGKILL"],
] as const;

it.each(["22.23.3", "24.21.0"])("the faults of Node %s are those of the oldest that is supported", async (version) => {
  const only = cells.flatMap(([tool]) => ["--only", tool]);
  const { proof, at } = await proveMatrix([...only, "--", await nodeBinary(version), rawServer]);
  expect(proof.walls.files).toBe(true);
  for (const [tool, column, text] of cells) expect(JSON.stringify(at(tool, column).answer)).toContain(text);
});
