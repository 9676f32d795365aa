import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { installedFolder, packedTarballs } from "../kit/installed.js";
import { runNode } from "../kit/run-node.js";

it("the runtime installs as one package, whose command asks for the SDK when it is needed", async () => {
  const [runtime] = (await packedTarballs()).filter((file) => path.basename(file).startsWith("error-contract-"));
  const folder = await installedFolder([runtime!]);
  const packages = fs.readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith("."));
  expect(packages).toEqual(["error-contract"]);
  const bin = path.join(folder, "node_modules/error-contract/dist/command/main.js");
  const { status, stderr } = await runNode([bin, "prove", "--", "node", "server.js"], { cwd: folder });
  expect(stderr).toContain("npm install --save-dev @modelcontextprotocol/client");
  expect(status).toBe(2);
});
