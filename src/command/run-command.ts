import { readFileSync } from "node:fs";
import { createRunner } from "../cli/command.js";

const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");

export const runCommand = createRunner({
  name: "npx error-contract",
  version: (JSON.parse(manifest) as { readonly version: string }).version,
  exits: "0 no problem; 1 problems; 2 wrong arguments, or a failure; 130 interrupted.",
  commands: {
    new: {
      summary: "write an MCP server whose failures follow the contract, with all that checks them",
      load: async () => (await import("./new.js")).create,
    },
    verify: {
      summary: "check whether an audit log was changed",
      load: async () => (await import("./verify.js")).verify,
    },
    prove: {
      summary: "show what clients of a server receive when something fails",
      load: async () => (await import("./prove.js")).prove,
    },
  },
});
