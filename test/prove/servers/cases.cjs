// Servers that cannot be proved, and one that leaves a process behind: the first argument says which.
const { spawn } = require("node:child_process");
const fs = require("node:fs");

const [, , which] = process.argv;
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

function flood() {
  for (let count = 0; count < 100; count++) say({ jsonrpc: "2.0", method: "notifications/x" });
  setImmediate(flood);
}

/** Answers as a server without tools. */
function serve(tools) {
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
      if (id === undefined) continue;
      const { protocolVersion } = params ?? {};
      const serverInfo = { name: which === "nameless" ? "" : which, version: "1.0.0" };
      if (method === "initialize")
        say({ jsonrpc: "2.0", id, result: { protocolVersion, serverInfo, capabilities: { tools: {} } } });
      else if (method === "tools/list") say({ jsonrpc: "2.0", id, result: { tools } });
      else if (method === "tools/call" && which === "floods") flood();
      else if (method === "tools/call" && params.name === "end") process.exit(4);
      else if (method === "tools/call" && params.name === "fill") fill();
      else if (method === "tools/call") say({ jsonrpc: "2.0", id, result: { content: [], isError: true } });
      else say({ jsonrpc: "2.0", id, result: {} });
    }
  });
}

/** Needs all the memory that there is. */
function fill() {
  const all = [];
  for (;;) all.push(Buffer.alloc(10_000_000, 1));
}

const tool = { name: "work", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
const cases = {
  prints: () => {
    console.log("Server started on stdio");
    serve([tool]);
  },
  "only-prints": () => setInterval(() => console.log("Listening"), 100),
  dies: () => {
    throw new Error("there is no configuration");
  },
  "wants-a-token": () => {
    console.error("API_KEY is not set: sign in first");
    process.exit(3);
  },
  nameless: () => serve([tool]),
  "ends-by-another-tool": () => serve([tool, { ...tool, name: "end" }]),
  fills: () => serve([tool, { ...tool, name: "fill" }]),
  "writes-first": () => {
    fs.mkdirSync(`${process.argv[3]}/cache`, { recursive: true });
    fs.writeFileSync(`${process.argv[3]}/cache/state.json`, "{}");
    serve([tool, { name: "change", inputSchema: { type: "object" } }]);
  },
  "asks-first": () => {
    const { createConnection } = require("node:net");
    createConnection(Number(process.argv[3]), "127.0.0.1").on("connect", () => serve([tool]));
  },
  "locks-a-port": () => {
    require("node:net")
      .createServer()
      .listen(Number(process.argv[3]), "127.0.0.1", () => serve([tool, { ...tool, name: "other" }]));
  },
  "no-tools": () => serve([]),
  silent: () => setInterval(() => undefined, 1_000),
  floods: () => serve([tool]),
  "leaves-a-process": () => {
    const script = `setInterval(() => {}, 1000) // ${process.argv[3]}`;
    spawn(process.execPath, ["-e", script], { detached: true, stdio: "ignore" });
    process.on("SIGTERM", () => undefined);
    serve([tool]);
  },
};
cases[which]();
