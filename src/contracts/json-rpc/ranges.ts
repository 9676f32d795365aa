import { getWireCode, listErrorCodes } from "../../contract/codes.js";
import type { ContractData } from "../../contract/contract-data.js";

/** Numbers from `from` to `to`, both among them. */
export interface JsonRpcRange {
  readonly from: number;
  readonly to: number;
  readonly meaning: string;
}

/** The ranges that specification 002 reserves; every other integer is for codes that a project defines. */
export const JSON_RPC_RANGES = Object.freeze({
  predefined: Object.freeze({ from: -32700, to: -32600, meaning: "Reserved for pre-defined errors" }),
  server: Object.freeze({ from: -32099, to: -32000, meaning: "Reserved for implementation-defined server errors" }),
} as const satisfies Record<string, JsonRpcRange>);

/** The range of a code: `"predefined"`, `"server"`, or `"client"` for any other integer; `undefined` for no integer. */
export function findJsonRpcRange(code: unknown): keyof typeof JSON_RPC_RANGES | "client" | undefined {
  if (!Number.isSafeInteger(code)) return undefined;
  const number = code as number;
  for (const name of ["predefined", "server"] as const) {
    if (number >= JSON_RPC_RANGES[name].from && number <= JSON_RPC_RANGES[name].to) return name;
  }
  return "client";
}

/** Returns the code itself where the contract registers it, else the general one of its range. */
export function toCodeOfRange(contract: ContractData, code: unknown): number {
  if (listErrorCodes(contract).includes(code as number)) return code as number;
  return getWireCode(contract, findJsonRpcRange(code) === "server" ? "ServerError" : "InternalError") as number;
}
