import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check, two, own } from "./check-import.js";
import { toMarked } from "../kit/marked-rewrite.js";

const merging = toMarked({
  "a name joins the import of its module": lines`
    import { a«⇒, SystemError» } from "m";
    «fail() ⇒ made(SystemError)»;
  `,
  "a comment behind the comma stays there": lines`
    import {
      a«⇒, SystemError», // why
      // more
    } from "m";
    «fail() ⇒ made(SystemError)»;
  `,
  "names join a default import": lines`
    import m«⇒, { SystemError }» from "m";
    «fail() ⇒ made(SystemError)»;
  `,
  "a named import is better than a namespace": lines`
    import * as k from "m";
    import { SystemError } from "m";
    «fail() ⇒ made(SystemError)»;
  `,
  "an import for its effect stays alone": lines`
    import "m";
    «fail() ⇒ import { SystemError } from "m";
    made(SystemError)»;
  `,
  "an import with attributes stays alone": lines`
    import m from "m" with { type: "json" };
    «fail() ⇒ import { SystemError } from "m";
    made(SystemError)»;
  `,
});

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
  ...toMarked({
    "a type-only import becomes an import of a value": lines`
    import «type ⇒»{ SystemError } from "m";
    «fail() ⇒ made(SystemError)»;
  `,
    "an inline type becomes a value": lines`
    import { type A, «type ⇒»SystemError as SE } from "m";
    «fail() ⇒ made(SE)»;
  `,
    "a value under another name is better than a type": lines`
    import type { SystemError } from "m";
    import { SystemError as SE } from "m";
    «fail() ⇒ made(SE)»;
  `,
  }),
  {
    name: "the other names of a type-only import stay types",
    wanted: two,
    marked: lines`
      import «type { A, SystemError, B } ⇒{ type A, SystemError, type B, CODES } »from "m";
      «fail() ⇒ made(SystemError, CODES)»;
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
