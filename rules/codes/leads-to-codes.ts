import type { FileContract } from "../contract/file-contract.js";

/** Whether names lead to the codes object, which the class of our runtime has as a static member too. */
export function leadsToCodes(
  [first, second]: readonly string[],
  { codesObject, errorClass }: Pick<FileContract, "codesObject" | "errorClass">,
): boolean {
  return first === codesObject || (first === errorClass && second === "codes");
}
