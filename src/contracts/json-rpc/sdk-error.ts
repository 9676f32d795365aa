import { findCodeByCondition, getWireCode, listErrorCodes } from "../../contract/codes.js";
import type { Condition } from "../../contract/condition-statuses.js";
import type { ContractData } from "../../contract/contract-data.js";
import { conditionsOfConnection, isMissingResource, withoutPrefix } from "../../libraries/mcp-clients.js";
import { findConditionOfStatus } from "../../http/status.js";
import { readMember } from "../../json/read.js";

export interface SdkFailure {
  readonly code: number;
  readonly message: string | undefined;
  readonly data: unknown;
}

/** The meanings of codes in the SDKs' classes, where specification 002 has another meaning or none. */
const meanings: Readonly<Record<string, Readonly<Record<string | number, Condition>>>> = {
  // SDK 1.x
  McpError: { [-32000]: "unavailable", [-32001]: "timeout", [-32042]: "unauthenticated" },
  // SDK 2.x: the answer of a server, and a failure on the way.
  ProtocolError: {
    [-32002]: "not_found",
    [-32021]: "conflict",
    [-32022]: "invalid_input",
    [-32042]: "unauthenticated",
  },
  SdkError: {
    ...conditionsOfConnection,
    CAPABILITY_NOT_SUPPORTED: "unknown_operation",
    METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION: "unknown_operation",
  },
};

/** A code of an SDK has the meaning of its class, not that of specification 002. Never throws. */
export function readSdkFailure(contract: ContractData, thrown: unknown): SdkFailure | undefined {
  const kind = findClassName(thrown);
  if (kind === undefined) return undefined;
  const [code, message] = [readMember(thrown, "code"), readMember(thrown, "message")];
  return {
    code: findMeantCode(contract, kind, thrown) ?? toCodeOfRange(contract, code),
    message: typeof message === "string" ? withoutPrefix(message).text : undefined,
    data: readMember(thrown, "data"),
  };
}

function findMeantCode(contract: ContractData, kind: string, thrown: unknown): number | undefined {
  const table = meanings[kind]!;
  const code = readMember(thrown, "code");
  const known = typeof code === "string" || typeof code === "number" ? String(code) : "";
  const condition = isMissingResource(thrown)
    ? "not_found"
    : Object.hasOwn(table, known)
      ? table[known]
      : findConditionOfStatus(readMember(thrown, "status"));
  return condition && (findCodeByCondition(contract, condition) as number);
}

/** Finds the class by the name that the constructors set; a class may be another copy's, and bundlers rename them. */
function findClassName(thrown: unknown): string | undefined {
  const name = readMember(thrown, "name");
  if (name === "SdkHttpError") return "SdkError";
  return typeof name === "string" && Object.hasOwn(meanings, name) ? name : undefined;
}

/** Returns the code itself where the contract registers it, else the general one of its range. */
export function toCodeOfRange(contract: ContractData, code: unknown): number {
  if (listErrorCodes(contract).includes(code as number)) return code as number;
  const isOfServer = Number.isSafeInteger(code) && (code as number) >= -32099 && (code as number) <= -32000;
  return getWireCode(contract, isOfServer ? "ServerError" : "InternalError") as number;
}
