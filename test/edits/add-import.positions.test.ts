import { outdent } from "outdent";
import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { type Case, parsers, check } from "./check-import.js";

const positions: Case[] = [
  {
    name: "behind the last import of the leading block",
    marked: lines`
      import a from "a";
      import b from "b"; // why«⇒
      import { SystemError } from "m";»

      f();
      import c from "c";
      «fail() ⇒ made(SystemError)»;
    `,
  },
  {
    name: "behind an import that shares its line",
    marked: lines`
      import a from "a";« fail(⇒
      import { SystemError } from "m"; made(SystemError»);
    `,
  },
  {
    name: "before the first statement",
    marked: outdent`
      «fail() ⇒ import { SystemError } from "m";

      made(SystemError)»;
    `,
  },
  {
    name: "behind a shebang",
    marked: lines`
      #!/usr/bin/env node
      «fail() ⇒ import { SystemError } from "m";

      made(SystemError)»;
    `,
  },
  {
    name: "behind directives and what stands on their line",
    marked: lines`
      "use strict";
      "use client"; // browser
      «fail() ⇒ import { SystemError } from "m";

      made(SystemError)»;
    `,
  },
  {
    name: "behind a licence",
    marked: lines`
      // Copyright 2026 Example
      // All rights reserved.
      «fail() ⇒ import { SystemError } from "m";

      made(SystemError)»;
    `,
  },
  {
    name: "behind what speaks of the whole file",
    marked: lines`
      /** @file Makes notes. */
      /* global notes */
      /* oxlint-disable no-undef */
      «fail() ⇒ import { SystemError } from "m";

      made(SystemError)»;
    `,
  },
  {
    name: "before the documentation of the first statement",
    marked: lines`
      // @ts-check
      «⇒import { SystemError } from "m";

      »/** Fails. */
      function f() {
        «fail() ⇒ made(SystemError)»;
      }
    `,
  },
];

const decorators: Case[] = [
  {
    name: "before the decorator of an exported class",
    marked: lines`
      «⇒import { SystemError } from "m";

      »@Injectable()
      export class X { f() { «fail() ⇒ made(SystemError)»; } }
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
