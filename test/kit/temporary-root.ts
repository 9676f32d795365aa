import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder that holds all folders of a run. */
    temporaryRoot: string;
  }
}

/** Makes the folder for what the tests write, and removes it when all have ended. */
export default function setup(project: TestProject): () => void {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-test-")));
  project.provide("temporaryRoot", root);
  return () => fs.rmSync(root, { recursive: true, force: true });
}
