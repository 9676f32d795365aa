// The page on Nest is written once: its example answers the same under each line of Nest.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { installedRuntime } from "../kit/installed.js";
import { root } from "../kit/page.js";
import { writeFiles } from "../kit/project.js";
import { runNode, runNpm } from "../kit/run-node.js";
import { VERSIONS } from "./versions.js";

const examples = path.join(root, "docs/examples/boundary");

const CALLS = `import { app } from "./nest.mjs";

const { port } = (await app.listen(0, "127.0.0.1")).address();
for (const name of ["read", "rename", "nothing"]) {
  const answer = await fetch(\`http://127.0.0.1:\${port}/\${name}\`);
  const { error } = await answer.json();
  console.log(answer.status, error.code, error.message);
}
await app.close();
`;

it.each(VERSIONS.nest)("Nest %s answers with envelopes", { timeout: 600_000 }, async (version) => {
  const project = await installedRuntime();
  const packages = ["common", "core", "platform-express"].map((name) => `@nestjs/${name}@${version}`);
  const args = [
    "install",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    ...packages,
    "reflect-metadata@0.2.2",
    "rxjs@7.8.2",
  ];
  const { status, stderr } = await runNpm(args, { cwd: project });
  expect(status, stderr).toBe(0);

  const asModule = (file: string) =>
    fs.readFileSync(path.join(examples, file), "utf8").replaceAll("./nest-module.js", "./nest-module.mjs");
  writeFiles(project, {
    "nest.mjs": asModule("nest.js"),
    "nest-module.mjs": asModule("nest-module.js"),
    "calls.mjs": CALLS,
  });
  const calls = await runNode(["calls.mjs"], { cwd: project });
  expect(calls.stdout, calls.stderr).toBe(
    "404 NOT_FOUND There is no plan\n409 CONFLICT The name is taken\n404 NOT_FOUND Cannot GET /nothing\n",
  );
});
