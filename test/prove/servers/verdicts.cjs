// A server whose tools end in ways that are easily misjudged: the name of a tool says in which.
const fs = require("node:fs");

const any = { type: "object" };
const failed = (message) => ({ isError: true, content: [{ type: "text", text: message }] });
const text = (value) => ({ content: [{ type: "text", text: value }] });
const ask = () => fetch("https://api.example.com/notes").then((answer) => answer.text());
const express =
  "<!DOCTYPE html><html><body><pre>Error: no<br> &nbsp; &nbsp;at run (/srv/own/app.js:3:9)</pre></body></html>";
let broken;
let calls = 0;
let greeted = 0;
const malformed = JSON.stringify([{ path: ["params", "arguments"], message: "expected a record" }]);

const tools = {
  show_refusal: () => {
    try {
      fs.writeFileSync(`${process.cwd()}/state.json`, "{}");
    } catch (error) {
      return failed(error.message);
    }
  },
  show_request: async () => text(JSON.stringify({ status: "rejected", token: process.env.NOTES_TOKEN })),
  show_old_folder: () => failed(`not in ${process.env.OLDPWD}`),
  read_status: () =>
    ask().then(text, (error) => text(JSON.stringify({ version: 3, service: error.cause?.code ?? "up" }))),
  read_fallback: () =>
    ask().then(text, (error) => text(JSON.stringify({ error: error.message, notes: [{ text: "from yesterday" }] }))),
  tell_failure: () => ask().then(text, (error) => text(`Error: ${error.message}`)),
  tell_status: () => ask().then(text, () => text(JSON.stringify({ status: "error", notes: null }))),
  hide_failure: () => ask().then(text, () => text("no notes")),
  tell_unset: () => text("NOTES_KEY is not set"),
  show_own_path: () => failed("ENOENT: no such file or directory, open '/srv/own/notes.json'"),
  refuse_request: () => ({ error: { code: -32603, message: malformed } }),
  throw_error: () => ({ error: { code: -32603, message: "boom" } }),
  crash: ({ note }) => (note ? text("fine") : { error: { code: -32603, message: "note is undefined" } }),
  refuse_input: ({ note }) => (note ? text("fine") : { error: { code: -32602, message: "note is missing" } }),
  greet_once: () => ask().then(text, (error) => failed(`${greeted++ === 0 ? "welcome: " : ""}${error.message}`)),
  show_many_lines: () => failed("\n".repeat(1_000_000) + "x".repeat(1_000_000)),
  show_page: () => failed(express),
  track: () => {
    ask().catch(() => undefined);
    return text("three notes");
  },
  track_and_read: async () => {
    ask().catch(() => undefined);
    await ask().catch(() => undefined);
    return text("no notes");
  },
  add: ({ one = 1 }) => text(String(one + 1)),
  show_stack_if_long: ({ note, other }) =>
    note.length > 50_000 ? failed(`Error\n    at run (/srv/own/app.js:3:9) ${other}`) : text("fine"),
  break_for_good: () => {
    if (broken) return failed("no more connections");
    return ask().then(text, (error) => {
      broken = error.cause?.code === "ECONNRESET";
      return failed(error.message);
    });
  },
  limit_calls: () => (++calls > 5 ? failed("too many calls") : ask().then(text, (error) => failed(error.message))),
  end_without_answer: () => setTimeout(() => process.exit(4), 2_500),
  end_as_if_killed: () => process.exit(137),
  end_after_answer: () => {
    setImmediate(() => process.exit(4));
    return text("done");
  },
};
const note = { type: "string" };
const one = { type: "object", properties: { note }, required: ["note"] };
const schemas = {
  crash: one,
  refuse_input: one,
  tell_failure: { type: "object", properties: { note } },
  hide_failure: { type: "object", properties: { note } },
  add: { type: "object", properties: { one: { type: "integer" } } },
  show_stack_if_long: { type: "object", properties: { note, other: note }, required: ["note", "other"] },
};

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
    if (id === undefined) continue;
    const answer = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
    if (method === "initialize")
      answer({
        protocolVersion: process.argv[2] ?? params.protocolVersion,
        serverInfo: { name: "verdicts", version: "1" },
        capabilities: { tools: {} },
      });
    else if (method === "tools/list")
      answer({ tools: Object.keys(tools).map((name) => ({ name, inputSchema: schemas[name] ?? any })) });
    else if (method === "tools/call")
      Promise.resolve(tools[params.name]?.(params.arguments) ?? failed("none")).then((result) => {
        if (result?.content) answer(result);
        if (result?.error) console.log(JSON.stringify({ jsonrpc: "2.0", id, error: result.error }));
      });
    else answer({});
  }
});
