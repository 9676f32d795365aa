import { rememberContracts } from "../contract/known-contracts.js";
import { contextResolve } from "./context-resolve/contract.js";
import { jsonRpc } from "./json-rpc/contract.js";
import { kaiza } from "./kaiza/contract.js";
import { mcpAql } from "./mcp-aql/contract.js";
import { standard } from "./standard/contract.js";
import { typedMcp } from "./typed-mcp/contract.js";

/** The contracts that `detectError` knows by default. Every server has errors of JSON-RPC, so 002 is not among them. */
export const detectedContracts = /* @__PURE__ */ rememberContracts(
  Object.freeze([standard, kaiza, typedMcp, mcpAql, contextResolve] as const),
);

/** All contracts of this package, frozen. The one place that lists them. */
export const builtInContracts = Object.freeze([...detectedContracts, jsonRpc] as const);
