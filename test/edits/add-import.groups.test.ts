import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check } from "./check-import.js";

const groups: Case[] = [
  {
    name: "behind the last import of a package, where those of the project follow",
    code: lines`
      import fs from "node:fs";
      import a from "@scope/a";
      import b from "../b.js";
      import c from "./c.js";
      fail();
    `,
    output: lines`
      import fs from "node:fs";
      import a from "@scope/a";
      import { SystemError } from "m";
      import b from "../b.js";
      import c from "./c.js";
      made(SystemError);
    `,
  },
  {
    name: "behind all imports, where packages and modules of the project are mixed",
    code: lines`
      import "./setup.js";
      import a from "a";
      import b from "./b.js";
      fail();
    `,
    output: lines`
      import "./setup.js";
      import a from "a";
      import b from "./b.js";
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "behind all imports, where one of a package stands between those of the project",
    code: lines`
      import a from "a";
      import b from "./b.js";
      import "c";
      import d from "./d.js";
      fail();
    `,
    output: lines`
      import a from "a";
      import b from "./b.js";
      import "c";
      import d from "./d.js";
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "behind all imports, where no package is imported",
    code: lines`
      import b from "../b.js";
      import c from "./c.js";
      fail();
    `,
    output: lines`
      import b from "../b.js";
      import c from "./c.js";
      import { SystemError } from "m";
      made(SystemError);
    `,
  },
  {
    name: "behind all imports, where the new one is of the project itself",
    module: "../errors.js",
    code: lines`
      import a from "a";
      import b from "./b.js";
      fail();
    `,
    output: lines`
      import a from "a";
      import b from "./b.js";
      import { SystemError } from "../errors.js";
      made(SystemError);
    `,
  },
  ...["@/b", "~/b", "#b", "$lib/b", "/b.js", ".", ".."].map((module) => ({
    name: `before an import of ${module}`,
    code: lines`
      import a from "a";
      import b from "${module}";
      fail();
    `,
    output: lines`
      import a from "a";
      import { SystemError } from "m";
      import b from "${module}";
      made(SystemError);
    `,
  })),
  {
    name: "before the blank line between the groups, and what stands above the second",
    code: lines`
      "use strict";
      // Copyright 2026 Example

      // Packages
      import a from "a"; // why

      // Our own
      import b from "./b.js";
      fail();
    `,
    output: lines`
      "use strict";
      // Copyright 2026 Example

      // Packages
      import a from "a"; // why
      import { SystemError } from "m";

      // Our own
      import b from "./b.js";
      made(SystemError);
    `,
  },
  {
    name: "before an import for its effect and an instruction about it",
    code: lines`
      import "a"
      // eslint-disable-next-line no-restricted-imports
      import "./setup.js"
      fail()
    `,
    output: lines`
      import "a"
      import { SystemError } from "m"
      // eslint-disable-next-line no-restricted-imports
      import "./setup.js"
      made(SystemError)
    `,
  },
  {
    name: "before an import of the project that shares the line of the package's",
    code: lines`
      import a from "a"; import b from "./b.js"
      fail()
    `,
    output: lines`
      import a from "a";
      import { SystemError } from "m"; import b from "./b.js"
      made(SystemError)
    `,
  },
  {
    name: "between the groups of a file with other line ends",
    code: 'import a from "a"; // why\r\n\r\nimport b from "./b.js";\r\nfail();\r\n',
    output:
      'import a from "a"; // why\r\nimport { SystemError } from "m";\r\n\r\nimport b from "./b.js";\r\n' +
      "made(SystemError);\r\n",
  },
  {
    name: "between the groups of required modules",
    sourceType: "commonjs",
    code: lines`
      require("a");
      const fs = require("node:fs").promises;

      const b = require("./b");
      fail();
    `,
    output: lines`
      require("a");
      const fs = require("node:fs").promises;
      const { SystemError } = require("m");

      const b = require("./b");
      made(SystemError);
    `,
  },
  {
    name: "behind a statement that requires a package and a module of the project",
    sourceType: "commonjs",
    code: lines`
      const a = require("a"), b = require("./b");
      const c = require("./c");
      fail();
    `,
    output: lines`
      const a = require("a"), b = require("./b");
      const c = require("./c");
      const { SystemError } = require("m");
      made(SystemError);
    `,
  },
];

const typed: Case[] = [
  {
    name: "between the groups of imports, of which some are types",
    code: lines`
      import type { A } from "a";
      import type { B } from "./b.js";
      fail();
    `,
    output: lines`
      import type { A } from "a";
      import { SystemError } from "m";
      import type { B } from "./b.js";
      made(SystemError);
    `,
  },
  {
    name: "between the groups of `import x = require()`",
    code: lines`
      import a = require("a");
      import b = require("./b");
      fail();
    `,
    output: lines`
      import a = require("a");
      import m = require("m");
      import b = require("./b");
      made(m.SystemError);
    `,
  },
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])(
  "addImport under %s: a new import beside packages and modules of the project",
  (parser) => {
    it.each(groups)("$name", (test) => check(parser, test));
  },
);

describe("addImport: a new import beside packages and modules of the project in TypeScript", () => {
  it.each(typed)("$name", (test) => check("typescript", test));
});
