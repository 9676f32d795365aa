// The codes that a handler declares to throw.
import { wrapHandler as wrapAny } from "error-contract";
import { JSON_RPC_CODES, wrapHandler as wrapJsonRpc } from "error-contract/json-rpc";
import { kaiza } from "error-contract/kaiza";
import { toolError, wrapHandler } from "error-contract/standard";
import { expect, it } from "vitest";

const read = ({ id }: { id: number }) => {
  if (id === 0) throw toolError("NOT_FOUND", "No note");
  if (id === 1) throw toolError("CONFLICT", "It is open");
  return id;
};

it("are members of the wrapped handler, which nothing changes", () => {
  const codes = ["NOT_FOUND" as const];
  const wrapped = wrapHandler(read, { tool_name: "read_note", audit: "none", throws: codes });
  codes.push("NOT_FOUND");
  expect(wrapped.throws).toEqual(["NOT_FOUND"]);
  expect(Object.isFrozen(wrapped.throws)).toBe(true);
  expect(wrapped({ id: 7 })).toBe(7);
  expect(wrapHandler(read, "read_note")).not.toHaveProperty("throws");
});

it("change no failure: one that is not declared leaves as it is", () => {
  const wrapped = wrapHandler(read, { tool_name: "read_note", audit: "none", throws: ["NOT_FOUND"] });
  expect(() => wrapped({ id: 1 })).toThrow(/CONFLICT/);
});

it("are those of the contract, by their names or their numbers", () => {
  const rpc = wrapJsonRpc(read, { tool_name: "read_note", throws: [JSON_RPC_CODES.NotFound] });
  expect(rpc.throws).toEqual([-32001]);
  const any = wrapAny(read, { contract: kaiza, tool_name: "read_note", throws: ["FILE_NOT_FOUND"] });
  expect(any.throws).toEqual(["FILE_NOT_FOUND"]);
});

it.each<[unknown, string]>([
  [["NOT_FUOND"], 'wrapHandler: throws: expected codes of standard, found "NOT_FUOND"'],
  ["NOT_FOUND", 'wrapHandler: throws: expected a list of codes, found "NOT_FOUND"'],
  [[null], "wrapHandler: throws: expected a list of codes, found object"],
])("are refused: %j", (throws, message) => {
  expect(() => wrapHandler(read, { tool_name: "read_note", throws: throws as never })).toThrow(new TypeError(message));
});
