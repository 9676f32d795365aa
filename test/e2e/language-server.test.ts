import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Editor, type CodeAction } from "../kit/lsp-client.js";
import { projectWith } from "../kit/project.js";

const CONFIG = `import errorContract from "eslint-plugin-error-contract";

export default [...errorContract.configs.kaiza];
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

const PAGE = "https://github.com/error-contract/error-contract/blob/main/docs/rules/no-raw-error.md";

describe("the ESLint server of VS Code", () => {
  let editor: Editor;
  beforeEach(async () => {
    editor = await Editor.start(projectWith({ "eslint.config.js": CONFIG, "read-note.js": READ_NOTE }));
    await editor.open("read-note.js");
  });
  afterEach(async () => {
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

  it("underlines each failure and links to the page of its rule", async () => {
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
        codeDescription: { href: PAGE },
      });
    }
  });

  it("applies a quick fix with its import", async () => {
    await editor.run(await quickFix(7, ({ command }) => command?.command === "eslint.applySingleFix"));
    expect(editor.text("read-note.js")).toBe(`import fs from "node:fs";
import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

export function readNote(file) {
  if (!file) throw new Error("file is required");
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {
      human_message: \`File read failed: \${file}\`,
      cause: error,
    });
  }
}

export function noteName(file) {
  if (!file.endsWith(".md")) throw new Error("INVALID_PATH: A note ends with .md");
  return file.slice(0, -3);
}
`);
    expect((await editor.diagnostics("read-note.js")).map(({ range }) => range.start.line)).toEqual([4, 16]);
  });

  it("applies a suggestion with its import", async () => {
    await editor.run(await quickFix(3, ({ title }) => title.startsWith("Use the code `MISSING_REQUIRED_FIELD`")));
    expect(editor.text("read-note.js")).toBe(`import fs from "node:fs";
import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

export function readNote(file) {
  if (!file) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.MISSING_REQUIRED_FIELD, {
    human_message: "file is required",
  });
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
`);
  });

  it("fixes all on save, with one import, and has nothing to fix afterwards", async () => {
    await editor.diagnostics("read-note.js");
    const [fixAll, ...others] = await editor.fixAllActions("read-note.js");
    expect(others).toEqual([]);
    if (!fixAll) throw new Error("no action for fixing all");
    expect(fixAll.kind).toBe("source.fixAll.eslint");

    await editor.run(fixAll);
    expect(editor.text("read-note.js")).toBe(`import fs from "node:fs";
import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

export function readNote(file) {
  if (!file) throw new Error("file is required");
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {
      human_message: \`File read failed: \${file}\`,
      cause: error,
    });
  }
}

export function noteName(file) {
  if (!file.endsWith(".md")) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, {
    human_message: "A note ends with .md",
  });
  return file.slice(0, -3);
}
`);
    expect((await editor.diagnostics("read-note.js")).map(({ range }) => range.start.line)).toEqual([4]);
  });
});
