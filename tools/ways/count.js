// Counts the files whose functions run on the ways through the product: from code to a finding or its fix, and from a
// failing handler to the envelope that a client reads. A reader who follows one of them opens about as many files.
//
//   npm run ways [-- --list]
import { Session } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Linter } from "eslint";
import { detectError } from "../../src/dist/detect/index.js";
import { wrapHandler } from "../../src/dist/contracts/kaiza/index.js";
import plugin from "../../rules/dist/index.js";

const { values: args } = parseArgs({ options: { list: { type: "boolean", default: false } } });
const root = path.join(import.meta.dirname, "../..");

const RAW_THROW = `export function read(path) {
  throw new Error("FILE_NOT_FOUND: " + path);
}
`;

const DROPPED_FAILURE = `export function read(path) {
  try {
    return open(path);
  } catch (error) {
    console.error(error);
    return [];
  }
}
`;

const RETURNED_FAILURE = `export function read(path) {
  if (!exists(path)) return { ok: false, error: "It is not there" };
  return { ok: true };
}
`;

const WAYS = [
  {
    name: "a raw throw to its finding",
    folder: "rules/dist",
    run: () => findOne("no-raw-error", RAW_THROW),
  },
  {
    name: "a dropped failure to its finding",
    folder: "rules/dist",
    run: () => findOne("no-swallowed-error", DROPPED_FAILURE),
  },
  {
    name: "a returned failure to its finding",
    folder: "rules/dist",
    run: () => findOne("no-error-result", RETURNED_FAILURE),
  },
  {
    name: "a raw throw to its fix",
    folder: "rules/dist",
    run: fixRawThrow,
  },
  {
    name: "a failing handler to its result",
    folder: "src/dist",
    run: callFailingHandler,
  },
  {
    name: "a result to the failure that the client sees",
    folder: "src/dist",
    prepare: callFailingHandler,
    run: readFailure,
  },
];

/** The configuration of a rule alone. */
function configOf(rule) {
  const [{ settings, plugins }] = plugin.configs.kaiza;
  return { plugins, settings, rules: { [`error-contract/${rule}`]: "error" } };
}

function findOne(rule, code) {
  const messages = new Linter().verify(code, [configOf(rule)], { filename: "read.js" });
  if (messages.length !== 1) throw new Error(`expected one finding of ${rule}: ${JSON.stringify(messages)}`);
}

function fixRawThrow() {
  const config = configOf("no-raw-error");
  const { output } = new Linter().verifyAndFix(RAW_THROW, [config], { filename: "read.js" });
  if (!output.includes("SystemError.")) throw new Error(`not fixed:\n${output}`);
}

async function callFailingHandler() {
  const handler = wrapHandler(
    () => {
      throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    },
    { tool_name: "read" },
  );
  try {
    await handler({});
  } catch (delivered) {
    // As an MCP server answers what a handler throws.
    return { isError: true, content: [{ type: "text", text: delivered.message }] };
  }
  throw new Error("the handler did not fail");
}

function readFailure(result) {
  if (detectError(result)?.contract !== "kaiza") throw new Error("no failure was read");
}

/** Runs a way once and returns the files of a folder of which a function ran. */
async function listFiles({ folder, prepare, run }) {
  const prepared = await prepare?.();
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await run(prepared);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const under = path.join(root, folder) + path.sep;
  return result
    .filter(({ url }) => url.startsWith("file:") && fileURLToPath(url).startsWith(under))
    .map(({ url, functions }) => ({
      file: path.relative(under, fileURLToPath(url)),
      functions: functions.filter(({ functionName, ranges: [{ count }] }) => functionName !== "" && count > 0).length,
    }))
    .filter(({ functions }) => functions > 0)
    .sort((one, other) => (one.file < other.file ? -1 : 1));
}

for (const way of WAYS) {
  const files = await listFiles(way);
  const functions = files.reduce((sum, each) => sum + each.functions, 0);
  console.log(`${way.name}: ${files.length} files, ${functions} functions`);
  if (args.list) for (const each of files) console.log(`  ${each.file} ${each.functions}`);
}
