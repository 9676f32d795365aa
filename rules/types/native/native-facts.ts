import type { TSESLint } from "@typescript-eslint/utils";
import { readFileSync, statSync } from "node:fs";
import type ts from "typescript";
import { getOrCreate, rememberFor, rememberOnce } from "../../syntax/remember.js";
import { mentionsName } from "../../syntax/source-file.js";
import { type ProjectFile, createProjectFacts } from "../project-facts.js";
import type { Project } from "../project.js";
import type { TypeFacts } from "../type-facts.js";
import { findNativeNode } from "./native-node.js";
import type { NativeContext, NativeFile } from "./native-process.js";
import { type NativeChoice, openSession } from "./session.js";
import { createCheckerView, listDeclaringFiles } from "./views.js";

// By tree: a host may have one object for the sources of all files.
const factsByTree = new WeakMap<object, TypeFacts>();

/** Finds the type facts of a linted file by TypeScript 7; `undefined` where there is none that can answer. */
export function findNativeFacts(
  file: string,
  { ast, text }: Pick<TSESLint.SourceCode, "ast" | "text">,
  choice: NativeChoice,
): TypeFacts | undefined {
  const known = factsByTree.get(ast);
  if (known) return known;
  const path = file.replaceAll("\\", "/");
  if (!openSession(path, choice)?.note(path, text)) return undefined;
  const facts = createNativeFacts(path, text, choice);
  factsByTree.set(ast, facts);
  return facts;
}

/**
 * The project is looked for when the first question comes, and the file's tree at the first question about a node.
 * Without them each question goes unanswered.
 */
function createNativeFacts(path: string, text: string, choice: NativeChoice): TypeFacts {
  const findProject = rememberOnce(() => openSession(path, choice)?.findProject(path));
  const getFile = rememberOnce((): NativeFile => {
    const file = findProject() && openSession(path, choice)?.findFile(path, text);
    if (!file) throw new TypeError("The native process has no such file.");
    return file;
  });
  const nodeOf: ProjectFile["nodeOf"] = (node) => {
    const found = findNativeNode(node, getFile());
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
  return getOrCreate(projects, key, () => ({
    checker: createCheckerView(checker, api),
    filesOf: listDeclaringFiles,
    isLibrary: (file) => program.getSourceFileMetadata(file)?.isDefaultLibrary ?? false,
  }));
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
