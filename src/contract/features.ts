import type { Condition } from "./condition-statuses.js";
import type { CodeEntry, ContractData } from "./contract-data.js";

/** What errors of some kinds of contracts need, and those of the others do not. */
interface Needs {
  /** Where messages are literal: what in a text none may have, in words. */
  readonly diagnosticIn: (text: string) => string | undefined;
  /** Where messages have placeholders: the message of a code. */
  readonly renderedMessage: (entry: CodeEntry, details: unknown) => string | undefined;
  /** Where `foreign.isClassified`: what Node or an HTTP client says of a failure. */
  readonly systemCondition: (thrown: unknown) => Condition | undefined;
  /** Where HTTP has a body of its own: the reason phrase of a status. */
  readonly httpReason: (status: number) => string;
}

/**
 * What has been brought so far. Whoever builds the class of a contract brings what its kind needs: `defineContract` all, as its
 * contracts may be of any kind, the module of a built-in contract its own. So it is in no bundle that has no such contract.
 */
export const brought: Partial<Needs> = {};

/** The contract itself, whose errors need what is brought. */
export function bringing<C extends ContractData>(contract: C, needs: Partial<Needs>): C {
  Object.assign(brought, needs);
  return contract;
}
