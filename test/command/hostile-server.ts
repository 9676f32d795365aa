import { projectWith } from "../kit/project.js";

const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { wrapHandler } from "error-contract/standard";
import { readNote } from "./notes.js";

const server = new McpServer({ name: "notes", version: "1.0.0" });

server.registerTool("read_note", { inputSchema: {} }, async ({ file }) => readNote(file));
server.registerTool(
  "wrapped",
  { inputSchema: {} },
  wrapHandler(async () => ({ content: [] }), "wrapped"),
);
for (const tool of [{ name: "from_table", handler: async () => readNote("today") }]) {
  server.registerTool(tool.name, { inputSchema: {} }, tool.handler);
}
`;

const NOTES = `import fs from "node:fs";

export function readNote(file) {
  check(file);
  return file;
}

function check(file) {
  if (!file) throw new Error("NOT_FOUND: </script><img src=x onerror=alert(1)>");
  try {
    return fs.readdirSync(file);
  } catch (error) {
    return [];
  }
}

export function unused() {
  // \u202e \u0007
  throw new Error("a message" + "</style><script>alert('&quot;')</script>".repeat(3));
}
`;

const SWITCH = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "old", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name } = request.params;
  switch (name) {
    case "search":
      throw new Error("There is no index");
    case "archive":
      return { content: [] };
  }
  if (name === "restore") throw new Error("Nothing to restore");
  throw new Error("There is no such tool");
});
`;

/** A configuration with the preset for `src`. */
export const CONFIG = `import { defineConfig } from "eslint/config";
import errorContract from "eslint-plugin-error-contract";

export default defineConfig([{ files: ["src/**/*.js"], extends: [errorContract.configs.recommended] }]);
`;

/** The file whose name would be markup. */
export const HOSTILE_FILE = `src/<img src=x onerror=alert(2)>&"'\`|.js`;

/** What no tool reaches, and the code of a package may call. */
const ROUTES = `import { use } from "routes";
import { unused } from "./notes.js";
import { fail } from ${JSON.stringify(HOSTILE_FILE.replace("src/", "./"))};

use(unused, fail);
`;

/** A server whose texts and names would be markup, tables or commands if they were not escaped. */
export function hostileServer(): string {
  return projectWith({
    "package.json": JSON.stringify({ name: "</title><script>alert(3)</script>", type: "module" }),
    "eslint.config.js": CONFIG,
    "src/server.js": SERVER,
    "src/notes.js": NOTES,
    "src/old-server.js": SWITCH,
    [HOSTILE_FILE]: "export function fail() {\n  throw new Error(`</code></pre><b>bold</b>`);\n}\n",
    "src/routes.js": ROUTES,
    "src/broken.js": "const = '<b>';\n",
    "test/notes.test.js": 'throw new Error("of a test");\n',
  });
}
