import { extend } from "error-contract";
import { standard } from "error-contract/standard";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import path from "node:path";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import plugin from "../../rules/dist/index.js";
import { projectWith } from "../kit/project.js";
import { toRows } from "../kit/to-rows.js";

const IMPORT = 'import { PlanError } from "./errors.js";\n';

interface Lint {
  readonly preset?: keyof typeof plugin.configs;
  readonly options?: object;
  readonly settings?: object;
}

/** The findings of `no-raw-error` in a file beside the modules. */
function lint(code: string, { preset = "recommended", options, settings }: Lint = {}): readonly Linter.LintMessage[] {
  const folder = projectWith({ "package.json": "{}", "src/errors.ts": "export class PlanError extends Error {}" });
  const [config] = plugin.configs[preset];
  const rules = { "error-contract/no-raw-error": ["error", { ...options }] };
  const given = { ...config, files: ["**/*.ts"], languageOptions: { parser }, rules, ...(settings && { settings }) };
  const merged = given as unknown as Linter.Config;
  return new Linter({ cwd: folder }).verify(code, merged, { filename: path.join(folder, "src/server.ts") });
}

const places = (messages: readonly Linter.LintMessage[]) =>
  messages.map(({ line, messageId }) => `${line} ${messageId}`);

describe("under `recommended`, a class of the project is one finding, where it is declared", () => {
  it.each(
    toRows({
      "that is exported": ["export class PlanError extends Error {}", ["1 ownClass"]],
      "that is an expression": ["export const PlanError = class extends Error {};", ["1 ownClass"]],
      "that is thrown": [
        'class PlanError extends Error {}\nexport function f() { if (a) throw new PlanError("a"); throw new PlanError("b"); }',
        ["1 ownClass"],
      ],
      "with the classes below one that is not exported": [
        "class Base extends Error {}\nexport class A extends Base {}\nexport class B extends Base {}",
        ["1 ownClass"],
      ],
      "that is no error, and thrown": ["class Signal {}\nexport function f() { throw new Signal(); }", ["1 ownClass"]],
      "that is no error, and handed to a callback": ["class Store {}\nexport const f = (cb) => cb(new Store());", []],
      "that the file itself catches": [
        "class Stop extends Error {}\nexport function f() { try { g(); throw new Stop(); } catch { h(); } }",
        [],
      ],
      "that is never used": ["class PlanError extends Error {}", []],
      "that is derived from the contract's": [
        'import { ToolError } from "error-contract/standard";\nexport class A extends ToolError {}',
        [],
      ],
    }),
  )("%s", (_, code, expected) => {
    expect(places(lint(code))).toEqual(expected);
  });

  it("names what can be done", () => {
    const [finding] = lint("export class PlanError extends Error {}");
    const remedies = "Derive `PlanError` from `ToolError`, map it in the settings, or allow it; it has no code.";
    expect(finding?.message).toBe(remedies);
  });

  it("says how often the file makes errors of it, and of those below it", () => {
    const code = outdent`
      export class PlanError extends Error {}
      class LatePlan extends PlanError {}
      export function f(a, b) {
        if (a) throw new PlanError("a");
        if (b) throw new LatePlan("b");
      }
    `;
    expect(lint(code).map(({ message }) => message)).toEqual([
      "Derive `PlanError` from `ToolError`, map it in the settings, or allow it; its 2 errors here have no code.",
    ]);
  });

  it.each(
    Object.entries({
      "a field": "export class PlanError extends Error { readonly code = 7; }",
      "a parameter": "export class PlanError extends Error { constructor(readonly status: number) { super(); } }",
      "an assignment": outdent`
      export class PlanError extends Error {
        constructor(code) {
          super();
          this.code = code;
        }
      }
      throw new PlanError(1);
    `,
    }),
  )("leaves a class alone that has a code of its own: %s", (_, code) => {
    expect(lint(code)).toEqual([]);
  });

  it("sees no code in a static field, or in one of something else", () => {
    const code = "export class PlanError extends Error { static code = 1; constructor(plan) { plan.code = 2; } }";
    expect(places(lint(code))).toEqual(["1 ownClass"]);
  });

  it("under a contract of the project's own that extends the preset's", () => {
    const contract = extend(standard, { name: "shop", version: "1.0.0", schemaId: "urn:shop:1", codes: {} });
    const settings = { errorContract: { contract, runtime: { module: "./errors.js" } } };
    const code = "export class PlanError extends Error {}\nthrow new PlanError();";
    expect(places(lint(code, { settings }))).toEqual(["1 ownClass"]);
  });

  it("unless it is left", () =>
    expect(lint("export class PlanError extends Error {}", { options: { allow: ["PlanError"] } })).toEqual([]));

  it("and no throw of it, whatever file it is from", () =>
    expect(lint(`${IMPORT}throw new PlanError("a");`)).toEqual([]));
});

describe("without types, nothing is said of a class of another file, which may be derived from the contract's", () => {
  it.each(["recommended", "kaiza"] as const)("under %s", (preset) => {
    expect(lint(`${IMPORT}throw new PlanError("a");`, { preset })).toEqual([]);
  });
});
