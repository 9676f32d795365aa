import { createWrapHandler } from "../boundary/guard-handler.js";
import { createWrapServer } from "../boundary/server/guard-server.js";
import type { ContractData } from "../contract/contract-data.js";
import { createErrorClass } from "../error/resolve-error-class.js";
import { createErrorParts, type ContractParts } from "./module-parts.js";

/** All exports of a contract's module, from its data alone. A TypeError where `defineContract` does not accept it. */
export function createContractParts<const C extends ContractData>(contract: C): ContractParts<C> {
  const parts = createErrorParts(createErrorClass(contract));
  return {
    ...parts,
    wrapHandler: createWrapHandler(parts.errorClass),
    wrapServer: createWrapServer(parts.errorClass),
  };
}
