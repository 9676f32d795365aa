import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ESLint } from "eslint";
import { packedTarballs } from "../kit/installed.js";
import { codeBlocks, root } from "../kit/page.js";
import { nodeModules, temporaryFolder, writeFiles } from "../kit/project.js";
import { manifestOf } from "../kit/release-repository.js";
import { runLine, runNode, type Run } from "../kit/run-node.js";
import { COMPILERS } from "../kit/scope.js";

const LEGACY_FILE = `import fs from "node:fs";

export function readNote(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(\`FILE_READ_FAILED: \${file}\`);
  }
}
`;

const FAILING_CALL = `import { listEnvelopeProblems, SystemError } from "error-contract/kaiza";
import { readNote } from "./src/read-note.js";

try {
  readNote("missing.md");
} catch (error) {
  const envelope = error.toEnvelope();
  const { error_code, human_message } = envelope;
  const problems = listEnvelopeProblems(JSON.parse(JSON.stringify(envelope)));
  console.log(JSON.stringify({ isSystemError: error instanceof SystemError, error_code, human_message, problems }));
}
`;

const USE_IN_TYPESCRIPT = `import {
  SystemError,
  SYSTEM_ERROR_CODES,
  type SystemErrorEnvelope,
} from "error-contract/kaiza";
import errorContract from "eslint-plugin-error-contract";

export function refuse(file: string): never {
  throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: \`There is no \${file}\` });
}

export function codeOf({ error_code }: SystemErrorEnvelope): keyof typeof SYSTEM_ERROR_CODES {
  return error_code;
}

// @ts-expect-error -- no code of the contract
SystemError.toolFailure("FILE_GONE", { human_message: "gone" });

export const ruleNames: string[] = Object.keys(errorContract.rules);
`;

const CONFIG_IN_TYPESCRIPT = `import { defineConfig } from "eslint/config";
import errorContract from "eslint-plugin-error-contract";

export default defineConfig([
  { files: ["lib/**/*.ts"], extends: [errorContract.configs.node] },
  { files: ["src/**/*.ts"], extends: [errorContract.configs.kaiza] },
  { plugins: { "error-contract": errorContract }, extends: ["error-contract/kaiza"] },
  { plugins: { ec: errorContract }, extends: ["ec/kaiza"], rules: { "ec/no-raw-error": "warn" } },
  errorContract.configs.kaiza,
  { plugins: { "error-contract": errorContract }, rules: { "error-contract/no-raw-error": "off" } },
]);
`;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: "nodenext",
    target: "es2022",
    noEmit: true,
    skipLibCheck: false,
    types: [],
  },
  include: ["*.ts", "src"],
};

const readme = codeBlocks("README.md");
const [cloning, install] = readme.filter((block) => block.section === "Install").map(({ code }) => code.split("\n"));
const configuration = codeBlocks("rules/README.md").find(({ language }) => language === "js")!.code;

/** Where a clone beside the project has its tarballs. */
const { version } = manifestOf(root, "src");
const CLONE = "../error-contract/";

describe("the packages as the README installs them from a clone", () => {
  let project: string;
  const eslint = (...args: string[]) =>
    runNode(["node_modules/eslint/bin/eslint.js", "src", "--format", "json", ...args], { cwd: project });
  const messages = ({ stdout }: Run) =>
    (JSON.parse(stdout) as ESLint.LintResult[]).flatMap(({ filePath, messages: found }) =>
      found.map(({ ruleId, line }) => `${path.basename(filePath)}:${line} ${ruleId}`),
    );

  beforeAll(async () => {
    project = temporaryFolder();
    writeFiles(project, {
      "package.json": JSON.stringify({ private: true, type: "module" }),
      "tsconfig.json": JSON.stringify(TSCONFIG),
      "eslint.config.mjs": configuration,
      "src/read-note.ts": fs.readFileSync(path.join(root, "docs/examples/notes/read-note.ts"), "utf8"),
    });
    const [tarball] = await packedTarballs();
    expect(cloning!.at(-1)).toBe("npm run pack");
    expect(install).toHaveLength(2);
    for (const line of install!) {
      expect(line).toContain(`${CLONE}${line.includes("plugin") ? "eslint-plugin-" : ""}error-contract-${version}.tgz`);
      const result = await runLine(line.replace(CLONE, `${path.dirname(tarball!)}/`), { cwd: project });
      expect(result, result.stderr).toMatchObject({ status: 0 });
    }
  }, 300_000);

  it("report and fix what the README's picture shows", async () => {
    const found = await eslint();
    expect(messages(found)).toEqual(["read-note.ts:5 error-contract/no-raw-error"]);

    const fixed = await runLine("npx eslint src --fix", { cwd: project });
    expect(fixed, fixed.stderr).toMatchObject({ status: 0, stdout: "" });
    const picture = fs.readFileSync(path.join(root, "docs/picture-light.svg"), "utf8").replaceAll(/<[^>]+>/g, "");
    const [statement] = /throw toolError.*$/m.exec(fs.readFileSync(path.join(project, "src/read-note.ts"), "utf8"))!;
    expect(picture).toContain(statement);
  });

  it("find and fix what is wrong in JavaScript, and the runtime is there for what was fixed", async () => {
    // This server follows specification 001.
    const blocks = codeBlocks("docs/guides/hosts.md");
    const config = blocks
      .find(({ section, language }) => section === "JavaScript" && language === "js")!
      .code.replace("configs.recommended", "configs.kaiza");
    writeFiles(project, { "eslint.config.mjs": config, "src/read-note.js": LEGACY_FILE, "call.js": FAILING_CALL });

    const found = await eslint();
    expect(found, found.stderr).toMatchObject({ status: 1 });
    expect(messages(found)).toEqual(["read-note.js:7 error-contract/no-raw-error"]);

    const fixed = await eslint("--fix");
    expect(fixed, fixed.stderr).toMatchObject({ status: 0 });
    expect(messages(fixed)).toEqual([]);

    const call = await runNode(["call.js"], { cwd: project });
    expect(call, call.stderr).toMatchObject({ status: 0 });
    expect(JSON.parse(call.stdout)).toEqual({
      isSystemError: true,
      error_code: "FILE_READ_FAILED",
      human_message: "File read failed: missing.md",
      problems: [],
    });
  });

  it.each(COMPILERS)(
    "have types that a strict project checks, in an ESLint configuration too: %s",
    async (compiler) => {
      writeFiles(project, { "use.ts": USE_IN_TYPESCRIPT, "config.ts": CONFIG_IN_TYPESCRIPT });
      const tsc = await runNode([path.join(nodeModules, compiler, "bin/tsc"), "--pretty", "false"], { cwd: project });
      expect(tsc).toMatchObject({ status: 0, stdout: "" });
    },
  );
});
