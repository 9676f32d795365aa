// The linters that run the rules, each with the configuration that its page shows: what each finds in a folder.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");
const MODULES = path.join(WORKSPACE, "node_modules");

/** What every host is asked to lint. */
const SOURCES = "{js,mjs,cjs,jsx,ts,mts,cts,tsx}";

/** Where types come from: the same for every host, or none, since each would take them from elsewhere. */
export const TYPES = { off: "off", native: { provider: "native", package: "typescript-7" } };

/** Holds all sources of a server, whose own configuration may extend what is not installed here. */
const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "NodeNext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowJs: true,
    types: [],
  },
  exclude: ["node_modules"],
};

/**
 * Files by which a host leaves out others, configurations of the server's own, and what oxlint leaves out by itself.
 */
const LEFT_OUT = new RegExp(
  [
    String.raw`(?:^|\/)(?:node_modules|\.git|dist|build)(?:\/|$)`,
    String.raw`\/\.(?:gitignore|eslintignore)$`,
    String.raw`\.min\.[cm]?js$|\.d\.[cm]?ts$`,
    String.raw`\/(?:eslint|rslint|oxlint)\.config\.\w+$|\/\.(?:eslintrc|oxlintrc)[\w.]*$`,
  ].join("|"),
);

/**
 * Copies what is linted of a server, and writes the configuration of each host beside it.
 *
 * @param {string} server
 * @param {string} folder
 * @param {string} preset by its name in the plugin
 * @param {string} contract
 * @param {keyof typeof TYPES} types
 */
export function createProject(server, folder, preset, contract, types = "off") {
  const settings = { contract, types: TYPES[types] };
  cpSync(server, folder, { recursive: true, filter: (file) => !LEFT_OUT.test(file.slice(server.length)) });
  // A server may extend a `tsconfig.json` that is not installed here; the rules read none without types.
  for (const name of readdirSync(folder)) if (/^tsconfig.*\.json$/.test(name)) rmSync(path.join(folder, name));
  mkdirSync(path.join(folder, "node_modules"), { recursive: true });
  for (const name of ["eslint-plugin-error-contract", "error-contract", "typescript-eslint", "typescript-7"]) {
    const link = path.join(folder, "node_modules", name);
    if (!existsSync(link)) symlinkSync(path.join(MODULES, name), link, "junction");
  }
  const load = 'import errorContract from "eslint-plugin-error-contract";\n';
  const changed = { settings: { errorContract: settings } };
  const blocks = `...errorContract.configs.${preset}, ${JSON.stringify(changed)}`;
  const parser = [
    `{ files: ["**/*.${SOURCES}"], languageOptions: { parser: tseslint.parser } }`,
    `{ files: ["**/*.cjs"], languageOptions: { sourceType: "commonjs" } }`,
    `{ linterOptions: { reportUnusedDisableDirectives: "off" } }`,
  ].join(", ");
  const name = preset.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const files = {
    "eslint.config.mjs": `${load}import tseslint from "typescript-eslint";\nexport default [${parser}, ${blocks}];\n`,
    ...(types === "off" ? {} : { "tsconfig.json": JSON.stringify(TSCONFIG) }),
    "rslint.config.mjs": `${load}export default [${blocks}];\n`,
    ".oxlintrc.json": JSON.stringify({
      extends: [`./node_modules/eslint-plugin-error-contract/oxlint/${name}.json`],
      plugins: [],
      categories: { correctness: "off" },
      ignorePatterns: ["node_modules"],
      settings: { errorContract: settings },
    }),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
}

/**
 * @typedef {object} Finding
 * @property {string} file from the folder, with slashes
 * @property {number} line from 1
 * @property {string} rule
 * @property {string} message
 */

/** By the name of each host, how it is run in a folder and what its answer means. */
export const hosts = {
  "ESLint 9": { bin: "eslint/bin/eslint.js", isElsewhere: true, args: [".", "--format", "json"], read: readEslint },
  "ESLint 10": { bin: "eslint/bin/eslint.js", args: [".", "--format", "json"], read: readEslint },
  oxlint: { bin: "oxlint/bin/oxlint", args: [".", "--format", "json"], read: readOxlint },
  rslint: {
    bin: "@rslint/core/bin/rslint.js",
    isElsewhere: true,
    args: [".", "--format", "jsonline"],
    read: readRslint,
  },
};

/**
 * Hosts that are installed apart: ESLint 9 has the name of ESLint 10, and the packages of rslint for other machines are
 * not to be had everywhere, so that no lock file can hold them.
 */
const elsewhere = new Map();

/**
 * Names the folder in which a host is installed.
 *
 * @param {string} host
 * @param {string} folder
 */
export function useHost(host, folder) {
  elsewhere.set(host, path.join(folder, "node_modules"));
}

/** Returns the file of a host's command. */
export function findCommand(host) {
  const { bin, isElsewhere } = hosts[host];
  const modules = isElsewhere ? elsewhere.get(host) : MODULES;
  if (modules === undefined) throw new Error(`${host}: expected \`useHost\` before it is run`);
  return path.join(modules, bin);
}

/** Returns the version of a host that is installed. */
export function versionOf(host) {
  for (let folder = path.dirname(findCommand(host)); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, "package.json");
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, "utf8")).version;
  }
}

/**
 * Returns what a host finds in a project, in the order of files and lines.
 *
 * @returns {Promise<{ findings: readonly Finding[], others: readonly string[] }>} `others` is what it says of none of
 *   our rules, such as a file that it cannot parse.
 */
export async function lintWith(host, folder) {
  const { args, read } = hosts[host];
  const { stdout, stderr } = await run([findCommand(host), ...args], folder);
  let messages;
  try {
    messages = read(stdout, folder);
  } catch (cause) {
    throw new Error(`${host} gave no answer in ${folder}: ${stderr || stdout}`, { cause });
  }
  const isOurs = ({ rule }) => rule?.startsWith("error-contract/");
  const byPlace = (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.rule.localeCompare(b.rule);
  return {
    findings: messages.filter(isOurs).sort(byPlace),
    others: messages.filter((message) => !isOurs(message)).map(({ file, message }) => `${file}: ${message}`),
  };
}

/** Returns the findings as lines that can be compared. */
export function describeFindings(findings) {
  return findings.map(({ file, line, rule, message }) => `${file}:${line} ${rule} ${message}`);
}

function readEslint(stdout, folder) {
  return JSON.parse(stdout).flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, line, message }) => ({ file: toName(folder, filePath), line, rule: ruleId, message })),
  );
}

function readOxlint(stdout, folder) {
  return JSON.parse(stdout).diagnostics.map(({ filename, code, message, labels }) => ({
    file: toName(folder, path.resolve(folder, filename)),
    line: labels[0]?.span.line,
    rule: code?.replace(/^([\w-]+)\((.*)\)$/, "$1/$2"),
    message,
  }));
}

function readRslint(stdout, folder) {
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((text) => {
      const { filePath, ruleName, message, range } = JSON.parse(text);
      return { file: toName(folder, path.resolve(folder, filePath)), line: range.start.line, rule: ruleName, message };
    });
}

const toName = (folder, file) => path.relative(folder, file).replaceAll("\\", "/");

function run(args, cwd) {
  const options = { cwd, maxBuffer: 2 ** 28, encoding: "utf8" };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });
}
