export type { Condition } from "../contract/condition-statuses.js";
export { getRecovery, type Recovery } from "../contract/conditions.js";
export { builtInContracts } from "../contracts/built-in-contracts.js";
export { createDetector, type Detector, type DetectorOptions } from "./create-detector.js";
export { detectError, withoutFrame, type DetectOptions } from "./detect-error.js";
export { retryCall, type AbortSignalLike, type RetriedFailure, type Retry, type RetryOptions } from "./retry-call.js";
export { matchFailure, type FailureCases } from "./match-failure.js";
export type {
  DetectedFailure,
  EnvelopeFailure,
  FailureSource,
  ForeignFailure,
  TextFailure,
  ToolFailure,
} from "./failure.js";
