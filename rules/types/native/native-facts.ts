import { readFileSync, statSync } from "node:fs";

import type ts from "typescript";

import { projectFacts } from "../project-facts.js";
import type { Program, Project } from "../project.js";
import type { TypeFacts } from "../type-facts.js";
import { checkerView } from "./checker-view.js";
import type { NativeFile, NativeProgram } from "./native-api.js";
import { nativeNode } from "./native-node.js";
import { viewedNode, Views } from "./type-view.js";

// ts.SymbolFlags.ValueModule | ts.SymbolFlags.NamespaceModule, the same in every version.
const MODULE = (1 << 9) | (1 << 10);

/** The facts of one linted file, from TypeScript 7's own process. */
export function nativeFacts(file: NativeFile): TypeFacts {
  const nodeOf: Parameters<typeof projectFacts>[0]["nodeOf"] = (node) => {
    const found = nativeNode(node, file.sourceFile, file.api);
    if (!found) throw new TypeError("The native process has no such node.");
    return viewedNode(found);
  };
  return projectFacts({
    program: file.key,
    project: () => projectOf(file),
    nodeOf,
    typeOf: (node) => sharedOf(file).checker.getTypeAtLocation(nodeOf(node)),
  });
}

type Shared = Omit<Project, "file">;

// What all files of a program share.
const programs = new WeakMap<object, Shared>();

function projectOf(file: NativeFile): Project {
  const shared = sharedOf(file);
  const own = viewedNode(file.sourceFile) as ts.SourceFile;
  return {
    ...shared,
    file: own,
    // Its text may not be saved.
    filesWith: function* (word) {
      if (own.text.includes(word)) yield own;
      yield* shared.filesWith(word);
    },
  };
}

function sharedOf(file: NativeFile): Shared {
  const known = programs.get(file.key);
  if (known) return known;
  const views = new Views(file.checker, file.program);
  const shared: Shared = {
    program: programView(file.program),
    checker: checkerView(views, file.api),
    filesWith: (word) => filesWith(word, file.program),
    // Other than its types, TypeScript 7 gives out no list of them; but their names are global ones.
    ambientModule: (specifier) => views.symbol(file.checker.resolveName(`"${specifier}"`, MODULE)),
  };
  programs.set(file.key, shared);
  return shared;
}

function programView(program: NativeProgram): Program {
  return {
    getSourceFile: (name) => {
      const file = program.getSourceFile(name);
      return file && (viewedNode(file) as ts.SourceFile);
    },
    getSyntacticDiagnostics: (file) =>
      (file ? program.getSyntacticDiagnostics(file.fileName) : []) as readonly ts.DiagnosticWithLocation[],
    isSourceFileDefaultLibrary: ({ fileName }) => program.getSourceFileMetadata(fileName)?.isDefaultLibrary ?? false,
  };
}

/** Reads the files from the disk: to have their trees from the native process takes longer. */
function* filesWith(word: string, program: NativeProgram): Iterable<ts.SourceFile> {
  for (const name of program.getSourceFileNames()) {
    const file = isInFile(word, name) ? program.getSourceFile(name) : undefined;
    if (file) yield viewedNode(file) as ts.SourceFile;
  }
}

interface FileWords {
  readonly changed: number;
  readonly words: Map<string, boolean>;
}

const wordsByFile = new Map<string, FileWords>();

function isInFile(word: string, file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  // TypeScript's library is inside of the native process.
  if (!stats) return true;
  let known = wordsByFile.get(file);
  if (known?.changed !== stats.mtimeMs) known = { changed: stats.mtimeMs, words: new Map() };
  wordsByFile.set(file, known);
  const answer = known.words.get(word) ?? readFileSync(file).includes(word);
  known.words.set(word, answer);
  return answer;
}
