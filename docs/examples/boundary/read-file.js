import { readFile as read } from "node:fs/promises";
import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

/** A tool as it is: what it knows it says with the contract's error, the rest it lets happen. */
export async function readFile({ path }) {
  if (path.includes("..")) {
    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATH_TRAVERSAL_BLOCKED, {
      human_message: "The path leaves the workspace",
    });
  }
  const text = await read(path, "utf8");
  return { content: [{ type: "text", text }], structuredContent: { size: text.length } };
}
