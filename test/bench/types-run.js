// One lint of our preset by ESLint, or some edits of one file, in a process of its own. Takes a job as JSON, prints its
// result as JSON.
import { readFileSync } from "node:fs";
import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import plugin from "../../rules/dist/index.js";

/**
 * @typedef {object} Job
 * @property {string} folder
 * @property {unknown} types `settings.errorContract.types`; typescript-eslint's program is made for "services" alone
 * @property {{ file: string, times: number } | null} edit a file to edit instead of linting all
 */
/** @type {Job} */
const { folder, types, edit } = JSON.parse(process.argv[2] ?? "");

const [preset] = plugin.configs.kaiza;
const eslint = new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  overrideConfig: [
    { ...preset, files: ["**/*.{js,ts}"], settings: { errorContract: { ...preset.settings.errorContract, types } } },
    {
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: types === "services" ? { projectService: true, tsconfigRootDir: folder } : {},
      },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" },
    },
  ],
});

const result = edit ? await editTimes(path.join(folder, edit.file), edit.times) : await findings();
console.log(JSON.stringify(result));

async function findings() {
  const results = await eslint.lintFiles(["src/**/*.{js,ts}"]);
  return results.flatMap(({ filePath, messages }) =>
    messages
      // A comment for ESLint that has no effect is a message of no rule.
      .filter(({ ruleId, fatal }) => ruleId !== null || fatal)
      .map(({ ruleId, line, column }) => `${path.relative(folder, filePath)}:${line}:${column} ${ruleId}`),
  );
}

/** As an editor's server does: the same file again and again, with another text each time. */
async function editTimes(file, times) {
  const text = readFileSync(file, "utf8");
  const taken = [];
  for (let index = 0; index < times; index++) {
    const start = performance.now();
    await eslint.lintText(`${text}\nexport const edited${index} = ${index};\n`, { filePath: file });
    taken.push(performance.now() - start);
  }
  // The first ones make the program.
  return taken.slice(2);
}
