import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Editor, type CodeAction } from "../kit/lsp-client.js";
import { projectWith, writeFiles } from "../kit/project.js";

const CONFIG = `import errorContract from "eslint-plugin-error-contract";

export default [
  ...errorContract.configs.kaiza,
  {
    files: ["uses-code.js"],
    settings: { errorContract: { codes: { module: "./codes.js", export: "CODES" } } },
  },
];
`;

const READ_NOTE = `import fs from "node:fs";

export function readNote(file) {
  if (!file) throw new Error("file is required");
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(\`FILE_READ_FAILED: \${file}\`);
  }
}

export function noteName(file) {
  if (!file.endsWith(".md")) throw new Error("INVALID_PATH: A note ends with .md");
  return file.slice(0, -3);
}
`;

/** The text with the import that a fix brings, and what it writes in place of each. */
const fixed = (...edits: readonly (readonly [before: string, after: string])[]) =>
  edits.reduce(
    (text, [before, after]) => text.replace(before, () => after),
    READ_NOTE.replace("\n", '\nimport { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n'),
  );
const FILE_READ_FAILED = [
  "new Error(`FILE_READ_FAILED: ${file}`)",
  "SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: `File read failed: ${file}`, cause: error })",
] as const;
const INVALID_PATH = [
  'new Error("INVALID_PATH: A note ends with .md")',
  'SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "A note ends with .md" })',
] as const;
const FIELD_IS_MISSING = [
  'new Error("file is required")',
  'SystemError.toolFailure(SYSTEM_ERROR_CODES.MISSING_REQUIRED_FIELD, { human_message: "file is required" })',
] as const;

const REQUIRED = `export function readNote(file) { if (!file) throw new Error("file is required"); }
`;
const SUGGESTED = [
  "Use the code `MISSING_REQUIRED_FIELD`: the message says `required`.",
  "Use the code `INTERNAL_ERROR`.",
  "Use the code `FILE_NOT_FOUND`.",
];

const CODES = `export const CODES = { UPSTREAM_FAILED: "UPSTREAM_FAILED" };
`;
const USES_CODE = `import { SystemError } from "error-contract/kaiza";

throw SystemError.toolFailure("UPSTREAM_FAILED");
`;

describe("the ESLint server of VS Code", () => {
  let editor: Editor;
  let folder: string;
  beforeAll(async () => {
    const codes = { "codes.js": CODES, "uses-code.js": USES_CODE };
    folder = projectWith({ "eslint.config.js": CONFIG, "read-note.js": READ_NOTE, ...codes });
    editor = await Editor.start(folder);
    await editor.open("read-note.js");
  });
  // What a test changes is not saved.
  beforeEach(() => editor.edit("read-note.js", READ_NOTE));
  afterAll(async () => {
    expect(await editor.close()).toBe(0);
  });

  const squiggle = async (line: number) => {
    const found = (await editor.diagnostics("read-note.js")).find(({ range }) => range.start.line === line);
    if (!found) throw new Error(`no squiggle in line ${line}`);
    return found;
  };
  const quickFix = async (line: number, isWanted: (action: CodeAction) => boolean) => {
    const action = (await editor.quickFixes("read-note.js", await squiggle(line))).find(isWanted);
    if (!action) throw new Error(`no such quick fix in line ${line}`);
    return action;
  };

  it("underlines each failure and names its rule", async () => {
    const found = await editor.diagnostics("read-note.js");
    expect(found.map(({ range }) => [range.start, range.end])).toEqual([
      [
        { line: 3, character: 19 },
        { line: 3, character: 48 },
      ],
      [
        { line: 7, character: 10 },
        { line: 7, character: 48 },
      ],
      [
        { line: 12, character: 35 },
        { line: 12, character: 82 },
      ],
    ]);
    for (const diagnostic of found) {
      expect(diagnostic).toMatchObject({
        source: "eslint",
        code: "error-contract/no-raw-error",
      });
    }
  });

  it("applies a quick fix with its import", async () => {
    await editor.run(await quickFix(7, ({ command }) => command?.command === "eslint.applySingleFix"));
    expect(editor.text("read-note.js")).toBe(fixed(FILE_READ_FAILED));
    expect((await editor.diagnostics("read-note.js")).map(({ range }) => range.start.line)).toEqual([4, 13]);
  });

  it("applies a suggestion with its import", async () => {
    await editor.run(await quickFix(3, ({ title }) => title.startsWith("Use the code `MISSING_REQUIRED_FIELD`")));
    expect(editor.text("read-note.js")).toBe(fixed(FIELD_IS_MISSING));
  });

  it("fixes all on save, with one import, and has nothing to fix afterwards", async () => {
    await editor.diagnostics("read-note.js");
    const [fixAll, ...others] = await editor.fixAllActions("read-note.js");
    expect(others).toEqual([]);
    if (!fixAll) throw new Error("no action for fixing all");
    expect(fixAll.kind).toBe("source.fixAll.eslint");

    await editor.run(fixAll);
    expect(editor.text("read-note.js")).toBe(fixed(FILE_READ_FAILED, INVALID_PATH));
    expect((await editor.diagnostics("read-note.js")).map(({ range }) => range.start.line)).toEqual([4]);
  });

  it("shows the suggestions in their order, above what ESLint offers for every rule", async () => {
    await editor.edit("read-note.js", REQUIRED);
    const titles = (await editor.quickFixes("read-note.js", await squiggle(0))).map(({ title }) => title);
    expect(titles).toEqual([
      ...SUGGESTED.map((title) => `${title} (error-contract/no-raw-error)`),
      "Disable error-contract/no-raw-error for this line",
      "Disable error-contract/no-raw-error for the entire file",
    ]);
  });

  it("prefers the fix", async () => {
    const actions = await editor.quickFixes("read-note.js", await squiggle(7));
    expect(actions.filter(({ isPreferred }) => isPreferred).map(({ title }) => title)).toEqual([
      "Fix this error-contract/no-raw-error problem",
    ]);
  });

  it("judges what is typed, saved or not", async () => {
    expect((await editor.diagnostics("read-note.js")).length).toBe(3);
    await editor.edit("read-note.js", READ_NOTE.replace(`throw new Error("file is required")`, "return undefined"));
    expect((await editor.diagnostics("read-note.js")).map(({ range }) => range.start.line)).toEqual([7, 12]);
    await editor.edit("read-note.js", READ_NOTE);
    expect((await editor.diagnostics("read-note.js")).length).toBe(3);
  });

  it("sees a module that has changed on disk when a file that asks about it is judged again", async () => {
    await editor.open("uses-code.js");
    expect(await editor.diagnostics("uses-code.js")).toEqual([]);
    writeFiles(folder, { "codes.js": CODES.replaceAll("UPSTREAM_FAILED", "LIMIT_REACHED") });
    await editor.edit("uses-code.js", `${USES_CODE}// typed\n`);
    expect((await editor.diagnostics("uses-code.js")).map(({ code }) => code)).toEqual([
      "error-contract/no-unregistered-code",
    ]);
  });
});

describe("the language server of oxlint", () => {
  let editor: Editor;
  beforeEach(async () => {
    const config = {
      extends: ["./node_modules/eslint-plugin-error-contract/oxlint/kaiza.json"],
      plugins: [],
      settings: { errorContract: { contract: "kaiza" } },
    };
    const files = { ".oxlintrc.json": JSON.stringify(config), "read-note.js": READ_NOTE };
    editor = await Editor.start(projectWith(files), "oxlint");
    await editor.open("read-note.js");
  });
  afterEach(async () => {
    expect(await editor.close()).toBe(0);
  });

  const ours = async () =>
    (await editor.diagnostics("read-note.js")).filter(({ code }) => code.startsWith("error-contract"));
  const actionsAt = async (line: number) => {
    const found = (await ours()).find(({ range }) => range.start.line === line);
    if (!found) throw new Error(`no squiggle in line ${line}`);
    return editor.quickFixes("read-note.js", found);
  };

  it("underlines each failure where ESLint's does, and names its rule", async () =>
    expect(
      (await ours()).map(({ code, range: { start, end } }) => [code, start.line, start.character, end.character]),
    ).toEqual([
      ["error-contract(no-raw-error)", 3, 19, 48],
      ["error-contract(no-raw-error)", 7, 10, 48],
      ["error-contract(no-raw-error)", 12, 35, 82],
    ]));

  it("prefers the fix, and applies it with its import", async () => {
    const [fix] = (await actionsAt(7)).filter(({ isPreferred }) => isPreferred);
    if (!fix) throw new Error("nothing is preferred");
    expect(fix.title).toBe("Fix error-contract/no-raw-error problem");
    await editor.run(fix);
    expect(editor.text("read-note.js").split("\n").slice(0, 3)).toEqual([
      `import fs from "node:fs";`,
      `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";`,
      "",
    ]);
    expect((await ours()).map(({ range }) => range.start.line)).toEqual([4, 13]);
  });

  it("shows the suggestions in their order", async () => {
    await editor.edit("read-note.js", REQUIRED);
    expect((await actionsAt(0)).map(({ title }) => title)).toEqual([
      ...SUGGESTED,
      "Disable error-contract/no-raw-error for this line",
      "Disable error-contract/no-raw-error for this whole file",
    ]);
  });

  it("fixes all that stands apart, and the rest when it is asked again", async () => {
    for (const left of [[4, 13], [4]]) {
      await ours();
      const [fixAll] = await editor.fixAllActions("read-note.js");
      if (!fixAll) throw new Error("no action for fixing all");
      await editor.run(fixAll);
      expect((await ours()).map(({ range }) => range.start.line)).toEqual(left);
    }
    expect(editor.text("read-note.js").split("import { SystemError").length).toBe(2);
  });

  it("judges what is typed, saved or not", async () => {
    expect((await ours()).length).toBe(3);
    await editor.edit("read-note.js", READ_NOTE.replace(`throw new Error("file is required")`, "return undefined"));
    expect((await ours()).map(({ range }) => range.start.line)).toEqual([7, 12]);
  });
});
