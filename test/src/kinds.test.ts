import { builtInContracts } from "error-contract/detect";
import { expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

// What only some kinds of contracts need is brought by the module of each that does, and by the root.
const modules = builtInContracts.map(({ vocabulary }) => vocabulary.module);

/** Prints what the errors of contracts say, where their modules are all that was loaded, or the root was too. */
const program = (names: readonly string[], root = ""): string => `
  ${root}
  const said = (make) => {
    try {
      return make().toEnvelope();
    } catch (refusal) {
      return refusal.message;
    }
  };
  async function ask(all) {
    const { codes, fields, vocabulary } = Object.values(all).find((value) => Object.hasOwn(value, "vocabulary"));
    const Made = all[vocabulary.errorClass];
    const [code, message] = [fields.code, fields.message].map((path) => path.split(".").at(-1));
    const failures = Object.entries(codes).filter(([, { kind }]) => kind !== "warning");
    const wireCodes = failures.map(([name, { value }]) => value ?? name);
    const answers = await Promise.all(wireCodes.map(async (wire) => {
      const fail = () => { throw new Made({ [code]: wire }); };
      const response = all.wrapHandler(fail, { tool_name: "x", deliver: "response", audit: "none" })();
      return [response.status, await response.json()];
    }));
    return {
      answers,
      literal: said(() => new Made({ [message]: "cannot read /etc/passwd" })),
      system: ["ENOENT", "ETIMEDOUT"].map((code) => {
        const thrown = Object.assign(new Error("x"), { code });
        return said(() => Made.fromUnknown(thrown));
      }),
    };
  }
  const answers = {};
  for (const name of ${JSON.stringify(names)}) answers[name] = await ask(await import(name));
  console.log(JSON.stringify(answers, (key, value) => (key === "timestamp" ? undefined : value)));
`;

const files = modules.map((name, index) => [`${index}.mjs`, program([name])] as const);
const cwd = projectWith({ ...Object.fromEntries(files), "all.mjs": program(modules, 'import "error-contract";') });

async function run(file: string): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runNode([file], { cwd });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Record<string, unknown>;
}

it("each contract says the same, whether or not other modules are loaded", async () => {
  const alone = await Promise.all(files.map(([file]) => run(file)));
  expect(alone.map((answers) => Object.keys(answers))).toEqual(modules.map((name) => [name]));
  expect(Object.assign({}, ...alone)).toEqual(await run("all.mjs"));
});
