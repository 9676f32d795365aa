import { isObject, isRecord, readMember } from "../../json/read.js";
import type { Problem } from "../proof/proof.js";
import { ProveError } from "../server/prove-error.js";
import type { Session } from "../server/session.js";

/** A JSON Schema, as a server sends it: whatever it may be. */
export type Schema = Readonly<Record<string, unknown>>;

/** Something that a server offers, or that it does not have. */
export interface Operation {
  readonly kind: "tool" | "resource" | "prompt";
  readonly name: string;
  /** Whether the server offers it; otherwise it is called to see how that is refused. */
  readonly isKnown: boolean;
  /** Whether the server says that it changes nothing. */
  readonly isReadOnly: boolean;
  readonly schema: Schema;
}

/** The request of a call. */
export interface Call {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const methods = {
  tool: { method: "tools/call", name: "name", takes: "arguments" },
  prompt: { method: "prompts/get", name: "name", takes: "arguments" },
  resource: { method: "resources/read", name: "uri", takes: undefined },
} as const;

export function createCall({ kind, name }: Operation, input: object): Call {
  const { method, name: key, takes } = methods[kind];
  return { method, params: { [key]: name, ...(takes && { [takes]: input }) } };
}

/** Pages of a list, and resources and prompts, of which a server may have any number. */
const [mostPages, mostOthers] = [50, 20];

/**
 * Asks a server for what it offers.
 *
 * @param problems takes what is wrong with a list, where the tools can be proved without it.
 */
export async function listOperations(session: Session, problems: Problem[]): Promise<readonly Operation[]> {
  const { tools, resources, prompts } = session.capabilities;
  const listed: Operation[] = [];
  if (tools) {
    for (const tool of await listAll(session, "tools")) {
      const isReadOnly = readMember(readMember(tool, "annotations"), "readOnlyHint") === true;
      listed.push(createOperation("tool", readMember(tool, "name"), isReadOnly, readMember(tool, "inputSchema")));
    }
  }
  if (resources) {
    for (const resource of (await tryList(session, "resources", problems)).slice(0, mostOthers))
      listed.push(createOperation("resource", readMember(resource, "uri"), true, {}));
  }
  if (prompts) {
    for (const prompt of (await tryList(session, "prompts", problems)).slice(0, mostOthers))
      listed.push(
        createOperation("prompt", readMember(prompt, "name"), true, toSchema(readMember(prompt, "arguments"))),
      );
  }
  const unknown: Operation[] = [];
  const addUnknown = (kind: Operation["kind"], name: string): void => {
    unknown.push({ kind, name, isKnown: false, isReadOnly: true, schema: {} });
  };
  if (tools) addUnknown("tool", "no_such_tool");
  if (resources) addUnknown("resource", "error-contract://no/such/resource");
  if (prompts) addUnknown("prompt", "no_such_prompt");
  return listed.length === 0 ? [] : [...listed, ...unknown];
}

async function tryList(session: Session, what: string, problems: Problem[]): Promise<readonly unknown[]> {
  try {
    return await listAll(session, what);
  } catch (error) {
    if (!(error instanceof ProveError)) throw error;
    problems.push({ kind: `${what}/list`, message: error.message });
    return [];
  }
}

async function listAll(session: Session, what: string): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < mostPages; page++) {
    const result = await session.ask(`${what}/list`, cursor === undefined ? {} : { cursor });
    const listed = readMember(result, what);
    if (Array.isArray(listed)) items.push(...(listed as unknown[]));
    cursor = readMember(result, "nextCursor");
    if (typeof cursor !== "string") break;
  }
  return items;
}

function createOperation(kind: Operation["kind"], name: unknown, isReadOnly: boolean, schema: unknown): Operation {
  return { kind, name: String(name), isKnown: true, isReadOnly, schema: isRecord(schema) ? schema : {} };
}

/** The arguments of a prompt are texts. */
function toSchema(given: unknown): Schema {
  const list = Array.isArray(given) ? (given as unknown[]).filter(isObject) : [];
  const nameOf = (argument: unknown): string => String(readMember(argument, "name"));
  return {
    type: "object",
    properties: Object.fromEntries(list.map((argument) => [nameOf(argument), { type: "string" }])),
    required: list.filter((argument) => readMember(argument, "required") === true).map(nameOf),
  };
}
