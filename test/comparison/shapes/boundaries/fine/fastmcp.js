// require-boundary, no fault: fastmcp behind the boundary
import { FastMCP } from "fastmcp";
import { wrapHandler } from "error-contract/standard";
import { load } from "../../lib.js";

const server = new FastMCP({ name: "files", version: "1.0.0" });
server.addTool({ name: "read", description: "Reads", execute: wrapHandler(async ({ path }) => load(path), "read") });
