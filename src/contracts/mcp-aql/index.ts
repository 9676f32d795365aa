export * from "./aql-error.js";
export * from "./batch.js";
export { mcpAql, type McpAqlContract } from "./contract.js";
export * from "./messages.js";
export * from "./warning.js";
