import type { NameMatcher } from "./name-matcher.js";

/** Deprecated error classes and what their parts become. */
export interface LegacySettings {
  /** The deprecated class, its codes object and the function that converts anything to the class. */
  readonly class: NameMatcher;
  readonly codes?: NameMatcher;
  readonly converter?: NameMatcher;
  /** Legacy field -> field of the envelope; `lowerCase` says that the value is written in lower case there. */
  readonly fields: Readonly<Record<string, string | { readonly field: string; readonly lowerCase: true }>>;
  /** Legacy code -> code of the contract, where they differ. */
  readonly codeMap?: Readonly<Record<string, string>>;
}
