// Each pnpm installs the plugin beside a runtime from a tarball, once `init` has written the override.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { installedTool, nodeBinary, packedTarballs } from "../kit/installed.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { BIN } from "./run-plugin.js";

describe.each([
  ["9.15.9", undefined],
  ["10.34.9", undefined],
  ["11.0.0", "22.22.0"],
])("pnpm %s", (version, node) => {
  it("installs both packages", { timeout: 240_000 }, async () => {
    const binary = node === undefined ? process.execPath : await nodeBinary(node);
    const tool = await installedTool(`pnpm@${version}`);
    const bin = fs.readdirSync(path.join(tool, "node_modules/pnpm/bin")).find((name) => name.startsWith("pnpm."))!;
    const tarballs = await packedTarballs();
    const folder = temporaryFolder();
    const vendored = tarballs.map((file) => path.basename(file)).sort();
    writeFiles(folder, {
      "package.json": JSON.stringify({ private: true, type: "module", packageManager: `pnpm@${version}` }),
      "src/index.js": "export const one = 1;\n",
    });
    fs.mkdirSync(path.join(folder, "vendor"));
    for (const file of tarballs) fs.copyFileSync(file, path.join(folder, "vendor", path.basename(file)));
    const env = { npm_config_manage_package_manager_versions: "false", npm_config_verify_store_integrity: "false" };
    const add = async (...args: string[]) => {
      const run = await runNode([path.join(tool, "node_modules/pnpm/bin", bin), "add", ...args], {
        cwd: folder,
        env,
        node: binary,
      });
      expect(run, run.stdout + run.stderr).toMatchObject({ status: 0 });
    };
    const atRoot = () => (fs.existsSync(path.join(folder, "pnpm-workspace.yaml")) ? ["-w"] : []);
    await add(`./vendor/${vendored[0]}`);
    expect(await runNode([BIN, "init", "--yes"], { cwd: folder })).toMatchObject({ status: 0 });
    await add(...atRoot(), "-D", `./vendor/${vendored[1]}`, "eslint@10.0.0");
    expect(await runNode(["node_modules/eslint/bin/eslint.js", "src"], { cwd: folder, node: binary })).toMatchObject({
      status: 0,
    });
  });
});
