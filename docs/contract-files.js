// Writes docs/contracts/*.md and src/schemas/*.json from the tables of the contracts, and from what a client reads of
// the examples; `--check` only says whether a file is out of date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { conditions, getEnvelopeSchema, getHttpStatus } from "error-contract";
import { builtInContracts, getRecovery } from "error-contract/detect";
import { standard } from "error-contract/standard";
import * as prettier from "prettier";

const cell = (value) => String(value).replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");
const code = (value) => (String(value).includes("`") ? `\`\` ${value} \`\`` : `\`${value}\``);
const wire = (name, { value }) => (value === undefined ? code(name) : `${code(value)} ${code(name)}`);

/** What a client reads when the tool of an example fails. */
async function readFailure(name) {
  const { fail } = await import(`./examples/under-each/${name}.js`);
  const { wrapServer } = await import(`error-contract/${name}`);
  const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
  server.registerTool("read_note", {}, fail);
  const client = new Client({ name: "client", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const { content } = await client.callTool({ name: "read_note" });
  await client.close();
  const fixTime = (key, value) => (key === "timestamp" ? "2026-01-19T15:32:10.123Z" : value);
  return JSON.stringify(JSON.parse(content[0].text, fixTime), null, 2);
}

function detailRow([name, { details = {} }]) {
  const texts = Object.entries(details).map(([detail, { optional, type, enum: values, description = "" }]) => {
    const kind = values ? values.map(code).join(", ") : [type ?? "any"].flat().join(" or ");
    return `${optional ? code(detail) : `**${code(detail)}**`}${kind === "string" ? "" : ` (${kind})`}: ${description}`;
  });
  return texts.length === 0 ? [] : [[code(name), texts.join("<br>")]];
}

const DELIVERIES = {
  throw: "throws an error whose message is the envelope as JSON",
  return: "returns the envelope, and as a tool of an MCP server a result whose text is the envelope",
  "return-json": "returns the envelope as JSON text, and as a tool of an MCP server a result with that text",
  protocol: "throws a JSON-RPC error, and as a tool of an MCP server returns a result whose text is the envelope",
};

const MESSAGES = {
  free: "A message may be any text.",
  literal: "Messages are literals, the same in every run.",
  template: "Messages follow the template of their code.",
};

/** Every contract but the neutral one has a preset of its own name. */
const describePreset = (contract) => (contract === standard ? "The preset `recommended` follows this contract. " : "");

/** The words that the sections of all codes begin with: they stand in the head of the column, or in place of it. */
function readSource({ codes }) {
  const [first, ...others] = Object.values(codes).map(({ section }) => section.split(" "));
  const end = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  return { isWhole: end === -1, source: (end === -1 ? first : first.slice(0, end)).join(" ") };
}

/** Where codes are defined. The project's own contract follows no specification, and says what others refer to. */
function describeSource(contract) {
  if (contract === standard) return "";
  const { isWhole, source } = readSource(contract);
  const sections = isWhole
    ? `The codes are those of [${source}](../specification.md).`
    : '"Defined in" names the section of [the specification](../specification.md).';
  return `${sections} What the table does not say of a code, [its condition](standard.md#codes) does.`;
}

function describeMessages({ message, codes }) {
  const isDefault = Object.values(codes).some((entry) => entry.message !== undefined);
  return MESSAGES[message] + (isDefault ? " A failure without one has the canonical message of its code." : "");
}

function describeRegistry({ registry, codePattern, categories = {} }) {
  if (registry === "closed")
    return "A project cannot add codes: an extension is another contract, with another name, version and id.";
  const names = Object.keys(categories).map(code).join(", ");
  const grouped = names && ` A code begins with its category, or names it in its entry: ${names}.`;
  return `A project may add codes${codePattern ? ` whose names match \`${codePattern}\`` : ""}.${grouped}`;
}

/** The codes of errors for which nobody has chosen one. */
function describeFallbacks({ fallback: { construct, unknown }, codes, vocabulary }) {
  const wired = (name) => wire(name, codes[name]);
  const foreign = `A thrown value that leads to no code gets ${wired(unknown)}`;
  if (construct === unknown) return `${foreign}.`;
  return `${foreign}; an error that your own code creates with \`new ${vocabulary.errorClass}(...)\` and without a code
gets ${wired(construct)}.`;
}

/** The placeholders of messages that show a detail of another name. */
function describePlaceholders({ codes }) {
  const shown = Object.values(codes).flatMap(({ message = "", placeholders = {} }) =>
    Object.entries(placeholders).filter(([name]) => message.includes(`{${name}}`)),
  );
  const texts = [...new Map(shown)].map(([name, detail]) => `${code(`{${name}}`)} shows ${code(detail)}`);
  return texts.length === 0 ? "" : `Placeholders are details of the code, and ${texts.join(", ")}.\n\n`;
}

function contextRow([name, { meaning, default: fallback }], { envelopes: { failure } }) {
  const values = failure.properties?.[name]?.enum?.filter((value) => value !== null);
  return [
    code(name),
    values ? `${meaning}: ${values.map(code).join(" or ")}` : meaning,
    code(JSON.stringify(fallback)),
  ];
}

function section(title, text, head, rows) {
  return rows.length === 0 ? "" : `## ${title}\n\n${text}${table(head, rows)}\n`;
}

function describeWarnings({ codes }) {
  const hasWarnings = Object.values(codes).some(({ kind }) => kind === "warning");
  return hasWarnings ? "A warning stands among the `warnings` of a success and is never the error of a failure." : "";
}

async function contractPage(contract) {
  const entries = Object.entries(contract.codes);
  const { vocabulary } = contract;
  const factories = vocabulary.factories.filter(({ purpose }) => purpose !== "construct").map(({ name }) => code(name));
  return `# ${contract.name}

<!-- Generated from src/contracts/${contract.name}/contract.ts by \`npm run docs\`. -->

\`${vocabulary.module}\` has the class \`${vocabulary.errorClass}\`, the codes \`${vocabulary.codes}\`, the factories
${factories.join(", ")}, and the boundaries \`wrapServer\` and \`${vocabulary.boundary}\`.
${describePreset(contract)}A handler in \`${vocabulary.boundary}\` ${DELIVERIES[contract.delivery]}.
${describeMessages(contract)} ${describeRegistry(contract)}

## A failure

A tool throws this:

\`\`\`js
${readFileSync(new URL(`examples/under-each/${contract.name}.js`, import.meta.url), "utf8").trimEnd()}
\`\`\`

Its client then reads:

\`\`\`json
${await readFailure(contract.name)}
\`\`\`

## Codes

${describeFallbacks(contract)} ${describeSource(contract)} ${describeWarnings(contract)}

${codesTable(contract)}

${describePlaceholders(contract)}${section(
    "Details",
    "Required details are bold, and strings where no type stands behind them.\n\n",
    ["Code", "Details"],
    entries.flatMap(detailRow),
  )}
## Envelope

Version ${contract.version}; the JSON Schema is \`error-contract/schemas/${contract.name}.json\`, with the id
\`${contract.schemaId}\`.

${optionalTable(contract)}
${contextTable(contract)}`;
}

/** The codes, without columns that would be empty. What a code has from its condition stands with the conditions. */
function codesTable(contract) {
  const { source } = readSource(contract);
  const rows = Object.entries(contract.codes).map(([name, entry]) => {
    const { section, kind, meaning, message, http, value = name } = entry;
    const { condition, retryable, recovery } = getRecovery(contract, value);
    const ofAnswer = (fact) => (kind === "warning" ? "-" : fact);
    return {
      Code: wire(name, entry) + (kind === "warning" ? " (warning)" : ""),
      Meaning: meaning,
      [`Defined in ${source}`.trim()]: section.slice(source.length).trim(),
      Condition: condition,
      HTTP: ofAnswer(http?.join(", ") ?? getHttpStatus(contract, value)),
      "JSON-RPC": contract === standard ? conditions[condition].mcp : "",
      Retry: ofAnswer(retryable ? "yes" : "no"),
      "What to do": contract === standard ? recovery : (entry.recovery ?? ""),
      "Canonical message": message === undefined ? "" : code(message),
    };
  });
  const head = Object.keys(rows[0]).filter((title) => rows.some((row) => row[title] !== ""));
  return table(
    head,
    rows.map((row) => head.map((title) => row[title])),
  );
}

/** The fields that an envelope may do without. */
function optionalTable({ envelopes }) {
  const rows = listOptional(envelopes.failure).map(([path, { type, anyOf, description = "" }]) => {
    const types = [type ?? anyOf?.map((each) => each.type) ?? "any"].flat().join(" or ");
    return [code(path), types, description];
  });
  return section("Optional fields", "", ["Field", "Type", "Meaning"], rows);
}

const listOptional = ({ properties = {}, required = [] }, prefix = "") =>
  Object.entries(properties).flatMap(([name, member]) => {
    if (member.properties) return listOptional(member, `${prefix}${name}.`);
    return required.includes(name) ? [] : [[`${prefix}${name}`, member]];
  });

/** The fields that the boundary fills where a failure leaves them open. */
function contextTable(contract) {
  const rows = Object.entries(contract.context).map((field) => contextRow(field, contract));
  if (rows.length === 0) return "";
  return `Where a failure leaves these fields open, the boundary fills them from the call or the session:

${table(["Field", "Meaning", "Without a value"], rows)}
`;
}

/** The files of a contract: its page, and the JSON Schema of each of its envelopes. */
async function filesOf(contract) {
  const schemas = Object.keys(contract.envelopes).map((which) => ({
    path: `src/schemas/${which === "failure" ? contract.name : `${contract.name}-${which}`}.json`,
    text: JSON.stringify(getEnvelopeSchema(contract, which), null, 2),
  }));
  return [{ path: `docs/contracts/${contract.name}.md`, text: await contractPage(contract) }, ...schemas];
}

const files = (await Promise.all(builtInContracts.map(filesOf))).flat();
for (const { path, text } of files) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const formatted = await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file });
  if (!process.argv.includes("--check")) writeFileSync(file, formatted);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== formatted) {
    console.error(`${path} is out of date: npm run docs`);
    process.exitCode = 1;
  }
}
