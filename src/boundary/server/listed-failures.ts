import { findEntry, getWireCode } from "../../contract/codes.js";
import { getRecovery } from "../../contract/conditions.js";
import { failuresKey, type ContractData } from "../../contract/contract-data.js";
import { isRecord, readMember } from "../../json/read.js";
import type { OptionRow } from "../../error/refusal.js";
import type { RequestHandler } from "../options.js";

/** The file that `eslint-plugin-error-contract failures` writes: by tool, a line for each way to fail. */
export interface FailuresFile {
  /** The codes that each tool can answer, by the name of the tool. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
}

/** What clients read of a tool in the `_meta` of `tools/list`. */
export interface ListedFailures {
  /** The name of the contract that the codes are of. */
  readonly contract: string;
  /** The codes of the contract that the server can answer. */
  readonly codes: readonly ListedCode[];
  /** Whether all codes are known that the tool itself answers: no error without a code, nothing that is unknown. */
  readonly complete: boolean;
}

/** A code that a tool can answer, and what a client does about it. */
export interface ListedCode {
  /** As it stands on the wire. */
  readonly code: string | number;
  /** Whether the same call may succeed when it is repeated. */
  readonly retryable: boolean;
  /** What to do, as a sentence. */
  readonly recovery: string;
}

/** The name in the file of what all tools of one handler share. */
const shared = "(every tool)";

/**
 * Describes the failures of a tool for its `_meta`, under the key `error-contract/failures`; `undefined` where the file
 * does not have the tool.
 */
export function describeToolFailures(
  contract: ContractData,
  { tools }: FailuresFile,
  name: string,
): Readonly<Record<string, ListedFailures>> | undefined {
  const listed = [shared, name].map((each) => (Object.hasOwn(tools, each) ? tools[each] : undefined));
  if (!listed.at(-1)) return undefined;
  const lines = [...new Set(listed.flatMap((each) => each ?? []))].sort();
  // All lines but codes are several words.
  const known = lines.filter((line) => !line.includes(" ") && findEntry(contract, line));
  const codes = known.map((line): ListedCode => {
    const code = getWireCode(contract, line);
    const { retryable, recovery } = getRecovery(contract, code)!;
    return { code, retryable, recovery };
  });
  return { [failuresKey]: { contract: contract.name, codes, complete: known.length === lines.length } };
}

/** From this revision on a tool of MCP has a `_meta`. */
const firstWithMeta = "2025-06-18";

/** Puts the failures of each tool into the lists of a server, for clients whose revision of MCP knows where. */
export class FailureLists {
  readonly #contract: ContractData;
  readonly #file: FailuresFile;
  /** The revision that client and server have agreed on; without a handshake it is a later one. */
  #revision: unknown;

  constructor(contract: ContractData, file: FailuresFile) {
    this.#contract = contract;
    this.#file = file;
  }

  adapt(method: string, handler: RequestHandler): RequestHandler {
    if (method === "initialize") {
      return async (...args) => {
        const result = await handler(...args);
        this.#revision = readMember(result, "protocolVersion");
        return result;
      };
    }
    return method === "tools/list" ? async (...args) => this.#addTo(await handler(...args)) : handler;
  }

  #addTo(result: unknown): unknown {
    const tools = readMember(result, "tools");
    if (typeof this.#revision === "string" && this.#revision < firstWithMeta) return result;
    if (!isRecord(result) || !Array.isArray(tools)) return result;
    return { ...result, tools: tools.map((tool: unknown) => this.#addToTool(tool)) };
  }

  /** What the server itself says stays. */
  #addToTool(tool: unknown): unknown {
    const name = readMember(tool, "name");
    const failures = typeof name === "string" && describeToolFailures(this.#contract, this.#file, name);
    if (!isRecord(tool) || !failures) return tool;
    const own = readMember(tool, "_meta");
    return { ...tool, _meta: { ...failures, ...(isRecord(own) && own) } };
  }
}

export const failuresRow: OptionRow<FailuresFile> = {
  expected: "the parsed file that `failures` of the plugin writes",
  fits: (value) => {
    const tools = readMember(value, "tools");
    return isRecord(tools) && Object.values(tools).every(isTexts);
  },
};

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === "string");
