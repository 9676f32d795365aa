import type { AuditSink } from "error-contract";
import { parseEnvelope, SystemError, wrapHandler } from "error-contract/kaiza";
import { expect, it } from "vitest";
import { thrownBy } from "./boundary-contracts.js";

const notFound = () => SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" });

// It ends where the sink has as many records yet to write as a boundary allows.
it("a sink that calls what it records does not keep the failure, nor the process", async () => {
  const audit: AuditSink = { writeSync: () => {}, write: () => later() };
  const later: () => Promise<void> = wrapHandler(() => Promise.reject(notFound()), { tool_name: "x", audit });
  const thrown: any = await thrownBy(later);
  expect(parseEnvelope(JSON.parse(thrown.message as string))).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
});
