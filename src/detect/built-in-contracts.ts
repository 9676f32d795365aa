import { kaiza } from "../kaiza/contract.js";

/** The contracts that `detectError` knows without being told, frozen. The one place that lists them. */
export const builtInContracts = Object.freeze([kaiza] as const);
