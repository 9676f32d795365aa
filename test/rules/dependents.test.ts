import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import plugin from "../../rules/dist/index.js";
import { type Files, projectWith } from "../kit/project.js";

const LEGACY = outdent`
  import { KaizaError } from "./error.js";

  /** @throws {KaizaError} */
  export function lock() {
    throw new KaizaError({ error_code: "WRITE_REJECTED", phase: "START", human_message: "It is locked" });
  }
`;
const RAW = outdent`
  export function lock() {
    throw new Error("SESSION_LOCKED: The session is locked");
  }
`;

const [preset] = plugin.configs.kaiza;
const rules = { "error-contract/no-legacy-error": "error", "error-contract/no-raw-error": "error" } as const;

/** What is found in `src/lock.js` of a project with these files. */
function lint(folder: string, code = LEGACY): readonly Linter.LintMessage[] {
  fs.mkdirSync(path.join(folder, "src"), { recursive: true });
  fs.writeFileSync(path.join(folder, "src/lock.js"), code);
  const config = { ...preset, files: ["**/*.js"], rules } as Linter.Config;
  return new Linter({ cwd: folder }).verify(code, config, { filename: path.join(folder, "src/lock.js") });
}

const project = (files: Files) => projectWith({ "package.json": "{}", ...files });
const isFixed = (messages: readonly Linter.LintMessage[]) =>
  messages.some(({ fix, messageId = "" }) => fix !== undefined && !messageId.startsWith("legacyType"));
const tested = (line: string) => `import { lock } from "../src/lock.js";\n\n${line}\n`;

describe("a fix is withheld where other code depends on", () => {
  it.each([
    ["the class", LEGACY, `assert(error instanceof KaizaError);`],
    ["the class, as what is thrown", LEGACY, `expect(lock).toThrow(KaizaError);`],
    ["the class, as what is rejected with", LEGACY, `await assert.rejects(lock, KaizaError);`],
    [
      "the class, under another name",
      LEGACY,
      `import { KaizaError as Old } from "../src/error.js"; assert(error instanceof Old);`,
    ],
    ["the class, by its name", LEGACY, `expect(error.name).toBe("KaizaError");`],
    ["a field that gets another name", LEGACY, `expect(error.phase).toBe("START");`],
    ["a code that becomes another", LEGACY, `expect(error.error_code).toBe(ERROR_CODES.WRITE_REJECTED);`],
    ["the message", RAW, `expect(lock).toThrow("SESSION_LOCKED");`],
    ["a pattern of the message", RAW, `expect(lock).toThrow(/^SESSION_LOCKED: .*/);`],
    ["a part of the message", RAW, `if (error.message.includes("SESSION_LOCKED")) retry();`],
  ])("%s", (_, code, line) => {
    const messages = lint(project({ "test/lock.test.js": tested(line) }), code);
    expect(isFixed(messages)).toBe(false);
    expect(messages.map(({ message }) => message).join()).toContain("test/lock.test.js:3` depends on it.");
  });

  it("the message, in a file that starts the server instead of importing it", () => {
    const file = { "test/server.test.js": `expect(output.message).toBe("SESSION_LOCKED: The session is locked");` };
    expect(isFixed(lint(project(file), RAW))).toBe(false);
  });

  it("a module that imports it", () => {
    const files = {
      "src/index.js": `export * from "./lock.js";`,
      "test/lock.test.js": `import { lock } from "../src/index.js";\nexpect(lock).toThrow(KaizaError);`,
    };
    expect(isFixed(lint(project(files)))).toBe(false);
  });

  it("another package of the workspace", () => {
    const folder = project({
      "package.json": `{ "workspaces": ["packages/*"] }`,
      "packages/core/package.json": `{ "name": "@team/core" }`,
      "packages/app/package.json": "{}",
      "packages/app/app.test.js": `import { lock } from "@team/core";\nif (error instanceof KaizaError) stop();`,
    });
    const [construction] = lint(path.join(folder, "packages/core")).filter(({ line }) => line === 5);
    expect(construction?.fix).toBeUndefined();
    expect(construction?.message).toContain("packages/app/app.test.js:2` depends on it.");
  });
});

describe("no conversion is suggested where code asks for a class which only types tell", () => {
  it.each([
    [
      "in a file that calls it",
      { "src/app.ts": `import { lock } from "./lock.js";\n\nif (e instanceof StoreError) stop();` },
      3,
    ],
    ["in any other file", { "src/app.ts": `\n\nif (e instanceof StoreError) stop();` }, 3],
  ] as const)("%s", (_, app, line) => {
    expect(lintLock(app)).toMatchObject([
      { message: expect.stringContaining(`\`src/app.ts:${line}\` depends on it.`) as string },
    ]);
    expect(lintLock(app)[0]).not.toHaveProperty("suggestions");
  });

  it("in the file itself", () => {
    const [finding] = lintLock({}, "export const isStored = (e: unknown) => e instanceof StoreError;\n");
    expect(finding?.message).toContain("`src/lock.ts:6` depends on it.");
    expect(finding).not.toHaveProperty("suggestions");
  });

  it("and is, where nobody does", () => {
    const [finding] = lintLock({ "src/app.ts": `if (e instanceof OtherError) stop();` });
    expect(finding?.suggestions).toHaveLength(1);
  });

  function lintLock(files: Files, more = ""): readonly Linter.LintMessage[] {
    const folder = project({
      "tsconfig.json": `{ "compilerOptions": { "strict": true }, "include": ["src"] }`,
      "src/error.ts": `export class StoreError extends Error {}\nexport declare const last: StoreError | undefined;`,
      "src/lock.ts": outdent`
        import { last } from "./error.js";

        export function lock() {
          if (last) throw last;
        }
        ${more}
      `,
      ...files,
    });
    const filename = path.join(folder, "src/lock.ts");
    const config: Linter.Config = {
      ...(preset as Linter.Config),
      files: ["**/*.ts"],
      rules: { "error-contract/no-raw-error": "error" },
      languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: folder } },
    };
    return new Linter({ cwd: folder }).verify(fs.readFileSync(filename, "utf8"), config, { filename });
  }
});

describe("a fix is made where other code", () => {
  it.each([
    ["expects what stays", RAW, { "test/a.test.js": tested(`expect(lock).toThrow("The session is locked");`) }],
    ["expects a class above", RAW, { "test/a.test.js": tested(`expect(lock).toThrow(Error);`) }],
    ["expects other texts", RAW, { "test/a.test.js": tested(`expect(lock).toThrow("It is open");`) }],
    ["asks about other values of a field", LEGACY, { "test/a.test.js": tested(`if (error.phase === "END") stop();`) }],
    [
      "asks about errors of its own",
      LEGACY,
      { "test/a.test.js": tested(`const e = new KaizaError(); e instanceof KaizaError;`) },
    ],
    ["does not import it", LEGACY, { "test/a.test.js": `if (error instanceof KaizaError) stop();` }],
    ["is built", LEGACY, { "dist/a.js": tested(`if (error instanceof KaizaError) stop();`) }],
  ])("%s", (_, code, files) => {
    expect(isFixed(lint(project(files), code))).toBe(true);
  });

  it("is ignored by git", () => {
    const folder = project({ ".gitignore": "old/", "old/a.js": tested(`if (error instanceof KaizaError) stop();`) });
    execFileSync("git", ["init", "-q"], { cwd: folder });
    expect(isFixed(lint(folder))).toBe(true);
  });
});

describe("in an editor", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => vi.useRealTimers());

  it("the search sees files that were written since", () => {
    const folder = project({ "test/lock.test.js": tested("expect(lock).toThrow();") });
    expect(isFixed(lint(folder))).toBe(true);
    fs.writeFileSync(path.join(folder, "test/lock.test.js"), tested("expect(lock).toThrow(KaizaError);"));
    fs.writeFileSync(path.join(folder, "test/other.test.js"), "");
    vi.setSystemTime(Date.now() + 2000);
    expect(isFixed(lint(folder))).toBe(false);
    fs.rmSync(path.join(folder, "test/lock.test.js"));
    vi.setSystemTime(Date.now() + 4000);
    expect(isFixed(lint(folder))).toBe(true);
  });
});

it("a suggestion says where code depends on it", () => {
  const caught = outdent`
    import { KaizaError } from "./error.js";
    try {
      throw new KaizaError({ error_code: "SESSION_LOCKED" });
    } catch (err) {
      log(err.name === "KaizaError");
    }
  `;
  const messages = lint(project({ "test/lock.test.js": tested("expect(lock).toThrow(KaizaError);") }), caught);
  const texts = messages.flatMap(({ suggestions = [] }) => suggestions.map(({ desc }) => desc));
  expect(texts).toContain("Make it with `SystemError.toolFailure(...)`. `test/lock.test.js:3` depends on it.");
});

describe("a word in front of the message that is no code of the contract", () => {
  const missing = outdent`
    export function lock() {
      throw new Error("NO_LOCK_FILE_FOUND: nothing is locked here");
    }
  `;
  const suggested = (line: string) =>
    lint(project({ "test/lock.test.js": tested(line) }), missing).flatMap(({ suggestions = [] }) => suggestions)[0];

  it("stays where other code looks for it", () => {
    const suggestion = suggested(`if (error.message.includes("NO_LOCK_FILE_FOUND")) create();`);
    expect(suggestion?.desc).not.toContain("depends on it");
    expect(suggestion?.fix.text).toContain('"NO_LOCK_FILE_FOUND: nothing is locked here"');
  });

  it("becomes words where nobody does", () => {
    const suggestion = suggested(`if (error.message.includes("is locked here")) create();`);
    expect(suggestion?.fix.text).toContain('"No lock file found: nothing is locked here"');
  });
});

it("a comment keeps the name of the class that the code beside it goes on making", () => {
  const messages = lint(project({ "test/lock.test.js": tested("expect(lock).toThrow(KaizaError);") }));
  expect(messages.map(({ fix }) => fix)).toEqual(messages.map(() => undefined));
});
