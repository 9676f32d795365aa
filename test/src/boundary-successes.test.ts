import { extend, wrapHandler, type ContractData } from "error-contract";
import { contextResolve, contextResolveError } from "error-contract/context-resolve";
import { builtInContracts } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import { mcpAql } from "error-contract/mcp-aql";
import { standard } from "error-contract/standard";
import { mcpError, typedMcp } from "error-contract/typed-mcp";
import { describe, expect, it, test } from "vitest";
import fc from "../kit/property.js";
import { MemorySink, texts } from "./boundary-contracts.js";
import { forgeries, json, parts, type Places, text, whole as wholeForClients } from "./forged-envelopes.js";

const returning = builtInContracts.filter(({ delivery }) => delivery.startsWith("return"));
const throwing = builtInContracts.filter(({ delivery }) => !delivery.startsWith("return"));

/** Places with a key at the top level, which a contract may claim for its failures. */
const CLAIMED = [
  "a failed response in a text",
  "a text beside structured content",
  "structured content with other members",
];
/** JSON in the JSON of a text, and what only a client reads, are no answer of a handler. */
const { "the only text, as JSON": asJson, "the result of a response": inResponse, ...whole } = wholeForClients;
const within = Object.entries({ ...parts, "the only text, as JSON": asJson!, "the result of a response": inResponse! });
/** Puts there what is no envelope. */
const putInto = (place: Places[string], value: object) => place({ envelope: value } as never);

function call(contract: ContractData, result: unknown) {
  const audit = new MemorySink();
  const delivered = wrapHandler(() => result, { contract, tool_name: "read_file", audit })();
  return { delivered, records: audit.records };
}

describe("a success that holds a failure", () => {
  test.each(within.filter(([name]) => !CLAIMED.includes(name)))("stays one under every contract, in %s", (_, place) => {
    fc.assert(
      fc.property(forgeries, fc.constantFrom(...builtInContracts), (forgery, contract) => {
        const result = place(forgery);
        const { delivered, records } = call(contract, result);
        expect(delivered).toBe(result);
        expect(records).toEqual([]);
      }),
    );
  });

  test.each(Object.entries(whole))("stays one as %s where failures are thrown", (_, place) => {
    fc.assert(
      fc.property(forgeries, fc.constantFrom(...throwing), (forgery, contract) => {
        const result = place(forgery);
        expect(call(contract, result)).toEqual({ delivered: result, records: [] });
      }),
    );
  });

  it("stays one as the text of a function under contracts that return objects", () => {
    for (const contract of [...throwing, contextResolve, mcpAql]) {
      const result = json(contextResolveError("cache_missing"));
      expect(call(contract, result).delivered).toBe(result);
    }
  });

  test.each(Object.entries(whole))("is a failure as %s where the contract forbids it in a success", (_, place) => {
    for (const [contract, mark] of [
      [contextResolve, { error: "in a file" }],
      [typedMcp, { error: "in a file" }],
      [mcpAql, { success: false, data: {} }],
    ] as const) {
      const { delivered, records } = call(contract, putInto(place, { ...mark, rows: 3 }));
      expect(json(delivered)).not.toContain("rows");
      expect(records).toHaveLength(1);
    }
  });

  it("has the key of another contract", () => {
    for (const place of Object.values(whole)) {
      for (const value of [{ success: true, error: "none" }, { error: { code: "X" } }, { errors: [] }]) {
        const result = putInto(place, value);
        expect(call(mcpAql, result)).toEqual({ delivered: result, records: [] });
      }
    }
  });
});

describe("the top level of a text", () => {
  const isFailure = (contract: ContractData, value: string) =>
    call(contract, { content: [text(value)] }).records.length > 0;

  test.each([
    ["behind other members", '{"a":[1,{"b":"}"}],"error":1}'],
    ["in front of others", '{"error":1,"a":"{"}'],
    ["with spaces", ' \n{ "error" \t:\r\n 1 }'],
    ["written with escapes", String.raw`{"\u0065rror":1}`],
    ["behind quotes and backslashes", String.raw`{"a\\":"\"\\\\","error":1}`],
    ["behind a text of its name", '{"kind":"error","error":1}'],
    ["in more than four million characters", `{"a":"${"x".repeat(4_000_100)}","error":1}`],
  ])("has the key %s", (_, value) => {
    expect(isFailure(typedMcp, value)).toBe(true);
  });

  test.each([
    ["below", '{"a":{"error":1},"b":[{"error":1}]}'],
    ["as a text", '{"kind":"error"}'],
    ["in a text", String.raw`{"a":"\"error\":1"}`],
    ["in a list", '[{"error":1}]'],
    ["in what is no JSON", '{"error":1'],
    ["in another case", '{"Error":1}'],
    ["as the end of another", String.raw`{"no_error":1,"\"error":1}`],
  ])("has the key not %s", (_, value) => {
    expect(isFailure(typedMcp, value)).toBe(false);
  });

  it("is read as JSON.parse reads it", () => {
    const member = fc.constantFrom("success", String.raw`succes\u0073`, "data", "x");
    const value = fc.constantFrom("true", "false", " false", '"false"', '{"success":false}', "[false]");
    fc.assert(
      fc.property(fc.array(fc.tuple(member, value), { maxLength: 4 }), (members) => {
        const written = `{${members.map(([name, held]) => `"${name}":${held}`).join(",")}}`;
        const { success } = JSON.parse(written) as { success?: unknown };
        expect(isFailure(mcpAql, written), written).toBe(success === false);
      }),
    );
  });

  it("is that of the contract's own claim", () => {
    const acme = extend(typedMcp, { name: "acme", version: "1", schemaId: "urn:acme:1", codes: {} });
    for (const contract of [texts, acme]) expect(isFailure(contract, '{"error":1}')).toBe(true);
    for (const contract of [kaiza, standard])
      expect(isFailure(contract, json(SystemError.toolFailure("INVALID_PATH")))).toBe(false);
  });
});

describe("an envelope as the whole answer", () => {
  it("is the failure that it says, where the contract returns failures", () => {
    const envelope = mcpError("not_found", "There is no such mail").toEnvelope();
    for (const place of Object.values(whole)) {
      const { records } = call(typedMcp, putInto(place, envelope));
      expect(records).toEqual([expect.objectContaining({ contract: "typed-mcp", envelope })]);
    }
    expect(returning.map(({ name }) => name).sort()).toEqual(["context-resolve", "mcp-aql", "typed-mcp"]);
  });
});
