import type { NativeProgram } from "./native-api.js";

const namesByProgram = new WeakMap<NativeProgram, ReadonlySet<string>>();

/** The files of a program, asked for once. */
export function listFileNames(program: NativeProgram): ReadonlySet<string> {
  const names = namesByProgram.get(program) ?? new Set(program.getSourceFileNames());
  namesByProgram.set(program, names);
  return names;
}

export function hasFile(program: NativeProgram, file: string): boolean {
  // A file system may take another case for the same name.
  return listFileNames(program).has(file) || program.getSourceFile(file) !== undefined;
}
