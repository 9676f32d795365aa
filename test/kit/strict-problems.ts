import path from "node:path";
import ts from "typescript";
import { projectWith, type Files } from "./project.js";

/** The settings of a project that takes TypeScript at its word. */
const strict: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
};

/** What lies outside of the projects, which the compiler reads once for all of a worker. */
const shared = new Map<string, ts.SourceFile | undefined>();

function createHost(options: ts.CompilerOptions, folder: string): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (name.startsWith(folder)) return read(name, ...rest);
    if (!shared.has(name)) shared.set(name, read(name, ...rest));
    return shared.get(name);
  };
  return host;
}

/** What the compiler says of a project with these files, which finds the packages of this workspace. */
export function listStrictProblems(files: Files, options: ts.CompilerOptions = {}): readonly string[] {
  const folder = projectWith({ "package.json": `{ "type": "module" }`, ...files });
  const names = Object.keys(files).map((name) => path.join(folder, name));
  const typeRoots = [path.join(folder, "node_modules/@types")];
  const all = { ...strict, typeRoots, ...options };
  const problems = ts.getPreEmitDiagnostics(ts.createProgram(names, all, createHost(all, folder)));
  return problems.map(({ file, start = 0, messageText }) => {
    const line = file ? `${path.basename(file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1}: ` : "";
    return line + ts.flattenDiagnosticMessageText(messageText, "\n");
  });
}
