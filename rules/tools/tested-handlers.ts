import { filesThatReach, findWorkspace, isTestFile } from "../modules/workspace-files.js";

/** A text that starts a server, runs what was built, or imports what it does not name: it may reach any file. */
const REACHES_ANYTHING =
  /ClientTransport\b|\bchild_process\b|\bspawn\b|\bexeca\b|\b(?:import|require)\(\s*[^"'\s)]|["'`]\.{1,2}\/(?:[^"'`\n]*\/)?(?:dist|build|out)\//;

/** Words of a test that looks at failures, or at the very function that is registered: the boundary changes nothing else. */
const LOOKS_AT_FAILURES = /err|throw|reject|fail|calledwith|mock\.calls|snapshot/i;

/**
 * Returns whether tests of the workspace cannot notice the boundary around the handlers of a file: none that imports the file, in
 * steps, or may reach it otherwise, looks at failures. False where not every file of the workspace is known.
 */
export function isUntested(file: string): boolean {
  const workspace = findWorkspace(file);
  if (!workspace?.isComplete) return false;
  const reaching = filesThatReach(file, workspace);
  for (const { path, text } of workspace.files.values()) {
    if (!isTestFile(path, workspace.root) || !LOOKS_AT_FAILURES.test(text)) continue;
    if (reaching.has(path) || REACHES_ANYTHING.test(text)) return false;
  }
  return true;
}
