import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import noRawError from "../../rules/dist/no-raw-error.js";
import { expectFindings, findings } from "../kit/marked-code.js";

const rule = { name: "no-raw-error", rule: noRawError };
const SDK = `import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";\n`;
const check = (marked: string, settings: object = presets.recommended, options?: object) =>
  expectFindings(rule, marked, { host: "untyped", settings, ...(options && { options }) });

const THROWN = `${SDK}export function f() { throw «new McpError(ErrorCode.InvalidRequest, "Calendar not found")»; }`;

describe("an error of the protocol hides what a tool found out", () => {
  it.each(["recommended", "kaiza", "contextResolve", "typedMcp", "mcpAql"] as const)("under %s", (preset) => {
    check(THROWN, presets[preset]);
  });

  it("is the contract's own under `jsonRpc`", () => check(THROWN.replace(/[«»]/g, ""), presets.jsonRpc));

  it("may be allowed", () => check(THROWN.replace(/[«»]/g, ""), presets.recommended, { allow: ["McpError"] }));

  it.each(
    Object.entries({
      "once in each function": outdent`
      ${SDK}
      export function f(day) {
        if (!day) throw «new McpError(ErrorCode.InvalidParams, "No day")»;
        if (day > 7) throw new McpError(ErrorCode.InvalidParams, "No such day");
      }
      export const g = () => { throw «new McpError(ErrorCode.InternalError, "Rate limit exceeded")»; };
    `,
      "of the second SDK": outdent`
      import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
      export const f = () => { throw «new ProtocolError(ProtocolErrorCode.InternalError, "No disk")»; };
    `,
      "in a handler of calls": outdent`
      ${SDK}
      server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
        if (!tools.has(params.name)) throw new McpError(ErrorCode.InvalidParams, \`Unknown tool: \${params.name}\`);
        if (!process.env.KEY) throw «new McpError(ErrorCode.InvalidRequest, "KEY is required")»;
      });
    `,
    }),
  )("%s", (_, marked) => check(marked));
});

describe("an error of fastmcp that keeps the text of what was caught alone is reported", () => {
  const FASTMCP = 'import { UserError } from "fastmcp";\n';
  const caught = (body: string) => `${FASTMCP}export const f = () => { try { load(); } catch (error) { ${body} } };`;

  it.each(
    Object.entries({
      "where it is thrown": caught("throw «new UserError(`Failed: ${error.message}`)»;"),
      "with the text of the whole error": caught('throw «new UserError("Failed: " + String(error))»;'),
      "through a variable": caught("const text = error.message; throw «new UserError(text)»;"),
      "through a function of the file": outdent`
        const describe = (error) => error.message;
        ${caught("throw «new UserError(describe(error))»;")}
      `,
      "of a rejection": `${FASTMCP}export const f = () => load().catch((e) => { throw «new UserError(e.message)»; });`,
      "where a function converts what it is given": outdent`
        ${FASTMCP}
        export function format(error: unknown): UserError {
          let message: string;
          if (error instanceof Error) message = error.message;
          else message = String(error);
          return «new UserError(message)»;
        }
      `,
    }),
  )("%s", (_, marked) => check(marked));

  it.each(
    Object.entries({
      "with words of its own": caught('throw new UserError("There is no such plan");'),
      "about what the tool was asked for": `${FASTMCP}export const f = ({ id }) => { throw new UserError("No " + id); };`,
    }),
  )("and not %s", (_, code) => check(code));

  it("gets the conversion, unless the function says that it returns the class", () => {
    const suggested = (code: string) =>
      findings(rule, code, { host: "untyped", settings: presets.recommended })[0]?.suggestions?.map(
        ({ fix }) => fix.text,
      );
    expect(suggested(caught("throw new UserError(`Failed: ${error.message}`);"))).toEqual([
      expect.stringContaining("throw fromUnknown(error, { message: `Failed: ${error.message}` })"),
    ]);
    const typed = `${FASTMCP}export function format(error: Error): UserError { return new UserError(error.message); }`;
    expect(suggested(typed)).toBeUndefined();
  });
});

describe("an error of the protocol is right", () => {
  it.each(
    Object.entries({
      "for an unknown tool": `throw new McpError(ErrorCode.MethodNotFound, name);`,
      "for an unknown name": `throw new McpError(ErrorCode.InvalidParams, "Resource not found");`,
      "in a handler of another request": `
      server.setRequestHandler(ReadResourceRequestSchema, () => { throw new McpError(ErrorCode.InternalError, "a"); });`,
      "as what another error is converted to": `
      export const convert = (error) => new McpError(ErrorCode.InternalError, error.message);`,
    }),
  )("%s", (_, code) => check(SDK + code));

  it.each(
    Object.entries({
      "in a client": `
      import { ProtocolError } from "@modelcontextprotocol/client";\nthrow new ProtocolError(-32603, "No answer");`,
      "that asks the user": `
      import { UrlElicitationRequiredError as Ask } from "@modelcontextprotocol/sdk/types.js";\nthrow new Ask([url]);`,
      "of fastmcp": `import { UserError } from "fastmcp";\nthrow new UserError("No such plan");`,
    }),
  )("%s", (_, code) => check(code));
});

describe("an error of the protocol gets the contract's code", () => {
  it("by what its message says", () => {
    const [finding] = findings(rule, THROWN.replace(/[«»]/g, ""), { host: "untyped", settings: presets.recommended });
    expect(finding?.message).toBe(
      "Throw `toolError(...)` instead of `McpError`; a code of the protocol hides what has failed.",
    );
    expect(finding?.suggestions?.map(({ fix }) => fix.text)).toEqual([
      expect.stringContaining('throw toolError(TOOL_ERROR_CODES.NOT_FOUND, "Calendar not found")'),
    ]);
    expect(finding?.fix).toBeUndefined();
  });

  it("by its own code where the message says nothing", () => {
    const code = `${SDK}export const f = () => { throw new McpError(ErrorCode.InvalidParams, "Wrong day"); };`;
    const [finding] = findings(rule, code, { host: "untyped", settings: presets.recommended });
    expect(finding?.suggestions?.[0]?.desc).toBe(
      "Use the code `INVALID_INPUT`: the protocol's code is `InvalidParams`.",
    );
  });

  it("unless it holds data, which has no place", () => {
    const code = `${SDK}export const f = () => { throw new McpError(ErrorCode.InvalidParams, "No day", { day }); };`;
    expect(findings(rule, code, { settings: presets.recommended })[0]?.suggestions).toBeUndefined();
  });

  const suggested = (code: string) =>
    findings(rule, SDK + code, { host: "untyped", settings: presets.recommended })[0]?.suggestions?.map(
      ({ desc }) => desc,
    );
  const inTry = (body: string) => outdent`
    export async function f(id) {
      try {
        if (!id) throw new McpError(ErrorCode.InvalidParams, "Calendar not found");
        return await load(id);
      } catch (error) {
        ${body}
        throw new Error("Failed to load");
      }
    }
  `;

  it.each([
    ["its class", "if (error instanceof McpError) throw error;"],
    ["its code", "if (error.code === ErrorCode.InvalidParams) throw error;"],
    ["its name", 'if (error.name === "McpError") throw error;'],
  ])("unless the catch around it tests %s", (_, body) => expect(suggested(inTry(body))).toBeUndefined());

  it("and says where the file tests it elsewhere", () => {
    const test = "export const isOurs = (error) => error instanceof McpError;";
    const code = `${test}\nexport const f = () => { throw new McpError(ErrorCode.InvalidParams, "Calendar not found"); };`;
    expect(suggested(code)).toEqual([
      "Use the code `NOT_FOUND`: the message says `not found`, but line 2 tests its class.",
    ]);
  });
});
