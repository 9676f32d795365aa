import type ts from "typescript";

import type { Program, Project } from "./project.js";

const namesByProgram = new WeakMap<Program, Map<string, boolean>>();

/** Whether any file of a program has an identifier of one of these names. */
export function areMentioned(
  names: readonly string[],
  { program, filesWith }: Pick<Project, "program" | "filesWith">,
): boolean {
  const known = namesByProgram.get(program) ?? new Map<string, boolean>();
  namesByProgram.set(program, known);
  const key = names.join(" ");
  const answer = known.get(key) ?? areIn(filesWith(names), names);
  known.set(key, answer);
  return answer;
}

function areIn(files: Iterable<ts.SourceFile>, names: readonly string[]): boolean {
  for (const file of files) {
    if (names.some((name) => hasIdentifier(file, name))) return true;
  }
  return false;
}

function hasIdentifier(file: ts.SourceFile, name: string): boolean {
  // Not in TypeScript's declarations, but in every version up to 6; the tree says the same more slowly.
  const { identifiers } = file as { readonly identifiers?: ReadonlyMap<string, string> };
  return identifiers ? identifiers.has(name) : isNamedIn(file, name, file.text);
}

function isNamedIn(node: ts.Node, name: string, text: string): boolean {
  // The text of a string is followed by its quote.
  const isName = (node as Partial<ts.Identifier>).text === name && text.endsWith(name, node.end);
  return isName || Boolean(node.forEachChild((child) => isNamedIn(child, name, text) || undefined));
}
