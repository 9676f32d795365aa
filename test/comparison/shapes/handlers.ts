import { wrapHandler } from "error-contract/standard";
import { load } from "./lib.js";

/** Handlers of tools that other shapes register: one bare, one behind the boundary. */
export async function readHandler() {
  return { content: [{ type: "text" as const, text: await load("a") }] };
}

export const wrappedHandler = wrapHandler(readHandler, "read");
