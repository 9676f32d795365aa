import { beforeEach, expect, it, vi } from "vitest";
import { resolveRuntimeModule } from "../../rules/dist/contract/file-contract.js";
import { findExpectation } from "../../rules/dist/modules/error-expectations.js";

// A disk of Windows: paths have drives and backslashes, and git is not installed.

const disk = vi.hoisted(() => new Map<string, string>());

vi.mock("node:path", async (importOriginal) => {
  const { win32 } = await importOriginal<typeof import("node:path")>();
  return { ...win32, default: win32 };
});
vi.mock("node:child_process", () => ({
  execFileSync: () => {
    throw new Error("git is not installed");
  },
}));
vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  existsSync: (file: string) => disk.has(file),
  statSync: (file: string) => (disk.has(file) ? { isFile: () => true, size: 1, mtimeMs: 0 } : undefined),
  readFileSync: (file: string) => disk.get(file) ?? "",
  readdirSync(folder: string) {
    const names = [...disk.keys()]
      .filter((file) => file.startsWith(`${folder}\\`))
      .map((file) => file.slice(folder.length + 1));
    return [...new Set(names.map((name) => name.split("\\", 1)[0]))].map((name) => ({
      name,
      isFile: () => names.includes(name ?? ""),
      isDirectory: () => !names.includes(name ?? ""),
    }));
  },
}));

const TESTED = `\nexpect(lock).toThrow(KaizaError);`;
const change = { before: "throw new KaizaError()", after: "throw new SystemError()" };

beforeEach(() => disk.clear());

it.each([
  ["by its path", `import { lock } from "../src/lock.js";`],
  ["by the folder that it is the index of", `import { lock } from "../src";`],
  ["by an alias", `import { lock } from "@/src/lock";`],
])("finds a test that imports a file %s", (_, line) => {
  const root = `C:\\work ${line.length}`;
  disk.set(`${root}\\package.json`, "{}");
  disk.set(`${root}\\src\\lock.js`, "");
  disk.set(`${root}\\src\\index.js`, `export * from "./lock.js";`);
  disk.set(`${root}\\test\\lock.test.js`, line + TESTED);
  expect(findExpectation(change, `${root}\\src\\lock.js`, true)).toBe("test/lock.test.js:2");
});

it("writes the path of a project's own class with slashes", () => {
  disk.set("C:\\work\\core\\system-error.ts", "");
  const module = resolveRuntimeModule("C:\\work\\core\\system-error.js", "C:\\work\\tools\\read.ts");
  expect(module).toEqual({ specifier: "../core/system-error.js", file: "C:\\work\\core\\system-error.ts" });
});
