// Writes docs/contracts/*.md from the tables of the contracts; `--check` only says whether a page is out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { conditions, errorClass, httpStatus } from "error-contract";
import { builtInContracts, recoveryFor } from "error-contract/detect";
import * as prettier from "prettier";

const cell = (value) => String(value).replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");
const code = (value) => (String(value).includes("`") ? `\`\` ${value} \`\`` : `\`${value}\``);
const wire = (name, { value }) => (value === undefined ? code(name) : `${code(value)} ${code(name)}`);
const lastPart = (path) => path.slice(path.lastIndexOf(".") + 1);

/** A failure of the first code that needs no details, as the contract's own class makes it. */
function example(contract) {
  const [name, entry] = Object.entries(contract.codes).find(([, { kind, details = {} }]) => {
    return kind !== "warning" && Object.values(details).every(({ optional }) => optional);
  });
  const error = errorClass(contract, { now: () => Date.UTC(2026, 0, 19, 15, 32, 10, 123) }).fromUnknown(undefined, {
    [lastPart(contract.fields.code)]: entry.value ?? name,
    [lastPart(contract.fields.message)]: entry.meaning,
  });
  return JSON.stringify(error.toEnvelope(), null, 2);
}

function detailRows([name, { details = {} }]) {
  return Object.entries(details).map(([detail, { optional, type, enum: values, description = "" }]) => [
    code(name),
    code(detail),
    values ? values.map(code).join(", ") : [type ?? "any"].flat().join(" or "),
    optional ? "" : "yes",
    description,
  ]);
}

function section(title, head, rows) {
  return rows.length === 0 ? "" : `## ${title}\n\n${table(head, rows)}\n`;
}

export function contractPage(contract) {
  const entries = Object.entries(contract.codes);
  const { vocabulary, registry, codePattern } = contract;
  return `# ${contract.name}

<!-- Generated from src/contracts/${contract.name}/contract.ts by \`npm run docs\`. -->

Version ${contract.version}, schema \`${contract.schemaId}\`. Import from \`${vocabulary.module}\`: the class
\`${vocabulary.errorClass}\`, the codes \`${vocabulary.codes}\`, ${vocabulary.factories.flatMap(({ name, purpose }) => (purpose === "construct" ? [] : code(name))).join(", ")}, and
\`${vocabulary.boundary}\`. Failures are delivered as \`${contract.delivery}\`; messages are ${contract.message}. The registry is
${registry}${registry === "open" && codePattern ? `; codes of a project match \`${codePattern}\`` : ""}.

## Codes

${table(
  ["Code", "Meaning", "Defined in", "Condition", "HTTP", "JSON-RPC", "Retry", "What to do"],
  entries.map(([name, entry]) => {
    const { condition, retryable, recovery } = recoveryFor(contract, entry.value ?? name);
    return [
      wire(name, entry) + (entry.kind === "warning" ? " (warning)" : ""),
      entry.meaning,
      entry.section,
      condition,
      entry.http?.join(", ") ?? httpStatus(contract, entry.value ?? name),
      entry.value ?? conditions[condition].jsonRpc,
      retryable ? "yes" : "no",
      recovery,
    ];
  }),
)}

${section(
  "Messages",
  ["Code", "Canonical message"],
  entries.flatMap(([name, { message }]) => (message === undefined ? [] : [[code(name), code(message)]])),
)}
${section("Details", ["Code", "Detail", "Type", "Required", "Meaning"], entries.flatMap(detailRows))}
## Envelope

\`error-contract/schemas/${contract.name}.json\` is its JSON Schema.

\`\`\`json
${example(contract)}
\`\`\`
`;
}

const fileOf = ({ name }) => new URL(`contracts/${name}.md`, import.meta.url);

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const contract of builtInContracts) {
    const file = fileOf(contract);
    const options = { ...(await prettier.resolveConfig(file)), parser: "markdown" };
    const page = await prettier.format(contractPage(contract), options);
    if (!process.argv.includes("--check")) writeFileSync(file, page);
    else if (readFileSync(file, "utf8") !== page) {
      console.error(`docs/contracts/${contract.name}.md is out of date: npm run docs`);
      process.exitCode = 1;
    }
  }
}
