import type {} from "vitest";
import type { ContractMatchers } from "./matcher.js";

export * from "./index.js";

declare module "vitest" {
  /* eslint-disable-next-line @typescript-eslint/no-unused-vars, @typescript-eslint/no-explicit-any,
     @typescript-eslint/no-empty-object-type -- as vitest declares it */
  interface Matchers<T = any> extends ContractMatchers {}
}
