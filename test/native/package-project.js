import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const modules = path.join(import.meta.dirname, "../../node_modules");

const COMPILER_OPTIONS = {
  target: "ES2022",
  lib: ["ES2023", "DOM"],
  module: "ESNext",
  moduleResolution: "bundler",
  esModuleInterop: true,
  strict: true,
  noEmit: true,
  allowJs: true,
  skipLibCheck: true,
  types: ["node"],
};

/** A project in a folder of its own with the sources of an installed package: its folder, and its files. */
export function packageProject(source) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-native-")));
  fs.cpSync(path.join(modules, source), path.join(folder, "sources"), { recursive: true, dereference: true });
  fs.rmSync(path.join(folder, "sources/node_modules"), { recursive: true, force: true });
  fs.symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  const [name] = source.split("/");
  const { type } = JSON.parse(fs.readFileSync(path.join(modules, name, "package.json"), "utf8"));
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: `sources-of-${name}`, type }));
  fs.writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["sources"] }),
  );
  const files = fs
    .readdirSync(path.join(folder, "sources"), { recursive: true })
    .filter((file) => /\.[cm]?[jt]s$/.test(file) && !/\.d\.[cm]?ts$/.test(file))
    .map((file) => path.join(folder, "sources", file))
    .sort();
  return {
    folder,
    files,
    remove() {
      fs.rmSync(path.join(folder, "node_modules"));
      fs.rmSync(folder, { recursive: true });
    },
  };
}
