// Runs the rules over the source files of installed packages, applies every fix, and says what went wrong.
//
//   node tools/corpus/run.js [--packages a,b] [--variants preset,fallback] [--max-files N] [--max-per-package N]
//                           [--max-bytes N] [--sample N] [--message id] [--seed N] [--no-fail]
//
// Prints a JSON summary, then the sample. Ends with 1 when a rule crashed, or a fix did not parse, did not settle or
// lost a comment.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import parser from "@typescript-eslint/parser";
import plugin from "../../rules/dist/index.js";
import { randomFrom } from "../bench/random.js";
import { checkFile } from "./check-file.js";
import { sourceFiles, sourceTypes } from "./source-files.js";
import { VARIANTS } from "./variants.js";

const { values: args } = parseArgs({
  options: {
    packages: { type: "string" },
    variants: { type: "string", default: Object.keys(VARIANTS).join(",") },
    "max-files": { type: "string", default: "100000" },
    "max-per-package": { type: "string", default: "600" },
    "max-bytes": { type: "string", default: "150000" },
    sample: { type: "string", default: "0" },
    message: { type: "string" },
    seed: { type: "string", default: "1" },
    "no-fail": { type: "boolean", default: false },
  },
});

const modules = path.join(import.meta.dirname, "../../node_modules");

function configsFor(file, { settings, options, rules: names = Object.keys(plugin.rules) }) {
  const rules = Object.fromEntries(
    names.map((name) => [`error-contract/${name}`, ["error", ...(options[name] ?? [])]]),
  );
  const types = sourceTypes(file);
  return types.map((sourceType) => [
    // What stands under node_modules is ignored by default.
    { ignores: ["!**/node_modules/"] },
    {
      files: ["**/*.{js,mjs,cjs,ts,mts,cts}"],
      plugins: { "error-contract": plugin },
      languageOptions: { sourceType, ...(/ts$/.test(file) ? { parser } : {}) },
      linterOptions: { reportUnusedDisableDirectives: "off", noInlineConfig: true },
      settings: { errorContract: settings },
      rules,
    },
  ]);
}

function run() {
  const { files: all, tooLarge } = sourceFiles({
    ...(args.packages ? { packages: args.packages.split(",") } : {}),
    perPackage: Number(args["max-per-package"]),
    bytes: Number(args["max-bytes"]),
  });
  const files = all.slice(0, Number(args["max-files"]));
  const unparsed = new Set();
  const problems = [];
  const samples = [];
  const variants = {};
  for (const name of args.variants.split(",")) {
    const variant = VARIANTS[name];
    if (!variant) throw new Error(`no variant ${name}; there are ${Object.keys(VARIANTS).join(", ")}`);
    const totals = { filesWithFindings: 0, filesFixed: 0, findings: {}, fixes: {}, suggestions: {}, passes: {} };
    for (const [index, file] of files.entries()) {
      if (index % 500 === 0) console.error(`${name}: ${index} of ${files.length} files`);
      const code = readFileSync(file, "utf8");
      const checked = firstParsed(code, file, variant);
      if (!checked) {
        unparsed.add(file);
        continue;
      }
      const relative = path.relative(modules, file);
      add(totals, checked);
      problems.push(...checked.problems.map((problem) => ({ variant: name, file: relative, ...problem })));
      for (const finding of checked.findings) samples.push({ variant: name, file, finding });
    }
    variants[name] = totals;
  }
  return { files: files.length, tooLarge, unparsed: unparsed.size, variants, problems, samples };
}

function firstParsed(code, file, variant) {
  for (const config of configsFor(file, variant)) {
    const { sourceType } = config.at(-1).languageOptions;
    const checked = checkFile(variant.imports ? withImport(code, variant.imports, sourceType) : code, file, config);
    if (checked) return checked;
  }
  return undefined;
}

/** The code with a name imported on its first line, so that every line keeps its number. */
function withImport(code, { name, module }, sourceType) {
  const statement =
    sourceType === "module" ? `import { ${name} } from "${module}";` : `const { ${name} } = require("${module}");`;
  const shebang = /^#!.*\n/.exec(code)?.[0] ?? "";
  return `${shebang}${statement} ${code.slice(shebang.length)}`;
}

function add(totals, { findings, isFixed, passes }) {
  if (findings.length > 0) totals.filesWithFindings++;
  if (isFixed) {
    totals.filesFixed++;
    count(totals.passes, passes);
  }
  for (const { rule, messageId, hasFix, suggestions } of findings) {
    const key = `${rule}/${messageId}`;
    count(totals.findings, key);
    if (hasFix) count(totals.fixes, key);
    if (suggestions > 0) count(totals.suggestions, key);
  }
}

function count(counts, key) {
  counts[key] = (counts[key] ?? 0) + 1;
}

function frame({ variant, file, finding }) {
  const lines = readFileSync(file, "utf8").split("\n");
  const shown = lines.slice(Math.max(0, finding.line - 6), finding.endLine + 3);
  const first = Math.max(1, finding.line - 5);
  const code = shown.map((text, index) => {
    const number = first + index;
    const mark = number >= finding.line && number <= finding.endLine ? ">" : " ";
    return `${mark} ${String(number).padStart(5)} | ${text.slice(0, 160)}`;
  });
  const how = [finding.hasFix ? "fix" : "", finding.suggestions ? `${finding.suggestions} suggestions` : ""];
  return [
    `--- ${path.relative(modules, file)}:${finding.line}:${finding.column} (${variant})`,
    `    ${finding.rule}/${finding.messageId}: ${finding.message} ${how.filter(Boolean).join(", ")}`,
    ...code,
  ].join("\n");
}

const { samples, ...summary } = run();
console.log(JSON.stringify(summary, null, 2));
const chosen = samples.filter(({ finding }) => args.message === undefined || finding.messageId === args.message);
for (const each of randomFrom(Number(args.seed)).shuffled(chosen).slice(0, Number(args.sample)))
  console.log(frame(each));
if (summary.problems.length > 0 && !args["no-fail"]) process.exitCode = 1;
