import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { ESLint } from "eslint";
import { installedProject } from "../kit/installed.js";
import { codeBlocks } from "../kit/page.js";
import { nodeModules } from "../kit/project.js";
import { runNode, type Run } from "../kit/run-node.js";

const LEGACY_FILE = `import fs from "node:fs";

export function readNote(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(\`FILE_READ_FAILED: \${file}\`);
  }
}
`;

const FAILING_CALL = `import { envelopeProblems, SystemError } from "error-contract/kaiza";
import { readNote } from "./src/read-note.js";

try {
  readNote("missing.md");
} catch (error) {
  const envelope = error.toEnvelope();
  const { error_code, human_message } = envelope;
  const problems = envelopeProblems(JSON.parse(JSON.stringify(envelope)));
  console.log(JSON.stringify({ isSystemError: error instanceof SystemError, error_code, human_message, problems }));
}
`;

const USE_IN_TYPESCRIPT = `import { SystemError, SYSTEM_ERROR_CODES, type SystemErrorEnvelope } from "error-contract/kaiza";
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
  include: ["*.ts"],
};

describe("the packages as npm installs them", () => {
  let project: string;
  const eslint = (...args: string[]) =>
    runNode(["node_modules/eslint/bin/eslint.js", ".", "--format", "json", ...args], { cwd: project });
  const messages = ({ stdout }: Run) =>
    (JSON.parse(stdout) as ESLint.LintResult[]).flatMap(({ filePath, messages: found }) =>
      found.map(({ ruleId, line }) => `${path.basename(filePath)}:${line} ${ruleId}`),
    );

  beforeAll(async () => {
    const config = codeBlocks("README.md").find(({ code }) => code.includes("// eslint.config.js"));
    if (!config) throw new Error("the README shows no eslint.config.js");
    // The project follows specification 001.
    project = await installedProject(["eslint@10"], {
      "eslint.config.js": config.code.replace("configs.recommended", "configs.kaiza"),
      "src/read-note.js": LEGACY_FILE,
      "call.js": FAILING_CALL,
      "use.ts": USE_IN_TYPESCRIPT,
      "config.ts": CONFIG_IN_TYPESCRIPT,
      "tsconfig.json": JSON.stringify(TSCONFIG),
    });
  }, 300_000);

  it("find and fix what is wrong, with the configuration of the README", async () => {
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

  it.each(["typescript", "typescript-7"])(
    "have types that a strict project checks, in an ESLint configuration too: %s",
    async (compiler) => {
      const tsc = await runNode([path.join(nodeModules, compiler, "bin/tsc"), "--pretty", "false"], { cwd: project });
      expect(tsc).toMatchObject({ status: 0, stdout: "" });
    },
  );
});
