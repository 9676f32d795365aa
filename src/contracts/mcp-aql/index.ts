export {
  AQL_CODES,
  AqlError,
  aqlError,
  envelopeProblems,
  fromUnknown,
  parseEnvelope,
  serialize,
  wrapHandler,
  wrapServer,
  type AqlDetails,
  type AqlErrorCode,
  type AqlErrorEnvelope,
} from "./aql-error.js";
export { batchFailure } from "./batch.js";
export { mcpAql } from "./contract.js";
export { localizeError, type AqlMessages, type LocalizableError } from "./messages.js";
export { aqlMessage, type AqlWording } from "./messages.js";
export { mapHttpStatusToErrorCode } from "./aql-error.js";
export { aqlSuccess, aqlWarning, type AqlSuccess, type AqlWarning, type AqlWarningCode } from "./warning.js";
