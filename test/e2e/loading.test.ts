import { expect, it } from "vitest";
import { root } from "../kit/page.js";
import { runNode } from "../kit/run-node.js";

const LOADED = `import { createRequire } from "node:module";
await import("eslint-plugin-error-contract");
console.log(JSON.stringify(Object.keys(createRequire(import.meta.url).cache)));
`;

it.each(["eslint", "typescript", "yaml"])(
  "the plugin loads without %s, which its host may do without",
  async (name) => {
    const run = await runNode(["--input-type=module", "--eval", LOADED], { cwd: root });
    const files = JSON.parse(run.stdout) as string[];
    expect(files.length, run.stderr).toBeGreaterThan(0);
    expect(files.filter((file) => file.includes(`/node_modules/${name}/`))).toEqual([]);
  },
);
