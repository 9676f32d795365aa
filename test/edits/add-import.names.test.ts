import { describe, it } from "vitest";
import { lines } from "../kit/lines.js";
import { parsers, check } from "./check-import.js";
import { toMarked } from "../kit/marked-rewrite.js";

const collisions = toMarked({
  "a declaration of the name is in the way": lines`
    «⇒import { SystemError as SystemError2 } from "m";

    »class SystemError {}
    «fail() ⇒ made(SystemError2)»;
  `,
  "a shadowed import is imported a second time": lines`
    import { SystemError«⇒, SystemError as SystemError2» } from "m";
    f((SystemError) => «fail() ⇒ made(SystemError2)»);
    «fail() ⇒ made(SystemError)»;
  `,
  "an undeclared global of the name keeps its meaning": lines`
    «⇒import { SystemError as SystemError2 } from "m";

    »use(SystemError);
    «fail() ⇒ made(SystemError2)»;
  `,
});

const styles = toMarked({
  "quotes and semicolons of the code": lines`
    «⇒import { SystemError } from 'm'

    »f('a')
    f("it's", 'b')
    «fail() ⇒ made(SystemError)»
  `,
  "the line ending of the file":
    "'use strict';\r\n«fail() ⇒ import { SystemError } from 'm';\r\n\r\nmade(SystemError)»;\r\n",
});

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("addImport under %s", (parser) => {
  describe.each([
    ["names that are taken", collisions],
    ["the style of a new import", styles],
  ])("%s", (_title, cases) => {
    it.each(cases)("$name", (test) => check(parser, test));
  });
});
