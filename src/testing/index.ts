export { defineContractTests, type ContractTestOptions, type Surroundings } from "./contract-tests.js";
export type { TestedCaller } from "./served-call.js";
export type { ContractOrClass } from "./check-failure.js";
export { contractMatchers, toMatchErrorContract, type ContractMatchers, type MatcherResult } from "./matcher.js";
