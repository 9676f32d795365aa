import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check, two, own } from "./check-import.js";

const merging: Case[] = [
  {
    name: "a name joins the import of its module",
    marked: lines`
      import { a«⇒, SystemError» } from "m";
      «fail() ⇒ made(SystemError)»;
    `,
  },
  {
    name: "a comment behind the comma stays there",
    marked: lines`
      import {
        a«⇒, SystemError», // why
        // more
      } from "m";
      «fail() ⇒ made(SystemError)»;
    `,
  },
  {
    name: "names join a default import",
    marked: lines`
      import m«⇒, { SystemError }» from "m";
      «fail() ⇒ made(SystemError)»;
    `,
  },

  {
    name: "a named import is better than a namespace",
    marked: lines`
      import * as k from "m";
      import { SystemError } from "m";
      «fail() ⇒ made(SystemError)»;
    `,
  },
  {
    name: "an import for its effect stays alone",
    marked: lines`
      import "m";
      «fail() ⇒ import { SystemError } from "m";
      made(SystemError)»;
    `,
  },
  {
    name: "an import with attributes stays alone",
    marked: lines`
      import m from "m" with { type: "json" };
      «fail() ⇒ import { SystemError } from "m";
      made(SystemError)»;
    `,
  },
];

const equivalents: Case[] = [
  {
    name: "an equivalent module's import takes what is missing",
    equivalent: own,
    wanted: two,
    marked: lines`
      import { SystemError«⇒, CODES» } from "../core/system-error.js";
      «fail() ⇒ made(SystemError, CODES)»;
    `,
  },
];

const typeOnly: Case[] = [
  {
    name: "a type-only import becomes an import of a value",
    marked: lines`
      import «type ⇒»{ SystemError } from "m";
      «fail() ⇒ made(SystemError)»;
    `,
  },
  {
    name: "the other names of a type-only import stay types",
    wanted: two,
    marked: lines`
      import «type { A, SystemError, B } ⇒{ type A, SystemError, type B, CODES } »from "m";
      «fail() ⇒ made(SystemError, CODES)»;
    `,
  },
  {
    name: "an inline type becomes a value",
    marked: lines`
      import { type A, «type ⇒»SystemError as SE } from "m";
      «fail() ⇒ made(SE)»;
    `,
  },
  {
    name: "a value under another name is better than a type",
    marked: lines`
      import type { SystemError } from "m";
      import { SystemError as SE } from "m";
      «fail() ⇒ made(SE)»;
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
