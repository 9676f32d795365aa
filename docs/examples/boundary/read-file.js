import { readFile as read } from "node:fs/promises";
import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";

/** A tool as it is: what it knows it says with the contract's error, the rest it lets happen. */
export async function readFile({ path }) {
  if (path.includes("..")) throw toolError(TOOL_ERROR_CODES.PERMISSION_DENIED, "The path leaves the workspace");
  const text = await read(path, "utf8");
  return { content: [{ type: "text", text }], structuredContent: { size: text.length } };
}
