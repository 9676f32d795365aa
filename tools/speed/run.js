// Measures speed as ratios, and writes the tables of docs/speed.md: `npm run speed`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import * as prettier from "prettier";
import { growCalls, growCauses, growFiles, growTools } from "./growth.js";
import { checkOutServers, compareCommands, compareSets, compareTypes, firstLint } from "./lint.js";

const PAGE = path.join(import.meta.dirname, "../../docs/speed.md");

/** How each table of the page is measured, by its name there. Some lint servers that are checked out. */
const TABLES = {
  rules: ({ servers, rounds }) => compareSets(servers(), rounds),
  first: ({ servers, rounds }) => firstLint(servers(), rounds),
  types: ({ rounds }) => compareTypes(rounds),
  commands: ({ servers, rounds, temporary }) => compareCommands(servers(), rounds, temporary),
  files: () => growFiles(),
  causes: ({ rounds }) => growCauses(rounds),
  tools: ({ rounds }) => growTools(rounds),
  calls: ({ rounds }) => growCalls(rounds),
};

const USAGE = `npm run speed -- [--only TABLE] [--rounds N] [--from COPIES]

  --only TABLE   one of ${Object.keys(TABLES).join(", ")}; may be given again
  --rounds N     medians of so many rounds (default: 5)
  --from COPIES  a folder with the servers of tools/speed/servers.json as owner+name/repo (a git directory) or
                 owner+name (a clone); without it, they are cloned from GitHub
`;

const { values: args } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: Object.keys(TABLES) },
    rounds: { type: "string", default: "5" },
    from: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (args.help) console.log(USAGE);
else await measure();

async function measure() {
  const temporary = mkdtempSync(path.join(tmpdir(), "error-contract-speed-"));
  const rounds = Number(args.rounds);
  let checkedOut;
  const servers = () => (checkedOut ??= checkOutServers(args.from, temporary));
  try {
    for (const name of args.only) {
      const rows = await TABLES[name]({ servers, rounds, temporary });
      console.log(`${name}\n${rows.map((row) => `  ${row.join(" | ")}`).join("\n")}`);
      await writeTable(name, rows, name === "files" ? 1 : rounds);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function writeTable(name, [head, ...rows], rounds) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const lines = [head, head.map((_, index) => (index === 0 ? "---" : "---:")), ...rows].map(line);
  const day = new Date().toISOString().slice(0, 10);
  const host = `Node.js ${process.versions.node} on ${cpus().length} cores`;
  const made = `Measured on ${day}, with ${host}, ${rounds === 1 ? "once" : `medians of ${rounds}`}.`;
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const page = readFileSync(PAGE, "utf8");
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${PAGE}: expected ${begin} and ${end}`);
  const text = [before, begin, `\n\n${lines.join("\n")}\n\n${made}\n\n`, end, after].join("");
  writeFileSync(PAGE, await prettier.format(text, { ...(await prettier.resolveConfig(PAGE)), filepath: PAGE }));
}
