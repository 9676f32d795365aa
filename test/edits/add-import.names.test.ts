import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check } from "./check-import.js";

const collisions: Case[] = [
  {
    name: "a declaration of the name is in the way",
    code: lines`
      class SystemError {}
      fail();
    `,
    output: lines`
      import { SystemError as SystemError2 } from "m";

      class SystemError {}
      made(SystemError2);
    `,
  },
  {
    name: "a shadowed import is imported a second time",
    code: lines`
      import { SystemError } from "m";
      f((SystemError) => fail());
      fail();
    `,
    output: lines`
      import { SystemError, SystemError as SystemError2 } from "m";
      f((SystemError) => made(SystemError2));
      made(SystemError);
    `,
  },
  {
    name: "an undeclared global of the name keeps its meaning",
    code: lines`
      use(SystemError);
      fail();
    `,
    output: lines`
      import { SystemError as SystemError2 } from "m";

      use(SystemError);
      made(SystemError2);
    `,
  },
];

const styles: Case[] = [
  {
    name: "quotes and semicolons of the code",
    code: lines`
      f('a')
      f("it's", 'b')
      fail()
    `,
    output: lines`
      import { SystemError } from 'm'

      f('a')
      f("it's", 'b')
      made(SystemError)
    `,
  },

  {
    name: "the line ending of the file",
    code: "'use strict';\r\nfail();\r\n",
    output: "'use strict';\r\nimport { SystemError } from 'm';\r\n\r\nmade(SystemError);\r\n",
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
