// Writes docs/libraries.md from what the real libraries threw.
import { writeFileSync } from "node:fs";
import path from "node:path";
import * as prettier from "prettier";

const file = path.join(import.meta.dirname, "../../docs/libraries.md");

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

A tool that throws an error of a library gets the code that the error means. This page shows it for real libraries, each
at the version that stands beside its name, under \`standard\`; other contracts have their code for the same condition.
\`npm run libraries -- --write\` makes the page: it runs the packages against servers of the same machine.

The knowledge is a table of rows (\`src/libraries\`). A row says how an error looks (members and their types), what its
code or name means, and where a status, a wait and the original error stand. No row asks for a class, so minified and
duplicated copies are known alike. What the rows of a project say comes first:

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

const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ").replaceAll("<", "\\<");

export async function writePage(results) {
  const sections = Object.entries(titles).map(([group, title]) => {
    const rows = results
      .filter((result) => result.group === group)
      .map(({ library, version, failure, thrown, code, wait }) => {
        const name = version === undefined ? library : library.replace(/^[^:]+/u, (own) => `${own} ${version}`);
        const shown = thrown.replaceAll("|", "\\|");
        const seconds = wait === undefined ? "" : `${wait} s`;
        return `| ${cell(name)} | ${cell(failure)} | \`${shown}\` | \`${code}\` | ${seconds} |`;
      });
    const head = "| Library | Failure | Thrown | Code | Wait |\n| --- | --- | --- | --- | --- |";
    return `\n## ${title}\n\n${head}\n${rows.join("\n")}\n`;
  });
  const config = await prettier.resolveConfig(file);
  writeFileSync(
    file,
    await prettier.format(`${intro}\n${begin}\n${sections.join("")}\n${end}\n`, { ...config, filepath: file }),
  );
}
