import fs from "node:fs";
import path from "node:path";
import { Linter } from "eslint";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import plugin from "../../rules/dist/index.js";
import type { PresetName } from "../../rules/dist/plugin-types.js";
import { type Files, projectWith } from "../kit/project.js";

const TOOL = `export const register = (server) => server.registerTool("x", {}, async () => run());`;

function linting(code: string, files: Files, preset: PresetName) {
  const folder = projectWith({ "package.json": "{}", "src/x.js": code, ...files });
  const [base] = plugin.configs[preset];
  const rules = { "error-contract/require-boundary": "error" };
  const config = { ...base, files: ["**/*.js"], rules } as Linter.Config;
  return { linter: new Linter({ cwd: folder }), config, options: { filename: path.join(folder, "src/x.js") } };
}

/** Whether the handlers of `src/x.js` are wrapped by a fix (`true`) or offered to be (`false`). */
function isFixed(code: string, files: Files, preset: PresetName = "kaiza"): boolean {
  const { linter, config, options } = linting(code, files, preset);
  const [message] = linter.verify(code, config, options);
  expect([message?.fix, ...(message?.suggestions ?? [])].filter(Boolean)).toHaveLength(1);
  return message?.fix !== undefined;
}

describe("a handler is wrapped by `--fix`", () => {
  it.each<[name: string, files: Files]>([
    ["in a project without tests", {}],
    [
      "where a test that imports it looks at successes",
      {
        "test/x.test.js": `import { register } from "../src/x.js";
        expect(await call(register)).toEqual({ content: [] });`,
      },
    ],
    [
      "where a test that looks at failures imports something else",
      { "test/y.test.js": `import { y } from "../src/y.js"; expect(y).toThrow();`, "src/y.js": "" },
    ],
    ["where something else imports it", { "src/index.js": `import { register } from "./x.js";` }],
  ])("%s", (_name, files) => {
    expect(isFixed(TOOL, files)).toBe(true);
  });

  it("every handler, with one import", () => {
    const code = outdent`
      server.setRequestHandler("tools/call", async (request) => run(request));
      server.registerTool("y", {}, async () => run());
    `;
    const { linter, config, options } = linting(code, {}, "kaiza");
    expect(linter.verifyAndFix(code, config, options).output).toBe(outdent`
      import { wrapHandler } from "error-contract/kaiza";

      server.setRequestHandler("tools/call", wrapHandler(async (request) => run(request), "tools/call"));
      server.registerTool("y", {}, wrapHandler(async () => run(), "y"));
    `);
  });
});

const THROWS = `expect(await failing).toThrow();`;

describe("a handler is only offered to be wrapped", () => {
  it.each<[name: string, files: Files]>([
    ["where a test imports it", { "test/x.test.js": `import { register } from "../src/x.js"; ${THROWS}` }],
    [
      "where a test looks at the function that is registered",
      { "test/x.test.js": `import "../src/x.js"; expect(registerTool).toHaveBeenCalledWith("x", {}, handler);` },
    ],
    ["where a test beside it imports it", { "src/x.spec.js": `const { register } = require("./x"); ${THROWS}` }],
    [
      "where a test imports what imports it",
      { "src/index.js": `export * from "./x.js";`, "tests/all.js": `import "../src/index.js"; ${THROWS}` },
    ],
    ["where a test starts servers", { "e2e/x.js": `new StdioClientTransport({ command }); ${THROWS}` }],
    ["where a test runs what was built", { "test/x.js": `import { register } from "../dist/x.js"; ${THROWS}` }],
    [
      "where there are more files than are searched",
      Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`src/x${String(index)}.js`, ""])),
    ],
    ["where a test imports what it finds", { "test/x.js": `await import(name); ${THROWS}` }],
    [
      "where a test of another package of the workspace imports it",
      {
        "package.json": `{ "workspaces": ["src", "app"] }`,
        "src/package.json": "{}",
        "app/x.test.js": `import "../src/x.js"; ${THROWS}`,
      },
    ],
  ])("%s", (_name, files) => {
    expect(isFixed(TOOL, files)).toBe(false);
  });

  it("where its name is not written", () => {
    expect(isFixed(`for (const { name } of x) server.registerTool(name, {}, async () => run());`, {})).toBe(false);
  });

  it("where its own failing results would be lost", () => {
    expect(isFixed(TOOL, {}, "contextResolve")).toBe(false);
  });

  it("with a test that may look at its failing results", () => {
    const files = { "test/x.test.js": `import "../src/x.js"; expect(result.isError).toBe(true);` };
    const { linter, config, options } = linting(TOOL, files, "kaiza");
    const desc = "Wrap it in `wrapHandler`. `test/x.test.js` may expect failing results without the envelope.";
    expect(linter.verify(TOOL, config, options)).toMatchObject([{ suggestions: [{ desc }] }]);
  });

  it("where a text has no file", () => {
    const { linter, config, options } = linting(TOOL, {}, "kaiza");
    fs.rmSync(options.filename);
    expect(linter.verify(TOOL, config, options)).toMatchObject([{ suggestions: [{ messageId: "wrapHandler" }] }]);
  });
});

const TOOLS = outdent`
  export const registerRead = (server) => server.registerTool("read", {}, async () => run());
  export const registerWrite = (server) => server.registerTool("write", {}, async () => run());
`;

/** The findings about tools beside a test, and whether each has a suggestion. */
function findBeside(test: string, code = TOOLS, others: Files = {}): readonly [message: string, isOffered: boolean][] {
  const files = {
    "test/x.test.js": `import { registerRead } from "../src/${others["src/all.js"] ? "all" : "x"}.js";\n${test}`,
  };
  const { linter, config, options } = linting(code, { ...files, ...others }, "recommended");
  return linter
    .verify(code, config, options)
    .map(({ message, suggestions = [] }) => [/(?:test\/\S+\d|raw\b)/.exec(message)?.[0] ?? "", suggestions.length > 0]);
}

describe("a handler is not offered to be wrapped where a test compares a failing result of it as a whole", () => {
  it.each<[name: string, test: string, read: string, write: string]>([
    [
      "in a block that names the function around the registration",
      outdent`
        describe("tools", () => {
          describe("reading", () => {
            beforeEach(() => registerRead(server));
            it("fails", async () => {
              expect(await call({})).to.deep.equal({
                content: [],
                isError: true
              });
            });
          });
          it("writes", () => registerWrite(server));
        });
      `,
      "test/x.test.js:8",
      "raw",
    ],
    [
      "in a block that names the tool",
      outdent`
        it("reads", async () => {
          assert.deepStrictEqual(await client.callTool({ name: "read" }), { isError: true, content: [] });
        });
        it("writes", async () => {
          const result = await client.callTool({ name: "write" });
          assert.equal(result.isError, true);
        });
      `,
      "test/x.test.js:3",
      "raw",
    ],
    [
      "through a variable",
      outdent`
        it("writes", async () => {
          const expected = {
            isError: true,
          };
          expect(await client.callTool({ name: 'write' })).toEqual(expected);
        });
      `,
      "raw",
      "test/x.test.js:4",
    ],
    [
      "in a block that names none",
      outdent`
        it.each(tools)("fails", async (tool) => {
          expect(await run(tool)).toMatchInlineSnapshot(\`
            { "isError": true }
          \`);
        });
      `,
      "test/x.test.js:4",
      "test/x.test.js:4",
    ],
    [
      "but where it allows other members",
      outdent`
        it("reads", async () => {
          expect(await client.callTool({ name: "read" })).toMatchObject({ isError: true });
          expect(await client.callTool({ name: "write" })).toEqual(
            expect.objectContaining({
              isError: true,
            }),
          );
        });
      `,
      "raw",
      "raw",
    ],
    [
      "but where the result is what a mock returns",
      outdent`
        it("reads", async () => {
          const downstream = {
            isError: true,
          };
          mock.mockResolvedValue(downstream);
          expect(await client.callTool({ name: "read" })).toEqual(failed);
        });
      `,
      "raw",
      "raw",
    ],
  ])("%s", (_name, test, read, write) => {
    expect(findBeside(test)).toEqual([
      [read, read === "raw"],
      [write, write === "raw"],
    ]);
  });
});

const COMPARES = `expect(await run()).toEqual({ isError: true, content: [] });`;

it("the test of a failing result names a tool by its constant", () => {
  const code = outdent`
    export const TOOLS = { read: "read_notes", write: "write_notes" };
    export function registerRead(server) {
      server.registerTool(TOOLS.read, {}, async () => run());
      server.registerTool(TOOLS.write, {}, async () => run());
    }
  `;
  const test = outdent`
    it("reads", async () => {
      registerRead(server);
      const run = find(TOOLS.read);
      ${COMPARES}
    });
  `;
  expect(findBeside(test, code)).toEqual([
    ["test/x.test.js:5", false],
    ["raw", true],
  ]);
});

it("a test that names no tool is about the files that it imports itself", () => {
  const test = `it("fails", async () => {\n  ${COMPARES}\n});`;
  expect(findBeside(test, TOOLS, { "src/all.js": `export * from "./x.js";` })).toEqual([
    ["raw", true],
    ["raw", true],
  ]);
});

describe("a handler of requests is not offered to be wrapped where a test expects a call to reject", () => {
  const SERVING = `server.setRequestHandler("tools/call", async (request) => run(request));`;
  it.each<[name: string, test: string, line: string | undefined]>([
    [
      "on several lines",
      outdent`
        it("refuses", async () => {
          await expect(
            client.callTool({ name: "read" }),
          ).rejects.toThrow(/path/);
        });
      `,
      "test/x.test.js:5",
    ],
    ["on one line", `await assert.rejects(client.callTool({ name: "read" }), /path/);`, "test/x.test.js:2"],
    [
      "of the handler that it takes out of the server",
      outdent`
        it("refuses", async () => {
          const callHandler = server.handlers.get(CallToolRequestSchema);
          await expect(callHandler({ params: { name: "unknown" } })).rejects.toBeInstanceOf(McpError);
        });
      `,
      "test/x.test.js:4",
    ],
    ["but where something else rejects", `await expect(read()).rejects.toThrow();\nclient.callTool({});`, undefined],
  ])("%s", (_name, test, line) => {
    const files = { "test/x.test.js": `import "../src/x.js";\n${test}` };
    const { linter, config, options } = linting(SERVING, files, "recommended");
    const [message] = linter.verify(SERVING, config, options);
    expect(/test\/\S+\d/.exec(message?.message ?? "")?.[0]).toBe(line);
    expect(message?.suggestions ?? []).toHaveLength(line === undefined ? 1 : 0);
  });
});
