import { type FileContract, isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import type { ReferencePath } from "../syntax/references.js";

/** Returns whether a reference is to the boundary of that name: imported from a contract's module, or global. */
export function isBoundaryName(
  { root, path: names }: ReferencePath,
  boundary: string,
  contract: FileContract,
): boolean {
  if (stripDefaultName(names).join(".") !== boundary) return false;
  return root.kind === "import" ? isOurs(root.module, contract) : root.kind === "global";
}

function isOurs(module: string, contract: FileContract): boolean {
  return contract.isRuntime(module) || isProjectModule(module) || /^error-contract(?:\/|$)/.test(module);
}
