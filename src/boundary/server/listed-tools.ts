import { readMember } from "../../json/read.js";
import type { RequestHandler } from "../options.js";

/** A list of tools may have no end. */
const mostPages = 20;

/**
 * Finds a tool as the clients have it, in the list of the tools.
 *
 * @param listTools the handler of the list; what it throws, the search throws too.
 */
export async function findListedTool(listTools: RequestHandler, name: unknown, context: unknown): Promise<unknown> {
  let params: object = {};
  for (let page = 0; page < mostPages; page++) {
    const list = await listTools({ method: "tools/list", params }, context);
    const tool = readTools(list).find((each) => readMember(each, "name") === name);
    if (tool) return tool;
    const cursor = readMember(list, "nextCursor");
    if (typeof cursor !== "string") break;
    params = { cursor };
  }
  return undefined;
}

export function readTools(list: unknown): readonly unknown[] {
  const tools = readMember(list, "tools");
  return Array.isArray(tools) ? tools : [];
}
