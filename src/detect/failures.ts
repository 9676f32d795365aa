import type { Condition } from "../contract/condition-statuses.js";
import { conditions } from "../contract/conditions.js";
import type { ContractData } from "../contract/contract-data.js";
import { safeText, type JSONObject, type JSONValue } from "../json/to-json-safe.js";
import { recoveryFor } from "./recovery.js";
import type { EnvelopeFailure, FailureSource, ForeignFailure, TextFailure } from "./failure.js";
import { valueAt } from "../json/path.js";

/** A failure of any contract. */
export type Failure = EnvelopeFailure<ContractData> | TextFailure<ContractData> | ForeignFailure;

/** The failure that a conforming envelope reports. */
export function envelopeFailure(contract: ContractData, envelope: unknown, source: FailureSource): Failure {
  const { name, fields } = contract;
  const code = valueAt(envelope, fields.code) as string | number;
  const details = fields.details === undefined ? undefined : (valueAt(envelope, fields.details) as JSONValue);
  return {
    certainty: "envelope",
    contract: name,
    code,
    message: valueAt(envelope, fields.message) as string,
    ...(details !== undefined && { details }),
    envelope: envelope as JSONObject,
    ...recoveryFor(contract, code)!,
    source,
  };
}

/** The failure that an envelope reports whose code is not registered. */
export function unregisteredFailure({ fields }: ContractData, envelope: unknown, source: FailureSource): Failure {
  const details = fields.details === undefined ? undefined : (valueAt(envelope, fields.details) as JSONValue);
  return {
    ...foreignFailure({
      code: valueAt(envelope, fields.code) as string,
      message: valueAt(envelope, fields.message) as string,
      condition: undefined,
      source,
    }),
    ...(details !== undefined && { details }),
    envelope: envelope as JSONObject,
  };
}

/** The failure of a contract that a text names. */
export function textFailure(
  contract: ContractData,
  code: string | number,
  message: string,
  source: FailureSource,
): Failure {
  return {
    certainty: "text",
    contract: contract.name,
    code,
    message: safeText(message),
    ...recoveryFor(contract, code)!,
    source,
  };
}

/** A failure that follows no contract. */
export function foreignFailure(known: {
  readonly code: string | number | undefined;
  readonly message: string;
  readonly condition: Condition | undefined;
  readonly source: FailureSource;
}): ForeignFailure {
  const { condition, message, ...others } = known;
  const { retryable, recovery } = condition ? conditions[condition] : unknown;
  return {
    certainty: "none",
    contract: undefined,
    ...others,
    message: safeText(message),
    condition,
    retryable,
    recovery,
  };
}

const unknown = { retryable: false, recovery: "Read the message; no contract says what to do about this failure." };
