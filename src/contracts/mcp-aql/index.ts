export {
  AQL_CODES,
  AqlError,
  aqlError,
  listEnvelopeProblems,
  envelopeSchema,
  fromEnvelope,
  fromUnknown,
  parseEnvelope,
  serialize,
  wrapHandler,
  wrapServer,
  type AqlDetails,
  type AqlErrorCode,
  type AqlErrorEnvelope,
} from "./aql-error.js";
export { createBatchFailure } from "./batch.js";
export { mcpAql, type McpAqlContract } from "./contract.js";
export { localizeError, type AqlMessages, type LocalizableError } from "./messages.js";
export { renderAqlMessage, type AqlWording } from "./messages.js";
export { mapHttpStatusToErrorCode } from "./aql-error.js";
export { aqlSuccess, aqlWarning, type AqlSuccess, type AqlWarning, type AqlWarningCode } from "./warning.js";
