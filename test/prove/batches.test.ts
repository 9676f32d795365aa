// What a proof says of the failure of a batch under the contract standard.
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { proveMatrix } from "./prove-kit.js";

let matrix: Awaited<ReturnType<typeof proveMatrix>>;
beforeAll(async () => {
  const server = ["--", "node", path.join(root, "test/prove/servers/batches.cjs")];
  matrix = await proveMatrix(["--column", "valid", ...server]);
});

it("a batch of which some operations failed keeps the contract", () => {
  expect(matrix.proof.contract).toBe("standard");
  expect(matrix.at("right", "valid")).toMatchObject({ verdict: "kept", code: "INTERNAL", problems: [] });
});

it.each([
  ["of_which_one_is_not_counted", "1 + 2 operations, of 4"],
  ["of_which_none_is_listed", "0 failures listed, of 2"],
  ["of_which_more_are_listed", "2 failures listed, of 1"],
  ["with_an_index_behind_the_last", "the index 4, of 4 operations"],
  ["with_an_index_twice", "the index 1, of 4 operations"],
  ["without_an_index", "the index undefined, of 4 operations"],
  ["without_a_code", "INVALID_ERROR_CODE: undefined is not a registered code of standard"],
])("a batch %s has a wrong envelope", (tool, said) => {
  expect(matrix.at(tool, "valid")).toMatchObject({
    verdict: "wrong",
    code: "INTERNAL",
    problems: [{ kind: "envelope", message: `error.details: a batch: ${said}` }],
  });
});
