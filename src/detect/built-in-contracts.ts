import { kaiza } from "../kaiza/contract.js";
import { mcpAql } from "../mcp-aql/contract.js";
import { standard } from "../standard/contract.js";
import { typedMcp } from "../typed-mcp/contract.js";

/** The contracts that `detectError` knows without being told, frozen. The one place that lists them. */
export const builtInContracts = Object.freeze([standard, kaiza, typedMcp, mcpAql] as const);
