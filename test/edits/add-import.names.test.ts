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
      import { SystemError as ContractSystemError } from "m";

      class SystemError {}
      made(ContractSystemError);
    `,
  },
  {
    name: "a parameter of the name is in the way where it is visible",
    code: lines`
      f((SystemError) => fail());
      fail();
    `,
    output: lines`
      import { SystemError as ContractSystemError } from "m";

      f((SystemError) => made(ContractSystemError));
      made(ContractSystemError);
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
      import { SystemError, SystemError as ContractSystemError } from "m";
      f((SystemError) => made(ContractSystemError));
      made(SystemError);
    `,
  },
  {
    name: "a parameter elsewhere is not in the way",
    code: lines`
      f((SystemError) => 1);
      fail();
    `,
    output: lines`
      import { SystemError } from "m";

      f((SystemError) => 1);
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
      import { SystemError as ContractSystemError } from "m";

      use(SystemError);
      made(ContractSystemError);
    `,
  },

  {
    name: "an alias that the file has anywhere gets a number",
    code: lines`
      class SystemError {}
      f((ContractSystemError) => 1);
      fail();
    `,
    output: lines`
      import { SystemError as ContractSystemError2 } from "m";

      class SystemError {}
      f((ContractSystemError) => 1);
      made(ContractSystemError2);
    `,
  },
  {
    name: "an alias follows the form of its name",
    wanted: ["toolError", "TOOL_CODES"],
    code: lines`
      const toolError = 1, TOOL_CODES = 2;
      fail();
    `,
    output: lines`
      import { toolError as contractToolError, TOOL_CODES as CONTRACT_TOOL_CODES } from "m";

      const toolError = 1, TOOL_CODES = 2;
      made(contractToolError, CONTRACT_TOOL_CODES);
    `,
  },
];

const styles: Case[] = [
  {
    name: "quotes and semicolons of the imports",
    code: lines`
      import a from 'a'
      fail("b");
    `,
    output: lines`
      import a from 'a'
      import { SystemError } from 'm'
      made(SystemError);
    `,
  },
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
    name: "semicolons that end a block on its line",
    code: lines`
      function f() { return fail(); }
    `,
    output: lines`
      import { SystemError } from "m";

      function f() { return made(SystemError); }
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
