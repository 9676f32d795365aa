import { describe, expect, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { expectFindings, findings, syntaxHosts } from "../kit/marked-code.js";

const rule = { name: "no-error-result", rule: noErrorResult };
const lint = {
  options: noErrorResult.meta.docs?.presetOptions?.recommended?.[0] as object,
  settings: presets.recommended,
};

describe.each(syntaxHosts)("where codes end (%s)", (host) => {
  const check = (marked: string) => expectFindings(rule, marked, { ...lint, host });

  it.each([
    [
      "a handler that answers each failure with its text",
      `async function read(path) {
        try { return await load(path); } catch (error) {
          return «{ isError: true, content: [{ type: "text", text: error.message }] }»;
        }
      }`,
    ],
    [
      "a wrapper of handlers",
      `export const guarded = (handler) => async (input) => {
        try { return await handler(input); } catch (thrown) {
          const message = thrown instanceof Error ? thrown.message : String(thrown);
          return «{ content: [{ type: "text", text: \`It went wrong: \${message}\` }], isError: true }»;
        }
      };`,
    ],
    [
      "a rejection handler",
      `const read = (path) => load(path).catch((error) => («{ isError: true, content: [{ type: "text", text: String(error) }] }»));`,
    ],
    [
      "a function that makes such results",
      `export function toToolResult(error) {
        return «{ isError: true, content: [{ type: "text", text: error.message }] }»;
      }`,
    ],
    [
      "the first answer of a function alone",
      `async function read(path) {
        try { return await load(path); } catch (error) {
          if (path === "") return «{ isError: true, content: [{ type: "text", text: \`No path: \${error}\` }] }»;
          return { isError: true, content: [{ type: "text", text: error.message }] };
        }
      }`,
    ],
  ])("%s", (_, marked) => {
    check(marked);
  });

  it.each([
    [
      "a failure that the handler makes itself: the boundary adds the envelope",
      `const read = () => ({ isError: true, content: [{ type: "text", text: "There is no such note" }] });`,
    ],
    [
      "a handler that throws the others on",
      `async function read(path) {
        try { return await load(path); } catch (error) {
          if (error.code === "ENOENT") return { isError: true, content: [{ type: "text", text: error.message }] };
          throw error;
        }
      }`,
    ],
    [
      "an answer of its own to the contract's errors",
      `import { ToolError } from "error-contract/standard";
      async function read(path) {
        try { return await load(path); } catch (error) {
          if (error instanceof ToolError) return answer(error);
          return { isError: true, content: [{ type: "text", text: error.message }] };
        }
      }`,
    ],
    [
      "the contract's converter",
      `import { fromUnknown } from "error-contract/standard";
      async function read(path) {
        try { return await load(path); } catch (error) {
          const { message } = fromUnknown(error);
          return { isError: true, content: [{ type: "text", text: message }], structuredContent: envelopeOf(error) };
        }
      }`,
    ],
    [
      "a text with the code in it",
      `async function read(path) {
        try { return await load(path); } catch (error) {
          return { isError: true, content: [{ type: "text", text: \`\${error.code}: \${error.message}\` }] };
        }
      }`,
    ],
  ])("not %s", (_, code) => {
    check(code);
  });

  it("the finding names the error to throw", () => {
    const code = `const guarded = (run) => async () => {
      try { return await run(); } catch (oops) {
        return { isError: true, content: [{ type: "text", text: oops.message }] };
      }
    };`;
    expect(findings(rule, code, { ...lint, host }).map(({ messageId }) => messageId)).toEqual(["codesLost"]);
    expect(findings(rule, code, { ...lint, host })[0]?.message).toContain("`oops`");
  });
});
