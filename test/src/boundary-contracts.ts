import { defineContract, type AuditRecord, type AuditSink } from "error-contract";
import { SystemError } from "error-contract/kaiza";

export { explode, fail, thrownBy } from "../kit/thrown.js";

/** A contract whose failures are returned as JSON strings, and whose tools have sessions. */
export const texts = defineContract({
  name: "texts",
  version: "1.0.0",
  schemaId: "urn:error-contract:texts:1.0.0",
  registry: "open",
  codes: {
    not_found: { meaning: "Not found", section: "1", condition: "not_found" },
    stopped: { meaning: "The caller gave up", section: "1", condition: "cancelled" },
    too_slow: { meaning: "It took too long", section: "1", condition: "timeout" },
    teapot: { meaning: "A teapot", section: "1", condition: "internal", http: [418] },
    internal_error: { meaning: "A fault", section: "1", condition: "internal" },
  },
  fallback: { construct: "internal_error", unknown: "internal_error" },
  fields: { code: "error", message: "message", details: "details", tool: "tool" },
  envelopes: {
    failure: {
      type: "object",
      required: ["error", "message", "details"],
      additionalProperties: false,
      properties: {
        error: { type: "string" },
        user: { type: ["string", "null"] },
        tool: { type: ["string", "null"] },
        message: { type: "string" },
        details: { type: ["object", "null"] },
      },
    },
  },
  context: {
    user: { meaning: "Who called", default: null },
    tool: { meaning: "What was called", default: null },
  },
  message: "free",
  delivery: "return-json",
  vocabulary: {
    module: "./texts.js",
    errorClass: "TextError",
    codes: "TEXT_CODES",
    factories: [],
    boundary: "wrapHandler",
  },
});

/** A sink that keeps what it is given, or fails with what it is told to. */
export class MemorySink implements AuditSink {
  readonly records: AuditRecord[] = [];
  /** What each write fails with, after a turn of the event loop where it can wait. */
  failure: unknown;

  writeSync(record: AuditRecord): void {
    if (this.failure !== undefined) throw this.failure;
    this.records.push(record);
  }

  async write(record: AuditRecord): Promise<void> {
    await new Promise(setImmediate);
    this.writeSync(record);
  }

  get envelopes(): readonly unknown[] {
    return this.records.map(({ envelope }) => envelope);
  }
}

/** A failure of kaiza, and the session of a caller. */
export const notFound = () => SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" });
export const session = { session_id: "s-1", role: "WINDSURF", workspace_root: "/work" } as const;

/** The envelope in the message of what was thrown. */
export const read = (thrown: unknown): unknown => JSON.parse((thrown as Error).message);

const answer = (): Promise<object> => Promise.resolve({});

/** The context that SDK 1.x passes to a handler, as far as the boundary looks. */
export const sdk1 = (signal = new AbortController().signal) => ({
  signal,
  requestId: 7,
  sendRequest: answer,
  sendNotification: answer,
});

/** The context that SDK 2.x passes to a handler, as far as the boundary looks. */
export const sdk2 = (method = "tools/call", signal = new AbortController().signal) => ({
  mcpReq: { id: 7, method, signal, send: answer, notify: answer },
});
