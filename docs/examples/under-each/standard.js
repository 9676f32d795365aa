import { toolError } from "error-contract/standard";

export const fail = () => {
  throw toolError("NOT_FOUND", "There is no note 7", { details: { id: 7 } });
};
