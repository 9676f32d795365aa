import { SystemError } from "error-contract/kaiza";

export const fail = () => {
  throw SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "There is no note 7" });
};
