import { STATUS_CODES } from "node:http";
import { Duplex } from "node:stream";
import type { HttpFault } from "../faults/fault-kinds.js";
import { upstreamTrace } from "../faults/report-lines.js";
import { reportHit, type Failure, type Operation } from "./armed.js";
import { createSystemError } from "./replace.js";

/** The other side of a connection, as far as an operation names it. */
export interface Side {
  readonly host: string;
  readonly port: string;
}

const wallCode = "ECONNREFUSED";

/** Creates the error of a connection that fails; `undefined` where the fault comes later, or as an answer. */
export function createConnectError(failure: Failure, { host, port }: Side): Error | undefined {
  if (failure.by === "wall") return createSystemError(wallCode, "connect", { address: host, port });
  if (failure.kind.family !== "network" || failure.kind.at === "exchange") return undefined;
  const { at, errno } = failure.kind;
  return at === "lookup"
    ? createSystemError(errno, "getaddrinfo", { hostname: host })
    : createSystemError(errno, "connect", { address: host, port });
}

/** The beginning of a request in HTTP/1. */
const request = /^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/;

/**
 * Answers what a client writes as the fault wants it: with a response, never, or by cutting the connection.
 *
 * @param respond hands the bytes of a response to the client.
 * @param cut ends the connection with an error.
 */
export function createAnswerer(
  operation: Operation,
  failure: Failure,
  respond: (bytes: Buffer) => void,
  cut: (error: Error) => void,
): (chunk: Buffer) => void {
  const kind = failure.by === "fault" ? failure.kind : undefined;
  let written = "";
  let isAnswered = false;
  return (chunk) => {
    if (isAnswered) return;
    written += chunk.toString("latin1");
    const isHttp = request.test(written);
    if (isHttp && !written.includes("\r\n\r\n")) return;
    isAnswered = true;
    // What is open already can be cut or go silent; it can no longer be refused. Only a request gets a response.
    const isNetwork = kind?.family === "network" && kind.at === "exchange";
    const isFault = isNetwork || (kind?.family === "http" && isHttp);
    reportHit(operation, isFault ? "fault" : "wall");
    if (isFault && kind.family === "http") respond(writeResponse(kind));
    else if (!isNetwork) cut(createSystemError("ECONNRESET", "read", {}));
    else if (kind.errno !== undefined) cut(createSystemError(kind.errno, "read", {}));
  };
}

/** A connection that leaves the process nowhere. */
export class FakePeer extends Duplex {
  readonly encrypted: boolean;
  readonly authorized = true;
  readonly alpnProtocol = false;
  connecting = true;
  readonly #answer: (chunk: Buffer) => void;

  constructor(operation: Operation, failure: Failure, side: Side, isTls: boolean) {
    // Where the other side ends, the connection ends.
    super({ allowHalfOpen: false });
    this.encrypted = isTls;
    const respond = (bytes: Buffer): void => {
      this.push(bytes);
      // The end of a connection arrives after what was sent.
      setImmediate(() => this.push(null));
    };
    this.#answer = createAnswerer(operation, failure, respond, (error) => this.destroy(error));
    const error = createConnectError(failure, side);
    if (error) reportHit(operation, failure.by);
    // As a real connection, it is there or fails when the caller has been told of it.
    setImmediate(() => (error ? this.destroy(error) : this.#open()));
  }

  #open(): void {
    this.connecting = false;
    this.emit("connect");
    if (this.encrypted) this.emit("secureConnect");
    this.emit("ready");
  }

  override _read(): void {
    // What there is to read is pushed.
  }

  override _write(chunk: Buffer, encoding: string, done: () => void): void {
    if (this.connecting) {
      this.once("connect", () => this._write(chunk, encoding, done));
      return;
    }
    this.#answer(chunk);
    done();
  }

  /** What clients ask of a socket, and what they get of one that is not there. */
  setTimeout = (ms: number, callback?: () => void): this => {
    if (ms > 0) setTimeout(() => this.destroyed || this.emit("timeout"), ms).unref();
    if (callback) this.once("timeout", callback);
    return this;
  };
  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  setServername = (): void => undefined;
  ref = (): this => this;
  unref = (): this => this;
  address = (): object => ({});
  getPeerCertificate = (): object => ({});
  getSession = (): undefined => undefined;
  isSessionReused = (): boolean => false;
}

/** Text in each response that must not reach a client: that of another server is for this server alone. */
const trace = `TypeError: boom\n    at handle (${upstreamTrace}:12:3)`;

/** Writes a failure as servers of HTTP do by default, with a stack for whoever reads it in a browser. */
const writeHTML = (meaning: string): string =>
  `<html><body><h1>${meaning}</h1><pre>${trace.replace(/\n +/g, "<br> &nbsp; &nbsp;")}</pre></body></html>`;

let canary = "";

/** Says what each response holds that must not reach a client. */
export function plantCanary(text: string): void {
  canary = text;
}

function writeResponse({ status, meaning, body }: HttpFault): Buffer {
  const text = JSON.stringify({ error: { message: meaning, code: status, debug: { trace, token: canary } } });
  const sent = body === "no JSON" ? writeHTML(meaning) : body === "cut" ? text.slice(0, 20) : text;
  return Buffer.from(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json",
      `Content-Length: ${body === "cut" ? text.length : sent.length}`,
      ...(status === 429 ? ["Retry-After: 7"] : []),
      // With it, some clients take a body that is cut for all of it.
      ...(body === "cut" ? [] : ["Connection: close"]),
      "",
      sent,
    ].join("\r\n"),
  );
}
