import dgram from "node:dgram";
import dns from "node:dns";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import type { PreloadSettings } from "../faults/report-lines.js";
import { failOperation, findFailure, reportHit, type Operation } from "./armed.js";
import { findChildOf, failChildPipe } from "./fail-children.js";
import { createAnswerer, createConnectError, FakePeer, plantCanary, type Side } from "./fake-peer.js";
import { createSystemError, replace, type AnyFunction } from "./replace.js";

/** An address that belongs to no host: what a name leads to while connections fail. */
const nowhere = "192.0.2.1";

/** Makes connections fail: new ones of all clients, as they all come from here, and those that are open. */
export function failNetwork({ canary }: PreloadSettings): void {
  plantCanary(canary);
  for (const name of ["connect", "createConnection"]) replace(net, name, failConnection(name, false));
  replace(tls, "connect", failConnection("tls.connect", true));
  replace(http.Agent.prototype, "createConnection", failConnection("http.request", false));
  replace(https.Agent.prototype, "createConnection", failConnection("https.request", true));
  replace(net.Socket.prototype, "connect", failSocket);
  for (const name of ["_write", "_writev"]) replace(net.Socket.prototype, name, failWrite(name));
  replace(dgram.Socket.prototype, "send", failSend);
  replace(http2, "connect", watchSession);
  failNames();
}

function describeSide(args: readonly unknown[]): Side {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === "object" && first !== null) {
    const { host, hostname, servername, port, path } = first as Readonly<
      Record<"host" | "hostname" | "servername" | "path", string | undefined>
    > & { readonly port?: number };
    return { host: host ?? hostname ?? servername ?? path ?? "localhost", port: String(port ?? "") };
  }
  return { host: typeof second === "string" ? second : "localhost", port: String(first) };
}

const toOperation = (name: string, { host, port }: Side): Operation => ({
  family: "network",
  use: "start",
  name,
  target: port === "" ? host : `${host}:${port}`,
});

const failConnection =
  (name: string, isTls: boolean) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const side = describeSide(args);
      const operation = toOperation(name, side);
      const failure = findFailure(operation);
      if (!failure) return Reflect.apply(original, this, args);
      const peer = new FakePeer(operation, failure, side, isTls);
      const callback = args.findLast((each) => typeof each === "function") as (() => void) | undefined;
      if (callback) peer.once(isTls ? "secureConnect" : "connect", callback);
      return peer;
    };

/** A socket that a client has made itself speaks what only the client knows: it hangs, or gets an error. */
const failSocket = (original: AnyFunction): AnyFunction =>
  function (...args) {
    const side = describeSide(args);
    const operation = toOperation("net.Socket.connect", side);
    const failure = findFailure(operation);
    if (!failure) return Reflect.apply(original, this, args);
    const kind = failure.by === "fault" && failure.kind.family === "network" ? failure.kind : undefined;
    reportHit(operation, kind ? "fault" : "wall");
    if (kind && kind.errno === undefined) return this;
    const about = { address: side.host, port: side.port };
    const error =
      createConnectError(failure, side) ?? createSystemError(kind?.errno ?? "ECONNREFUSED", "connect", about);
    setImmediate(() => (this as net.Socket).destroy(error));
    return this;
  };

interface OpenSocket extends net.Socket {
  readonly _isStdio?: boolean;
  readonly _handle?: { readonly fd?: number };
  readonly server?: unknown;
}

const answerers = new WeakMap<object, { readonly number: unknown; readonly answer: (chunk: Buffer) => void }>();

/** Connections that were opened before: what is written to them goes nowhere. */
const failWrite =
  (name: string) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const socket = this as OpenSocket;
      const done = args.at(-1) as (error?: Error) => void;
      const child = findChildOf(socket);
      if (child && failChildPipe(child, socket)) {
        done();
        return undefined;
      }
      if (child || isOwn(socket)) return Reflect.apply(original, this, args);
      const operation = toOperation("socket.write", {
        host: socket.remoteAddress ?? "a socket",
        port: String(socket.remotePort ?? ""),
      });
      const failure = findFailure(operation);
      if (!failure) return Reflect.apply(original, this, args);
      const known = answerers.get(socket);
      const respond = (bytes: Buffer): void => {
        socket.push(bytes);
        socket.push(null);
      };
      const isCurrent = known?.number === (failure.by === "fault" && failure.kind);
      const answer = isCurrent
        ? known.answer
        : createAnswerer(operation, failure, respond, (error) => socket.destroy(error));
      if (!isCurrent) answerers.set(socket, { number: failure.by === "fault" && failure.kind, answer });
      done();
      const chunks =
        name === "_write" ? [args[0]] : (args[0] as { readonly chunk: unknown }[]).map(({ chunk }) => chunk);
      for (const chunk of chunks) answer(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string));
      return undefined;
    };

/** The streams of the process, the way to the client among them, and connections of others to this server. */
function isOwn(socket: OpenSocket): boolean {
  const descriptor = socket._handle?.fd;
  const isStandard = descriptor !== undefined && descriptor >= 0 && descriptor <= 2;
  return socket._isStdio === true || isStandard || (socket.server !== undefined && socket.server !== null);
}

const failSend = (original: AnyFunction): AnyFunction =>
  function (...args) {
    const failure = failOperation(toOperation("dgram.send", { host: "UDP", port: "" }));
    if (!failure) return Reflect.apply(original, this, args);
    const callback = args.findLast((each) => typeof each === "function") as AnyFunction | undefined;
    const error = createSystemError("ECONNREFUSED", "send", {});
    setImmediate(() => (callback ? callback(error) : (this as dgram.Socket).emit("error", error)));
    return undefined;
  };

/** A session of HTTP/2 writes below the sockets of JavaScript. */
const watchSession = (original: AnyFunction): AnyFunction =>
  function (...args) {
    const session = Reflect.apply(original, this, args) as http2.ClientHttp2Session;
    replace(
      session,
      "request",
      (request) =>
        function (...given) {
          const failure = failOperation(toOperation("http2.request", { host: String(args[0]), port: "" }));
          if (failure) session.destroy(createSystemError("ECONNRESET", "read", {}));
          return Reflect.apply(request, this, given);
        },
    );
    return session;
  };

function failNames(): void {
  const names = Object.keys(dns).filter((name) => /^(?:lookup|resolve|reverse)/.test(name));
  const owners = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype];
  for (const owner of owners) for (const name of names) replace(owner, name, failName(name));
}

const failName =
  (name: string) =>
  (original: AnyFunction): AnyFunction =>
    function (...args) {
      const callback = args.findLast((each) => typeof each === "function") as AnyFunction | undefined;
      const operation = toOperation(`dns.${name}`, { host: String(args[0]), port: "" });
      const failure = findFailure(operation);
      if (!failure) return Reflect.apply(original, this, args);
      const kind = failure.by === "fault" && failure.kind.family === "network" ? failure.kind : undefined;
      const isNameless = kind?.at === "lookup";
      if (isNameless || failure.by === "wall" || name !== "lookup") {
        reportHit(operation, isNameless ? "fault" : "wall");
        const error = createSystemError(
          isNameless ? kind.errno : "ENOTFOUND",
          name === "lookup" ? "getaddrinfo" : name,
          {
            hostname: String(args[0]),
          },
        );
        if (!callback) return Promise.reject(error);
        process.nextTick(callback, error);
        return undefined;
      }
      // The connection that follows fails as it has to.
      const isAll = (args[1] as { readonly all?: boolean } | undefined)?.all === true;
      const address = { address: nowhere, family: 4 };
      if (!callback) return Promise.resolve(isAll ? [address] : address);
      if (isAll) process.nextTick(callback, null, [address]);
      else process.nextTick(callback, null, nowhere, 4);
      return undefined;
    };
