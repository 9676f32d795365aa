// Writes what the real libraries threw to seen.tsv, which the site shows, and their names to docs/libraries.md.
import { writeFileSync } from "node:fs";
import path from "node:path";
import * as prettier from "prettier";

const file = path.join(import.meta.dirname, "../../docs/libraries.md");
const data = path.join(import.meta.dirname, "seen.tsv");

const titles = {
  cloud: "Cloud services",
  databases: "Databases",
  http: "HTTP clients",
  limits: "Limits, breakers and retries",
  mail: "Mail, files and sockets",
  mcp: "MCP clients in a tool",
  models: "Model providers",
  prisma: "Prisma",
  programs: "Programs and Node itself",
  rpc: "gRPC and Connect",
  services: "APIs with a client of their own",
  tokens: "Tokens",
  validators: "Validators",
};

const intro = `# What real libraries throw

A tool that throws an error of a library gets the code that the error means. The libraries below were run, each at the
version beside its name. [What each threw](../tools/libraries/seen.tsv), and the code that it got under \`standard\`, is
a table of one row for each failure.

The runtime knows errors by rows (\`src/libraries\`), never by a class, so minified and duplicated copies are known
alike. A row says how an error looks, what its code or name means, and where a status, a wait and the original error
stand. The rows of a project come first:

\`\`\`js
import { wrapServer } from "error-contract/standard";

wrapServer(server, {
  libraries: [
    {
      library: "shop client 3.1",
      source: "https://shop.example/errors",
      // An error of the client has these members.
      members: { shopCode: "string", retryIn: "any" },
      // The code stands here, and these codes mean that.
      at: "shopCode",
      means: { not_found: "no_item no_order", conflict: "sold_out", rate_limited: "slow_*" },
      otherwise: "upstream_failed",
      wait: "retryIn",
      unit: "ms",
    },
  ],
});
\`\`\`

\`LibraryRow\` of \`error-contract/libraries\` is the type of a row, and \`libraryRows\` has those that are built in.
\`fromUnknown(error, { libraries })\` takes rows too. The linter reads the same table: behind a guard such as
\`error.code === "P2025"\`, \`no-raw-error\` suggests the code that the runtime would have given.

How a code is found:

- **The nearest error that says something decides.** What only says that something failed ("fetch failed", a connection
  error, a status that a library invents where no answer came) gives way to the original, in \`cause\`, \`parent\`,
  \`original\`, \`detail\`, \`lastError\`, \`error\` and the like. The log has all of them.
- **Calls that were repeated** have the code on which their errors agree.
- **A wait** is in seconds, whatever its carrier: \`Retry-After\`, \`retry-after-ms\`, a limit's reset, \`RetryInfo\`, a
  member. Where an answer states one, the code is \`RATE_LIMITED\` or \`UNAVAILABLE\`; no other code has a wait.
- **A wait that the library drops is lost.** The errors of \`ollama\` and \`@huggingface/inference\`, and those of both
  MCP clients where a server refuses the connection with 429, have no header of the answer, so \`Retry-After\` is
  told nowhere. \`@google/genai\` has the body alone: its \`RetryInfo\` counts, and a header that says something else
  does not.
- **A text that is no JSON** is \`UPSTREAM_FAILED\` where a reader of bodies has read it, and \`INTERNAL\` where the
  tool's own code has called \`JSON.parse\`.
- **What a validator refuses** is the caller's fault where it is the call's own input, or a part of it: then the
  envelope names the \`fields\`. Of other data it is \`INTERNAL\`.
- **A peer's code is not the tool's own**: where a client or another MCP server answers -32601 or -32602, the call is
  \`UPSTREAM_FAILED\`.
- **The signal of the call decides** where it is aborted, whatever was thrown.
`;

const [begin, end] = ["begin", "end"].map((which) => `<!-- ${which} auto-generated libraries list -->`);

const HEAD = ["group", "library", "failure", "thrown", "code", "wait in seconds"];

export async function writePage(results) {
  const rows = Object.entries(titles).flatMap(([group, title]) =>
    results
      .filter((result) => result.group === group)
      .map(({ library, version, failure, thrown, code, wait = "" }) => {
        const name = version === undefined ? library : library.replace(/^[^:]+/u, (own) => `${own} ${version}`);
        return [title, name, failure, thrown, code, wait];
      }),
  );
  const lines = [HEAD, ...rows].map((row) => row.map((cell) => String(cell).replaceAll(/\s+/g, " ")).join("\t"));
  writeFileSync(data, `${lines.join("\n")}\n`);
  const config = await prettier.resolveConfig(file);
  writeFileSync(file, await prettier.format(`${intro}\n${listLibraries(rows)}`, { ...config, filepath: file }));
}

/** A line for each group, with its libraries. */
export function listLibraries(rows) {
  const groups = Object.values(titles).map((title) => {
    const names = rows.filter(([group]) => group === title).map(([, library]) => library.replace(/: .*/, ""));
    return `- **${title}:** ${[...new Set(names)].join(", ")}.`;
  });
  return `${begin}\n\n${groups.join("\n")}\n\n${end}\n`;
}
