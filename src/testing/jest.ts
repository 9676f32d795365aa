import type {} from "expect";
import type { ContractMatchers } from "./matcher.js";

export * from "./index.js";

declare module "expect" {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- as jest declares it
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ContractMatchers<R> {}
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the form of @types/jest
  namespace jest {
    // eslint-disable-next-line @typescript-eslint/no-unused-vars -- as @types/jest declares it
    interface Matchers<R, T = {}> extends ContractMatchers<R> {}
  }
}
