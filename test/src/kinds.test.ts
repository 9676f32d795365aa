import { builtInContracts } from "error-contract/detect";
import { expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

// What only some kinds of contracts need is brought by the module of each that does, and by the root.
const modules = builtInContracts.map(({ vocabulary }) => vocabulary.module);

/** Prints what a contract's errors say, where its module is all that was loaded, or the root was too. */
const program = (module: string, isAlone: boolean): string => `
  ${isAlone ? "" : 'import "error-contract";'}
  import * as all from "${module}";

  const { codes, fields, vocabulary } = Object.values(all).find((value) => Object.hasOwn(value, "vocabulary"));
  const Made = all[vocabulary.errorClass];
  const [code, message] = [fields.code, fields.message].map((path) => path.split(".").at(-1));
  const said = (make) => {
    try {
      return make().toEnvelope();
    } catch (refusal) {
      return refusal.message;
    }
  };
  const failures = Object.entries(codes).filter(([, { kind }]) => kind !== "warning");
  const wireCodes = failures.map(([name, { value }]) => value ?? name);
  const answers = await Promise.all(wireCodes.map(async (wire) => {
    const fail = () => { throw new Made({ [code]: wire }); };
    const response = all.wrapHandler(fail, { tool_name: "x", deliver: "response", audit: "none" })();
    return [response.status, await response.json()];
  }));
  console.log(JSON.stringify(
    {
      answers,
      literal: said(() => new Made({ [message]: "cannot read /etc/passwd" })),
      system: ["ENOENT", "ETIMEDOUT"].map((code) => {
        const thrown = Object.assign(new Error("x"), { code });
        return said(() => Made.fromUnknown(thrown));
      }),
    },
    (key, value) => (key === "timestamp" ? undefined : value),
  ));
`;

it.each(modules)("%s needs no other module", async (module) => {
  const cwd = projectWith({ "alone.mjs": program(module, true), "beside.mjs": program(module, false) });
  const [alone, beside] = await Promise.all(["alone.mjs", "beside.mjs"].map((file) => runNode([file], { cwd })));
  expect(alone!.stderr).toBe("");
  expect(JSON.parse(alone!.stdout)).toEqual(JSON.parse(beside!.stdout));
});
