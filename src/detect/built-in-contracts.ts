import { kaiza } from "../kaiza/contract.js";
import { standard } from "../standard/contract.js";
import { typedMcp } from "../typed-mcp/contract.js";

/** The contracts that `detectError` knows without being told, frozen. The one place that lists them. */
export const builtInContracts = Object.freeze([standard, kaiza, typedMcp] as const);
