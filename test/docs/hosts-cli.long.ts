import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { installedProject, packedTarballs } from "../kit/installed.js";
import { codeBlocks } from "../kit/page.js";
import { markedLines, projectWith, temporaryFolder, writeFiles, type Files } from "../kit/project.js";
import { runLine, type Run } from "../kit/run-node.js";
import { isWhole } from "../kit/scope.js";
import { VERSIONS } from "../matrix/versions.js";

const PAGES = [
  "docs/guides/hosts.md",
  "docs/guides/linted-files.md",
  "docs/guides/unparsed-files.md",
  "docs/guides/versions.md",
];

const blocksOf = (section: string) => PAGES.flatMap(codeBlocks).filter((block) => block.section === section);
const configsOf = (section: string): readonly Files[] =>
  blocksOf(section)
    .filter(({ language }) => language === "js")
    .map(({ code }) => ({ [/^\/\/ (\S+)/.exec(code)![1]!]: code }));
const linesOf = (section: string) =>
  blocksOf(section)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.split("\n"));

const PROJECT: Files = {
  "package.json": `{ "type": "module" }`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: { module: "nodenext", strict: true, types: [] },
    include: ["src"],
    exclude: ["**/*.test.ts"],
  }),
  "src/failures.ts": "export declare function failureFor(name: string): Error;\n",
  "src/index.ts": `import { failureFor } from "./failures.js";

export function find(notes: ReadonlyMap<string, string>, name: string): string {
  const note = notes.get(name);
  if (note === undefined) throw new Error("NOT_FOUND: There is no such note"); // no-raw-error
  if (note === "") throw failureFor(name); // no-raw-error, by its type
  return note;
}
`,
};

/**
 * The findings of a run that prints them as `stylish` does, as `<file>:<line> <rule>`; of ESLint itself, with their
 * text.
 */
function findingsIn({ stdout }: Run, folder: string): readonly string[] {
  let file = "";
  return stdout.split("\n").flatMap((line) => {
    if (line.startsWith(folder)) file = path.relative(folder, line).replaceAll("\\", "/");
    const [, place, text] = /^ +(\d+):\d+ +error +(.*)$/.exec(line) ?? [];
    const rule = / error-contract\/([a-z-]+)$/.exec(text ?? "")?.[1];
    return place ? [`${file}:${place} ${rule ?? text}`] : [];
  });
}

describe("files outside of the tsconfig", () => {
  const files: Files = {
    ...PROJECT,
    "src/index.test.ts": `import { find } from "./index.js";\n\nif (find(new Map(), "a")) throw new Error("found");\n`,
    "server.ts": PROJECT["src/index.ts"]!.replace("./failures.js", "./src/failures.js"),
  };
  const lint = async (config: Files) => {
    const folder = projectWith({ ...files, ...config });
    return findingsIn(await runLine("npx eslint .", { cwd: folder }), folder);
  };

  it("are parse errors in the first configuration of the page", async () => {
    const found = await lint(configsOf("TypeScript")[0]!);
    expect(found.filter((each) => !each.startsWith("src/index.ts"))).toEqual([
      expect.stringMatching(/^src\/index\.test\.ts:0 Parsing error: .* was not found by the project service/),
    ]);
  });

  const [untyped, leftOut, named] = configsOf("Files outside of the tsconfig");

  it("are left out of the block with types", async () => expect(await lint(untyped!)).toEqual(markedLines(PROJECT)));

  it("are left out by `ignores`", async () => expect(await lint(leftOut!)).toEqual(markedLines(PROJECT)));

  it("are linted without types, or with those of a default project", async () => {
    const marked = markedLines({ "server.ts": files["server.ts"]!, ...PROJECT });
    expect(await lint(named!)).toEqual(marked);
  });
});

describe("a lint configuration of its own", () => {
  const [config] = configsOf("A lint configuration of its own");
  const [line] = linesOf("A lint configuration of its own");

  const COMMENTED = `/* eslint import/order: ["error", { alphabetize: true }], no-console: "error" */
import { failureFor } from "./failures.js";

// eslint-disable-next-line @typescript-eslint/no-explicit-any, import/no-cycle
export function find(notes: ReadonlyMap<string, any>, name: string): string {
  // eslint-disable-next-line no-console -- to see it
  console.log(name);
  const note = notes.get(name);
  // eslint-disable-next-line error-contract/no-raw-error -- a programming mistake
  if (typeof name !== "string") throw new TypeError("A name is a string");
  if (note === undefined) throw new Error("NOT_FOUND: There is no such note");
  if (note === "") throw failureFor(name); // no-raw-error, by its type
  return note;
}
`;
  const FIXED = COMMENTED.replace(
    `failures.js";\n`,
    (end) => `${end}import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";\n`,
  ).replace(`throw new Error("NOT_FOUND: There is`, `throw toolError(TOOL_ERROR_CODES.NOT_FOUND, "There is`);
  const files = { ...PROJECT, "src/index.ts": COMMENTED, "src/broken.ts": "export const = 1;\n" };

  const expectFixed = async (folder: string) => {
    const run = await runLine(line!, { cwd: folder });
    expect(fs.readFileSync(path.join(folder, "src/index.ts"), "utf8")).toBe(FIXED);
    expect(findingsIn(run, folder), run.stderr).toEqual([
      expect.stringMatching(/^src\/broken\.ts:1 Parsing error/),
      ...markedLines({ "src/index.ts": FIXED }),
    ]);
  };

  it("leaves comments for other rules alone, reports nothing about them, and reports what it cannot read", () =>
    expectFixed(projectWith({ ...files, ...config })));

  if (isWhole)
    it("does so in the oldest ESLint", async () => {
      const [eslint, typescript] = [VERSIONS.eslint[0], VERSIONS.typescript[0]];
      const packages = [
        `eslint@${eslint}`,
        `typescript@${typescript}`,
        `typescript-eslint@${VERSIONS.typescriptEslint[0]}`,
      ];
      await expectFixed(await installedProject(packages, { ...files, ...config }));
    });

  it("without the processor, reports rules that it does not know, and `--fix` deletes comments", async () => {
    const [[name, code]] = Object.entries(config!) as [[string, string]];
    const comment = "// eslint-disable-next-line no-var";
    const other = { "src/other.ts": `${comment}\nexport const one = 1;\n` };
    const folder = projectWith({ ...files, ...other, [name]: code.replace(/ +{ processor: .*\n/, "") });
    const found = findingsIn(await runLine(line!, { cwd: folder }), folder);
    expect(found).toContainEqual(expect.stringContaining("Definition for rule 'import/no-cycle' was not found"));
    expect(fs.readFileSync(path.join(folder, "src/other.ts"), "utf8")).not.toContain(comment);
  });
});

if (isWhole)
  describe("ESLint 8", () => {
    const lines = linesOf("ESLint 8");
    // The page says how it differs from the configuration that it shows.
    const [shown] = Object.values(configsOf("A lint configuration of its own")[0]!);
    const config = shown!.replace(", tsconfigRootDir: import.meta.dirname", "");

    it("stays, and a second ESLint lints beside it", async () => {
      const folder = temporaryFolder();
      writeFiles(folder, {
        ...PROJECT,
        "lint/eslint.config.mjs": config,
        "package.json": JSON.stringify({ private: true }),
        "tsconfig.json": PROJECT["tsconfig.json"]!,
        ".eslintrc.json": JSON.stringify({
          root: true,
          parserOptions: { ecmaVersion: 2022, sourceType: "module" },
          rules: { "no-var": 2 },
        }),
        "src/old.js": "/* eslint-env node */\n// eslint-disable-next-line import/no-cycle\nvar old;\n",
        "src/index.ts": `/* eslint-env node */\n${PROJECT["src/index.ts"]}`,
      });
      // The page installs from npm.
      const tarballs = (await packedTarballs()).join(" ");
      const [runtime] = (await packedTarballs()).filter((file) => !file.includes("plugin"));
      const installed = (line: string) =>
        line.replace(/ eslint-plugin-error-contract$/, ` ${tarballs}`).replace(/ error-contract$/, ` ${runtime!}`);
      const run = async (line: string) => runLine(installed(line), { cwd: folder });

      expect(await run(`npm install --save-dev eslint@${VERSIONS.eslint8}`)).toMatchObject({ status: 0 });
      const refused = await run(`npm install --save-dev ${tarballs}`);
      expect(refused.stderr).toMatch(/ERESOLVE[^]*eslint@8/);

      const [second, lint] = [lines.slice(0, -1), lines.at(-1)!];
      for (const line of second) {
        const installation = await run(line);
        expect(installation, installation.stderr).toMatchObject({ status: 0 });
      }
      const found = await run(lint);
      expect(findingsIn(found, folder), found.stderr).toEqual(
        markedLines({ "src/index.ts": `\n${PROJECT["src/index.ts"]}` }),
      );
      const old = await run("npx eslint src");
      expect(old.stdout).toMatch(/ 3:1 +error .* no-var\n/);
    });
  });

it("`--rule` counts for the configuration too, which has no plugin", async () => {
  const folder = projectWith({ ...PROJECT, ...configsOf("TypeScript")[0] });
  const run = await runLine(`npx eslint . --rule "error-contract/no-raw-error: error"`, { cwd: folder });
  expect(run).toMatchObject({ status: 2, stderr: expect.stringMatching(/could not find plugin "error-contract"/) });
});

describe("what is on for a file", () => {
  const [line] = linesOf("What is on for a file");
  const folder = projectWith({ ...PROJECT, ...configsOf("TypeScript")[0] });
  const printed = async (file: string) => (await runLine(line!.replace("src/index.ts", file), { cwd: folder })).stdout;
  const severityIn = (text: string) => /"error-contract\/no-raw-error": \[\s*(\d)/.exec(text)?.[1];

  it("is printed", async () => {
    expect(severityIn(await printed("src/index.ts"))).toBe("2");
    expect((await printed("src/index.mts")).trim()).toBe("undefined");
  });

  it("is nothing where `files` names no file of the folder, and ESLint stops", async () => {
    const javascript = projectWith({ ...PROJECT, ...configsOf("JavaScript")[0] });
    const run = await runLine("npx eslint src", { cwd: javascript });
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining("all of the files matching") });
  });
});
