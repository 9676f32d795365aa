// What a program writes about failures means the same to each TypeScript: the packed declarations, checked in full.
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { installedProject } from "../kit/installed.js";
import { root } from "../kit/page.js";
import { runNode } from "../kit/run-node.js";
import { isWhole } from "../kit/scope.js";
import { VERSIONS } from "./versions.js";

// The packed packages are checked under TypeScript 6 and 7 in `e2e/packed.test.ts`.
const [oldest, ...others] = [...VERSIONS.typescript, VERSIONS.typescript7];
const usage = fs.readFileSync(path.join(root, "test/src/typed-usage.ts"), "utf8");

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2022",
    types: ["node"],
  },
  files: ["usage.ts"],
};

test.each([oldest, ...(isWhole ? others : [])])("under TypeScript %s", async (version) => {
  const files = { "tsconfig.json": JSON.stringify(TSCONFIG), "usage.ts": usage };
  const project = await installedProject([`typescript@${version}`, `@types/node@${VERSIONS.typesNode}`], files);
  const { status, stdout } = await runNode(["node_modules/typescript/bin/tsc"], { cwd: project });
  expect(stdout).toBe("");
  expect(status).toBe(0);
});
