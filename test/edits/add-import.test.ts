import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check, two, own } from "./check-import.js";

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
    name: "a comment behind the comma stays there",
    code: lines`
      import {
        a, // why
        // more
      } from "m";
      fail();
    `,
    output: lines`
      import {
        a, SystemError, // why
        // more
      } from "m";
      made(SystemError);
    `,
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

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("addImport under %s", (parser) => {
  describe.each([
    ["names in existing imports", merging],
    ["equivalent modules", equivalents],
  ])("%s", (_title, cases) => {
    it.each(cases)("$name", (test) => check(parser, test));
  });
});

describe("addImport: type-only imports", () => {
  it.each(typeOnly)("$name", (test) => check("typescript", test));
});
