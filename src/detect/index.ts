export type { Condition } from "../contract/condition-statuses.js";
export { builtInContracts } from "../contracts/built-in-contracts.js";
export { detectError, type DetectOptions } from "./detect-error.js";
export { recoveryFor } from "./evidence.js";
export type {
  DetectedFailure,
  EnvelopeFailure,
  FailureSource,
  ForeignFailure,
  Recovery,
  TextFailure,
} from "./failure.js";
