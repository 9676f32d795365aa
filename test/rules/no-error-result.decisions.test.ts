// Answers that one decision settles are one finding of their file, which says how many there are.
import { describe, expect, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { expectFindings, findings, syntaxHosts } from "../kit/marked-code.js";

const rule = { name: "no-error-result", rule: noErrorResult };

const answer = (name: string, result = `{ isError: true, content: [{ type: "text", text: error.message }] }`) =>
  `async function ${name}(path) { try { return await load(path); } catch (error) { return ${result}; } }\n`;
const FIRST = answer("read", `«{ isError: true, content: [{ type: "text", text: error.message }] }»`);
const unmark = (code: string) => code.replaceAll(/[«»]/g, "");

describe.each(syntaxHosts)("one decision, one finding (%s)", (host) => {
  const lint = { settings: presets.recommended, host };
  const check = (marked: string) => expectFindings(rule, marked, lint);
  const messages = (code: string) => findings(rule, unmark(code), lint).map(({ message }) => message);

  it.each([
    ["codes that end in one function", FIRST, "as text; throw `error`"],
    ["in two", `${FIRST}${answer("list")}`, "as text, and in 1 more function of this file; throw `error`"],
    [
      "in four",
      `${FIRST}${["list", "save", "drop"].map((name) => answer(name)).join("")}`,
      "as text, and in 3 more functions of this file; throw `error`",
    ],
    [
      "with a function around them that comes first, and answers last",
      `const wrap = (run) => { const inner = ${FIRST}; return inner; };
      ${answer("list")}`,
      "and in 1 more function of this file",
    ],
    [
      "a function that answers failures, and its calls",
      `const fail = (error) => («{ content: [{ type: "text", text: \`Error: \${error.message}\` }] }»);
      ${answer("read", "fail(error)")}${answer("list", "fail(error)")}`,
      "this answer, which 2 calls in this file give, for a success",
    ],
    [
      "one whose text tells nothing by itself",
      `${answer("read", 'errorResult("Could not read it: " + error.message)')}
      function errorResult(text) { return «{ content: [{ type: "text", text }] }»; }`,
      "this answer, which one call in this file gives, for a success",
    ],
    [
      "one whose parameter alone tells what it is for",
      `const toAnswer = (error) => («{ content: [{ type: "text", text: String(error) }] }»);
      ${answer("read", "toAnswer(error)")}${answer("list", "toAnswer(error)")}${answer("save", "toAnswer(error)")}`,
      "which 3 calls in this file give",
    ],
    [
      "a method",
      `class Notes {
        #fail(text) { return «{ content: [{ type: "text", text }] }»; }
        errorResult(text) { return «{ content: [{ type: "text", text }] }»; }
        async read(id) { try { return await load(id); } catch (error) { return this.#fail(\`It broke: \${error}\`); } }
        async list(id) { try { return await load(id); } catch (error) { return this.errorResult(\`It broke: \${error}\`); } }
      }`,
      "which one call in this file gives",
    ],
    [
      "one that is exported, and that nothing in the file calls",
      `export const toErrorResult = (error) => («{ content: [{ type: "text", text: error.message }] }»);`,
      "the client takes this answer for a success",
    ],
    [
      "one with two answers",
      `function fail(error) {
        if (error.retry) return «{ content: [{ type: "text", text: \`Error: again, \${error.message}\` }] }»;
        return { content: [{ type: "text", text: \`Error: \${error.message}\` }] };
      }
      ${answer("read", "fail(error)")}`,
      "which one call in this file gives",
    ],
  ])("%s", (_, marked, said) => {
    check(marked);
    expect(messages(marked)[0]).toContain(said);
  });

  it.each(
    Object.entries({
      "calls of a function for successes and failures alike": `const toText = (text) => ({ content: [{ type: "text", text }] });
    async function read(id) { try { return toText(await load(id)); } catch (error) { return «toText(\`Error: \${error}\`)»; } }
    async function list() { try { return toText(await all()); } catch (error) { return «toText(\`Error: \${error}\`)»; } }`,
      "a function for failures that marks them, or may do so": `const fail = (text) => ({ isError: true, content: [{ type: "text", text }] });
    ${answer("read", 'fail("Could not read it")')}`,
      "a function that lists errors, which no failure calls": `const listErrors = (text) => ({ content: [{ type: "text", text }] });
    export const show = async () => listErrors(await load());`,
      "a message of a conversation": `
      const failure = (error) => ({ role: "user", content: [{ type: "text", text: error.message }] });`,
    }),
  )("not joined or reported: %s", (_, marked) => {
    check(marked);
  });

  it("strict presets report each function where codes end", () => {
    const strict = { settings: presets.typedMcp, host };
    const found = findings(rule, unmark(`${FIRST}${answer("list")}`), strict);
    expect(found.map(({ messageId }) => messageId)).toEqual(["codesLost", "codesLost"]);
  });
});
