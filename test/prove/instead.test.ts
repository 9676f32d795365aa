// What a proof says of a tool that does something else after a fault, which is refused so that nothing is harmed.
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { proveMatrix } from "./prove-kit.js";

let matrix: Awaited<ReturnType<typeof proveMatrix>>;
beforeAll(async () => {
  const server = ["--", "node", path.join(root, "test/prove/servers/instead.cjs")];
  matrix = await proveMatrix(["--column", "ENOENT", ...server]);
});

it("a code that says what was refused is open", () => {
  expect(matrix.at("make", "ENOENT")).toMatchObject({
    verdict: "open",
    code: "PERMISSION_DENIED",
    reason: "what it did after the fault was refused, so that nothing is harmed",
  });
});

it.each([
  ["another code", "make_or_be_silent", "INTERNAL"],
  ["that code where nothing was refused", "only_read", "PERMISSION_DENIED"],
])("%s is wrong", (_what, tool, code) => {
  expect(matrix.at(tool, "ENOENT")).toMatchObject({ verdict: "wrong", code, problems: [{ kind: "code" }] });
});
