import path from "node:path";
import { listImportingFiles, findWorkspace, isTestFile } from "../modules/workspace-files.js";

/** A text that starts a server, runs built files, or imports a computed path: it may reach any file. */
const REACHES_ANYTHING =
  /ClientTransport\b|\bchild_process\b|\bspawn\b|\bexeca\b|\b(?:import|require)\(\s*[^"'\s)]|["'`]\.{1,2}\/(?:[^"'`\n]*\/)?(?:dist|build|out)\//;

/**
 * Words of a test that looks at failures, or at the very function that is registered: the boundary changes nothing
 * else.
 */
const LOOKS_AT_FAILURES = /err|throw|reject|fail|calledwith|mock\.calls|snapshot/i;

/** The member of a failing result, which has the envelope beside it behind the boundary. */
const TESTS_FAILING_RESULTS = /\bisError\b/;

/**
 * Returns whether tests of the workspace cannot notice the boundary around the handlers of a file: none that imports
 * the file, in steps, or may reach it otherwise, looks at failures. False where not every file of the workspace is
 * known.
 */
export function isUntested(file: string): boolean {
  const workspace = findWorkspace(file);
  if (!workspace?.isComplete) return false;
  const reaching = listImportingFiles(file, workspace);
  for (const { path: test, text } of workspace.files.values()) {
    if (!isTestFile(test, workspace.root) || !LOOKS_AT_FAILURES.test(text)) continue;
    if (reaching.has(test) || REACHES_ANYTHING.test(text)) return false;
  }
  return true;
}

/**
 * Returns a test of the workspace that imports a file, in steps, and looks at failing results; `undefined` where none
 * is seen.
 */
export function findTestOfResults(file: string): string | undefined {
  const workspace = findWorkspace(file);
  if (!workspace) return undefined;
  const { root, files } = workspace;
  const found = [...listImportingFiles(file, workspace)].find(
    (each) => isTestFile(each, root) && TESTS_FAILING_RESULTS.test(files.get(each)?.text ?? ""),
  );
  return found && path.relative(root, found).replaceAll("\\", "/");
}
