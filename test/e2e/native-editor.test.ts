import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Editor } from "../kit/lsp-client.js";
import { nativeProcesses, nativeProject, noneIsLeft, TYPESCRIPT_7 } from "../kit/native-project.js";

const FAIL = `/** @returns {Error} */\nexport const fail = (name) => Object.assign(Object(name), { name });\n`;
const USE = `import { fail } from "./fail.js";\n\nexport function use() {\n  throw fail("use");\n}\n`;
const CONFIG = `import plugin from "eslint-plugin-error-contract";

export default [{ plugins: { "error-contract": plugin }, rules: { "error-contract/no-raw-error": "error" } }];
`;

describe.each(TYPESCRIPT_7)("%s in the ESLint server of VS Code", (installed) => {
  let folder: string;
  let editor: Editor;
  beforeEach(async () => {
    const files = { "eslint.config.js": CONFIG, "src/fail.js": FAIL, "src/use.js": USE };
    folder = nativeProject(files, { typescript: installed });
    editor = await Editor.start(folder);
    await editor.open("src/use.js");
  });
  afterEach(async () => {
    expect(await editor.close()).toBe(0);
    await noneIsLeft(folder);
  });

  const squiggles = async (name: string) => (await editor.diagnostics(name)).map(({ range }) => range.start.line);

  it("sees what is typed, before it is saved", async () => {
    expect(await squiggles("src/use.js")).toEqual([3]);
    await editor.edit("src/use.js", `// One line more.\n${USE}`);
    expect(await squiggles("src/use.js")).toEqual([4]);
    await editor.edit(
      "src/use.js",
      USE.replace('import { fail } from "./fail.js"', "const fail = (name) => fail(name)"),
    );
    expect(await squiggles("src/use.js")).toEqual([]);
  });

  it("sees what is typed in a file that another imports", async () => {
    expect(await squiggles("src/use.js")).toEqual([3]);
    await editor.open("src/fail.js");
    await editor.edit("src/fail.js", FAIL.replace("Error", "never"));
    await squiggles("src/fail.js");
    expect(await squiggles("src/use.js")).toEqual([]);
    // Saved as something else than was typed.
    fs.writeFileSync(path.join(folder, "src/fail.js"), FAIL.replace("Error", "TypeError"));
    expect(await squiggles("src/use.js")).toEqual([3]);
    expect(nativeProcesses(folder)).toHaveLength(1);
  });
});
