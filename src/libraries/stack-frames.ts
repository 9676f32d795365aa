import { isError, readMember } from "../json/read.js";

/** The first frames say where an error was made; a text that is longer is no stack. */
const mostCharacters = 4_000;

function readFrames(thrown: unknown): string {
  const stack = readMember(thrown, "stack");
  return typeof stack === "string" ? stack.slice(0, mostCharacters) : "";
}

/** What answers of a peer go through in every client of MCP, and the methods by which a server asks its client. */
const peer = /^\s*at (?:async )?\S*\b(?:_onresponse|elicitInput|createMessage|listRoots)\b/mu;

/** Returns whether another side has answered with this error. A value that is no error was part of an answer. */
export const isFromPeer = (thrown: unknown): boolean => !isError(thrown) || peer.test(readFrames(thrown));

/** A reader of bodies, by its name. */
const reader = /^\s*at (?:async )?(?:\S+\.)?(?:json|parseJSONFromBytes|parseJson\w*|_?readJson\w*) \(/mu;
/** A part of Node, or of a package, that calls `JSON.parse`, as itself or as the `parse` of an object of its own. */
const caller = /^\s*at (?:JSON|Object)\.parse \(<anonymous>\)\n\s*at [^\n]*(?:node_modules[\\/]|node:internal)/mu;

/** Returns whether a body that another server has sent was read. */
export const isOfBody = (thrown: unknown): boolean => [reader, caller].some((frame) => frame.test(readFrames(thrown)));
