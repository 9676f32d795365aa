import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check } from "./check-import.js";

const collisions: Case[] = [
  {
    name: "a declaration of the name is in the way",
    marked: lines`
      «⇒import { SystemError as SystemError2 } from "m";

      »class SystemError {}
      «fail() ⇒ made(SystemError2)»;
    `,
  },
  {
    name: "a shadowed import is imported a second time",
    marked: lines`
      import { SystemError«⇒, SystemError as SystemError2» } from "m";
      f((SystemError) => «fail() ⇒ made(SystemError2)»);
      «fail() ⇒ made(SystemError)»;
    `,
  },
  {
    name: "an undeclared global of the name keeps its meaning",
    marked: lines`
      «⇒import { SystemError as SystemError2 } from "m";

      »use(SystemError);
      «fail() ⇒ made(SystemError2)»;
    `,
  },
];

const styles: Case[] = [
  {
    name: "quotes and semicolons of the code",
    marked: lines`
      «⇒import { SystemError } from 'm'

      »f('a')
      f("it's", 'b')
      «fail() ⇒ made(SystemError)»
    `,
  },

  {
    name: "the line ending of the file",
    marked: "'use strict';\r\n«fail() ⇒ import { SystemError } from 'm';\r\n\r\nmade(SystemError)»;\r\n",
  },
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("addImport under %s", (parser) => {
  describe.each([
    ["names that are taken", collisions],
    ["the style of a new import", styles],
  ])("%s", (_title, cases) => {
    it.each(cases)("$name", (test) => check(parser, test));
  });
});
