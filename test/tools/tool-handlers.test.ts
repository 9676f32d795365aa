import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import { createLintContext } from "../../rules/dist/contract/lint-context.js";
import { type ToolHandler, findEnclosingToolHandler, isOnlyHandler } from "../../rules/dist/tools/tool-handlers.js";

interface Options {
  readonly filename?: string;
  readonly boundaries?: readonly unknown[];
}

/**
 * How the function around `HERE` is a tool's handler: `registered`, `wrapped`, `only wrapped`, `named`, or not at all.
 */
function handlersIn(code: string, { filename = "server.js", boundaries = [] }: Options = {}): readonly string[] {
  const found: string[] = [];
  const rule = {
    create: (context: TSESLint.RuleContext<string, []>) => ({
      "Identifier[name='HERE']"(node: TSESTree.Identifier) {
        const lint = createLintContext(context);
        const handler = findEnclosingToolHandler(node, lint);
        const only = handler && isOnlyHandler(handler.node, lint) ? "only " : "";
        found.push(...(handler?.handlers ?? []).map((each) => only + described(each)));
      },
    }),
  };
  const messages = new Linter().verify(
    code,
    [
      {
        files: ["**/*.js"],
        plugins: { test: { rules: { handlers: rule as never } } },
        settings: { errorContract: { ...kaizaSettings, boundaries } },
        rules: { "test/handlers": "error" },
      },
    ],
    { filename },
  );
  expect(messages).toEqual([]);
  return found;
}

function described({ tool, registration, boundary }: ToolHandler): string {
  const how = [boundary ? "wrapped" : "", registration ? "registered" : ""].filter(Boolean).join(", ");
  return `${how === "" ? "named" : how}: ${tool ?? "?"}`;
}

const boundary = `import { wrapHandler } from "error-contract/kaiza";\n`;

type Cases = readonly (readonly [name: string, code: string, expected: string, options?: Options])[];

const named = (cases: Cases) =>
  cases.map(([name, code, expected, options = {}]) => ({ name, code, expected, options }));

const handlers: Cases = [
  ["registerTool", `server.registerTool("a", {}, async () => HERE);`, "only registered: a"],
  ["a name that is not static", `server.registerTool(tool.name, {}, () => HERE);`, "only registered: ?"],
  ["tool with a description and a schema", `server.tool("a", "does", { x }, async () => HERE);`, "only registered: a"],
  ["addTool with an object", `server.addTool({ name: "a", execute: async () => HERE });`, "only registered: a"],
  ["the low-level server", `server.setRequestHandler(CallToolRequestSchema, async () => HERE);`, "only registered: ?"],
  [
    "the schema behind an alias",
    outdent`
      import { CallToolRequestSchema as S } from "@modelcontextprotocol/sdk/types.js";
      s.setRequestHandler(S, () => HERE);
    `,
    "only registered: ?",
  ],
  [
    "a function by name",
    outdent`
      s.registerTool("a", {}, f);
      async function f() { HERE; }
    `,
    "only registered: a",
  ],
  ["a method", `class S { f() { HERE; } start() { s.registerTool("a", {}, this.f.bind(this)); } }`, "registered: a"],
  ["a callback within a handler", `s.registerTool("a", {}, () => xs.map(() => HERE));`, "only registered: a"],
  ["the boundary", `${boundary}export const f = wrapHandler(() => HERE, "a");`, "only wrapped: a"],
  [
    "the boundary in a registration",
    `${boundary}s.registerTool("b", {}, wrapHandler(() => HERE, "a"));`,
    "only wrapped, registered: a",
  ],
  [
    "a project's own boundary",
    outdent`
      import { wrapHandler } from "./core/wrap.js";
      wrapHandler(() => HERE, "a");
    `,
    "only wrapped: a",
  ],
  [
    "a boundary of the file",
    outdent`
      function wrapHandler(h, tool) { return h; }
      wrapHandler(() => HERE, "a");
    `,
    "only wrapped: a",
  ],
  [
    "a function that passes on to the boundary",
    outdent`
      import { wrapHandler } from "error-contract/kaiza";
      const wrap = (h, t) => wrapHandler(h, { tool_name: t, audit });
      wrap(() => HERE, "a");
    `,
    "only wrapped: a",
  ],
  [
    "the boundary from the root of the package",
    outdent`
      import { wrapHandler as w } from "error-contract";
      w(() => HERE, { contract, tool_name: "a" });
    `,
    "only wrapped: a",
  ],
  [
    "a setting that names a function",
    outdent`
      import { guard } from "./guard.js";
      guard("a", () => HERE);
    `,
    "only wrapped: a",
    { boundaries: [{ from: "file", name: "guard" }] },
  ],
  [
    "a setting that names a method",
    `this.shell.guard(() => HERE);`,
    "only wrapped: ?",
    { boundaries: ["shell.guard"] },
  ],
  [
    "a wrapped function that something else calls",
    outdent`
      import { wrapHandler } from "error-contract/kaiza";
      wrapHandler(f, "a");
      f();
      function f() { HERE; }
    `,
    "wrapped: a",
  ],
  [
    "an exported function that is wrapped",
    outdent`
      import { wrapHandler } from "error-contract/kaiza";
      wrapHandler(f, "a");
      export function f() { HERE; }
    `,
    "wrapped: a",
  ],
  ["a wrapped method", `${boundary}class S { f() { HERE; } go() { wrapHandler(this.f, "a"); } }`, "wrapped: a"],
  [
    "names of function and file",
    `export async function readFileHandler() { HERE; }`,
    "named: read_file",
    { filename: "tools/read_file.js" },
  ],
];

const others: Cases = [
  ["a function that nobody registers", `function f() { HERE; }`, ""],
  ["a schema's own function", `s.tool("a", z.object({}).refine(() => HERE), handler);`, ""],
  ["a method of another library", `chain.tool(() => HERE);`, ""],
  ["another request", `server.setRequestHandler(ListToolsRequestSchema, () => HERE);`, ""],
  [
    "the boundary's own session function",
    outdent`
      import { wrapHandler } from "error-contract/kaiza";
      const session = () => HERE;
      wrapHandler(f, { session });
      function f() {}
    `,
    "",
  ],
  [
    "a namesake of the boundary",
    outdent`
      import { wrapHandler } from "other";
      wrapHandler(() => HERE, "a");
    `,
    "",
  ],
  ["a method that ends like a setting", `shell.guard(() => HERE);`, "", { boundaries: ["guard"] }],
  [
    "a function that is named otherwise than its file",
    `export function listHandler() { HERE; }`,
    "",
    { filename: "tools/read_file.js" },
  ],
];

describe("tool handlers", () => {
  it.each(named(handlers))("$name", ({ code, expected, options }) => {
    expect(handlersIn(code, options)).toEqual([expected]);
  });

  it("a function that is registered twice", () => {
    const code = outdent`
      import { wrapHandler } from "error-contract/kaiza";
      s.registerTool("a", {}, f);
      s.registerTool("b", {}, wrapHandler(f));
      function f() { HERE; }
    `;
    expect(new Set(handlersIn(code))).toEqual(new Set(["only registered: a", "only wrapped, registered: b"]));
  });
});

describe("no tool handler", () => {
  it.each(named(others))("$name", ({ code, options }) => {
    expect(handlersIn(code, options)).toEqual([]);
  });
});
