// require-boundary, a fault: fastmcp
import { FastMCP } from "fastmcp";
import { load } from "../../lib.js";

const server = new FastMCP({ name: "files", version: "1.0.0" });
server.addTool({ name: "read", description: "Reads a file", execute: async ({ path }) => load(path) });
