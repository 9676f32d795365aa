// The failure of a batch under the contract standard, from what its operations have answered to what a client reads.
import { convert } from "error-contract/convert";
import { detectError } from "error-contract/detect";
import { createBatchFailure as createAqlBatch, mcpAql, wrapServer as wrapAql } from "error-contract/mcp-aql";
import { createBatchFailure, standard, toolError, wrapServer } from "error-contract/standard";
import { describe, expect, it } from "vitest";
import { connect, info, sdks } from "../kit/sdks.js";
import { checkFailure } from "../../src/dist/testing/check-failure.js";
import { MemorySink } from "./boundary-contracts.js";

const work = async (id: number) => {
  await Promise.resolve();
  if (id === 2) throw toolError("NOT_FOUND", "There is no note 2", { details: { id } });
  if (id === 5) throw Object.assign(new Error("slow down"), { status: 429 });
  if (id === 7) throw toolError("CONFLICT", "Changed");
  return id;
};
const runAll = (count: number) => Promise.allSettled(Array.from({ length: count }, (_, id) => work(id)));
const errors = [
  { index: 2, code: "NOT_FOUND", message: "There is no note 2", details: { id: 2 } },
  { index: 5, code: "RATE_LIMITED", message: "slow down" },
  { index: 7, code: "CONFLICT", message: "Changed" },
];

describe("createBatchFailure of standard", () => {
  it("says which operations have failed, and to repeat those alone", async () => {
    const error = createBatchFailure(await runAll(10));
    expect(error?.toEnvelope().error).toEqual({
      code: "INTERNAL",
      message: "3 of 10 operations failed",
      tool: null,
      details: { total: 10, succeeded: 7, failed: 3, errors },
      retryable: false,
      next: "Read the code of each failed operation and repeat those alone.",
    });
    expect((error?.cause as AggregateError).errors).toHaveLength(3);
  });

  it("reads envelopes and errors, too", () => {
    const error = toolError("CONFLICT", "Changed");
    const outcomes = [1, error.toEnvelope(), error, { status: "fulfilled", value: error.toEnvelope() }];
    const { details } = createBatchFailure(outcomes)!.toEnvelope().error;
    expect(details).toMatchObject({ total: 4, errors: [1, 2, 3].map((index) => ({ index, code: "CONFLICT" })) });
  });

  it.each([
    ["the code that all share", ["UNAVAILABLE", "UNAVAILABLE"], "UNAVAILABLE"],
    ["INTERNAL for several codes", ["UNAVAILABLE", "CONFLICT"], "INTERNAL"],
  ] as const)("has, where none succeeded, %s", (_what, codes, code) => {
    const envelope = createBatchFailure(codes.map((each) => toolError(each, "x")))!.toEnvelope();
    expect(envelope.error).toMatchObject({ code, details: { succeeded: 0, failed: 2 } });
    expect(envelope.error).not.toHaveProperty("next");
  });

  it.each([
    [100, 100, 100],
    [101, 101, 0],
    [901, 900, 0],
  ])("lists of %i failures %i, and details of %i", (count, listed, detailed) => {
    const failures = Array.from({ length: count }, (_, id) => toolError("CONFLICT", "Changed", { details: { id } }));
    const { details }: any = createBatchFailure([1, ...failures])!.toEnvelope().error;
    expect(details).toMatchObject({ failed: count, errors: { length: listed } });
    expect(details.errors.filter((each: object) => "details" in each)).toHaveLength(detailed);
  });

  it("is none where all succeeded, and refuses what is no list", () => {
    expect(createBatchFailure([])).toBeUndefined();
    expect(createBatchFailure([{ status: "fulfilled", value: 1 }, "x", { error: { code: 1 } }])).toBeUndefined();
    expect(() => createBatchFailure(1 as never)).toThrow(/^createBatchFailure: outcomes: cannot be read$/u);
    expect(() => createBatchFailure([], { causes: 1 } as never)).toThrow(/causes: no such option/u);
  });
});

describe.each(sdks)("a batch that failed in part, through SDK $version", (sdk) => {
  it.each([
    ["standard", wrapServer, createBatchFailure, standard, "INTERNAL"],
    ["mcp-aql", wrapAql, createAqlBatch, mcpAql, "BATCH_PARTIAL_FAILURE"],
  ] as const)("reaches the client whole, recorded once (%s)", async (name, wrap, create, contract, code) => {
    const audit = new MemorySink();
    const server = wrap(new sdk.McpServer(info), { audit });
    server.registerTool("edit_all", {}, async () => {
      throw create(await runAll(10));
    });
    const received = await (await connect(sdk, server)).callTool({ name: "edit_all", arguments: {} });
    const failure = detectError(received, { contracts: [contract] });
    expect(failure).toMatchObject({ contract: name, code, retryable: false });
    expect(failure).toMatchObject({ details: { total: 10, succeeded: 7, failed: 3, errors: [{}, {}, {}] } });
    expect(checkFailure(contract, received).problems).toEqual([]);
    expect(audit.envelopes).toHaveLength(1);
  });
});

it("is converted to the other contract with all that it says", async () => {
  const { error } = convert(createAqlBatch(await runAll(10)), standard);
  expect(error).toMatchObject({ code: "INTERNAL", details: { total: 10, failed: 3 } });
});

it.each([
  ["numbers that do not add up", { succeeded: 8 }, "error.details: a batch: 8 + 3 operations, of 10"],
  ["a list without a failure", { errors: [] }, "error.details: a batch: 0 failures listed, of 3"],
  ["an operation that is none", { errors: [{ ...errors[0], index: 10 }] }, "the index 10, of 10 operations"],
  ["an operation twice", { errors: [errors[0], errors[0]] }, "the index 2, of 10 operations"],
  ["a code that is none", { errors: [{ ...errors[0], code: "GONE" }] }, "GONE"],
])("the kit finds %s in the failure of a batch", async (_what, changes, problem) => {
  const { error } = createBatchFailure(await runAll(10))!.toEnvelope();
  const envelope = { error: { ...error, details: { ...error.details, ...changes } } };
  expect(checkFailure(standard, envelope).problems.join("\n")).toContain(problem);
});
