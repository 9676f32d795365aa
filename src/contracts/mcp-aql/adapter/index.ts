export { createAdapterErrors, type AdapterContract, type AdapterError, type AdapterErrors } from "./adapter-errors.js";
export type { AdapterCode, AdapterMapping, AdapterSchema } from "./adapter-schema.js";
export { fromHttpResponse, type ResponseContext } from "./from-response.js";
export type { UpstreamResponse } from "./upstream-response.js";
