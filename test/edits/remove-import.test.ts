import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, checkRemoval } from "./lint-edit.js";

const specifiers: Case[] = [
  {
    name: "the first of several names",
    marked: lines`
      import {« Old,⇒» a } from "m";
    `,
  },

  {
    name: "a default beside names",
    marked: lines`
      import« Old,⇒» { a } from "m";
    `,
  },

  {
    name: "nothing when a comment of the name would be lost",
    marked: lines`
      import { Old /* why */, a } from "m";
    `,
  },
];

const statements: Case[] = [
  {
    name: "the only name with its line",
    marked: lines`
      import a from "a";
      import «{ Old } from "m";
      import ⇒»b from "b";
    `,
  },
  {
    name: "the statement but not the header above it",
    marked: lines`
      /* License */«
      import { Old } from "m";⇒»

      f();
    `,
  },

  {
    name: "a statement that shares its line with the next",
    marked: lines`
      «import { Old } from "m"; ⇒»f();
    `,
  },
  {
    name: "the statement but not the semicolon of the next line",
    marked: lines`
      const a = 1«
      const Old = require("m")⇒»
      ;[a].map(f)
    `,
  },
  {
    name: "nothing when the next line would continue the previous",
    marked: lines`
      const a = b
      import { Old } from "m";
      (f)();
    `,
  },
  {
    name: "nothing below an instruction about the line",
    marked: lines`
      // eslint-disable-next-line no-restricted-imports
      import { Old } from "m";
      f();
    `,
  },
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("removeImport under %s removes", (parser) => {
  it.each([...specifiers, ...statements])("$name", (test) => checkRemoval(parser, test));
});
