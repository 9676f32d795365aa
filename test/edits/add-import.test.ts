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
];

const equivalents: Case[] = [
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
    name: "a value does not take the name of a type",
    code: lines`
      import type { A, SystemError } from "m";
      fail();
    `,
    output: lines`
      import type { A, SystemError } from "m";
      import { SystemError as SystemError2 } from "m";
      made(SystemError2);
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
