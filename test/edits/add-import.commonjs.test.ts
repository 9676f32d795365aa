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
    name: "a script without a module system is left alone",
    sourceType: "script",
    code: lines`
      fail();
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
      const { SystemError: SystemError2 } = require("m");
      made(SystemError2);
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
    name: "a .cts file gets an imported require",
    filename: "file.cts",
    code: lines`
      const m = 1;
      fail();
    `,
    output: lines`
      import contract = require("m");

      const m = 1;
      made(contract.SystemError);
    `,
  },
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("addImport under %s: CommonJS", (parser) => {
  it.each(commonJs)("$name", (test) => check(parser, test));
});

describe("addImport: TypeScript", () => {
  it.each(typescriptCommonJs)("$name", (test) => check("typescript", test));
});
