import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, checkRemoval } from "./lint-edit.js";

const requires: Case[] = [
  {
    name: "a name of a pattern",
    marked: lines`
      const { a«, Old⇒», b: c } = require("m");
    `,
  },

  {
    name: "a require within a function",
    marked: lines`
      function f() {
        «const { Old } = require("m");
        ⇒»return 1;
      }
    `,
  },
  {
    name: "nothing beside a rest, which would take the name in",
    marked: lines`
      const { Old, ...rest } = require("m");
    `,
  },

  {
    name: "nothing of a nested pattern",
    marked: lines`
      const { a: { Old } } = require("m");
    `,
  },
  {
    name: "nothing but requires",
    marked: lines`
      const Old = f();
    `,
  },
  {
    name: "nothing below the type of a require",
    marked: lines`
      /** @type {import("m")} */
      const Old = require("m");
      f();
    `,
  },
];

const typescript: Case[] = [
  {
    name: "a type-only import",
    marked: lines`
      «import type { Old } from "m";
      ⇒»f();
    `,
  },
];

describe("removeImport in TypeScript removes", () => {
  it.each(typescript)("$name", (test) => checkRemoval("typescript", test));
});

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("removeImport under %s removes", (parser) => {
  it.each(requires)("$name", (test) => checkRemoval(parser, test));
});
