import type { Condition } from "./condition-statuses.js";
import type { ContractData } from "./contract-data.js";
import type { Given } from "../error/factory-arguments.js";

/** What the module of a contract knows of foreign errors beyond the contract's data. What its functions throw is ignored. */
export interface ForeignKnowledge {
  /**
   * Fields that go before what the value itself says, because the value means something else by it.
   *
   * @param contract that of the error which is being made: the module's, or one that extends it.
   */
  readonly recognise?: (thrown: unknown, context: unknown, contract: ContractData) => object | undefined;
  /**
   * The code, where neither the context nor the value says it; an answer that is not registered is ignored.
   *
   * @param condition what kind of failure the value says it is, where it is an error of another contract.
   */
  readonly code?: (thrown: unknown, context: unknown, condition: Condition | undefined) => unknown;
  /** Fields for the code that was found, where neither the context nor the value says them. */
  readonly fields?: (code: unknown, thrown: unknown, context: unknown) => Given;
}

const nothing: ForeignKnowledge = {};
const known = new WeakMap<ContractData, ForeignKnowledge>();

/** The contract itself; every class that is built from it, or from an extension of it, has the knowledge. */
export function withKnowledge<C extends ContractData>(contract: C, knowledge: ForeignKnowledge): C {
  known.set(contract, knowledge);
  return contract;
}

/** What {@link withKnowledge} was told, here or for a contract that this one extends. */
export function knowledgeOf(contract: ContractData): ForeignKnowledge {
  return known.get(contract) ?? nothing;
}
