// A declaration that is merged into one of vitest's has to repeat its type parameters, which a major version changes:
// the packed types are checked in full beside each vitest, and its runner runs what was checked.
import path from "node:path";
import { describe, expect, it } from "vitest";
import { installedProject, nodeBinary } from "../kit/installed.js";
import { nodeModules } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { COMPILERS, isWhole } from "../kit/scope.js";
import { VERSIONS } from "./versions.js";

const TEST = `import { expect, it } from "vitest";
import { SystemError, wrapHandler } from "error-contract/kaiza";
import { contractMatchers } from "error-contract/testing/vitest";

expect.extend(contractMatchers);

const fail = () => {
  throw SystemError.toolFailure("FILE_NOT_FOUND");
};

it("matches a failure", async () => {
  expect(fail).toMatchErrorContract(SystemError, "FILE_NOT_FOUND");
  expect(fail).not.toMatchErrorContract(SystemError, "FILE_READ_FAILED");
  const rejected: Promise<unknown> = expect(wrapHandler(async () => fail(), "read")()).rejects.toMatchErrorContract(
    SystemError,
  );
  await rejected;
});

it("stands for a failure within a value", () => {
  const asymmetric: (contract: typeof SystemError) => unknown = expect.toMatchErrorContract;
  expect(() => expect({ failure: 1 }).toEqual({ failure: asymmetric(SystemError) })).toThrow();
});

export function refused(): void {
  // @ts-expect-error -- no code of the contract
  expect(fail).toMatchErrorContract(SystemError, "FILE_GONE");
  // @ts-expect-error -- no contract
  expect(fail).toMatchErrorContract("kaiza");
}
`;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    module: "nodenext",
    target: "es2022",
    noEmit: true,
    types: ["node"],
  },
  files: ["server.test.ts"],
};

const [oldest, last4, newest] = VERSIONS.vitest;

describe.each(isWhole ? [oldest, last4, newest] : [last4, newest])("vitest %s", (version) => {
  it("checks the types of `error-contract/testing/vitest`, and runs its matchers", async () => {
    const packages = [`vitest@${version}`, `vite@${VERSIONS.vite}`, `@types/node@${VERSIONS.typesNode22}`];
    const project = await installedProject(packages, {
      "server.test.ts": TEST,
      "tsconfig.json": JSON.stringify(TSCONFIG),
    });
    for (const compiler of COMPILERS) {
      const tsc = await runNode([path.join(nodeModules, compiler, "bin/tsc"), "--pretty", "false"], { cwd: project });
      expect(tsc).toMatchObject({ status: 0, stdout: "" });
    }
    // Vitest 5 asks for Node 22.
    const node = await nodeBinary(version === newest ? VERSIONS.node[1] : VERSIONS.node[0]);
    if (!isWhole && node !== process.execPath) return;
    const run = await runNode(["node_modules/vitest/vitest.mjs", "run"], { cwd: project, node });
    expect(run, run.stderr + run.stdout).toMatchObject({ status: 0 });
  });
});
