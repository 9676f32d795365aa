// What our declarations need of a project: neither @types/node nor lib.dom.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { installedRuntime } from "../kit/installed.js";
import { nodeModules, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { COMPILERS } from "../kit/scope.js";

const USE = `
import { createHonoErrorHandler } from "error-contract";
import { openAuditLog, verifyAuditLog } from "error-contract/audit-log";

export const log = openAuditLog("audit-log.jsonl");
// @ts-expect-error -- neither a path nor an address
openAuditLog(7);
// @ts-expect-error -- an address has more members
void verifyAuditLog({ path: "audit-log.jsonl" });
export const handler = createHonoErrorHandler({ contract: {} as never, tool_name: "x" });
export const status = handler(0, { req: { method: "GET", path: "/" } }).then((response): number => response.status);
`;

const USE_OF_CLASSES = `
void verifyAuditLog(new URL("file:///audit-log.jsonl"));
export const response: Promise<Response> = handler(0, { req: { method: "GET", path: "/" } });
`;

let project: string;
beforeAll(async () => {
  project = await installedRuntime();
  const manifest = fs.readFileSync(path.join(project, "node_modules/error-contract/package.json"), "utf8");
  const subpaths = Object.keys((JSON.parse(manifest) as { exports: object }).exports).filter(
    (subpath) => !subpath.endsWith(".json"),
  );
  const names = subpaths.map((subpath) => path.posix.join("error-contract", subpath));
  const imports = names.map((name, index) => `export * as part${index} from "${name}";`).join("\n");
  writeFiles(project, Object.fromEntries(["mts", "cts"].map((extension) => [`use.${extension}`, imports + USE])));
}, 300_000);

const platforms: readonly [name: string, lib: readonly string[], types: readonly string[]][] = [
  ["ES2022 alone", ["es2022"], []],
  ["lib.dom", ["es2022", "dom"], []],
  ["@types/node", ["es2022"], ["node"]],
];
const cases = platforms.flatMap((platform) =>
  ["mts", "cts"].flatMap((extension) => COMPILERS.map((compiler) => [...platform, extension, compiler] as const)),
);

it.each(cases)("compiles with %s (types %s %s), as a module in .%s: %s", async (_, lib, types, extension, compiler) => {
  const file = `checked.${extension}`;
  const hasClasses = lib.length + types.length > 1;
  const compilerOptions = {
    ...{ strict: true, module: "nodenext", target: "es2022", noEmit: true, skipLibCheck: false },
    ...{ lib, types, typeRoots: [path.join(nodeModules, "@types")] },
  };
  const code = fs.readFileSync(path.join(project, `use.${extension}`), "utf8") + (hasClasses ? USE_OF_CLASSES : "");
  writeFiles(project, { [file]: code, "tsconfig.json": JSON.stringify({ compilerOptions, files: [file] }) });
  const tsc = await runNode([path.join(nodeModules, compiler, "bin/tsc"), "--pretty", "false"], { cwd: project });
  expect(tsc).toMatchObject({ status: 0, stdout: "" });
});
