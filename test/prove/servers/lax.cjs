// A server that does not look at its input.
const inputSchema = {
  type: "object",
  properties: { query: { type: "string" }, limit: { type: "integer", minimum: 1, maximum: 10 } },
  required: ["query"],
};
const tools = [{ name: "lax-tool", inputSchema }];

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
    const results = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        serverInfo: { name: "lax", version: "1" },
        capabilities: { tools: {} },
      },
      "tools/list": { tools },
      "tools/call": { content: [{ type: "text", text: "fine" }] },
    };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
  }
});
