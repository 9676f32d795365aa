export type { AuditRecord, AuditSink } from "./boundary/audit-sink.js";
export type { Handler } from "./boundary/guard-handler.js";
export type { BoundaryOptions, FailureClass, SessionFields, SharedOptions } from "./boundary/options.js";
export { codesOf, nearestCode, type CodeOf, type CodesOf } from "./contract/codes.js";
export type { Condition } from "./contract/condition-statuses.js";
export { conditions, type ConditionFacts } from "./contract/conditions.js";
export { factoryFunctions, type ErrorClass, type ErrorClassOptions, type ErrorOf } from "./error/create-error-class.js";
export type { ContractParts, WrapOptions } from "./contracts/module-parts.js";
export { contractParts } from "./contracts/contract-parts.js";
export { ContractError } from "./error/contract-error.js";
export type {
  CodeEntry,
  ContextField,
  ContractData,
  Factory,
  FieldMap,
  ForeignErrors,
  JSONSchema,
  JSONType,
  Legacy,
  Vocabulary,
} from "./contract/contract-data.js";
export { defineContract } from "./contract/define-contract.js";
export type { Delivery } from "./boundary/delivery.js";
export { detailsProblems } from "./contract/details.js";
export { diagnosticIn, diagnostics, type Diagnostic } from "./contract/diagnostic-text.js";
export { envelopeProblems, envelopeSchema, parseEnvelope } from "./contract/envelope-schema.js";
export { errorClass } from "./error/error-class.js";
export { extend, type Extended, type Extension } from "./contract/extend.js";
export type { ForeignKnowledge } from "./contract/foreign-knowledge.js";
export {
  expressErrorHandler,
  honoErrorHandler,
  wrapHttpHandler,
  type HonoContextLike,
  type HttpErrorOptions,
  type HttpHandlerOptions,
  type ServerResponseLike,
} from "./boundary/http-handler.js";
export { httpStatus } from "./http/status.js";
export type { DetailsOf, FactoryArguments, FactoryFunction, FunctionsOf } from "./contract/infer-factories.js";
export type { ConstructFields, EnvelopeOf, FieldsOf, FromSchema, UnknownContext } from "./contract/infer.js";
export { renderedMessage } from "./contract/message-template.js";
export { jsonLimits, type JSONLimits, type JSONObject, type JSONValue } from "./json/to-json-safe.js";
export { wrapHandler } from "./boundary/wrap-handler.js";
