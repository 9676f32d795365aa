export type { AuditRecord, AuditSink } from "./audit-sink.js";
export type { Handler } from "./boundary.js";
export type { BoundaryOptions, FailureClass, SessionFields, SharedOptions } from "./boundary-options.js";
export { codesOf, nearestCode, type CodeOf, type CodesOf } from "./codes.js";
export type { Condition } from "./condition-statuses.js";
export { conditions, type ConditionFacts } from "./conditions.js";
export { factoryFunctions, type ErrorClass, type ErrorClassOptions, type ErrorOf } from "./built-class.js";
export type { ContractParts, WrapOptions } from "./built-parts.js";
export { contractParts } from "./contract-parts.js";
export { ContractError } from "./contract-error.js";
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
} from "./contract.js";
export { defineContract } from "./define-contract.js";
export type { Delivery } from "./delivery-forms.js";
export { detailsProblems } from "./details.js";
export { diagnosticIn, diagnostics, type Diagnostic } from "./diagnostic-text.js";
export { envelopeProblems, envelopeSchema, parseEnvelope } from "./envelope.js";
export { errorClass } from "./error-class.js";
export { extend, type Extended, type Extension } from "./extend.js";
export type { ForeignKnowledge } from "./foreign-knowledge.js";
export {
  expressErrorHandler,
  honoErrorHandler,
  wrapHttpHandler,
  type HonoContextLike,
  type HttpErrorOptions,
  type HttpHandlerOptions,
  type ServerResponseLike,
} from "./http-handler.js";
export { httpStatus } from "./http-status.js";
export type { DetailsOf, FactoryArguments, FactoryFunction, FunctionsOf } from "./infer-factories.js";
export type { ConstructFields, EnvelopeOf, FieldsOf, FromSchema, UnknownContext } from "./infer.js";
export { renderedMessage } from "./message-template.js";
export { jsonLimits, type JSONLimits, type JSONObject, type JSONValue } from "./json.js";
export { wrapHandler } from "./wrap-handler.js";
