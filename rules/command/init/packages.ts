import plugin from "../../index.js";
import type { PackageManager, Project } from "../project/read-project.js";
import type { NeededPackages } from "./edit-manifest.js";

const OURS = `^${plugin.meta.version}`;

/** The packages that a lint of the project needs, and those that fixed code imports. */
export function listNeededPackages({ manifest, workspaces }: Project, needsParser: boolean): NeededPackages {
  const { dependencies, devDependencies } = manifest;
  // A parser that no configuration names is not enough: the configuration that is written imports this package.
  const hasParser = Object.hasOwn({ ...dependencies, ...devDependencies }, "typescript-eslint");
  return {
    // In a monorepo it belongs to the packages that throw.
    dependencies: workspaces.length > 0 ? {} : { "error-contract": OURS },
    devDependencies: {
      eslint: "^10.0.0",
      "eslint-plugin-error-contract": OURS,
      ...(needsParser && !hasParser ? { "typescript-eslint": "^8.72.0" } : {}),
    },
  };
}

/** The command that installs what the manifest names. */
export function getInstallCommand(manager: PackageManager): readonly [command: string, ...args: string[]] {
  return [manager, "install"];
}
