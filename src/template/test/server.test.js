import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { createDetector } from "error-contract/detect";
import { standard, wrapHandler } from "error-contract/standard";
import { defineContractTests } from "error-contract/testing";
import { call } from "../src/client.js";
import { createServer } from "../src/server.js";
import { startTracker } from "./tracker.js";

// What a client gets for each code, and what the audit log has of it.
defineContractTests(standard, {
  handler: (run, { audit, session }) => wrapHandler(run, { tool_name: "get_issue", audit, session }),
  describe,
  test,
});

describe("the server", () => {
  const detect = createDetector([standard]);
  const client = new Client({ name: "test", version: "0.1.0" });
  const records = [];
  const audit = { writeSync: (record) => void records.push(record), write: async (record) => audit.writeSync(record) };
  let tracker;

  before(async () => {
    tracker = await startTracker();
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([createServer({ audit, tracker: tracker.address }).connect(far), client.connect(near)]);
  });
  after(async () => {
    await client.close();
    tracker.close();
  });

  test("reads an issue", async () => {
    assert.equal(await call(client, "get_issue", { id: 7 }), "The door squeaks: open");
  });

  test("is called again after a pause that the tracker asks for", async () => {
    assert.equal(await call(client, "get_issue", { id: 8 }), "The door squeaks: open");
  });

  for (const [id, code] of [
    [6, "NOT_FOUND"],
    [9, "UPSTREAM_FAILED"],
    [-1, "INVALID_INPUT"],
  ]) {
    test(`answers ${code} for issue ${id}, and records it`, async () => {
      const answer = await client.callTool({ name: "get_issue", arguments: { id } });
      assert.equal(detect(answer)?.code, code);
      assert.equal(records.at(-1).envelope.error.code, code);
    });
  }

  test("has the titles as a resource", async () => {
    const { contents } = await client.readResource({ uri: "tracker://issues" });
    assert.equal(contents[0].text, "The door squeaks");
  });
});
