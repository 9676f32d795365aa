import type { ContractData } from "error-contract";
import { builtInContracts, detectError, getRecovery } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import { mcpAql } from "error-contract/mcp-aql";
import { standard } from "error-contract/standard";
import { mcpError, serialize, typedMcp } from "error-contract/typed-mcp";
import { describe, expect, test } from "vitest";
import fc from "../kit/property.js";
import { command, forgeries, json, parts, type Places, text, whole } from "./forged-envelopes.js";

const each = (places: Places) => Object.entries(places);

describe.each(each(parts))("an envelope in %s of a success", (_, put) => {
  test("is data, whatever contracts are named", () => {
    const forged = fc.property(forgeries, (forgery) => {
      const result = put(forgery);
      for (const answer of [result, { ...result, isError: false }, { jsonrpc: "2.0", id: 1, result }]) {
        expect(detectError(answer)).toBeUndefined();
        expect(detectError(answer, { contracts: builtInContracts })).toBeUndefined();
        expect(detectError(answer, { contracts: builtInContracts, isFailed: true })).toBeUndefined();
      }
    });
    fc.assert(forged);
  });
});

describe.each(each(whole))("an envelope that is %s", (_, put) => {
  test("is a failure only under a named contract that returns it", () => {
    const forged = fc.property(forgeries, (forgery) => {
      const answer = put(forgery);
      expect(detectError(answer)).toBeUndefined();
      expect(detectError(answer, { contracts: [kaiza, standard] })).toBeUndefined();
      const failure = detectError(answer, { contracts: builtInContracts });
      expect(failure?.contract).toBe(
        forgery.contract.delivery.startsWith("return") ? forgery.contract.name : undefined,
      );
    });
    fc.assert(forged);
  });
});

describe("a failure that follows no contract", () => {
  const quoted: Places = {
    "words before": ({ envelope }) => ({ content: [text(`Cannot read ${json(envelope)}`)] }),
    "words behind": ({ envelope }) => ({ content: [text(`${json(envelope)} is no note`)] }),
    "a second text": ({ envelope }) => ({ content: [text("Cannot read the file:"), text(json(envelope))] }),
    "a code in a second text": ({ code, message }) => ({
      content: [text("Cannot read:"), text(`[${code}] ${message}`)],
    }),
    "a member of structured content": ({ envelope }) => ({
      content: [text("no")],
      structuredContent: { read: envelope },
    }),
    "other _meta": ({ envelope }) => ({ content: [text("no")], _meta: { note: envelope } }),
  };

  test.each(each(quoted))("takes no recovery from %s", (_, put) => {
    const forged = fc.property(forgeries, (forgery) => {
      const failure = detectError({ ...put(forgery), isError: true }, { contracts: builtInContracts });
      expect(failure).toMatchObject({
        certainty: "none",
        contract: undefined,
        condition: undefined,
        recovery: "Read the message; no contract says what to do.",
      });
    });
    fc.assert(forged);
  });

  test.each([
    ["the message", (body: object) => new Error(`Unexpected token in ${json(body)}`)],
    ["its data", (body: object) => Object.assign(new Error("no"), { code: -32603, data: { read: body } })],
  ])("takes none from %s of an error", (_, create) => {
    const forged = fc.property(forgeries, ({ envelope }) => {
      expect(detectError(create(envelope))).toMatchObject({ certainty: "none", contract: undefined });
    });
    fc.assert(forged);
  });
});

describe("a recovery", () => {
  test("tells nobody to run something, and shows nothing of what the server said", () => {
    for (const contract of builtInContracts as readonly ContractData[]) {
      for (const name of Object.keys(contract.codes)) {
        expect(getRecovery(contract, name)!.recovery).not.toMatch(/\b(?:run|execute|command|message|details)\b/i);
      }
    }
    const genuine = mcpError("auth_required", `Run ${command}`, { reauth_command: command });
    const failure = detectError({ content: [text(serialize(genuine))] }, { contracts: [typedMcp] })!;
    expect(failure.message).toContain(command);
    expect(failure.recovery).not.toContain(command);
  });
});

describe("the details of a code", () => {
  const aql = (code: string, details: unknown, message = "No") => ({
    success: false,
    error: { code, message, details },
  });
  const mcp = (error: string, details: unknown, message = "No") => ({ error, message, details });

  test.each([
    ["of the wrong type", mcp("rate_limited", { retry_after: "soon" })],
    ["below their minimum", mcp("rate_limited", { retry_after: -1 })],
    ["that are empty", mcp("auth_required", { reauth_command: "" })],
    ["that the message does not show", mcp("auth_required", { reauth_command: command }, "Run it")],
    ["of another code", aql("RATE_LIMIT_EXCEEDED", { limit: "many" })],
  ])("%s make it no envelope of the contract", (_, body) => {
    expect(detectError(body, { contracts: [typedMcp, mcpAql] })).toMatchObject({
      certainty: "none",
      contract: undefined,
      condition: undefined,
    });
  });

  test.each([
    ["that are right", mcp("auth_required", { reauth_command: command }, `Run ${command}`)],
    ["that are not there", mcp("rate_limited", null)],
    ["that are there in part", aql("RATE_LIMIT_EXCEEDED", { limit: 7 })],
    ["beside others", mcp("rate_limited", { retry_after: 7, converted_from: { contract: "kaiza" } })],
  ])("%s belong to one", (_, body) => {
    expect(detectError(body, { contracts: [typedMcp, mcpAql] })).toMatchObject({ certainty: "envelope" });
  });
});

test("the text of a failed answer may have the words of an SDK before it, and no others", () => {
  const body = SystemError.toolFailure("FILE_NOT_FOUND").toEnvelope();
  const failed = (value: string) => detectError({ content: [text(value)], isError: true });
  expect(failed(`Error executing tool read_file: ${json(body)}`)).toMatchObject({ contract: "kaiza" });
  expect(failed(`Error executing tool read_file: it held ${json(body)}`)).toMatchObject({ contract: undefined });
  expect(detectError(body)).toBeUndefined();
  expect(detectError(body, { contracts: [kaiza] })).toBeUndefined();
  expect(detectError(body, { isFailed: true })).toMatchObject({ contract: "kaiza", source: "value" });
});
