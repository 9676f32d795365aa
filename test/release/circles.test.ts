// No files of the packages import each other in a circle, types and later imports included.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { root } from "../kit/page.js";

type Imports = ReadonlyMap<string, readonly string[]>;

/** The files of a package, each with those that it imports. */
function readImports(folder: string): Imports {
  const files = fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll("\\", "/")))
    .filter((file) => file.endsWith(".ts") && !/\/(?:dist|lib|cjs|node_modules)\//u.test(file));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(fs.readFileSync(path.join(root, file), "utf8"));
      const paths = importedFiles.map(({ fileName }) =>
        path.posix.join(path.posix.dirname(file), fileName.replace(/\.js$/u, ".ts")),
      );
      return [file, paths.filter((each) => known.has(each))];
    }),
  );
}

/** The first circle that is found, from a file back to itself. */
function findCircle(imports: Imports): readonly string[] | undefined {
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = follow(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return undefined;
}

it.each(["src", "rules"])("the files of %s import each other in no circle", (folder) => {
  const imports = readImports(folder);
  expect([...imports.values()].flat().length).toBeGreaterThan(imports.size);
  expect(findCircle(imports)).toBeUndefined();
});

it.each([
  ["two files", { a: ["b"], b: ["a"] }, ["a", "b", "a"]],
  ["a file and itself", { a: ["a"] }, ["a", "a"]],
  ["a circle behind a shared file", { a: ["b", "c"], b: ["d"], c: ["d"], d: ["e"], e: ["c"] }, ["d", "e", "c", "d"]],
  ["none", { a: ["b", "c"], b: ["c"], c: [] }, undefined],
])("%s: the circle is found", (_what, imports, circle) => {
  expect(findCircle(new Map(Object.entries(imports)))).toEqual(circle);
});
