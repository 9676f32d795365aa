import path from "node:path";
import { installedTool } from "../kit/installed.js";
import type { Files } from "../kit/project.js";
import { runNode, runNpm, type Run } from "../kit/run-node.js";
import type { LocalRegistry } from "./local-registry.js";
import { VERSIONS } from "./versions.js";

export interface PackageManager {
  readonly name: string;
  /** What it wants to find in a project beside its `package.json`. */
  readonly files: (registry: LocalRegistry) => Files;
  /** Installs a project. */
  readonly install: (project: string, registry: LocalRegistry) => Promise<Run>;
  /** How Node runs the ESLint of a project, where that is not in `node_modules`. */
  readonly eslint?: () => Promise<readonly string[]>;
}

const npmrc = ({ url }: LocalRegistry): Files => ({ ".npmrc": `registry=${url}\n` });

export const npm: PackageManager = {
  name: "npm",
  files: npmrc,
  install: (project, { env }) => runNpm(["install", "--no-audit", "--no-fund"], { cwd: project, env }),
};

export const pnpm = (version: string): PackageManager => ({
  name: `pnpm ${version}`,
  files: npmrc,
  install: async (project, { env }) => {
    const folder = await tool(`pnpm@${version}`);
    const file = version.startsWith("10.") ? "pnpm.cjs" : "pnpm.mjs";
    return runNode([path.join(folder, "node_modules/pnpm/bin", file), "install", "--no-frozen-lockfile"], {
      cwd: project,
      env,
    });
  },
});

const yarnCommand = async () =>
  path.join(await tool(`@yarnpkg/cli-dist@${VERSIONS.yarn}`), "node_modules/@yarnpkg/cli-dist/bin/yarn.js");

export const yarn = (linker: "node-modules" | "pnp"): PackageManager => ({
  name: `yarn ${VERSIONS.yarn}, ${linker}`,
  files: ({ url }) => ({
    ".yarnrc.yml": [
      `nodeLinker: ${linker}`,
      `npmRegistryServer: "${url}"`,
      `unsafeHttpWhitelist: ["127.0.0.1"]`,
      "enableTelemetry: false",
      // Yarn takes no version on the day of its release unless it is told so.
      `npmPreapprovedPackages: ["error-contract", "eslint-plugin-error-contract"]`,
      "enableImmutableInstalls: false",
    ].join("\n"),
    "yarn.lock": "",
  }),
  install: async (project, { env }) => runNode([await yarnCommand(), "install"], { cwd: project, env }),
  ...(linker === "pnp"
    ? { eslint: async () => [await yarnCommand(), "run", "eslint", "--ignore-pattern", ".pnp.*"] }
    : {}),
});

const tools = new Map<string, Promise<string>>();

function tool(name: string): Promise<string> {
  const known = tools.get(name);
  if (known) return known;
  const installing = installedTool(name);
  tools.set(name, installing);
  return installing;
}
