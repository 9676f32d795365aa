import { Linter } from "eslint";
import path from "node:path";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import plugin from "../../rules/dist/index.js";
import { projectWith } from "../kit/project.js";

const CODE = outdent`
  import { readFile } from "node:fs/promises";

  export async function listAccounts(file) {
    try {
      return Object.keys(JSON.parse(await readFile(file)));
    } catch {
      return [];
    }
  }
`;
const FAILING = `mocks.readFile.mockRejectedValue(new Error("EACCES"));`;

/** What is found in `src/accounts.js` of a project whose test has these lines. */
function lint(lines: readonly string[], preset: "recommended" | "kaiza" = "recommended") {
  const test = outdent`
    import { listAccounts } from "../src/accounts.js";

    it("lists accounts", async () => {
      ${lines.join("\n  ")}
    });
  `;
  const files = { "package.json": "{}", "src/accounts.js": CODE, "test/accounts.test.js": test };
  const filename = path.join(projectWith(files), "src/accounts.js");
  const [config] = plugin.configs[preset];
  const rules = { "error-contract/no-swallowed-error": config!.rules["error-contract/no-swallowed-error"] };
  return new Linter({ cwd: path.dirname(filename) }).verify(CODE, { ...config, rules }, { filename });
}

const firstRemedy = ([finding]: readonly Linter.LintMessage[]) => finding?.suggestions?.[0]?.messageId;

describe("a default that a test expects", () => {
  it.each([
    ["an empty list", [FAILING, `expect(await listAccounts("a")).toEqual([]);`]],
    ["some lines below", [FAILING, `const all = await listAccounts("a");`, "", `expect(all).toHaveLength(0);`]],
    ["no failure", [`stub(fs, () => { throw new TypeError(); });`, `await assert.doesNotReject(listAccounts("a"));`]],
  ])("%s: is left alone in recommended, and marked in the other presets", (_, lines) => {
    expect(lint(lines)).toEqual([]);
    expect(firstRemedy(lint(lines, "kaiza"))).toBe("mark");
  });

  it("is left alone where the title of the test says what is missing", () => {
    const title = `it("is empty when there are no accounts", async () => {`;
    expect(lint(["});", title, `expect(await listAccounts("a")).toEqual([]);`])).toEqual([]);
  });

  it.each([
    ["nothing fails", [`expect(await listAccounts("a")).toEqual([]);`]],
    ["something else is expected", [FAILING, `expect(await listAccounts("a")).toEqual(["b"]);`]],
    ["another function is called", [FAILING, `expect(await otherAccounts("a")).toEqual([]);`]],
    [
      "another test fails",
      [FAILING, `});`, `it("is empty", async () => {`, `expect(await listAccounts()).toEqual([]);`],
    ],
  ])("is reported where %s", (_, lines) => {
    expect(lint(lines)).toHaveLength(1);
    expect(firstRemedy(lint(lines, "kaiza"))).toBe("rethrow");
  });
});
