import { outdent } from "outdent";
import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { parsers, check } from "./check-import.js";
import { toMarked } from "../kit/marked-rewrite.js";

const positions = toMarked({
  "behind the last import of the leading block": lines`
    import a from "a";
    import b from "b"; // why«⇒
    import { SystemError } from "m";»

    f();
    import c from "c";
    «fail() ⇒ made(SystemError)»;
  `,
  "behind an import that shares its line": lines`
    import a from "a";« fail(⇒
    import { SystemError } from "m"; made(SystemError»);
  `,
  "before the first statement": outdent`
    «fail() ⇒ import { SystemError } from "m";

    made(SystemError)»;
  `,
  "behind a shebang": lines`
    #!/usr/bin/env node
    «fail() ⇒ import { SystemError } from "m";

    made(SystemError)»;
  `,
  "behind directives and what stands on their line": lines`
    "use strict";
    "use client"; // browser
    «fail() ⇒ import { SystemError } from "m";

    made(SystemError)»;
  `,
  "behind a licence": lines`
    // Copyright 2026 Example
    // All rights reserved.
    «fail() ⇒ import { SystemError } from "m";

    made(SystemError)»;
  `,
  "behind what speaks of the whole file": lines`
    /** @file Makes notes. */
    /* global notes */
    /* oxlint-disable no-undef */
    «fail() ⇒ import { SystemError } from "m";

    made(SystemError)»;
  `,
  "before the documentation of the first statement": lines`
    // @ts-check
    «⇒import { SystemError } from "m";

    »/** Fails. */
    function f() {
      «fail() ⇒ made(SystemError)»;
    }
  `,
});

const decorators = toMarked({
  "before the decorator of an exported class": lines`
    «⇒import { SystemError } from "m";

    »@Injectable()
    export class X { f() { «fail() ⇒ made(SystemError)»; } }
  `,
});

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])(
  "addImport under %s: the position of a new import",
  (parser) => {
    it.each(positions)("$name", (test) => check(parser, test));
  },
);

describe("addImport: decorated classes", () => {
  it.each(decorators)("$name", (test) => check("typescript", test));
});
