import type { Condition } from "./condition-statuses.js";
import type { CodeEntry, ContractData } from "./contract-data.js";
import type { getRecovery } from "./conditions.js";
import { getShared } from "./shared.js";

/** What is known of the errors of libraries. `own` are rows of the project. No function throws. */
export interface LibraryKnowledge {
  /** What a value says by itself. */
  readonly classify: (link: ForeignLink, own: unknown) => LibraryMeaning | undefined;
  /** The condition where a failure says how long to wait; `undefined` is one that nothing else has settled. */
  readonly adjust: (condition: Condition | undefined, wait: StatedWait | undefined) => Condition | undefined;
  /** `failure` may be what was read of it. */
  readonly findWait: (failure: unknown, now: number, own?: unknown) => StatedWait | undefined;
  /** Whether a failure of the condition says how long to wait. */
  readonly takesWait: (condition: Condition) => boolean;
}

/** One of the values that a failure consists of, and the names of its own members. */
export interface ForeignLink {
  readonly value: unknown;
  readonly names: readonly string[];
}

export interface LibraryMeaning {
  readonly condition: Condition;
  /** Whether an original that says more comes first. */
  readonly isGeneral: boolean;
}

export interface StatedWait {
  readonly seconds: number;
  /** Whether the answer that failed says so itself, in a header or a member that no lasting failure has. */
  readonly isStated: boolean;
}

/** Functions that the errors of some kinds of contracts need. */
interface Features {
  readonly findDiagnostic: (text: string) => string | undefined;
  readonly renderMessage: (entry: CodeEntry, details: unknown) => string | undefined;
  readonly libraries: LibraryKnowledge;
  readonly getRecovery: typeof getRecovery;
  readonly getHttpReason: (status: number) => string;
}

/** The module of a contract registers those that it needs, so that a bundle has no others. */
export const features: Partial<Features> = {};

export function withFeatures<C extends ContractData>(contract: C, needed: Partial<Features>): C {
  Object.assign(features, needed);
  return contract;
}

/** What the module of a contract knows of foreign errors beyond the contract's data. Errors it throws are ignored. */
export interface ForeignKnowledge {
  /** Returns fields that take precedence over those of the value, for the contract of the error that is created. */
  readonly recognise?: (thrown: unknown, context: unknown, contract: ContractData) => object | undefined;
  /** Returns the code where nothing states one. `condition` is that of an error of another contract. */
  readonly code?: (thrown: unknown, context: unknown, condition: Condition | undefined) => unknown;
  /** Returns fields for the code that was found, where neither the context nor the value has them. */
  readonly fields?: (code: unknown, thrown: unknown, context: unknown) => Readonly<Record<string, unknown>>;
}

const none: ForeignKnowledge = {};
const knowledge = /* @__PURE__ */ getShared("knowledge", () => new WeakMap<ContractData, ForeignKnowledge>());

export function withKnowledge<C extends ContractData>(contract: C, known: ForeignKnowledge): C {
  knowledge.set(contract, known);
  return contract;
}

export function getKnowledge(contract: ContractData): ForeignKnowledge {
  return knowledge.get(contract) ?? none;
}
