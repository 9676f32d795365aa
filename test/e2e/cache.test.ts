import path from "node:path";
import type { ESLint } from "eslint";
import { outdent } from "outdent";
import { expect, it } from "vitest";
import { nodeModules, projectWith, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const CONFIG = outdent`
  import errorContract from "eslint-plugin-error-contract";

  export default [...errorContract.configs.kaiza];
`;
const FAILING = `throw new Error("PATCH_INVALID: the patch is empty");`;

const before = {
  "package.json": `{ "type": "module" }`,
  "eslint.config.js": CONFIG,
  "src/patch.js": outdent`
    import { PlanError } from "./plan-error.js";

    export function readPatch(patch) {
      if (!patch) ${FAILING}
      if (!patch.plan) throw new PlanError("no plan");
      return readName(patch) ?? { ok: false, error: "HASH_MISMATCH" };
    }

    export function readName(patch) {
      try {
        return JSON.parse(patch.text).name;
      } catch (error) {
        console.error(error);
        return null;
      }
    }
  `,
  "src/server.js": outdent`
    import { readPatch } from "./patch.js";
    import { writePatch } from "./write.js";

    server.registerTool("read", {}, async (args) => readPatch(args));
    server.registerTool("write", {}, writePatch);
  `,
  "src/plan-error.js": "export class PlanError {}",
  "src/write.js": "export const writePatch = async () => ({ content: [] });",
};
/** A class that unchanged files import, and what tests and other files expect of them. */
const after = {
  "src/plan-error.js": "export class PlanError extends Error {}",
  "src/use.js": `import { readPatch } from "./patch.js";
    const patch = readPatch({});
    if (!patch.ok) console.log(patch.error);`,
  "test/patch.test.js": `import { readPatch, readName } from "../src/patch.js";
    import "../src/server.js";

    it("refuses an empty patch", () => {
      expect(() => readPatch()).toThrow("PATCH_INVALID: the patch is empty");
      expect(() => readPatch({})).toThrow(Error);
    });

    it("has no name without a text", () => {
      read.mockRejectedValue(new Error("EACCES"));
      expect(readName({})).toBeNull();
    });

    it("answers a failing result", async () => {
      expect(await client.callTool({ name: "read" })).toEqual({ isError: true, content: [] });
    });`,
};

async function lint(folder: string, ...args: readonly string[]) {
  const eslint = path.join(nodeModules, "eslint/bin/eslint.js");
  const { stdout } = await runNode([eslint, "src", "--format", "json", ...args], { cwd: folder });
  const results = JSON.parse(stdout) as ESLint.LintResult[];
  return results.map(({ filePath, messages }) => ({ filePath, messages }));
}

it("a lint with `--cache` equals one without, after tests, callers and classes have changed", async () => {
  const folder = projectWith(before);
  const first = await lint(folder, "--cache");
  expect(first.flatMap(({ messages }) => messages).length).toBeGreaterThan(3);
  writeFiles(folder, after);
  expect(await lint(folder, "--cache")).toEqual(await lint(folder));
});

it("a lint with `--cache` keeps old findings after an imported function has changed", async () => {
  const folder = projectWith(before);
  const isServer = ({ filePath }: { readonly filePath: string }) => filePath.endsWith("server.js");
  const first = (await lint(folder, "--cache")).find(isServer);
  expect(first?.messages.length).toBeGreaterThan(0);
  writeFiles(folder, {
    "src/write.js": `import { wrapHandler } from "error-contract/kaiza";
      export const writePatch = wrapHandler(async () => ({ content: [] }), "write");`,
  });
  expect((await lint(folder, "--cache")).find(isServer)).toEqual(first);
  expect((await lint(folder)).find(isServer)).not.toEqual(first);
});
