// Servers that cannot be proved, and one that leaves a process behind: the first argument says which.
const { spawn } = require("node:child_process");

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
      else if (method === "tools/call") say({ jsonrpc: "2.0", id, result: { content: [], isError: true } });
      else say({ jsonrpc: "2.0", id, result: {} });
    }
  });
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
  "no-tools": () => serve([]),
  silent: () => setInterval(() => undefined, 1_000),
  floods: () => serve([tool]),
  "leaves-a-process": () => {
    const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
    console.error(`PID ${pid}`);
    process.on("SIGTERM", () => undefined);
    serve([tool]);
  },
};
cases[which]();
