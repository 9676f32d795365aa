// Jest runs CommonJS unless it is told otherwise, and then cannot load a package that has ES modules alone.
import { expect, it } from "vitest";
import { installedRuntime } from "../kit/installed.js";
import { writeFiles } from "../kit/project.js";
import { runNode, runNpm } from "../kit/run-node.js";

const TEST = `
const { SystemError, wrapHandler } = require("error-contract/kaiza");
const { contractMatchers, defineContractTests } = require("error-contract/testing/jest");
expect.extend(contractMatchers);

const read = wrapHandler(async () => {
  throw SystemError.toolFailure("FILE_NOT_FOUND");
}, "read_file");

test("a failure leaves as the envelope", async () => {
  await expect(read()).rejects.toMatchErrorContract(SystemError, "FILE_NOT_FOUND");
  await expect(read()).rejects.toThrow(SystemError);
});

defineContractTests(SystemError, {
  handler: (run, { audit, session }) => wrapHandler(run, { tool_name: "search", audit, session }),
});
`;

it("Jest runs a server's tests in CommonJS", { timeout: 600_000 }, async () => {
  const project = await installedRuntime();
  writeFiles(project, { "server.test.js": TEST });
  const { status, stderr } = await runNpm(["install", "--no-audit", "--no-fund", "jest@30"], { cwd: project });
  expect(status, stderr).toBe(0);
  const jest = await runNode(["node_modules/jest/bin/jest.js"], { cwd: project });
  expect(jest.status, jest.stderr).toBe(0);
});
