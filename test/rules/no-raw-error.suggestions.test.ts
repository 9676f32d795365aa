import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";
import { fixed, kept, offered } from "./raw-rewrites.js";
import { createCases } from "../kit/create-cases.js";

javascriptRuleTester.run("no-raw-error: what is only suggested", noRawError, {
  valid: [],
  invalid: [
    offered(
      "something in the file tests the message",
      outdent`
      throw «new Error("HASH_MISMATCH: " + file) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch: " + file })»;
      if (e.message.startsWith("HASH_MISMATCH")) retry();
    `,
      {
        messageId: "useLikelyCode",
        data: { code: "HASH_MISMATCH", why: "the failure says it, but line 3 tests its text" },
      },
    ),
    offered(
      "something in the file tests the class",
      outdent`
      throw «new TypeError("PATCH_INVALID") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»;
      if (e instanceof TypeError) retry();
    `,
      {
        messageId: "useLikelyCode",
        data: { code: "PATCH_INVALID", why: "the failure says it, but line 3 tests its class" },
      },
    ),
    ...createCases(kept, {
      "the class, in the catch around it": outdent`
      try {
        if (!patch) throw new TypeError("PATCH_INVALID");
        await apply(patch);
      } catch (e) {
        if (e instanceof TypeError) throw e;
        retry();
      }
    `,
      "the name, in the catch around it": outdent`
      try {
        throw new RangeError("PATCH_INVALID");
      } catch (e) {
        if (e.name === "RangeError") retry();
        throw e;
      }
    `,
    }),
    offered(
      "the text of an error that is quoted whole",
      outdent`
      try {
        f();
      } catch (e) {
        throw «new Error(\`The file already exists: \${e}\`) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_ALREADY_EXISTS, { human_message: \`The file already exists: \${e}\`, cause: e })»;
      }
    `,
      { messageId: "useLikelyCode" },
    ),
    offered(
      "an error that wraps what was caught",
      outdent`
      try {
        f();
      } catch (e) {
        throw e instanceof Error ? e : «new Error(String(e)) ⇒ SystemError.fromUnknown(e)»;
      }
    `,
      { messageId: "convertUnknown" },
    ),
    ...createCases(
      offered,
      {
        "a message that may be no string": `throw «Object.assign(new Error(text), { code: "PATCH_INVALID" }) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: String(text) })»;`,
        "a try that ends its own throw": outdent`
        try {
          throw «new Error("PATCH_INVALID") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»;
        } catch (e) {
          show(e.message);
        }
      `,
      },
      { messageId: "useCode", data: { code: "PATCH_INVALID" } },
    ),
    offered(
      "a near miss of a code",
      `throw «new Error("PREFLIGHT_FAILURE") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PREFLIGHT_FAILED, { human_message: "Preflight failed" })»;`,
      { messageId: "useCode", data: { code: "PREFLIGHT_FAILED" } },
    ),
    offered(
      "a returned error",
      `const f = () => «new Error("PATCH_INVALID") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»;`,
      { messageId: "useCode", data: { code: "PATCH_INVALID" } },
      { messageId: "rawReturn" },
    ),
    offered(
      "an error that is only made is thrown",
      `«new Error("PATCH_INVALID") ⇒ throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»;`,
      { messageId: "useCode", data: { code: "PATCH_INVALID" } },
      { messageId: "rawUnused" },
    ),
    kept(
      "an error that is only made in a timer, where nothing catches a throw",
      `setTimeout(() => { new Error("PATCH_INVALID"); }, 10);`,
      { messageId: "rawUnused" },
    ),
    kept(
      "a member that no factory takes is lost in every rewrite",
      `throw Object.assign(new Error("x"), { code: "PATCH_INVALID", path });`,
    ),
    offered(
      "a word in front that is no code stays where it is",
      `throw «new Error("WHY: the file already exists") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_ALREADY_EXISTS, { human_message: "WHY: the file already exists" })»;`,
      { messageId: "useLikelyCode", data: { code: "FILE_ALREADY_EXISTS", why: "the message says `already exists`" } },
    ),
  ],
});

javascriptRuleTester.run("no-raw-error: what is only reported", noRawError, {
  valid: [],
  invalid: [
    ...createCases(
      kept,
      {
        "a class of this file": `class Mine extends Error {} throw new Mine("PATCH_INVALID");`,
        "a file that touches the DOM": `document.title = "x"; throw new Error("PATCH_INVALID");`,
        "a function that is sent to a page": `await page.evaluate(() => { if (!document.body) throw new Error("PATCH_INVALID"); });`,
        "a function that is sent to the elements of a page": `await page.$$eval("a", (links) => { if (links.length === 0) throw new Error("PATCH_INVALID"); });`,
        "a function that is sent to a tab": `await scripting.executeScript({ target, func: () => { if (!ready) throw new Error("PATCH_INVALID"); } });`,
        "a file of a component framework, which the server's runtime is not brought into": `import { useState } from "react"; export const f = () => { throw new Error("PATCH_INVALID"); };`,
        "a component of Angular": `import { Component } from "@angular/core"; export const f = () => { throw new Error("PATCH_INVALID"); };`,
        "the module that defines the legacy class": `export class KaizaError extends Error {} throw new Error("PATCH_INVALID");`,
      },
      { imported: "" },
    ),
    kept("a variable whose members are set", `const e = new Error("PATCH_INVALID"); e.path = path; throw e;`, {
      imported: "",
    }),
  ],
});

untypedRuleTester.run("no-raw-error: TypeScript", noRawError, {
  valid: [],
  invalid: [
    fixed(
      "a type assertion around the error stays",
      `throw «new Error("PATCH_INVALID") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })» as Error;`,
    ),
    kept("a variable that is declared as the class", `const e: TypeError = new TypeError("PATCH_INVALID"); throw e;`),
    offered(
      "a callback's parameter may be declared as the class",
      outdent`
      function f(cb: (e: TypeError) => void) {
        cb(«new TypeError("PATCH_INVALID") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»);
      }
    `,
      { messageId: "useCode", data: { code: "PATCH_INVALID" } },
      { messageId: "rawCallback" },
    ),
  ],
});
