import type { ContractData } from "../contract/contract-data.js";
import { codedText } from "./coded-text.js";
import { decoded } from "./decoded.js";
import type { FailureSource } from "./failure.js";
import { envelopeFailure, textFailure, unregisteredFailure, type Failure } from "./failures.js";
import { contractOfForm, matchingContract } from "./matching-contract.js";
import { withoutPrefix } from "../contracts/json-rpc/protocol-codes.js";

/** A place where a failure may stand, and what stands there: a value, or text that may be JSON. */
export interface Place {
  readonly source: FailureSource;
  readonly value: unknown;
}

/** The failure of the first place that holds a conforming envelope. */
export function conformingFailure(contracts: readonly ContractData[], places: readonly Place[]): Failure | undefined {
  for (const { source, value } of places) {
    const envelope = decoded(value);
    const contract = matchingContract(contracts, envelope);
    if (contract) return envelopeFailure(contract, envelope, source);
  }
  return undefined;
}

/** The failure of the first place that holds an envelope with a code that nobody registered. */
export function unregistered(contracts: readonly ContractData[], places: readonly Place[]): Failure | undefined {
  for (const { source, value } of places) {
    const envelope = decoded(value);
    const contract = contractOfForm(contracts, envelope);
    if (contract) return unregisteredFailure(contract, envelope, source);
  }
  return undefined;
}

/** The failure of the first text that begins with a code. */
export function codedFailure(contracts: readonly ContractData[], places: readonly Place[]): Failure | undefined {
  for (const { source, value } of places) {
    const coded = typeof value === "string" ? codedText(contracts, withoutPrefix(value).text) : undefined;
    if (coded) return textFailure(coded.contract, coded.code, coded.message, source);
  }
  return undefined;
}

/**
 * What places say that are known to belong to a failure, best evidence first: an envelope, a text that begins with a code,
 * an envelope behind other words (`Error POSTing to endpoint: {...}`), an envelope with a code that nobody registered.
 */
export function statedFailure(contracts: readonly ContractData[], places: readonly Place[]): Failure | undefined {
  const whole = places.map(({ source, value }) => ({ source, value: decoded(value) }));
  const tails = places.map(({ source, value }) => ({ source, value: decoded(tail(value)) }));
  return (
    conformingFailure(contracts, whole) ??
    codedFailure(contracts, places) ??
    conformingFailure(contracts, tails) ??
    unregistered(contracts, [...whole, ...tails])
  );
}

/** What a text says from the first brace on, where other words stand before it. */
function tail(value: unknown): string | undefined {
  const start = typeof value === "string" ? value.indexOf("{") : -1;
  return start > 0 ? (value as string).slice(start) : undefined;
}
