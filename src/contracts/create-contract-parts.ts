import { createWrapHandler } from "../boundary/guard-handler.js";
import { createWrapServer } from "../boundary/server/guard-server.js";
import type { ContractData } from "../contract/contract-data.js";
import { getFactoryFunctions, type ErrorClass } from "../error/create-error-class.js";
import { createErrorClass } from "../error/resolve-error-class.js";
import * as parts from "./module-parts.js";

/**
 * Creates all exports of a contract's module from its data alone.
 *
 * @throws TypeError where `defineContract` does not accept the contract.
 * @example
 * ```js
 * import { createContractParts, extend } from "error-contract";
 * import { standard } from "error-contract/standard";
 *
 * const notes = extend(standard, {
 *   codes: { NOTE_LOCKED: { meaning: "The note is locked", section: "handbook 4", condition: "conflict" } },
 * });
 * const { codes, factories } = createContractParts(notes);
 * console.log(factories.toolError(codes.NOTE_LOCKED, "Try again later.").code); // NOTE_LOCKED
 * ```
 */
export function createContractParts<const C extends ContractData>(contract: C): parts.ContractParts<C> {
  return createPartsOf(createErrorClass(contract));
}

/** The modules of the built-in contracts create these one by one, so that each stands alone in a bundle. */
export function createPartsOf<C extends ContractData>(errorClass: ErrorClass<C>): parts.ContractParts<C> {
  return {
    errorClass,
    codes: errorClass.codes,
    factories: getFactoryFunctions(errorClass),
    fromUnknown: parts.getMember(errorClass, "fromUnknown"),
    parseEnvelope: parts.createParser(errorClass.contract),
    fromEnvelope: parts.createReceiver(errorClass),
    envelopeSchema: parts.createEnvelopeSchema(errorClass.contract),
    listEnvelopeProblems: parts.createCheck(errorClass.contract),
    serialize: parts.createSerializer(errorClass),
    wrapHandler: createWrapHandler(errorClass),
    wrapServer: createWrapServer(errorClass),
  };
}
