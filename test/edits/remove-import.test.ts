import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { parsers, checkRemoval } from "./lint-edit.js";
import { toMarked } from "../kit/marked-rewrite.js";

const specifiers = toMarked({
  "the first of several names": lines`
    import {« Old,⇒» a } from "m";
  `,
  "a default beside names": lines`
    import« Old,⇒» { a } from "m";
  `,
  "nothing when a comment of the name would be lost": lines`
    import { Old /* why */, a } from "m";
  `,
});

const statements = toMarked({
  "the only name with its line": lines`
    import a from "a";
    import «{ Old } from "m";
    import ⇒»b from "b";
  `,
  "the statement but not the header above it": lines`
    /* License */«
    import { Old } from "m";⇒»

    f();
  `,
  "a statement that shares its line with the next": lines`
    «import { Old } from "m"; ⇒»f();
  `,
  "the statement but not the semicolon of the next line": lines`
    const a = 1«
    const Old = require("m")⇒»
    ;[a].map(f)
  `,
  "nothing when the next line would continue the previous": lines`
    const a = b
    import { Old } from "m";
    (f)();
  `,
  "nothing below an instruction about the line": lines`
    // eslint-disable-next-line no-restricted-imports
    import { Old } from "m";
    f();
  `,
});

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("removeImport under %s removes", (parser) => {
  it.each([...specifiers, ...statements])("$name", (test) => checkRemoval(parser, test));
});
