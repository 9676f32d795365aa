import { readFileSync, statSync } from "node:fs";
import type ts from "typescript";
import { getOrCreate, rememberFor, rememberOnce } from "../../syntax/remember.js";
import { mentionsName } from "../../syntax/source-file.js";
import { type ProjectFile, createProjectFacts } from "../project-facts.js";
import type { Project } from "../project.js";
import type { TypeFacts } from "../type-facts.js";
import { createCheckerView } from "./checker-view.js";
import type { NativeContext, NativeFile, NativeSource } from "./native-api.js";
import { findNativeNode } from "./native-node.js";
import { Views, listDeclaringFiles } from "./type-view.js";

/**
 * Creates the facts of one linted file, from TypeScript 7's own process. The project is looked for when the first
 * question comes, and the file's tree at the first question about a node. Without them each question goes unanswered.
 */
export function createNativeFacts(source: NativeSource, text: string): TypeFacts {
  const findProject = rememberOnce(source.project);
  const getFile = rememberOnce((): NativeFile => {
    const file = findProject() && source.file();
    if (!file) throw new TypeError("The native process has no such file.");
    return file;
  });
  const nodeOf: ProjectFile["nodeOf"] = (node) => {
    const { sourceFile, api } = getFile();
    const found = findNativeNode(node, sourceFile, api);
    if (!found) throw new TypeError("The native process has no such node.");
    return found as unknown as ts.Node;
  };
  const noProgram = {};
  return createProjectFacts({
    program: () => findProject()?.key ?? noProgram,
    project: () => ({ ...getSharedProject(getFile()), file: getFile().sourceFile as unknown as ts.SourceFile }),
    nodeOf,
    typeOf: (node) => getSharedProject(getFile()).checker.getTypeAtLocation(nodeOf(node)),
    // Each question to the native process takes as long as the other.
    comesBack: () => false,
    mentions: (names) => {
      const project = findProject();
      return !project || names.some((name) => mentionsName(text, name)) || areMentioned(names, project);
    },
  });
}

type Shared = Omit<Project, "file">;

// The data that all files of a program share.
const projects = new WeakMap<object, Shared>();

function getSharedProject({ program, checker, api, key }: NativeContext): Shared {
  return getOrCreate(projects, key, () => {
    const views = new Views(checker);
    return {
      checker: createCheckerView(views, api),
      filesOf: listDeclaringFiles,
      isLibrary: (file) => program.getSourceFileMetadata(file)?.isDefaultLibrary ?? false,
    };
  });
}

const mentionsByProject = rememberFor(() => new Map<string, boolean>());

function areMentioned(names: readonly string[], { key, files }: NativeContext): boolean {
  return getOrCreate(mentionsByProject(key), names.join(" "), () => [...files].some((file) => areInFile(names, file)));
}

interface FileWords {
  readonly changed: number;
  readonly words: Map<string, boolean>;
}

const wordsByFile = new Map<string, FileWords>();

function areInFile(words: readonly string[], file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  // TypeScript's library is inside of the native process.
  if (!stats) return false;
  let known = wordsByFile.get(file);
  if (known?.changed !== stats.mtimeMs) known = { changed: stats.mtimeMs, words: new Map() };
  wordsByFile.set(file, known);
  return getOrCreate(known.words, words.join(" "), () => {
    // Most files have none of the words, which their bytes say sooner than their text.
    const bytes = readFileSync(file);
    return words.some((word) => bytes.includes(word) && mentionsName(bytes.toString(), word));
  });
}
