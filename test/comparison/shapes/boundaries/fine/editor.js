// require-boundary, no fault: tools of something else
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { load } from "../../lib.js";

export const client = new Client({ name: "paint", version: "1.0.0" });
export function setUp(editor, toolbar, program) {
  editor.addTool("brush", async () => load("brush"));
  toolbar.tool("eraser", () => load("eraser"));
  program.tool("list", "Lists the tools", () => client.listTools());
}
