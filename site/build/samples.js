// Runs the example servers and writes to `site/.cache/samples` what the pages show of it: what a client receives,
// findings, a report, and the matrices of `prove`. Pages in HTML go to `site/public/output`.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ESLint } from "eslint";
import errorContract from "eslint-plugin-error-contract";

const site = path.resolve(import.meta.dirname, "..");
const samples = path.join(site, ".cache/samples");
const published = path.join(site, "public/output");
const PLUGIN = "../rules/lib/main.js";
const COMMANDS = { prove: "../src/dist/command/main.js", report: PLUGIN, failures: PLUGIN };
/** Those with a contract. */
const PRESETS = Object.keys(errorContract.configs).filter(
  (preset) => errorContract.configs[preset][0].settings?.errorContract.contract,
);

for (const folder of [samples, published]) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
}
await Promise.all([showStart(), showNotes(), showRules()]);

/** What a client receives of one failing tool, before the suggestions of the linter, and after those of each preset. */
async function showStart() {
  const before = copyExample("start", "start");
  const shown = { received: await callTool(before), presets: {} };
  for (const preset of PRESETS) {
    const folder = copyExample("start", `start-${preset}`);
    const findings = await lint(folder, "server.js", preset);
    await applySuggestions(folder, "server.js", preset);
    const code = fs.readFileSync(path.join(folder, "server.js"), "utf8");
    shown.presets[preset] = { findings, code, received: await callTool(folder) };
  }
  write("start.json", JSON.stringify(shown, null, 2));
}

/**
 * A report about a server of four tools, what its clients receive before and after the suggestions, and the page of
 * what it can answer then.
 */
async function showNotes() {
  const [before, after] = ["notes", "notes-after"].map((name) => copyExample("notes", name));
  await run(before, "report", ["--html", "report.html", "--markdown", "report.md"]);
  publish(before, "report");
  for (const name of ["tracker.js", "server.js"]) await applySuggestions(after, name, "recommended");
  await run(after, "failures", ["--markdown", path.join(samples, "failures.md")]);
  await Promise.all([prove(before, "proof-before"), prove(after, "proof-after")]);
}

async function prove(folder, name) {
  const files = ["--html", `${name}.html`, "--markdown", `${name}.md`];
  const server = ["--", "node", "server.js"];
  const printed = await run(folder, "prove", [
    "--seed",
    "1",
    "--limit",
    "3",
    "--inputs",
    "inputs.json",
    // They only read, and are called also where no walls can be built.
    ...["read_note", "list_notes", "get_issue", "list_issues"].flatMap((tool) => ["--allow", tool]),
    ...files,
    ...server,
  ]);
  // The failures below the matrix stand on the page that is embedded.
  const [matrix] = printed.split(/\n\n(?=(?:ok kept|NO wrong|nc fails))/);
  write(`${name}.txt`, `${matrix}\n\n${printed.trimEnd().split("\n").at(-1)}\n`);
  publish(folder, name);
}

/** What the first example of a rule's page becomes under each preset, where the names in it are not a contract's. */
async function showRules() {
  const shown = {};
  for (const name of Object.keys(errorContract.rules)) {
    const page = fs.readFileSync(path.join(site, `../docs/rules/${name}.md`), "utf8");
    const [, example] = /^## Incorrect\n[^]*?^```js\n([^]*?)^```/m.exec(page);
    const starts = PRESETS.map((preset) => {
      const { contract } = errorContract.configs[preset][0].settings.errorContract;
      return example.replace("error-contract/standard", `error-contract/${contract}`);
    });
    const rewrites = PRESETS.map((preset, index) => rewrite(starts[index], preset, `error-contract/${name}`));
    const texts = await Promise.all(rewrites);
    if (texts.some((text, index) => text === starts[index]) || new Set(texts).size < PRESETS.length) continue;
    shown[name] = Object.fromEntries(PRESETS.map((preset, index) => [preset, texts[index]]));
  }
  write("rules.json", JSON.stringify(shown, null, 2));
}

/** Applies the fixes and the first suggestions of a rule. */
async function rewrite(text, preset, rule) {
  const [{ plugins, rules, settings }] = errorContract.configs[preset];
  if (!(rule in rules)) return text;
  const config = { plugins, settings, rules: { [rule]: rules[rule] } };
  const eslint = new ESLint({ cwd: samples, overrideConfigFile: true, overrideConfig: [config] });
  const [{ messages }] = await eslint.lintText(text, { filePath: "src/example.js" });
  const [edit] = messages.flatMap(({ fix, suggestions = [] }) => fix ?? suggestions[0]?.fix ?? []);
  return edit ? rewrite(applyEdit(text, edit), preset, rule) : text;
}

/** Copies an example into the cache, where the packages of the repository are found. */
function copyExample(example, name) {
  const folder = path.join(samples, name);
  fs.cpSync(path.join(site, "examples", example), folder, { recursive: true });
  return folder;
}

async function lint(cwd, file, preset) {
  const overrideConfig = [errorContract.configs[preset][0]];
  const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig });
  const [result] = await eslint.lintFiles(file);
  return result.messages;
}

/** Applies the first suggestion of one finding after the other. */
async function applySuggestions(folder, name, preset) {
  const file = path.join(folder, name);
  const [suggestion] = (await lint(folder, name, preset)).flatMap(({ suggestions = [] }) => suggestions.slice(0, 1));
  if (!suggestion) return;
  fs.writeFileSync(file, applyEdit(fs.readFileSync(file, "utf8"), suggestion.fix));
  await applySuggestions(folder, name, preset);
}

function applyEdit(code, { range: [start, end], text }) {
  return code.slice(0, start) + text + code.slice(end);
}

/** Calls the tool of the first example as a client does, over stdio. */
async function callTool(folder) {
  const client = new Client({ name: "client", version: "1.0.0" });
  const server = { command: process.execPath, args: [path.join(folder, "server.js")], stderr: "ignore" };
  await client.connect(new StdioClientTransport(server));
  try {
    return await client.callTool({ name: "read_note", arguments: { name: "tomorrow" } });
  } finally {
    await client.close();
  }
}

async function run(cwd, command, args) {
  const program = promisify(execFile)(process.execPath, [path.join(site, COMMANDS[command]), command, ...args], {
    cwd,
    // Git ignores the folder of the samples, which are projects of their own.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: samples },
  });
  // 1 says that something is wrong, which is what is shown.
  const { code, stdout, stderr } = await program.catch((error) => error);
  if (code > 1) throw new Error(stderr);
  return stdout;
}

function publish(folder, name) {
  fs.copyFileSync(path.join(folder, `${name}.html`), path.join(published, `${name}.html`));
  fs.copyFileSync(path.join(folder, `${name}.md`), path.join(samples, `${name}.md`));
}

function write(name, text) {
  fs.writeFileSync(path.join(samples, name), text);
}
