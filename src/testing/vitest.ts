import type {} from "vitest";
import type { ContractMatchers } from "./matcher.js";

export * from "./index.js";

// `Matchers` and `Assertion` of vitest 4 have other type parameters than those of vitest 5, and a declaration that is
// merged into one of them has to repeat them. The interfaces below have no type parameters in either: the members of
// Chai's assertion are those of `expect(value)`, with and without `rejects`.
declare module "vitest" {
  interface AsymmetricMatchersContaining extends ContractMatchers<unknown> {}
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the form of @types/chai
  namespace Chai {
    interface Assertion extends ContractMatchers {}
  }
}
