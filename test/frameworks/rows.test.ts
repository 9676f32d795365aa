// A framework is one row of the linter, which `init` reads too, and one module of the runtime, or the reason for none.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { FRAMEWORKS } from "../../rules/dist/words/frameworks.js";
import { root } from "../kit/page.js";
import { frameworks } from "./frameworks.js";

const modules = FRAMEWORKS.flatMap(({ runtime }) => ("module" in runtime ? [runtime.module] : []));
const folder = path.join(root, "src/boundary/server");

it("each module that puts a server of a framework behind the boundary has its row, and each row its module", () => {
  const text = fs.readFileSync(path.join(folder, "guard-server.ts"), "utf8");
  const installed = [...text.matchAll(/import \{[^}]*\bguard\w+[^}]*\} from "\.\/([\w-]+)\.js"/g)].map(
    ([, name]) => name,
  );
  expect(new Set(modules)).toEqual(new Set(installed));
});

it.each(FRAMEWORKS)("$packages.0: has servers to be found and a module, or none and a reason", (row) => {
  const { runtime, classes, makers = [], givers = [], middleware, toolClass, toolModule } = row;
  if ("module" in runtime) expect([...classes, ...makers, ...givers]).not.toEqual([]);
  // What `wrapServer` does not take has another place for the boundary.
  else expect([middleware, toolClass, toolModule].filter(Boolean)).toHaveLength(1);
  if ("reason" in runtime) expect(runtime.reason).toMatch(/^[A-Z].{30,}\.$/);
});

it.each(frameworks)("$name: is a framework that is run, and has a row", ({ packages }) => {
  const names = FRAMEWORKS.flatMap((row) =>
    row.packages.map((name) => name.replace(/^(@[^/]+\/[^/]+|[^@/]+).*/, "$1")),
  );
  expect(packages.some((each) => names.includes(each.replace(/(.)@.*/, "$1")))).toBe(true);
});
