import type { CodeEntry } from "../../../contract/contract-data.js";
import { extend } from "../../../contract/extend.js";
import type { ErrorOf } from "../../../error/create-error-class.js";
import { createContractParts } from "../../create-contract-parts.js";
import type { ContractParts } from "../../module-parts.js";
import { mcpAql, type McpAqlContract } from "../contract.js";
import { readAdapterSchema, type AdapterSchema } from "./adapter-schema.js";
import { chooseCode, createResponseError, type ResponseContext } from "./from-response.js";
import { findIssue } from "./upstream-issues.js";
import { readResponse, type UpstreamResponse } from "./upstream-response.js";

/** The contract with the codes of an adapter, which are known only when its schema is read. */
export type AdapterContract = Omit<McpAqlContract, "schemaId" | "codes"> & {
  readonly schemaId: string;
  readonly codes: Readonly<Record<string, CodeEntry>>;
};

/** An `AqlError` whose code is one of the contract's or of the adapter's. */
export type AdapterError = ErrorOf<AdapterContract>;

/** The exports of `error-contract/mcp-aql`, for the codes of an adapter too, and its mapping of HTTP answers. */
export interface AdapterErrors extends Omit<ContractParts<AdapterContract>, "factories"> {
  /** The contract `mcp-aql` with the codes of the adapter. */
  readonly contract: AdapterContract;
  /** The same as `aqlError` of `error-contract/mcp-aql`, for the adapter's codes too; see there. */
  aqlError(
    this: void,
    code: string,
    details?: object,
    options?: { readonly message?: string | undefined; readonly cause?: unknown },
  ): AdapterError;
  /** As `fromHttpResponse` of the module, by the adapter's rules; `{reason}` is the API's message. Never throws. */
  fromHttpResponse(this: void, response: UpstreamResponse, context?: ResponseContext): AdapterError;
}

/**
 * The codes that an adapter registers in its schema (`error_codes`, specification 004 section 8.2), and its mapping of
 * HTTP statuses (`error_mapping`, section 8.3). The first rule that fits decides: those with a condition before those
 * without, `error_mapping` before `error_codes`. A condition compares paths: `response.status == 403 and
 * response.body.message contains 'abuse'`.
 *
 * @throws TypeError that names each path at which the schema is wrong, a condition of any other form among them.
 * @example
 * ```js
 * import { createAdapterErrors } from "error-contract/mcp-aql/adapter";
 *
 * const { contract } = createAdapterErrors({
 *   error_codes: { RATE_LIMIT_ABUSE: { category: "RATE_LIMIT", message_template: "Too many calls at once." } },
 * });
 * console.log("RATE_LIMIT_ABUSE" in contract.codes); // true
 * ```
 */
export function createAdapterErrors(schema: AdapterSchema): AdapterErrors {
  const { codes, rules } = readAdapterSchema(schema);
  const contract: AdapterContract = extend(mcpAql, { codes });
  const { factories, ...parts } = createContractParts(contract);

  return {
    ...parts,
    contract,
    aqlError: (factories as { readonly aqlError: AdapterErrors["aqlError"] }).aqlError,
    fromHttpResponse: (response, context = {}) => {
      const read = readResponse(response);
      const rule = rules.find(
        ({ statuses, condition }) => statuses.includes(read.status) && condition?.(read) !== false,
      );
      const issue = findIssue(read.body);
      const code = rule?.code ?? chooseCode(read, issue);
      return createResponseError(parts.errorClass, code, read, issue, context, rule?.template);
    },
  };
}
