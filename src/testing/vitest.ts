import type {} from "vitest";
import type { ContractMatchers } from "./matcher.js";

export * from "./index.js";

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars, @typescript-eslint/no-explicit-any -- as vitest has it
  interface Matchers<T = any> extends ContractMatchers {}
}
