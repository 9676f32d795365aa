import { createRunner } from "error-contract/cli";
import plugin from "../index.js";

/** Runs the command that the arguments of the process name, and returns the exit code. */
export const runCommand = createRunner({
  name: "npx eslint-plugin-error-contract",
  version: plugin.meta.version,
  exits: "0 done; 1 something is left, or got worse; 2 wrong arguments, or a failure.",
  // In the order in which a team meets them.
  commands: {
    init: {
      summary: "set the linter up: write its configuration",
      load: async () => (await import("./init/init.js")).init,
    },
    report: {
      summary: "show where the server stands, as a page, as Markdown or as JSON",
      load: async () => (await import("./report/report.js")).report,
    },
    failures: {
      summary: "write what each tool can answer when it fails, for review",
      load: async () => (await import("./failures/failures.js")).failures,
    },
    changes: {
      summary: "say what a branch changes for clients, by committed files alone",
      load: async () => (await import("./changes/changes.js")).changes,
    },
    plan: {
      summary: "write a table of decisions, one for each kind of failure",
      load: async () => (await import("./plan/plan.js")).plan,
    },
    apply: {
      summary: "rewrite what the plan has decided",
      load: async () => (await import("./apply/apply.js")).apply,
    },
    explain: {
      summary: "print the page of a rule",
      load: async () => (await import("./explain/explain.js")).explain,
    },
  },
});
