import path from "node:path";
import { ESLint, type Linter } from "eslint";
import { defineConfig } from "eslint/config";
import errorContract from "eslint-plugin-error-contract";
import { describe, expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { invalidCases } from "../kit/rule-cases.js";

const { node, kaiza } = errorContract.configs;
const rulesOf = ([block]: typeof node) => Object.keys(block?.rules ?? {});

/** Both parts of the repository have the same code. */
const SOURCE = `import fs from "node:fs";

export function readUsers(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")).users;
  } catch (error) {
    console.error("Could not read the users:", error);
    return [];
  }
}

export function cleanUp(folder) {
  try {
    fs.rmSync(folder, { recursive: true });
  } catch {}
}

export function loadUsers(store) {
  return store.load().catch((error) => {
    throw new Error("Could not load the users");
  });
}

export async function answer(request, response) {
  try {
    response.json(await readUsers(request.query.file));
  } catch (error) {
    response.status(500).json({ error });
  }
}
`;

const FILES = ["lib/users.js", "server/users.js", "server/users.test.js"];

async function lint(config: Linter.Config[]): Promise<ReadonlyMap<string, readonly Linter.LintMessage[]>> {
  const cwd = projectWith(Object.fromEntries(FILES.map((name) => [name, SOURCE])));
  const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig: config });
  const results = await eslint.lintFiles(FILES);
  return new Map(results.map(({ filePath, messages }) => [path.relative(cwd, filePath), messages]));
}

const inRepository = { files: ["**/*.js"], extends: [node] };
const inServer = { files: ["server/**/*.js"], extends: [kaiza] };
const read = (messages: readonly Linter.LintMessage[] = []) =>
  messages.map(({ ruleId, line }) => `${line} ${ruleId?.replace("error-contract/", "")}`);

describe("`node` over a repository and `kaiza` over its server's folder", async () => {
  const found = await lint(defineConfig([inRepository, inServer]));
  const library = found.get(FILES[0]!)!;
  const server = found.get(FILES[1]!)!;

  it("each part has the rules and options of its own preset", () => {
    expect(read(library)).toEqual(["6 no-swallowed-error", "20 require-cause", "28 no-error-leak"]);
    expect(read(server)).toEqual(
      expect.arrayContaining(["6 no-swallowed-error", "15 no-swallowed-error", "20 no-raw-error", "28 no-error-leak"]),
    );
    expect(read(server)).not.toContain("20 require-cause");
  });

  it("each part has its own texts", () => {
    const leakOf = (messages: readonly Linter.LintMessage[]) => messages.find(({ line }) => line === 28)?.message;
    expect(leakOf(library)).not.toMatch(/contract/);
    expect(leakOf(server)).toMatch(/contract/);
  });

  it("each part has its own suggestions", () => {
    const fixesOf = ([finding]: readonly Linter.LintMessage[]) => finding?.suggestions?.map(({ fix }) => fix.text);
    expect(fixesOf(library)).toEqual(
      expect.arrayContaining(["throw error;", `throw new Error("Could not read the users", { cause: error });`]),
    );
    const edits = fixesOf(server)?.join("\n");
    expect(edits).toContain(`import { SystemError } from "error-contract/kaiza";`);
    expect(edits).toContain("throw SystemError.fromUnknown(error");
  });

  it("tests are left alone in both", () => expect(found.get(FILES[2]!)).toEqual([]));
});

it("behind the preset with a contract, `node` stops the lint with the name of the setting", () =>
  expect(lint(defineConfig([inServer, inRepository]))).rejects.toThrow(
    /error-contract\/no-\S+: settings\.errorContract\.contract: expected a contract, .*found null/,
  ));

it("alone, a rule that checks a contract says what it needs", async () => {
  const config = [...node, { rules: { "error-contract/no-raw-error": "error" } }] as Linter.Config[];
  await expect(lint(config)).rejects.toThrow("error-contract/no-raw-error: settings.errorContract.contract: ");
});

it("has rules of `recommended`, with its options", () => {
  const own = rulesOf(node);
  const { recommended } = errorContract.configs;
  for (const rule of own) expect(node[0]?.rules[rule]).toEqual(recommended[0]?.rules[rule]);
});

it("no finding and no suggestion speaks of a contract, a client or an import", async () => {
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: node as Linter.Config[] });
  const texts = new Set<string>();
  for (const { code } of invalidCases()) {
    const [result] = await eslint.lintText(code, { filePath: "src/file.js" });
    for (const { ruleId, message, suggestions = [], fix } of result?.messages ?? []) {
      if (ruleId === null) continue;
      for (const text of [message, ...suggestions.map(({ desc }) => desc)]) texts.add(text.replaceAll(/`[^`]*`/g, ""));
      for (const edit of [fix, ...suggestions.map((each) => each.fix)])
        expect(edit?.text ?? "").not.toMatch(/^import .*error-contract|require\("error-contract/m);
    }
  }
  expect(texts.size).toBeGreaterThan(15);
  expect([...texts].filter((text) => /contract|client|envelope/i.test(text))).toEqual([]);
});
