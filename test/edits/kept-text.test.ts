// What an edit writes in place of a raw error tells a client the same text, whatever was caught.
import { Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import { describe, expect, it } from "vitest";

const MODULES = {
  recommended: await import("error-contract/standard"),
  kaiza: await import("error-contract/kaiza"),
  typedMcp: await import("error-contract/typed-mcp"),
  jsonRpc: await import("error-contract/json-rpc"),
};
type Preset = keyof typeof MODULES;

/** What may be caught: text of these has a class in front, a text of its own, or no class at all. */
class OwnError extends Error {
  override readonly name = "OwnError";
}
const CAUGHT: readonly unknown[] = [
  new Error("gone"),
  new TypeError("no function"),
  new OwnError("of our own"),
  Object.assign(new Error("no such file"), { code: "ENOENT" }),
  "a text",
  undefined,
];

const MESSAGES = [
  "`Failed: ${error}`",
  "`Failed: ${String(error)}`",
  '"Failed: " + error',
  "`Not found: ${error.toString()}`",
  "`Failed: ${error?.message}`",
  "String(error)",
  "`${error}`",
  "error instanceof Error ? error.message : String(error)",
];

const write = (message: string, options: string) =>
  `export const f = (error) => { try { run(error); } catch (error) { throw new Error(${message}${options}); } };`;

/** The texts for people that a function of a module throws, for each value that may be caught. */
function textsOf(code: string, names: object): readonly unknown[] {
  const body = code.replace(/^import .*$/gm, "").replace("export const f =", "return");
  const create = new Function("run", ...Object.keys(names), body) as (
    run: (value: unknown) => never,
    ...values: unknown[]
  ) => (value: unknown) => unknown;
  const throwing = (value: unknown) => {
    throw value;
  };
  const run = create(throwing, ...(Object.values(names) as unknown[]));
  return CAUGHT.map((value) => {
    try {
      return run(value);
    } catch (thrown) {
      const { human_message, message } = thrown as Error & { human_message?: string };
      return human_message ?? message;
    }
  });
}

function listEdits(code: string, preset: Preset): readonly string[] {
  const blocks = errorContract.configs[preset] as unknown as Linter.Config[];
  const [finding] = new Linter().verify(code, blocks, { filename: "sample.js" });
  const edits = finding?.fix ? [finding.fix] : (finding?.suggestions ?? []).map(({ fix }) => fix);
  return edits.map(({ range: [start, end], text }) => code.slice(0, start) + text + code.slice(end));
}

describe.each(Object.keys(MODULES) as Preset[])("edits under %s keep the text", (preset) => {
  const cases = MESSAGES.flatMap((message) => ["", ", { cause: error }"].map((options) => [message, options] as const));
  it.each(cases)("%s%s", (message, options) => {
    const code = write(message, options);
    const edits = listEdits(code, preset);
    expect(edits).not.toEqual([]);
    for (const after of edits) expect(textsOf(after, MODULES[preset])).toEqual(textsOf(code, {}));
  });
});
