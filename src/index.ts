export type { AuditRecord, AuditSink, BoundaryOptions, Delivery, SessionFields } from "./boundary/boundary.js";
export {
  createExpressErrorHandler,
  createFastifyErrorHandler,
  createHonoErrorHandler,
  createNestExceptionFilter,
  type FastifyReplyLike,
  wrapHttpHandler,
  type HonoContextLike,
  type HttpDelivery,
  type HttpErrorOptions,
  type HttpHandlerOptions,
  type NestHostLike,
  type ServerResponseLike,
} from "./boundary/http-handler.js";
export type {
  Arguments,
  Declared,
  DeclaredFactory,
  Handler,
  HandlerOf,
  WrapOptions,
  WrappedHandler,
} from "./boundary/options.js";
export type { WrapHandler } from "./boundary/guard-handler.js";
export type { ServerOptions, WrapServer, WrapServerOptions } from "./boundary/server/guard-server.js";
export type { FailuresFile, ListedCode, ListedFailures } from "./boundary/server/listed-failures.js";
export { wrapServer } from "./boundary/server/wrap-server.js";
export { wrapHandler } from "./boundary/wrap-handler.js";
export { getCodes, type CodeOf, type CodesOf } from "./contract/codes.js";
export type { Condition } from "./contract/condition-statuses.js";
export { conditions, type ConditionFacts } from "./contract/conditions.js";
export type {
  CodeEntry,
  ContextField,
  ContractData,
  DetailedEntry,
  DetailSchema,
  Factory,
  FieldMap,
  ForeignErrors,
  JSONSchema,
  JSONType,
  Legacy,
  TypedDetails,
  Vocabulary,
} from "./contract/contract-data.js";
export { defineContract } from "./contract/check-contract.js";
export { findDiagnostic, diagnostics, type Diagnostic } from "./contract/diagnostic-text.js";
export {
  getEnvelopeSchema,
  listDetailsProblems,
  listEnvelopeProblems,
  parseEnvelope,
} from "./contract/envelope-schema.js";
export { extend, type Extended, type Extension } from "./contract/extend.js";
export type { DetailsOf, FactoryArguments, FactoryFunction, FunctionsOf } from "./contract/infer-factories.js";
export type { FromSchema } from "./contract/from-schema.js";
export type { ConstructFields, EnvelopeOf, FieldsOf, UnknownContext } from "./contract/infer.js";
export { renderMessage } from "./contract/message-template.js";
export { checkAgainstSchema } from "./contract/schema.js";
export { createEnvelopeSchema, type EnvelopeSchema } from "./contract/standard-schema.js";
export { createContractParts } from "./contracts/create-contract-parts.js";
export type { ContractParts } from "./contracts/module-parts.js";
export { findNearestCode } from "./ended.js";
export { ContractError, type FailureClass } from "./error/contract-error.js";
export { getFactoryFunctions, type AnyErrorOf, type ErrorClass, type ErrorOf } from "./error/create-error-class.js";
export { createErrorClass } from "./error/resolve-error-class.js";
export { getHttpStatus } from "./http/status.js";
export type { JSONObject, JSONValue } from "./json/json-value.js";
export { jsonLimits, type JSONLimits } from "./json/to-json-safe.js";
