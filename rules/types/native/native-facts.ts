import { readFileSync, statSync } from "node:fs";
import type ts from "typescript";
import { mentionsName } from "../../syntax/source-file.js";
import { answer } from "../answer.js";
import { areMentioned } from "../mentioned-names.js";
import { createProjectFacts } from "../project-facts.js";
import type { Program, Project } from "../project.js";
import type { TypeFacts } from "../type-facts.js";
import { createCheckerView } from "./checker-view.js";
import { listFileNames } from "./file-names.js";
import type { ProjectAnswers } from "./lazy-facts.js";
import type { NativeContext, NativeFile, NativeProgram, NativeSource } from "./native-api.js";
import { findNativeNode } from "./native-node.js";
import { Views, listDeclaringFiles, toNodeView } from "./type-view.js";

// ts.SymbolFlags.ValueModule | ts.SymbolFlags.NamespaceModule, the same in every version.
const MODULE = (1 << 9) | (1 << 10);

/** Returns TypeScript 7's answers about a linted file that need no tree of it. */
export function createProjectAnswers(source: NativeSource, text: string): ProjectAnswers | undefined {
  const project = source.project();
  if (!project) return undefined;
  const shared = getSharedProject(project);
  const filesWith = (words: readonly string[]) => {
    const own = areIn(text, words) ? source.file() : undefined;
    return own ? createProject(own).filesWith(words) : shared.filesWith(words);
  };
  return {
    program: project.key,
    mentions: (names) => answer(() => areMentioned(names, { program: shared.program, filesWith }), true),
  };
}

/** The facts of one linted file, from TypeScript 7's own process. */
export function createNativeFacts(source: NativeSource): TypeFacts | undefined {
  const file = source.file();
  return file && createFacts(file);
}

function createFacts(file: NativeFile): TypeFacts {
  const nodeOf: Parameters<typeof createProjectFacts>[0]["nodeOf"] = (node) => {
    const found = findNativeNode(node, file.sourceFile, file.api);
    if (!found) throw new TypeError("The native process has no such node.");
    return toNodeView(found);
  };
  return createProjectFacts({
    program: file.key,
    project: () => createProject(file),
    nodeOf,
    typeOf: (node) => getSharedProject(file).checker.getTypeAtLocation(nodeOf(node)),
    // Each question to the native process takes as long as the other.
    comesBack: () => false,
  });
}

type Shared = Omit<Project, "file">;

// The data that all files of a program share.
const programs = new WeakMap<object, Shared>();

function createProject(file: NativeFile): Project {
  const shared = getSharedProject(file);
  const own = toNodeView(file.sourceFile) as ts.SourceFile;
  return {
    ...shared,
    file: own,
    // Its text may not be saved.
    filesWith: function* (words) {
      if (areIn(own.text, words)) yield own;
      yield* shared.filesWith(words);
    },
  };
}

function getSharedProject({ program, checker, api, key }: NativeContext): Shared {
  const known = programs.get(key);
  if (known) return known;
  const views = new Views(checker, program);
  const shared: Shared = {
    program: createProgramView(program),
    checker: createCheckerView(views, api),
    filesWith: (words) => filesWith(words, program),
    filesOf: listDeclaringFiles,
    isLibrary: (file) => program.getSourceFileMetadata(file)?.isDefaultLibrary ?? false,
    // Other than its types, TypeScript 7 gives out no list of them; but their names are global ones.
    ambientModule: (specifier) => views.toSymbolView(checker.resolveName(`"${specifier}"`, MODULE)),
  };
  programs.set(key, shared);
  return shared;
}

function createProgramView(program: NativeProgram): Program {
  return {
    getSourceFile: (name) => {
      const file = program.getSourceFile(name);
      return file && (toNodeView(file) as ts.SourceFile);
    },
    getSyntacticDiagnostics: (file) =>
      (file ? program.getSyntacticDiagnostics(file.fileName) : []) as readonly ts.DiagnosticWithLocation[],
  };
}

/** Reads the files from the disk: to have their trees from the native process takes longer. */
function* filesWith(words: readonly string[], program: NativeProgram): Iterable<ts.SourceFile> {
  for (const name of listFileNames(program)) {
    const file = areInFile(name, words) ? program.getSourceFile(name) : undefined;
    if (file) yield toNodeView(file) as ts.SourceFile;
  }
}

interface FileWords {
  readonly changed: number;
  readonly words: Map<string, boolean>;
}

const wordsByFile = new Map<string, FileWords>();

function areInFile(file: string, words: readonly string[]): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  // TypeScript's library is inside of the native process.
  if (!stats) return true;
  let known = wordsByFile.get(file);
  if (known?.changed !== stats.mtimeMs) known = { changed: stats.mtimeMs, words: new Map() };
  wordsByFile.set(file, known);
  const key = words.join(" ");
  const found = known.words.get(key) ?? areInBytes(readFileSync(file), words);
  known.words.set(key, found);
  return found;
}

/** Most files have none of the words, which their bytes say sooner than their text. */
function areInBytes(bytes: Buffer, words: readonly string[]): boolean {
  const within = words.filter((word) => bytes.includes(word));
  return within.length > 0 && areIn(bytes.toString(), within);
}

function areIn(text: string, words: readonly string[]): boolean {
  return words.some((word) => mentionsName(text, word));
}
