import { kaiza } from "error-contract/kaiza";
import { expect, test } from "vitest";
import { listNearCodes } from "../../rules/dist/contract/registry.js";

const registry = { codes: Object.keys(kaiza.codes) };

test.each([
  ["PREFLIGHT_FAILURE", ["PREFLIGHT_FAILED"]],
  ["INVALID_PATHS", ["INVALID_PATH"]],
  ["file-not-found", ["FILE_NOT_FOUND"]],
  ["InvalidPath", ["INVALID_PATH"]],
  ["PATH_INVALID", ["INVALID_PATH", "PATCH_INVALID"]],
  ["PATH_TRAVERSAL", ["PATH_TRAVERSAL_BLOCKED"]],
  ["UNAUTHORIZED", ["UNAUTHORIZED_ACTION"]],
  ["UPSTREAM_TIMEOUT", []],
  ["REFUSE", []],
  ["", []],
])("%s is near to %j", (code, near) => {
  expect(listNearCodes(code, registry)).toEqual(near);
});

test("there are three at most, those that share most first", () =>
  expect(listNearCodes("INVALID_INPUT", registry)).toEqual([
    "INVALID_INPUT_TYPE",
    "INVALID_INPUT_VALUE",
    "INVALID_INPUT_FORMAT",
  ]));

test("nothing is near to a registered code", () => expect(listNearCodes("INVALID_PATH", registry)).toEqual([]));
