import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-legacy-error.js";
import fc from "../kit/property.js";

// The generated code is run before and after: what the legacy class was given must be what the contract's class holds.

interface Field {
  readonly name: string;
  readonly value: string;
  readonly quote: string;
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  error_code: [
    `ERROR_CODES.SESSION_LOCKED`,
    `ERROR_CODES["INVARIANT_VIOLATION"]`,
    `"INVARIANT_VIOLATION"`,
    `'WRITE_REJECTED'`,
    `yes ? ERROR_CODES.BYPASS_ATTEMPT : ERROR_CODES.INTERNAL_ERROR`,
  ],
  phase: [`"A"`, `phase`, `call("p")`, `null`, `["x", "y"].join(", ")`],
  component: [`"WRITE_FILE"`, `yes ? "READ" : 'WRITE'`, "`TOOL_${phase}`", `"A" + phase`, `null`],
  invariant: [`"I"`, `'an "I"'`, `CONSTANTS.PLAN_ID`, `null`, `call("i")`],
  human_message: [`"No, it is locked"`, "`${phase} is\n  locked`", `human_message`],
  cause: [`cause`, `call("c")`, `null`, `undefined`],
};

const name = fc.constantFrom(...Object.keys(VALUES).filter((key) => key !== "error_code"));
const fieldNamed = (key: string): fc.Arbitrary<Field> =>
  fc.record({
    name: fc.constant(key),
    value: fc.constantFrom(...(VALUES[key] ?? [])),
    quote: fc.constantFrom("", "", `"`, `'`),
  });
const object = fc
  .uniqueArray(name, { maxLength: 5 })
  .chain((names) => fc.tuple(...["error_code", ...names].map(fieldNamed)))
  .chain((fields) => fc.shuffledSubarray(fields, { minLength: fields.length }));
const layout = fc.record({ separator: fc.constantFrom(", ", ",\n  ", ",\r\n  "), trailing: fc.boolean() });

function source(fields: readonly Field[], { separator, trailing }: { separator: string; trailing: boolean }): string {
  const properties = fields.map(({ name: key, value, quote }) =>
    value === key && quote === "" ? key : `${quote}${key}${quote}: ${value}`,
  );
  const end = trailing ? separator.trimEnd() : "";
  return `import { KaizaError, ERROR_CODES } from "./error.js";
export const make = () => new KaizaError({ ${properties.join(separator)}${end} });
`;
}

class Made {
  constructor(readonly fields: Readonly<Record<string, unknown>>) {}
  static toolFailure = (error_code: string, rest = {}) => new Made({ error_code, ...rest });
  static invariantViolation = (invariant_id: string, rest = {}) =>
    new Made({ error_code: "INVARIANT_VIOLATION", invariant_id, ...rest });
}

const CODES = Object.fromEntries(
  [
    "SESSION_LOCKED",
    "INVARIANT_VIOLATION",
    "BYPASS_ATTEMPT",
    "INTERNAL_ERROR",
    "POLICY_VIOLATION",
    "UNAUTHORIZED_ACTION",
  ].map((code) => [code, code]),
);

/** The fields that the made error holds, and the calls that were made on the way, in their order. */
function run(code: string): { readonly fields: Readonly<Record<string, unknown>>; readonly calls: readonly string[] } {
  const calls: string[] = [];
  const names = {
    KaizaError: Made,
    ERROR_CODES: CODES,
    SystemError: Made,
    SYSTEM_ERROR_CODES: CODES,
    CONSTANTS: { PLAN_ID: "PLAN" },
    call: (value: string) => (calls.push(value), value),
    yes: true,
    phase: "Q",
    human_message: "M",
    cause: "the cause",
  };
  const body = code.replace(/^import .*$/gm, "").replace("export const make =", "return ");
  const make = new Function(...Object.keys(names), body) as (...values: unknown[]) => () => Made;
  return { fields: make(...Object.values(names))().fields, calls };
}

const FIELDS: Readonly<Record<string, string>> = {
  phase: "phase_id",
  invariant: "invariant_id",
  component: "tool_name",
};
const MAPPED: Readonly<Record<string, string>> = {
  WRITE_REJECTED: "POLICY_VIOLATION",
  BYPASS_ATTEMPT: "UNAUTHORIZED_ACTION",
};

/** What the specification of the migration says that the fields become. */
function migrated(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([key, value]) => {
    if (key === "component") return ["tool_name", typeof value === "string" ? value.toLowerCase() : value] as const;
    if (key === "error_code") return [key, MAPPED[String(value)] ?? value] as const;
    return [FIELDS[key] ?? key, value] as const;
  });
  return Object.fromEntries(entries);
}

const linter = new Linter();
const fix = (code: string) =>
  linter.verifyAndFix(code, {
    plugins: { contract: { rules: { "no-legacy-error": rule } } } as never,
    rules: { "contract/no-legacy-error": "error" },
    settings: { errorContract: kaizaSettings },
  });

describe("the fix of a generated construction", () => {
  it("keeps every field and the order of evaluation, and leaves nothing to do", () =>
    fc.assert(
      fc.property(object, layout, (fields, laidOut) => {
        const code = source(fields, laidOut);
        const before = run(code);
        const { output, messages } = fix(code);

        expect(messages).toEqual([]);
        expect(output).not.toMatch(/KaizaError|ERROR_CODES\b(?<!SYSTEM_ERROR_CODES)/);
        expect(fix(output).output).toBe(output);
        const after = run(output);
        expect(after.fields).toEqual(migrated(before.fields));
        expect(after.calls).toEqual(before.calls);
      }),
    ));
});
