import { outdent } from "outdent";
import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check } from "./check-import.js";

const positions: Case[] = [
  {
    name: "behind the last import of the leading block",
    code: lines`
      import a from "a";
      import b from "b"; // why

      f();
      import c from "c";
      fail();
    `,
    output: lines`
      import a from "a";
      import b from "b"; // why
      import { SystemError } from "m";

      f();
      import c from "c";
      made(SystemError);
    `,
  },
  {
    name: "behind an import that shares its line",
    code: lines`
      import a from "a"; fail();
    `,
    output: lines`
      import a from "a";
      import { SystemError } from "m"; made(SystemError);
    `,
  },
  {
    name: "before the first statement",
    code: "fail();",
    output: outdent`
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a shebang",
    code: lines`
      #!/usr/bin/env node
      fail();
    `,
    output: lines`
      #!/usr/bin/env node
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind directives and what stands on their line",
    code: lines`
      "use strict";
      "use client"; // browser
      fail();
    `,
    output: lines`
      "use strict";
      "use client"; // browser
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "behind a licence",
    code: lines`
      // Copyright 2026 Example
      // All rights reserved.
      fail();
    `,
    output: lines`
      // Copyright 2026 Example
      // All rights reserved.
      import { SystemError } from "m";

      made(SystemError);
    `,
  },
  {
    name: "before the documentation of the first statement",
    code: lines`
      // @ts-check
      /** Fails. */
      function f() {
        fail();
      }
    `,
    output: lines`
      // @ts-check
      import { SystemError } from "m";

      /** Fails. */
      function f() {
        made(SystemError);
      }
    `,
  },
];

const decorators: Case[] = [
  {
    name: "before the decorator of an exported class",
    code: lines`
      @Injectable()
      export class X { f() { fail(); } }
    `,
    output: lines`
      import { SystemError } from "m";

      @Injectable()
      export class X { f() { made(SystemError); } }
    `,
  },
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])(
  "addImport under %s: the position of a new import",
  (parser) => {
    it.each(positions)("$name", (test) => check(parser, test));
  },
);

describe("addImport: decorated classes", () => {
  it.each(decorators)("$name", (test) => check("typescript", test));
});
