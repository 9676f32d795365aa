import { describe, it } from "vitest";
import rule from "../../rules/dist/no-error-leak.js";
import { expectFindings, toCases } from "../kit/marked-code.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const subject = { name: "no-error-leak", rule };

describe("no-error-leak with types", () => {
  it.each(
    toCases({
      "an error that a function is given": `
      export const f = (res: { json(x: unknown): void }, failure: Error) => res.json({ failure: «failure» });`,
      "the contract's error": `
      export const f = (res: { json(x: unknown): void }, failure: SystemError) => res.json({ failure });`,
      "an object with an error in it that is no error": `
      export const f = (res: { json(x: unknown): void }, error: { code: string }) => res.json({ error });`,
    }),
  )("$name", ({ code }) => {
    expectFindings(subject, IMPORT + code, { host: "typed" });
  });
});
