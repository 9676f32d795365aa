import { mcpAql } from "error-contract/mcp-aql";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import requireCause from "../../rules/dist/require-cause.js";
import { expectFindings } from "../kit/marked-code.js";
import { nested } from "../src/sample-contracts.js";

const rule = { name: "require-cause", rule: requireCause };

/** Checks code behind an import. */
const checkWith = (imported: string, settings: object) => (code: string) =>
  expectFindings(rule, `${imported}\n${code}`, { settings });

describe("other contracts", () => {
  const settings = { contract: { ...nested, vocabulary: { ...nested.vocabulary, module: "nested-errors" } } };
  const own = checkWith(`import { NestedError } from "nested-errors";`, settings);
  it("options follow the arguments of a factory, though the envelope has no cause", () =>
    own(outdent`
      try {
        f();
      } catch (e) {
        if (c) throw «NestedError.missing»({});
        throw NestedError.missing({}, { cause: e });
      }
    `));
  it("a warning is no error", () =>
    expectFindings(
      rule,
      outdent`
        import { aqlError, aqlWarning } from "error-contract/mcp-aql";
        try { f(); } catch (e) { warn(aqlWarning("X", {})); throw «aqlError»("X", {}); }
      `,
      { settings: { contract: mcpAql } },
    ));
  it("a failure among the details is carried", () =>
    own(`try { f(); } catch (e) { throw NestedError.missing({ cause: e }); }`));
  it("the constructor and the conversion need no entry", () =>
    own(`try { f(); } catch (e) { if (c) throw new «NestedError»({}); throw NestedError.fromUnknown(e); }`));
});

describe("a project's own class", () => {
  const factories = { "SystemError.invariantViolation": ["phase_id"] };
  const settings = { contract: "kaiza", runtime: { module: "own-errors", factories } };
  const own = checkWith(`import { SystemError } from "own-errors";`, settings);
  it("a factory that reads no cause drops it", () =>
    own(`try { f(); } catch (e) { throw «SystemError.invariantViolation»("X", { cause: e }); }`));
  it("the module that defines the class is left alone", () =>
    expectFindings(
      rule,
      `export class SystemError extends Error {} try { f(); } catch (e) { throw new SystemError({}); }`,
    ));
});
