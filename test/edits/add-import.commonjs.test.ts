import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check, two } from "./check-import.js";
import { toMarked } from "../kit/marked-rewrite.js";

const commonJs: Case[] = [
  ...toMarked({
    "a require further down comes too late": lines`
    const a = require("a");
    «fail() ⇒ const { SystemError: SystemError2 } = require("m");
    made(SystemError2)»;
    const { SystemError } = require("m");
  `,
    "a pattern with a rest keeps its meaning": lines`
    const { a, ...rest } = require("m");
    «fail() ⇒ const { SystemError } = require("m");
    made(SystemError)»;
  `,
  }),
  {
    name: "a file that requires gets a require",
    wanted: two,
    marked: lines`
      const a = require("a");«⇒
      const { SystemError, CODES } = require("m");»

      «fail() ⇒ made(SystemError, CODES)»;
    `,
  },
  {
    name: "a .cjs file gets a require",
    filename: "file.cjs",
    sourceType: "script",
    marked: lines`
      «fail() ⇒ const { SystemError } = require("m");

      made(SystemError)»;
    `,
  },
  {
    name: "a script without a module system is left alone",
    sourceType: "script",
    marked: lines`
      fail();
    `,
  },
  {
    name: "a required module gives all names",
    wanted: two,
    marked: lines`
      const k = require("m");
      «fail() ⇒ made(k.SystemError, k.CODES)»;
    `,
  },
];

const typescriptCommonJs: Case[] = [
  ...toMarked({
    "an imported require gives all names": lines`
    import k = require("m");
    «fail() ⇒ made(k.SystemError)»;
  `,
  }),
  {
    name: "a .cts file gets an imported require",
    filename: "file.cts",
    marked: lines`
      «⇒import contract = require("m");

      »const m = 1;
      «fail() ⇒ made(contract.SystemError)»;
    `,
  },
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("addImport under %s: CommonJS", (parser) => {
  it.each(commonJs)("$name", (test) => check(parser, test));
});

describe("addImport: TypeScript", () => {
  it.each(typescriptCommonJs)("$name", (test) => check("typescript", test));
});
