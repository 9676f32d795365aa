import { expect, it, vi } from "vitest";
import { resolveRuntimeModule } from "../../rules/dist/contract/lint-context.js";

// A disk of Windows: paths have drives and backslashes.

const disk = vi.hoisted(() => new Map<string, string>());

vi.mock("node:path", async (importOriginal) => {
  const { win32 } = await importOriginal<typeof import("node:path")>();
  return { ...win32, default: win32 };
});
vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  statSync: (file: string) => (disk.has(file) ? { isFile: () => true, size: 1, mtimeMs: 0 } : undefined),
}));

it("writes the path of a project's own class with slashes", () => {
  disk.set("C:\\work\\core\\system-error.ts", "");
  const module = resolveRuntimeModule("C:\\work\\core\\system-error.js", "C:\\work\\tools\\read.ts");
  expect(module).toEqual({ specifier: "../core/system-error.js", file: "C:\\work\\core\\system-error.ts" });
});
