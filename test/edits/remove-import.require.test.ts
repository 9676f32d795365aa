import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { parsers, checkRemoval } from "./lint-edit.js";
import { toMarked } from "../kit/marked-rewrite.js";

const requires = toMarked({
  "a name of a pattern": lines`
    const { a«, Old⇒», b: c } = require("m");
  `,
  "a require within a function": lines`
    function f() {
      «const { Old } = require("m");
      ⇒»return 1;
    }
  `,
  "nothing beside a rest, which would take the name in": lines`
    const { Old, ...rest } = require("m");
  `,
  "nothing of a nested pattern": lines`
    const { a: { Old } } = require("m");
  `,
  "nothing but requires": lines`
    const Old = f();
  `,
  "nothing below the type of a require": lines`
    /** @type {import("m")} */
    const Old = require("m");
    f();
  `,
});

const typescript = toMarked({
  "a type-only import": lines`
    «import type { Old } from "m";
    ⇒»f();
  `,
});

describe("removeImport in TypeScript removes", () => {
  it.each(typescript)("$name", (test) => checkRemoval("typescript", test));
});

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("removeImport under %s removes", (parser) => {
  it.each(requires)("$name", (test) => checkRemoval(parser, test));
});
