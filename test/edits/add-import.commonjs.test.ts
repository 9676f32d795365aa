import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check, two } from "./check-import.js";

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
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("addImport under %s: CommonJS", (parser) => {
  it.each(commonJs)("$name", (test) => check(parser, test));
});

describe("addImport: TypeScript", () => {
  it.each(typescriptCommonJs)("$name", (test) => check("typescript", test));
});
