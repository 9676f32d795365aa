import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { findWorkspace, listImportingFiles } from "../../modules/workspace-files.js";
import type { ChangedFile } from "./file-writer.js";

/** A path with an extension of code. */
const FILE = /(?:file:\/\/)?[\w@.+\-/\\[\]()]+\.[cm]?[jt]sx?\b/g;
/** Lines with which test runners tell of what has passed. */
const PASSED = /^\s*(?:✓|✔|√|PASS\b|ok\b)/;

/**
 * Finds the changed files that the output of a failed command speaks of: it names them or their tests. Where there are
 * none, finds those that the named files import, in steps.
 */
export function findSuspects(output: string, files: readonly ChangedFile[], cwd: string): readonly ChangedFile[] {
  const named = [...new Set(listNamedFiles(output))];
  const isNamed = (file: string) => named.some((name) => file.endsWith(`/${name}`));
  const stems = new Set(named.map(readStem));
  const found = files.filter(({ file }) => isNamed(slashed(file)) || stems.has(readStem(slashed(file))));
  if (found.length > 0) return found;
  return files.filter(({ file }) => {
    const workspace = findWorkspace(file);
    return workspace && [...listImportingFiles(file, workspace)].some((each) => isNamed(slashed(each)));
  });

  /** The paths that are named, without the folder of the project. */
  function listNamedFiles(text: string): readonly string[] {
    return stripVTControlCharacters(text)
      .split("\n")
      .filter((line) => !PASSED.test(line) && !line.includes("node_modules"))
      .flatMap((line) => line.match(FILE) ?? [])
      .map((name) =>
        slashed(name)
          .replace(/^file:\/\//, "")
          .replace(`${slashed(cwd)}/`, "")
          .replace(/^\.\//, ""),
      );
  }
}

const slashed = (name: string) => name.replaceAll("\\", "/");

/** `addons` for `src/tools/addons.spec.ts`, `test/addons_test.js` and `src/tools/addons.ts` */
function readStem(file: string): string {
  return path.posix
    .basename(file)
    .replace(/(?:[._-](?:test|tests|spec))?\.[cm]?[jt]sx?$/, "")
    .replace(/^test[._-]/, "");
}
