import * as typescriptParser from "@typescript-eslint/parser";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import * as espree from "espree";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { addImport } from "../../rules/dist/edits/add-import.js";
import { type ImportPlan, type ImportPlanOptions, planImport } from "../../rules/dist/edits/plan-import.js";
import { lines } from "../kit/lines.js";

interface Case {
  name: string;
  code: string;
  /** Missing where no plan is expected. */
  output?: string;
  wanted?: readonly string[];
  equivalent?: (module: string) => boolean;
  filename?: string;
  sourceType?: "module" | "script" | "commonjs";
}

const parsers = { espree, typescript: typescriptParser };

/** `fail()` becomes `made(...)` with every wanted name; a plan for each `made(...)` is what the second run looks at. */
function run(code: string, parser: keyof typeof parsers, test: Case) {
  const plans: (ImportPlan | undefined)[] = [];
  const edits: TSESLint.RuleFix[] = [];
  const wanted = { module: "m", names: test.wanted ?? ["SystemError"] };
  const rule = {
    meta: { fixable: "code" },
    create(context: TSESLint.RuleContext<string, []>) {
      const { sourceCode } = context;
      const options: ImportPlanOptions = {
        filename: context.filename,
        ...(test.equivalent && { equivalent: test.equivalent }),
      };
      return {
        "CallExpression[callee.name='made']"(node: TSESTree.CallExpression) {
          const plan = planImport(sourceCode, node, wanted, options);
          plans.push(plan);
          const fix = (fixer: TSESLint.RuleFixer) => {
            edits.push(...(plan ? addImport(fixer, sourceCode, plan) : []));
            return null;
          };
          context.report({ node, message: "made", fix } as never);
        },
        "CallExpression[callee.name='fail']"(node: TSESTree.CallExpression) {
          const plan = planImport(sourceCode, node, wanted, options);
          if (!plan) return;
          const fix = (fixer: TSESLint.RuleFixer) => [
            fixer.replaceText(node, `made(${[...plan.locals.values()].join(", ")})`),
            ...addImport(fixer, sourceCode, plan),
          ];
          context.report({ node, message: "fail", fix } as never);
        },
      };
    },
  };
  const config = {
    files: ["**/*.{js,cjs,mjs,ts,cts}"],
    languageOptions: { parser: parsers[parser], sourceType: test.sourceType ?? "module" },
    plugins: { test: { rules: { import: rule } } },
    rules: { "test/import": "error" },
    linterOptions: { reportUnusedDisableDirectives: "off" },
  } as unknown as Linter.Config;
  const filename = test.filename ?? (parser === "espree" ? "file.js" : "file.ts");
  const result = new Linter({ configType: "flat" }).verifyAndFix(code, config, { filename });
  return { ...result, plans, edits };
}

function check(parser: keyof typeof parsers, test: Case) {
  const { messages, output } = run(test.code, parser, test);
  expect(output).toBe(test.output ?? test.code);
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  if (test.output === undefined) return;

  const again = run(output, parser, test);
  expect(again.plans.length).toBeGreaterThan(0);
  expect(again.plans.every((plan) => plan?.missing.length === 0)).toBe(true);
  expect(again.edits).toEqual([]);
}

const two = ["SystemError", "CODES"];
const own = (module: string) => module === "../core/system-error.js";

const merging: Case[] = [
  {
    name: "a name joins the import of its module",
    code: lines`
      import { a } from "m";
      fail();
    `,
    output: lines`
      import { a, SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "a name that is imported already is used",
    code: lines`
      import { SystemError } from "m";
      fail();
    `,
    output: lines`
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "an alias is used",
    code: lines`
      import { SystemError as SE } from "m";
      fail();
    `,
    output: lines`
      import { SystemError as SE } from "m";
      made(SE);
    `,
  },
  {
    name: "a string as the exported name is read",
    code: lines`
      import { "SystemError" as SE } from "m";
      fail();
    `,
    output: lines`
      import { "SystemError" as SE } from "m";
      made(SE);
    `,
  },
  {
    name: "only what is missing is added",
    wanted: two,
    code: lines`
      import { SystemError as SE } from "m";
      fail();
    `,
    output: lines`
      import { SystemError as SE, CODES } from "m";
      made(SE, CODES);
    `,
  },
  {
    name: "a name that is wanted twice is added once",
    wanted: ["CODES", "CODES"],
    code: lines`
      import { a } from "m";
      fail();
    `,
    output: lines`
      import { a, CODES } from "m";
      made(CODES);
    `,
  },
  {
    name: "a trailing comma on one line stays last",
    wanted: two,
    code: lines`
      import { a, } from "m";
      fail();
    `,
    output: lines`
      import { a, SystemError, CODES, } from "m";
      made(SystemError, CODES);
    `,
  },
  {
    name: "a list over several lines gets a line for each name",
    wanted: two,
    code: lines`
      import {
      \ta,
      \tb,
      } from "m";
      fail();
    `,
    output: lines`
      import {
      \ta,
      \tb,
      \tSystemError,
      \tCODES,
      } from "m";
      made(SystemError, CODES);
    `,
  },
  {
    name: "a list over several lines without a trailing comma stays so",
    wanted: two,
    code: lines`
      import {
        a,
        b // last
      } from 'm'
      fail()
    `,
    output: lines`
      import {
        a,
        b, // last
        SystemError,
        CODES
      } from 'm'
      made(SystemError, CODES)
    `,
  },
  {
    name: "a comment behind the last name stays with it",
    code: lines`
      import {
        a, // why
        // more
      } from "m";
      fail();
    `,
    output: lines`
      import {
        a, // why
        SystemError,
        // more
      } from "m";
      made(SystemError);
    `,
  },
  {
    name: "a comment behind the last name of one line stays with it",
    code: lines`
      import { a /* why */ } from "m";
      fail();
    `,
    output: lines`
      import { a /* why */, SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "the list keeps its line ending",
    code: 'import {\r\n  a,\r\n} from "m";\r\nfail();\r\n',
    output: 'import {\r\n  a,\r\n  SystemError,\r\n} from "m";\r\nmade(SystemError);\r\n',
  },
  {
    name: "names join a default import",
    code: lines`
      import m from "m";
      fail();
    `,
    output: lines`
      import m, { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "names join a default import with names",
    code: lines`
      import m, { a } from "m";
      fail();
    `,
    output: lines`
      import m, { a, SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "empty braces are filled",
    code: lines`
      import {} from "m";
      fail();
    `,
    output: lines`
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "empty braces with a comment are filled",
    code: lines`
      import { /* none yet */ } from "m";
      fail();
    `,
    output: lines`
      import { SystemError /* none yet */ } from "m";
      made(SystemError);
    `,
  },
  {
    name: "a namespace import gives all names",
    wanted: two,
    code: lines`
      import * as k from "m";
      fail();
    `,
    output: lines`
      import * as k from "m";
      made(k.SystemError, k.CODES);
    `,
  },
  {
    name: "a namespace import beside a default gives all names",
    code: lines`
      import m, * as k from "m";
      fail();
    `,
    output: lines`
      import m, * as k from "m";
      made(k.SystemError);
    `,
  },
  {
    name: "a named import is better than a namespace",
    code: lines`
      import * as k from "m";
      import { SystemError } from "m";
      fail();
    `,
    output: lines`
      import * as k from "m";
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "an import for its effect stays alone",
    code: lines`
      import "m";
      fail();
    `,
    output: lines`
      import "m";
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "an import with attributes stays alone",
    code: lines`
      import m from "m" with { type: "json" };
      fail();
    `,
    output: lines`
      import m from "m" with { type: "json" };
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "a re-export is no import",
    code: lines`
      export { SystemError } from "m";
      fail();
    `,
    output: lines`
      import { SystemError } from "m";

      export { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "the import of another module is left alone",
    code: lines`
      import { SystemError as Other } from "other";
      fail();
    `,
    output: lines`
      import { SystemError as Other } from "other";
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "two fixes share the import that the first one adds",
    code: lines`
      import a from "a";
      fail();
      fail();
    `,
    output: lines`
      import a from "a";
      import { SystemError } from "m";
      made(SystemError);
      made(SystemError);
    `,
  },
];

const equivalents: Case[] = [
  {
    name: "an equivalent module's name is used",
    equivalent: own,
    code: lines`
      import { SystemError } from "../core/system-error.js";
      fail();
    `,
    output: lines`
      import { SystemError } from "../core/system-error.js";
      made(SystemError);
    `,
  },
  {
    name: "an equivalent module's import takes what is missing",
    equivalent: own,
    wanted: two,
    code: lines`
      import { SystemError } from "../core/system-error.js";
      fail();
    `,
    output: lines`
      import { SystemError, CODES } from "../core/system-error.js";
      made(SystemError, CODES);
    `,
  },
  {
    name: "the module itself comes before its equivalents",
    equivalent: own,
    code: lines`
      import { a } from "../core/system-error.js";
      import { b } from "m";
      fail();
    `,
    output: lines`
      import { a } from "../core/system-error.js";
      import { b, SystemError } from "m";
      made(SystemError);
    `,
  },
];

const typeOnly: Case[] = [
  {
    name: "a type-only import becomes an import of a value",
    code: lines`
      import type { SystemError } from "m";
      fail();
    `,
    output: lines`
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "the other names of a type-only import stay types",
    wanted: two,
    code: lines`
      import type { A, SystemError, B } from "m";
      fail();
    `,
    output: lines`
      import { type A, SystemError, type B, CODES } from "m";
      made(SystemError, CODES);
    `,
  },
  {
    name: "an inline type becomes a value",
    code: lines`
      import { type A, type SystemError as SE } from "m";
      fail();
    `,
    output: lines`
      import { type A, SystemError as SE } from "m";
      made(SE);
    `,
  },
  {
    name: "a comment beside `type` is kept",
    code: lines`
      import type /* why */ { SystemError } from "m";
      fail();
    `,
    output: lines`
      import /* why */ { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "a type-only namespace becomes a value",
    code: lines`
      import type * as k from "m";
      fail();
    `,
    output: lines`
      import * as k from "m";
      made(k.SystemError);
    `,
  },
  {
    name: "an import of other types stays as it is",
    code: lines`
      import type { A } from "m";
      fail();
    `,
    output: lines`
      import type { A } from "m";
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "a value under another name is better than a type",
    code: lines`
      import type { SystemError } from "m";
      import { SystemError as SE } from "m";
      fail();
    `,
    output: lines`
      import type { SystemError } from "m";
      import { SystemError as SE } from "m";
      made(SE);
    `,
  },
];

const commonJs: Case[] = [
  {
    name: "a file that requires gets a require",
    wanted: two,
    code: lines`
      const a = require("a");

      fail();
    `,
    output: lines`
      const a = require("a");
      const { SystemError, CODES } = require("m");

      made(SystemError, CODES);
    `,
  },
  {
    name: "a file that exports through `module` gets a require",
    code: lines`
      fail();
      module.exports = {};
    `,
    output: lines`
      const { SystemError } = require("m");

      made(SystemError);
      module.exports = {};
    `,
  },
  {
    name: "a script that requires gets a require",
    sourceType: "script",
    code: lines`
      var a = require("a");
      fail();
    `,
    output: lines`
      var a = require("a");
      const { SystemError } = require("m");
      made(SystemError);
    `,
  },
  {
    name: "a .cjs file gets a require",
    filename: "file.cjs",
    sourceType: "script",
    code: lines`
      fail();
    `,
    output: lines`
      const { SystemError } = require("m");

      made(SystemError);
    `,
  },
  {
    name: "a .mjs file gets an import, whatever it requires",
    filename: "file.mjs",
    code: lines`
      const a = require("a");
      fail();
    `,
    output: lines`
      const a = require("a");
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "a file with `createRequire` gets an import",
    code: lines`
      import { createRequire } from "node:module";
      const require = createRequire(import.meta.url);
      fail(require("a"));
    `,
    output: lines`
      import { createRequire } from "node:module";
      import { SystemError } from "m";
      const require = createRequire(import.meta.url);
      made(SystemError);
    `,
  },
  {
    name: "a file that is configured as CommonJS gets a require",
    sourceType: "commonjs",
    code: lines`
      fail();
    `,
    output: lines`
      const { SystemError } = require("m");

      made(SystemError);
    `,
  },
  {
    name: "a script without a module system is left alone",
    sourceType: "script",
    code: lines`
      fail();
    `,
  },
  {
    name: "a script that asks for the module system is left alone",
    sourceType: "script",
    code: lines`
      if (typeof module === "object") module.exports = 1;
      fail();
    `,
  },
  {
    name: "a name joins the pattern of a require",
    code: lines`
      const { a, b: c } = require("m");
      fail();
    `,
    output: lines`
      const { a, b: c, SystemError } = require("m");
      made(SystemError);
    `,
  },
  {
    name: "an alias in a pattern is used",
    code: lines`
      const { SystemError: SE } = require("m");
      fail();
    `,
    output: lines`
      const { SystemError: SE } = require("m");
      made(SE);
    `,
  },
  {
    name: "a required member is used",
    code: lines`
      const SE = require("m").SystemError;
      fail();
    `,
    output: lines`
      const SE = require("m").SystemError;
      made(SE);
    `,
  },
  {
    name: "a required module gives all names",
    wanted: two,
    code: lines`
      const k = require("m");
      fail();
    `,
    output: lines`
      const k = require("m");
      made(k.SystemError, k.CODES);
    `,
  },
  {
    name: "a required module that is reassigned is not relied on",
    code: lines`
      let k = require("m");
      k = null;
      fail();
    `,
    output: lines`
      let k = require("m");
      const { SystemError } = require("m");
      k = null;
      made(SystemError);
    `,
  },
  {
    name: "a require further down comes too late",
    code: lines`
      const a = require("a");
      fail();
      const { SystemError } = require("m");
    `,
    output: lines`
      const a = require("a");
      const { SystemError: ContractSystemError } = require("m");
      made(ContractSystemError);
      const { SystemError } = require("m");
    `,
  },
  {
    name: "a pattern with a rest keeps its meaning",
    code: lines`
      const { a, ...rest } = require("m");
      fail();
    `,
    output: lines`
      const { a, ...rest } = require("m");
      const { SystemError } = require("m");
      made(SystemError);
    `,
  },
  {
    name: "a name that is taken is renamed in the pattern",
    code: lines`
      const { a } = require("m");
      class SystemError {}
      fail();
    `,
    output: lines`
      const { a, SystemError: ContractSystemError } = require("m");
      class SystemError {}
      made(ContractSystemError);
    `,
  },
  {
    name: "the semicolon that a call on the next line needs is written",
    code: lines`
      const a = require("a")
      ;(() => fail())()
    `,
    output: lines`
      const a = require("a")
      const { SystemError } = require("m")
      ;(() => made(SystemError))()
    `,
  },
  {
    name: "a require before a statement that begins with a parenthesis ends with a semicolon",
    code: lines`
      (() => fail())()
      exports.a = 1
    `,
    output: lines`
      const { SystemError } = require("m");

      (() => made(SystemError))()
      exports.a = 1
    `,
  },
  {
    name: "a require for its effect belongs to the block",
    code: lines`
      "use strict";
      require("a");

      fail();
    `,
    output: lines`
      "use strict";
      require("a");
      const { SystemError } = require("m");

      made(SystemError);
    `,
  },
];

const typescriptCommonJs: Case[] = [
  {
    name: "an imported require gives all names",
    code: lines`
      import k = require("m");
      fail();
    `,
    output: lines`
      import k = require("m");
      made(k.SystemError);
    `,
  },
  {
    name: "a type-only imported require becomes a value",
    code: lines`
      import type k = require("m");
      fail();
    `,
    output: lines`
      import k = require("m");
      made(k.SystemError);
    `,
  },
  {
    name: "a file with imported requires gets another",
    wanted: two,
    code: lines`
      import fs = require("fs");
      fail();
    `,
    output: lines`
      import fs = require("fs");
      import m = require("m");
      made(m.SystemError, m.CODES);
    `,
  },
  {
    name: "a .cts file gets an imported require",
    filename: "file.cts",
    code: lines`
      const m = 1;
      fail();
    `,
    output: lines`
      import m2 = require("m");

      const m = 1;
      made(m2.SystemError);
    `,
  },
  {
    name: "a .cts file with imports gets an import",
    filename: "file.cts",
    code: lines`
      import a from "a";
      fail();
    `,
    output: lines`
      import a from "a";
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "an import of types in CommonJS stays one",
    filename: "file.cts",
    code: lines`
      import type { SystemError } from "m";
      import fs = require("fs");
      fail();
    `,
    output: lines`
      import type { SystemError } from "m";
      import fs = require("fs");
      import m = require("m");
      made(m.SystemError);
    `,
  },
  {
    name: "a namespace body never receives the import",
    code: lines`
      namespace Inner {
        fail();
      }
    `,
    output: lines`
      import { SystemError } from "m";

      namespace Inner {
        made(SystemError);
      }
    `,
  },
  {
    name: "a type parameter of the name is in the way",
    code: lines`
      export function f<SystemError>(a: SystemError) {
        fail();
      }
    `,
    output: lines`
      import { SystemError as ContractSystemError } from "m";

      export function f<SystemError>(a: SystemError) {
        made(ContractSystemError);
      }
    `,
  },
  {
    name: "an interface of the name is in the way",
    code: lines`
      interface SystemError {}
      fail();
    `,
    output: lines`
      import { SystemError as ContractSystemError } from "m";

      interface SystemError {}
      made(ContractSystemError);
    `,
  },
];

const collisions: Case[] = [
  {
    name: "a declaration of the name is in the way",
    code: lines`
      class SystemError {}
      fail();
    `,
    output: lines`
      import { SystemError as ContractSystemError } from "m";

      class SystemError {}
      made(ContractSystemError);
    `,
  },
  {
    name: "a parameter of the name is in the way where it is visible",
    code: lines`
      f((SystemError) => fail());
      fail();
    `,
    output: lines`
      import { SystemError as ContractSystemError } from "m";

      f((SystemError) => made(ContractSystemError));
      made(ContractSystemError);
    `,
  },
  {
    name: "a shadowed import is imported a second time",
    code: lines`
      import { SystemError } from "m";
      f((SystemError) => fail());
      fail();
    `,
    output: lines`
      import { SystemError, SystemError as ContractSystemError } from "m";
      f((SystemError) => made(ContractSystemError));
      made(SystemError);
    `,
  },
  {
    name: "a parameter elsewhere is not in the way",
    code: lines`
      f((SystemError) => 1);
      fail();
    `,
    output: lines`
      import { SystemError } from "m";

      f((SystemError) => 1);
      made(SystemError);
    `,
  },
  {
    name: "an undeclared global of the name keeps its meaning",
    code: lines`
      use(SystemError);
      fail();
    `,
    output: lines`
      import { SystemError as ContractSystemError } from "m";

      use(SystemError);
      made(ContractSystemError);
    `,
  },
  {
    name: "a global that the file configures and uses keeps its meaning",
    code: lines`
      /* global SystemError */
      use(SystemError);
      fail();
    `,
    output: lines`
      /* global SystemError */
      import { SystemError as ContractSystemError } from "m";

      use(SystemError);
      made(ContractSystemError);
    `,
  },
  {
    name: "an alias that the file has anywhere gets a number",
    code: lines`
      class SystemError {}
      f((ContractSystemError) => 1);
      fail();
    `,
    output: lines`
      import { SystemError as ContractSystemError2 } from "m";

      class SystemError {}
      f((ContractSystemError) => 1);
      made(ContractSystemError2);
    `,
  },
  {
    name: "an alias follows the form of its name",
    wanted: ["toolError", "TOOL_CODES"],
    code: lines`
      const toolError = 1, TOOL_CODES = 2;
      fail();
    `,
    output: lines`
      import { toolError as contractToolError, TOOL_CODES as CONTRACT_TOOL_CODES } from "m";

      const toolError = 1, TOOL_CODES = 2;
      made(contractToolError, CONTRACT_TOOL_CODES);
    `,
  },
  {
    name: "a shadowed namespace is not used",
    code: lines`
      import * as k from "m";
      f((k) => fail());
    `,
    output: lines`
      import * as k from "m";
      import { SystemError } from "m";
      f((k) => made(SystemError));
    `,
  },
];

const positions: Case[] = [
  {
    name: "behind the last import of the leading block",
    code: lines`
      import a from "a";
      import b from "b"; // why

      f();
      import c from "c";
      fail();
    `,
    output: lines`
      import a from "a";
      import b from "b"; // why
      import { SystemError } from "m";

      f();
      import c from "c";
      made(SystemError);
    `,
  },
  {
    name: "behind an import that shares its line",
    code: lines`
      import a from "a"; fail();
    `,
    output: lines`
      import a from "a";
      import { SystemError } from "m"; made(SystemError);
    `,
  },
  {
    name: "behind an import that shares its line, with the semicolon that this needs",
    code: lines`
      import a from "a"; fail()
      import b from "b"
    `,
    output: lines`
      import a from "a";
      import { SystemError } from "m"; made(SystemError)
      import b from "b"
    `,
  },
  {
    name: "before the first statement",
    code: "fail();",
    output: outdent`
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a shebang",
    code: lines`
      #!/usr/bin/env node
      fail();
    `,
    output: lines`
      #!/usr/bin/env node
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind directives and what stands on their line",
    code: lines`
      "use strict";
      "use client"; // browser
      fail();
    `,
    output: lines`
      "use strict";
      "use client"; // browser
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a licence",
    code: lines`
      // Copyright 2026 Example
      // All rights reserved.
      fail();
    `,
    output: lines`
      // Copyright 2026 Example
      // All rights reserved.
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a header that a blank line sets apart",
    code: lines`
      /* The tools. */

      fail();
    `,
    output: lines`
      /* The tools. */

      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a type check",
    code: lines`
      // @ts-check
      fail();
    `,
    output: lines`
      // @ts-check
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind the end of type checks",
    code: lines`
      // @ts-nocheck
      fail();
    `,
    output: lines`
      // @ts-nocheck
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a disabled rule",
    code: lines`
      /* eslint-disable no-undef */
      fail();
    `,
    output: lines`
      /* eslint-disable no-undef */
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a configured rule",
    code: lines`
      /* eslint semi: 2 */
      fail();
    `,
    output: lines`
      /* eslint semi: 2 */
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a triple-slash reference",
    code: lines`
      /// <reference types="a" />
      fail();
    `,
    output: lines`
      /// <reference types="a" />
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a test environment in JSDoc form",
    code: lines`
      /**
       * @jest-environment node
       */
      fail();
    `,
    output: lines`
      /**
       * @jest-environment node
       */
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "before the documentation of the first statement",
    code: lines`
      // @ts-check
      /** Fails. */
      function f() {
        fail();
      }
    `,
    output: lines`
      // @ts-check
      import { SystemError } from "m";

      /** Fails. */
      function f() {
        made(SystemError);
      }
    `,
  },
  {
    name: "before an instruction about the first statement",
    code: lines`
      /* Header. */

      // eslint-disable-next-line no-undef

      fail();
    `,
    output: lines`
      /* Header. */

      import { SystemError } from "m";

      // eslint-disable-next-line no-undef

      made(SystemError);
    `,
  },
  {
    name: "with the byte order mark before it",
    code: lines`
      \uFEFFfail();
    `,
    output: lines`
      \uFEFFimport { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "with the indentation of the file",
    code: lines`
      ${outdent}

          import a from "a";
          fail();
    `,
    output: lines`
      ${outdent}

          import a from "a";
          import { SystemError } from "m";
          made(SystemError);
    `,
  },
];

const decorators: Case[] = [
  {
    name: "before the decorator of an exported class",
    code: lines`
      @Injectable()
      export class X { f() { fail(); } }
    `,
    output: lines`
      import { SystemError } from "m";

      @Injectable()
      export class X { f() { made(SystemError); } }
    `,
  },
  {
    name: "before the first of several decorators",
    code: lines`
      @A
      @B()
      export class X { f() { fail(); } }
    `,
    output: lines`
      import { SystemError } from "m";

      @A
      @B()
      export class X { f() { made(SystemError); } }
    `,
  },
  {
    name: "before the decorator of a default export",
    code: lines`
      @Injectable() export default class { f() { fail(); } }
    `,
    output: lines`
      import { SystemError } from "m";

      @Injectable() export default class { f() { made(SystemError); } }
    `,
  },
  {
    name: "before an export whose class is decorated behind it",
    code: lines`
      export default @Injectable() class { f() { fail(); } }
    `,
    output: lines`
      import { SystemError } from "m";

      export default @Injectable() class { f() { made(SystemError); } }
    `,
  },
  {
    name: "before the decorator of a class that is not exported",
    code: lines`
      @Injectable()
      class X { f() { fail(); } }
    `,
    output: lines`
      import { SystemError } from "m";

      @Injectable()
      class X { f() { made(SystemError); } }
    `,
  },
  {
    name: "before the comment that documents a decorated class",
    code: lines`
      /** Keeps plans. */
      @Injectable()
      // Once.
      export class X { f() { fail(); } }
    `,
    output: lines`
      import { SystemError } from "m";

      /** Keeps plans. */
      @Injectable()
      // Once.
      export class X { f() { made(SystemError); } }
    `,
  },
  {
    name: "behind the licence of a decorated class",
    code: lines`
      // Copyright us

      @Injectable()
      export class X { f() { fail(); } }
    `,
    output: lines`
      // Copyright us

      import { SystemError } from "m";

      @Injectable()
      export class X { f() { made(SystemError); } }
    `,
  },
  {
    name: "behind the imports of a decorated class",
    code: lines`
      import { Injectable } from "a";
      @Injectable()
      export class X { f() { fail(); } }
    `,
    output: lines`
      import { Injectable } from "a";
      import { SystemError } from "m";
      @Injectable()
      export class X { f() { made(SystemError); } }
    `,
  },
  {
    name: "behind an import on the line of a decorator",
    code: lines`
      import { Injectable } from "a"; @Injectable() export class X { f() { fail(); } }
    `,
    output: lines`
      import { Injectable } from "a";
      import { SystemError } from "m"; @Injectable() export class X { f() { made(SystemError); } }
    `,
  },
];

const styles: Case[] = [
  {
    name: "quotes and semicolons of the imports",
    code: lines`
      import a from 'a'
      fail("b");
    `,
    output: lines`
      import a from 'a'
      import { SystemError } from 'm'
      made(SystemError);
    `,
  },
  {
    name: "quotes and semicolons of the code",
    code: lines`
      f('a')
      f("it's", 'b')
      fail()
    `,
    output: lines`
      import { SystemError } from 'm'

      f('a')
      f("it's", 'b')
      made(SystemError)
    `,
  },
  {
    name: "semicolons inside of the first function",
    code: lines`
      function f() {
        return fail();
      }
    `,
    output: lines`
      import { SystemError } from "m";

      function f() {
        return made(SystemError);
      }
    `,
  },
  {
    name: "semicolons that end a block on its line",
    code: lines`
      function f() { return fail(); }
    `,
    output: lines`
      import { SystemError } from "m";

      function f() { return made(SystemError); }
    `,
  },
  {
    name: "the line ending of the file",
    code: "'use strict';\r\nfail();\r\n",
    output: "'use strict';\r\nimport { SystemError } from 'm';\r\n\r\nmade(SystemError);\r\n",
  },
];

const tables: [string, Case[]][] = [
  ["names in existing imports", merging],
  ["equivalent modules", equivalents],
  ["CommonJS", commonJs],
  ["names that are taken", collisions],
  ["the position of a new import", positions],
  ["the style of a new import", styles],
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("addImport under %s", (parser) => {
  describe.each(tables)("%s", (_title, cases) => {
    it.each(cases)("$name", (test) => check(parser, test));
  });
});

describe.each([
  ["type-only imports", typeOnly],
  ["TypeScript", typescriptCommonJs],
  ["decorated classes", decorators],
])("addImport: %s", (_title, cases) => {
  it.each(cases)("$name", (test) => check("typescript", test));
});
