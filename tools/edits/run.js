// Makes each edit that our rules offer in the code of checked-out servers, alone, then lints and compiles the result.
//
//   npm run edits -- FOLDER... [--preset recommended] [--repo owner/name] [--kind TEXT] [--examples N]
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { presets } from "../../rules/dist/configs.js";
import { lintServers } from "../corpus/lint-servers.js";
import { groupBy } from "../corpus/measures.js";

const USAGE = `npm run edits -- FOLDER...

  FOLDER...          where the servers are checked out, each as owner+name
  --preset NAME      ${Object.keys(presets).join(", ")}; recommended by default
  --repo owner/name  only this repository; may be given again
  --kind TEXT        only edits whose kind (rule/message edit) contains the text
  --examples N       prints N places of each problem; 3 by default

A problem is a finding that the edit has written, a finding that stays, an error of the compiler or of the parser.
What an edit reveals elsewhere is counted beside them. Modules other than the runtime are of any type. Exits with 1
where there is a problem.
`;

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    preset: { type: "string", default: "recommended" },
    repo: { type: "string", multiple: true },
    kind: { type: "string", default: "" },
    examples: { type: "string", default: "3" },
    help: { type: "boolean", default: false },
  },
});

const folders = positionals.map((folder) => path.resolve(folder));

async function run() {
  const servers = folders
    .flatMap((folder) => readdirSync(folder).map((name) => ({ name, folder: path.join(folder, name) })))
    .filter(({ name }) => name.includes("+"))
    .map(({ name, folder }) => ({ repo: name.replace("+", "/"), folder }))
    .filter(({ repo }) => args.repo?.includes(repo) ?? true);
  const { preset, kind } = args;
  const outputs = await lintServers("../edits/check-server.js", servers, { preset, kind });
  const outcomes = outputs.flatMap(({ server: { repo }, output }) =>
    output.outcomes.map((each) => ({ repo, ...each })),
  );
  const made = outputs.flatMap(({ output }) => Object.values(output.counts)).reduce((sum, each) => sum + each, 0);
  const kinds = new Set(outputs.flatMap(({ output }) => Object.keys(output.counts)));
  console.log(`# ${preset}: ${made} edits of ${kinds.size} kinds in ${outputs.length} servers\n`);
  for (const [group, all] of Object.entries(groupBy(outcomes, describe)).sort()) {
    console.log(`${String(all.length).padStart(4)} ${group}`);
    for (const { repo, file, line, text } of all.slice(0, Number(args.examples)))
      console.log(`       ${repo} ${file}:${line}: ${text}`);
  }
  if (outcomes.some(({ type }) => type !== "revealed")) process.exitCode = 1;
}

const describe = ({ type, kind, text }) => `${type} ${kind}${type === "finding" ? ` -> ${text.split(":")[0]}` : ""}`;

if (args.help || folders.length === 0) {
  console.log(USAGE);
  process.exitCode = args.help ? 0 : 2;
} else await run();
