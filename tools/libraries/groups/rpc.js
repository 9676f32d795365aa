export const packages = { "@grpc/grpc-js": "1.14.7", "@connectrpc/connect": "2.1.2", "@bufbuild/protobuf": "2.10.0" };

const codes = {
  1: "CANCELLED",
  3: "INVALID_INPUT",
  4: "TIMEOUT",
  5: "NOT_FOUND",
  6: "ALREADY_EXISTS",
  7: "PERMISSION_DENIED",
  8: "RATE_LIMITED",
  9: "CONFLICT",
  10: "CONFLICT",
  12: "UNKNOWN_OPERATION",
  13: "UPSTREAM_FAILED",
  14: "UNAVAILABLE",
  16: "UNAUTHENTICATED",
};

export async function run({ load, trial, findPort }) {
  const { default: grpc } = await load("@grpc/grpc-js");
  const toBuffer = (text) => Buffer.from(text);
  const method = {
    path: "/t.S/Get",
    requestStream: false,
    responseStream: false,
    requestSerialize: toBuffer,
    requestDeserialize: String,
    responseSerialize: toBuffer,
    responseDeserialize: String,
  };
  const server = new grpc.Server();
  server.addService(
    { get: method },
    {
      get: ({ request }, answer) => {
        if (request !== "hang") answer({ code: Number(request), details: "m" });
      },
    },
  );
  const port = await new Promise((done, fail) =>
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? fail(error) : done(bound),
    ),
  );
  const Client = grpc.makeGenericClientConstructor({ get: method });
  const call = (to, text, options = {}) =>
    new Promise((done, fail) => {
      const client = new Client(`127.0.0.1:${to}`, grpc.credentials.createInsecure());
      client.get(text, options, (error, answer) => (error ? fail(error) : done(answer)));
    });
  for (const [code, expected] of Object.entries(codes)) {
    const name = grpc.status[code];
    await trial("@grpc/grpc-js", `\`${name}\``, expected, () => call(port, code));
  }
  await trial("@grpc/grpc-js", "no answer in time", "TIMEOUT", () =>
    call(port, "hang", { deadline: Date.now() + 200 }),
  );
  const dead = await findPort();
  await trial("@grpc/grpc-js", "a connection that is refused", "UNAVAILABLE", () => call(dead, "1"));
  server.forceShutdown();

  const { ConnectError, Code } = await load("@connectrpc/connect");
  for (const [code, expected] of Object.entries(codes)) {
    const wait = expected === "RATE_LIMITED" || expected === "UNAVAILABLE" ? " 7" : "";
    await trial("@connectrpc/connect", `\`${Code[code]}\``, `${expected}${wait}`, () => {
      throw new ConnectError("m", Number(code), new Headers(wait === "" ? {} : { "retry-after": "7" }));
    });
  }
}
