import type { ContractError, FailureClass } from "../error/contract-error.js";
import { tryTo } from "../json/read.js";

/** `undefined` where the class refuses the fields. */
export const createError = (errorClass: FailureClass, fields: object): ContractError | undefined =>
  tryTo(() => new errorClass(fields as never));
