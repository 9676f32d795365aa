import * as typescriptParser from "@typescript-eslint/parser";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import * as espree from "espree";
import { describe, expect, it } from "vitest";
import { addImport } from "../../rules/dist/edits/add-import.js";
import { type ImportPlan, type ImportPlanOptions, planImport } from "../../rules/dist/edits/plan-import.js";

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
    code: 'import { a } from "m";\nfail();\n',
    output: 'import { a, SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "a name that is imported already is used",
    code: 'import { SystemError } from "m";\nfail();\n',
    output: 'import { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "an alias is used",
    code: 'import { SystemError as SE } from "m";\nfail();\n',
    output: 'import { SystemError as SE } from "m";\nmade(SE);\n',
  },
  {
    name: "a string as the exported name is read",
    code: 'import { "SystemError" as SE } from "m";\nfail();\n',
    output: 'import { "SystemError" as SE } from "m";\nmade(SE);\n',
  },
  {
    name: "only what is missing is added",
    wanted: two,
    code: 'import { SystemError as SE } from "m";\nfail();\n',
    output: 'import { SystemError as SE, CODES } from "m";\nmade(SE, CODES);\n',
  },
  {
    name: "a name that is wanted twice is added once",
    wanted: ["CODES", "CODES"],
    code: 'import { a } from "m";\nfail();\n',
    output: 'import { a, CODES } from "m";\nmade(CODES);\n',
  },
  {
    name: "a trailing comma on one line stays last",
    wanted: two,
    code: 'import { a, } from "m";\nfail();\n',
    output: 'import { a, SystemError, CODES, } from "m";\nmade(SystemError, CODES);\n',
  },
  {
    name: "a list over several lines gets a line for each name",
    wanted: two,
    code: 'import {\n\ta,\n\tb,\n} from "m";\nfail();\n',
    output: 'import {\n\ta,\n\tb,\n\tSystemError,\n\tCODES,\n} from "m";\nmade(SystemError, CODES);\n',
  },
  {
    name: "a list over several lines without a trailing comma stays so",
    wanted: two,
    code: "import {\n  a,\n  b // last\n} from 'm'\nfail()\n",
    output: "import {\n  a,\n  b, // last\n  SystemError,\n  CODES\n} from 'm'\nmade(SystemError, CODES)\n",
  },
  {
    name: "a comment behind the last name stays with it",
    code: 'import {\n  a, // why\n  // more\n} from "m";\nfail();\n',
    output: 'import {\n  a, // why\n  SystemError,\n  // more\n} from "m";\nmade(SystemError);\n',
  },
  {
    name: "a comment behind the last name of one line stays with it",
    code: 'import { a /* why */ } from "m";\nfail();\n',
    output: 'import { a /* why */, SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "the list keeps its line ending",
    code: 'import {\r\n  a,\r\n} from "m";\r\nfail();\r\n',
    output: 'import {\r\n  a,\r\n  SystemError,\r\n} from "m";\r\nmade(SystemError);\r\n',
  },
  {
    name: "names join a default import",
    code: 'import m from "m";\nfail();\n',
    output: 'import m, { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "names join a default import with names",
    code: 'import m, { a } from "m";\nfail();\n',
    output: 'import m, { a, SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "empty braces are filled",
    code: 'import {} from "m";\nfail();\n',
    output: 'import { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "empty braces with a comment are filled",
    code: 'import { /* none yet */ } from "m";\nfail();\n',
    output: 'import { SystemError /* none yet */ } from "m";\nmade(SystemError);\n',
  },
  {
    name: "a namespace import gives all names",
    wanted: two,
    code: 'import * as k from "m";\nfail();\n',
    output: 'import * as k from "m";\nmade(k.SystemError, k.CODES);\n',
  },
  {
    name: "a namespace import beside a default gives all names",
    code: 'import m, * as k from "m";\nfail();\n',
    output: 'import m, * as k from "m";\nmade(k.SystemError);\n',
  },
  {
    name: "a named import is better than a namespace",
    code: 'import * as k from "m";\nimport { SystemError } from "m";\nfail();\n',
    output: 'import * as k from "m";\nimport { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "an import for its effect stays alone",
    code: 'import "m";\nfail();\n',
    output: 'import "m";\nimport { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "an import with attributes stays alone",
    code: 'import m from "m" with { type: "json" };\nfail();\n',
    output: 'import m from "m" with { type: "json" };\nimport { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "a re-export is no import",
    code: 'export { SystemError } from "m";\nfail();\n',
    output: 'import { SystemError } from "m";\n\nexport { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "the import of another module is left alone",
    code: 'import { SystemError as Other } from "other";\nfail();\n',
    output: 'import { SystemError as Other } from "other";\nimport { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "two fixes share the import that the first one adds",
    code: 'import a from "a";\nfail();\nfail();\n',
    output: 'import a from "a";\nimport { SystemError } from "m";\nmade(SystemError);\nmade(SystemError);\n',
  },
];

const equivalents: Case[] = [
  {
    name: "an equivalent module's name is used",
    equivalent: own,
    code: 'import { SystemError } from "../core/system-error.js";\nfail();\n',
    output: 'import { SystemError } from "../core/system-error.js";\nmade(SystemError);\n',
  },
  {
    name: "an equivalent module's import takes what is missing",
    equivalent: own,
    wanted: two,
    code: 'import { SystemError } from "../core/system-error.js";\nfail();\n',
    output: 'import { SystemError, CODES } from "../core/system-error.js";\nmade(SystemError, CODES);\n',
  },
  {
    name: "the module itself comes before its equivalents",
    equivalent: own,
    code: 'import { a } from "../core/system-error.js";\nimport { b } from "m";\nfail();\n',
    output: 'import { a } from "../core/system-error.js";\nimport { b, SystemError } from "m";\nmade(SystemError);\n',
  },
];

const typeOnly: Case[] = [
  {
    name: "a type-only import becomes an import of a value",
    code: 'import type { SystemError } from "m";\nfail();\n',
    output: 'import { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "the other names of a type-only import stay types",
    wanted: two,
    code: 'import type { A, SystemError, B } from "m";\nfail();\n',
    output: 'import { type A, SystemError, type B, CODES } from "m";\nmade(SystemError, CODES);\n',
  },
  {
    name: "an inline type becomes a value",
    code: 'import { type A, type SystemError as SE } from "m";\nfail();\n',
    output: 'import { type A, SystemError as SE } from "m";\nmade(SE);\n',
  },
  {
    name: "a comment beside `type` is kept",
    code: 'import type /* why */ { SystemError } from "m";\nfail();\n',
    output: 'import /* why */ { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "a type-only namespace becomes a value",
    code: 'import type * as k from "m";\nfail();\n',
    output: 'import * as k from "m";\nmade(k.SystemError);\n',
  },
  {
    name: "an import of other types stays as it is",
    code: 'import type { A } from "m";\nfail();\n',
    output: 'import type { A } from "m";\nimport { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "a value under another name is better than a type",
    code: 'import type { SystemError } from "m";\nimport { SystemError as SE } from "m";\nfail();\n',
    output: 'import type { SystemError } from "m";\nimport { SystemError as SE } from "m";\nmade(SE);\n',
  },
];

const commonJs: Case[] = [
  {
    name: "a file that requires gets a require",
    wanted: two,
    code: 'const a = require("a");\n\nfail();\n',
    output: 'const a = require("a");\nconst { SystemError, CODES } = require("m");\n\nmade(SystemError, CODES);\n',
  },
  {
    name: "a file that exports through `module` gets a require",
    code: "fail();\nmodule.exports = {};\n",
    output: 'const { SystemError } = require("m");\n\nmade(SystemError);\nmodule.exports = {};\n',
  },
  {
    name: "a script that requires gets a require",
    sourceType: "script",
    code: 'var a = require("a");\nfail();\n',
    output: 'var a = require("a");\nconst { SystemError } = require("m");\nmade(SystemError);\n',
  },
  {
    name: "a .cjs file gets a require",
    filename: "file.cjs",
    sourceType: "script",
    code: "fail();\n",
    output: 'const { SystemError } = require("m");\n\nmade(SystemError);\n',
  },
  {
    name: "a .mjs file gets an import, whatever it requires",
    filename: "file.mjs",
    code: 'const a = require("a");\nfail();\n',
    output: 'const a = require("a");\nimport { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "a file with `createRequire` gets an import",
    code: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\nfail(require("a"));\n',
    output:
      'import { createRequire } from "node:module";\nimport { SystemError } from "m";\nconst require = createRequire(import.meta.url);\nmade(SystemError);\n',
  },
  {
    name: "a file that is configured as CommonJS gets a require",
    sourceType: "commonjs",
    code: "fail();\n",
    output: 'const { SystemError } = require("m");\n\nmade(SystemError);\n',
  },
  { name: "a script without a module system is left alone", sourceType: "script", code: "fail();\n" },
  {
    name: "a script that asks for the module system is left alone",
    sourceType: "script",
    code: 'if (typeof module === "object") module.exports = 1;\nfail();\n',
  },
  {
    name: "a name joins the pattern of a require",
    code: 'const { a, b: c } = require("m");\nfail();\n',
    output: 'const { a, b: c, SystemError } = require("m");\nmade(SystemError);\n',
  },
  {
    name: "an alias in a pattern is used",
    code: 'const { SystemError: SE } = require("m");\nfail();\n',
    output: 'const { SystemError: SE } = require("m");\nmade(SE);\n',
  },
  {
    name: "a required member is used",
    code: 'const SE = require("m").SystemError;\nfail();\n',
    output: 'const SE = require("m").SystemError;\nmade(SE);\n',
  },
  {
    name: "a required module gives all names",
    wanted: two,
    code: 'const k = require("m");\nfail();\n',
    output: 'const k = require("m");\nmade(k.SystemError, k.CODES);\n',
  },
  {
    name: "a required module that is reassigned is not relied on",
    code: 'let k = require("m");\nk = null;\nfail();\n',
    output: 'let k = require("m");\nconst { SystemError } = require("m");\nk = null;\nmade(SystemError);\n',
  },
  {
    name: "a require further down comes too late",
    code: 'const a = require("a");\nfail();\nconst { SystemError } = require("m");\n',
    output:
      'const a = require("a");\nconst { SystemError: ContractSystemError } = require("m");\nmade(ContractSystemError);\nconst { SystemError } = require("m");\n',
  },
  {
    name: "a pattern with a rest keeps its meaning",
    code: 'const { a, ...rest } = require("m");\nfail();\n',
    output: 'const { a, ...rest } = require("m");\nconst { SystemError } = require("m");\nmade(SystemError);\n',
  },
  {
    name: "a name that is taken is renamed in the pattern",
    code: 'const { a } = require("m");\nclass SystemError {}\nfail();\n',
    output:
      'const { a, SystemError: ContractSystemError } = require("m");\nclass SystemError {}\nmade(ContractSystemError);\n',
  },
  {
    name: "the semicolon that a call on the next line needs is written",
    code: 'const a = require("a")\n;(() => fail())()\n',
    output: 'const a = require("a")\nconst { SystemError } = require("m")\n;(() => made(SystemError))()\n',
  },
  {
    name: "a require before a statement that begins with a parenthesis ends with a semicolon",
    code: "(() => fail())()\nexports.a = 1\n",
    output: 'const { SystemError } = require("m");\n\n(() => made(SystemError))()\nexports.a = 1\n',
  },
  {
    name: "a require for its effect belongs to the block",
    code: '"use strict";\nrequire("a");\n\nfail();\n',
    output: '"use strict";\nrequire("a");\nconst { SystemError } = require("m");\n\nmade(SystemError);\n',
  },
];

const typescriptCommonJs: Case[] = [
  {
    name: "an imported require gives all names",
    code: 'import k = require("m");\nfail();\n',
    output: 'import k = require("m");\nmade(k.SystemError);\n',
  },
  {
    name: "a type-only imported require becomes a value",
    code: 'import type k = require("m");\nfail();\n',
    output: 'import k = require("m");\nmade(k.SystemError);\n',
  },
  {
    name: "a file with imported requires gets another",
    wanted: two,
    code: 'import fs = require("fs");\nfail();\n',
    output: 'import fs = require("fs");\nimport m = require("m");\nmade(m.SystemError, m.CODES);\n',
  },
  {
    name: "a .cts file gets an imported require",
    filename: "file.cts",
    code: "const m = 1;\nfail();\n",
    output: 'import m2 = require("m");\n\nconst m = 1;\nmade(m2.SystemError);\n',
  },
  {
    name: "a .cts file with imports gets an import",
    filename: "file.cts",
    code: 'import a from "a";\nfail();\n',
    output: 'import a from "a";\nimport { SystemError } from "m";\nmade(SystemError);\n',
  },
  {
    name: "an import of types in CommonJS stays one",
    filename: "file.cts",
    code: 'import type { SystemError } from "m";\nimport fs = require("fs");\nfail();\n',
    output:
      'import type { SystemError } from "m";\nimport fs = require("fs");\nimport m = require("m");\nmade(m.SystemError);\n',
  },
  {
    name: "a namespace body never receives the import",
    code: "namespace Inner {\n  fail();\n}\n",
    output: 'import { SystemError } from "m";\n\nnamespace Inner {\n  made(SystemError);\n}\n',
  },
  {
    name: "a type parameter of the name is in the way",
    code: "export function f<SystemError>(a: SystemError) {\n  fail();\n}\n",
    output:
      'import { SystemError as ContractSystemError } from "m";\n\nexport function f<SystemError>(a: SystemError) {\n  made(ContractSystemError);\n}\n',
  },
  {
    name: "an interface of the name is in the way",
    code: "interface SystemError {}\nfail();\n",
    output:
      'import { SystemError as ContractSystemError } from "m";\n\ninterface SystemError {}\nmade(ContractSystemError);\n',
  },
];

const collisions: Case[] = [
  {
    name: "a declaration of the name is in the way",
    code: "class SystemError {}\nfail();\n",
    output:
      'import { SystemError as ContractSystemError } from "m";\n\nclass SystemError {}\nmade(ContractSystemError);\n',
  },
  {
    name: "a parameter of the name is in the way where it is visible",
    code: "f((SystemError) => fail());\nfail();\n",
    output:
      'import { SystemError as ContractSystemError } from "m";\n\nf((SystemError) => made(ContractSystemError));\nmade(ContractSystemError);\n',
  },
  {
    name: "a shadowed import is imported a second time",
    code: 'import { SystemError } from "m";\nf((SystemError) => fail());\nfail();\n',
    output:
      'import { SystemError, SystemError as ContractSystemError } from "m";\nf((SystemError) => made(ContractSystemError));\nmade(SystemError);\n',
  },
  {
    name: "a parameter elsewhere is not in the way",
    code: "f((SystemError) => 1);\nfail();\n",
    output: 'import { SystemError } from "m";\n\nf((SystemError) => 1);\nmade(SystemError);\n',
  },
  {
    name: "an undeclared global of the name keeps its meaning",
    code: "use(SystemError);\nfail();\n",
    output:
      'import { SystemError as ContractSystemError } from "m";\n\nuse(SystemError);\nmade(ContractSystemError);\n',
  },
  {
    name: "a global that the file configures and uses keeps its meaning",
    code: "/* global SystemError */\nuse(SystemError);\nfail();\n",
    output:
      '/* global SystemError */\nimport { SystemError as ContractSystemError } from "m";\n\nuse(SystemError);\nmade(ContractSystemError);\n',
  },
  {
    name: "an alias that the file has anywhere gets a number",
    code: "class SystemError {}\nf((ContractSystemError) => 1);\nfail();\n",
    output:
      'import { SystemError as ContractSystemError2 } from "m";\n\nclass SystemError {}\nf((ContractSystemError) => 1);\nmade(ContractSystemError2);\n',
  },
  {
    name: "an alias follows the form of its name",
    wanted: ["toolError", "TOOL_CODES"],
    code: "const toolError = 1, TOOL_CODES = 2;\nfail();\n",
    output:
      'import { toolError as contractToolError, TOOL_CODES as CONTRACT_TOOL_CODES } from "m";\n\nconst toolError = 1, TOOL_CODES = 2;\nmade(contractToolError, CONTRACT_TOOL_CODES);\n',
  },
  {
    name: "a shadowed namespace is not used",
    code: 'import * as k from "m";\nf((k) => fail());\n',
    output: 'import * as k from "m";\nimport { SystemError } from "m";\nf((k) => made(SystemError));\n',
  },
];

const positions: Case[] = [
  {
    name: "behind the last import of the leading block",
    code: 'import a from "a";\nimport b from "b"; // why\n\nf();\nimport c from "c";\nfail();\n',
    output:
      'import a from "a";\nimport b from "b"; // why\nimport { SystemError } from "m";\n\nf();\nimport c from "c";\nmade(SystemError);\n',
  },
  {
    name: "behind an import that shares its line",
    code: 'import a from "a"; fail();\n',
    output: 'import a from "a";\nimport { SystemError } from "m"; made(SystemError);\n',
  },
  {
    name: "behind an import that shares its line, with the semicolon that this needs",
    code: 'import a from "a"; fail()\nimport b from "b"\n',
    output: 'import a from "a";\nimport { SystemError } from "m"; made(SystemError)\nimport b from "b"\n',
  },
  {
    name: "before the first statement",
    code: "fail();",
    output: 'import { SystemError } from "m";\n\nmade(SystemError);',
  },
  {
    name: "behind a shebang",
    code: "#!/usr/bin/env node\nfail();\n",
    output: '#!/usr/bin/env node\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind directives and what stands on their line",
    code: '"use strict";\n"use client"; // browser\nfail();\n',
    output: '"use strict";\n"use client"; // browser\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind a licence",
    code: "// Copyright 2026 Example\n// All rights reserved.\nfail();\n",
    output:
      '// Copyright 2026 Example\n// All rights reserved.\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind a header that a blank line sets apart",
    code: "/* The tools. */\n\nfail();\n",
    output: '/* The tools. */\n\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind a type check",
    code: "// @ts-check\nfail();\n",
    output: '// @ts-check\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind the end of type checks",
    code: "// @ts-nocheck\nfail();\n",
    output: '// @ts-nocheck\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind a disabled rule",
    code: "/* eslint-disable no-undef */\nfail();\n",
    output: '/* eslint-disable no-undef */\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind a configured rule",
    code: "/* eslint semi: 2 */\nfail();\n",
    output: '/* eslint semi: 2 */\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind a triple-slash reference",
    code: '/// <reference types="a" />\nfail();\n',
    output: '/// <reference types="a" />\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "behind a test environment in JSDoc form",
    code: "/**\n * @jest-environment node\n */\nfail();\n",
    output: '/**\n * @jest-environment node\n */\nimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "before the documentation of the first statement",
    code: "// @ts-check\n/** Fails. */\nfunction f() {\n  fail();\n}\n",
    output:
      '// @ts-check\nimport { SystemError } from "m";\n\n/** Fails. */\nfunction f() {\n  made(SystemError);\n}\n',
  },
  {
    name: "before an instruction about the first statement",
    code: "/* Header. */\n\n// eslint-disable-next-line no-undef\n\nfail();\n",
    output:
      '/* Header. */\n\nimport { SystemError } from "m";\n\n// eslint-disable-next-line no-undef\n\nmade(SystemError);\n',
  },
  {
    name: "with the byte order mark before it",
    code: "\uFEFFfail();\n",
    output: '\uFEFFimport { SystemError } from "m";\n\nmade(SystemError);\n',
  },
  {
    name: "with the indentation of the file",
    code: '\n    import a from "a";\n    fail();\n',
    output: '\n    import a from "a";\n    import { SystemError } from "m";\n    made(SystemError);\n',
  },
];

const decorators: Case[] = [
  {
    name: "before the decorator of an exported class",
    code: "@Injectable()\nexport class X { f() { fail(); } }\n",
    output: 'import { SystemError } from "m";\n\n@Injectable()\nexport class X { f() { made(SystemError); } }\n',
  },
  {
    name: "before the first of several decorators",
    code: "@A\n@B()\nexport class X { f() { fail(); } }\n",
    output: 'import { SystemError } from "m";\n\n@A\n@B()\nexport class X { f() { made(SystemError); } }\n',
  },
  {
    name: "before the decorator of a default export",
    code: "@Injectable() export default class { f() { fail(); } }\n",
    output: 'import { SystemError } from "m";\n\n@Injectable() export default class { f() { made(SystemError); } }\n',
  },
  {
    name: "before an export whose class is decorated behind it",
    code: "export default @Injectable() class { f() { fail(); } }\n",
    output: 'import { SystemError } from "m";\n\nexport default @Injectable() class { f() { made(SystemError); } }\n',
  },
  {
    name: "before the decorator of a class that is not exported",
    code: "@Injectable()\nclass X { f() { fail(); } }\n",
    output: 'import { SystemError } from "m";\n\n@Injectable()\nclass X { f() { made(SystemError); } }\n',
  },
  {
    name: "before the comment that documents a decorated class",
    code: "/** Keeps plans. */\n@Injectable()\n// Once.\nexport class X { f() { fail(); } }\n",
    output:
      'import { SystemError } from "m";\n\n/** Keeps plans. */\n@Injectable()\n// Once.\nexport class X { f() { made(SystemError); } }\n',
  },
  {
    name: "behind the licence of a decorated class",
    code: "// Copyright us\n\n@Injectable()\nexport class X { f() { fail(); } }\n",
    output:
      '// Copyright us\n\nimport { SystemError } from "m";\n\n@Injectable()\nexport class X { f() { made(SystemError); } }\n',
  },
  {
    name: "behind the imports of a decorated class",
    code: 'import { Injectable } from "a";\n@Injectable()\nexport class X { f() { fail(); } }\n',
    output:
      'import { Injectable } from "a";\nimport { SystemError } from "m";\n@Injectable()\nexport class X { f() { made(SystemError); } }\n',
  },
  {
    name: "behind an import on the line of a decorator",
    code: 'import { Injectable } from "a"; @Injectable() export class X { f() { fail(); } }\n',
    output:
      'import { Injectable } from "a";\nimport { SystemError } from "m"; @Injectable() export class X { f() { made(SystemError); } }\n',
  },
];

const styles: Case[] = [
  {
    name: "quotes and semicolons of the imports",
    code: "import a from 'a'\nfail(\"b\");\n",
    output: "import a from 'a'\nimport { SystemError } from 'm'\nmade(SystemError);\n",
  },
  {
    name: "quotes and semicolons of the code",
    code: "f('a')\nf(\"it's\", 'b')\nfail()\n",
    output: "import { SystemError } from 'm'\n\nf('a')\nf(\"it's\", 'b')\nmade(SystemError)\n",
  },
  {
    name: "semicolons inside of the first function",
    code: "function f() {\n  return fail();\n}\n",
    output: 'import { SystemError } from "m";\n\nfunction f() {\n  return made(SystemError);\n}\n',
  },
  {
    name: "semicolons that end a block on its line",
    code: "function f() { return fail(); }\n",
    output: 'import { SystemError } from "m";\n\nfunction f() { return made(SystemError); }\n',
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
