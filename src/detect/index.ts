export type { Condition } from "../contract/condition-statuses.js";
export { getRecovery, type Recovery } from "../contract/recovery.js";
export { builtInContracts } from "../contracts/built-in-contracts.js";
export { detectError, type DetectOptions } from "./detect-error.js";
export type { DetectedFailure, EnvelopeFailure, FailureSource, ForeignFailure, TextFailure } from "./failure.js";
