import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { made, suggested, reported } from "./legacy-constructions.js";

javascriptRuleTester.run("no-legacy-error: fields of constructions", rule, {
  valid: [],
  invalid: [
    // Fields
    made(
      "a message without fields",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", human_message: "No" });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          human_message: "No",
        });
      `,
    ),
    made(
      "a code at the end",
      `throw new KaizaError({ phase: "A", error_code: "SESSION_LOCKED" });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: "A",
        });
      `,
    ),
    made(
      "a code in the middle",
      `throw new KaizaError({ phase: "A", error_code: "SESSION_LOCKED", human_message: "No" });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: "A",
          human_message: "No",
        });
      `,
    ),
    made(
      "a code on the last of several lines",
      outdent`
        throw new KaizaError({
          phase: "A",
          error_code: "SESSION_LOCKED"
        });
      `,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: "A"
        });
      `,
    ),
    made(
      "lines that end with a carriage return",
      `throw new KaizaError({\r\n  error_code: "SESSION_LOCKED",\r\n  phase: "A",\r\n});`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {\r\n  phase_id: "A",\r\n});`,
    ),
    made(
      "a trailing comma after the argument",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A", },);`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A", },);`,
    ),
    made(
      "shorthand properties",
      `export const f = (phase, cause, human_message) => new KaizaError({ error_code: "SESSION_LOCKED", phase, cause, human_message });`,
      `export const f = (phase, cause, human_message) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: phase, cause, human_message });`,
    ),
    made(
      "quoted and computed keys",
      `throw new KaizaError({ "error_code": "SESSION_LOCKED", 'phase': "A", ["invariant"]: "I" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { 'phase_id': "A", ["invariant_id"]: "I" });`,
    ),
    made(
      "an explicit null, which is the default",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", phase: null, invariant: undefined, cause: null });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: null,
          invariant_id: undefined,
          cause: null,
        });
      `,
    ),
    made(
      "a component that is null, for which the envelope has a name",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", component: null });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);`,
    ),
    made(
      "a message that is null, for which the factory has a text",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", human_message: null, phase: "A" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });`,
    ),
    made(
      "the order of what is evaluated",
      `throw new KaizaError({ phase: next(), error_code: "SESSION_LOCKED", cause: next() });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: next(), cause: next() });`,
    ),

    // Comments
    made(
      "every comment around and between the properties",
      outdent`
        throw new KaizaError({
          // Why it is locked
          error_code: ERROR_CODES.SESSION_LOCKED, // see the lock
          /* before */ phase: /* value */ "A", // after
          // last
        });
      `,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          // Why it is locked
          // see the lock
          /* before */ phase_id: /* value */ "A", // after
          // last
        });
      `,
    ),
    made(
      "a comment between key and code",
      `throw new KaizaError({ error_code: /* why */ "SESSION_LOCKED", phase: "A" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { /* why */ phase_id: "A" });`,
    ),
    made(
      "a comment in an object that has nothing else left",
      `throw new KaizaError({ error_code: "SESSION_LOCKED" /* no more */ });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { /* no more */ });`,
    ),
    made(
      "a comment before the argument",
      outdent`
        throw new KaizaError(
          // why
          { error_code: "SESSION_LOCKED", phase: "A" },
        );
      `,
      outdent`
        throw SystemError.toolFailure(
          // why
          SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" },
        );
      `,
    ),
    made(
      "comments of two neighbours that both move",
      outdent`
        throw new KaizaError({
          error_code: "INVARIANT_VIOLATION", // one
          invariant: "I", // two
          phase: "A",
        });
      `,
      outdent`
        throw SystemError.invariantViolation("I", {
          // one
          // two
          phase_id: "A",
        });
      `,
    ),
    reported(
      "a comment behind new, which a throw must not be parted by",
      outdent`
        throw new // why
          KaizaError({ error_code: "SESSION_LOCKED" });
      `,
    ),

    // Lower case
    made(
      "a name in lower case in each arm",
      `export const f = (w) => new KaizaError({ error_code: "SESSION_LOCKED", component: w ? "WRITE_FILE" : 'READ' });`,
      `export const f = (w) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: w ? "write_file" : 'read' });`,
    ),
    made(
      "a name that is a constant string",
      `const COMPONENT = "WRITE_FILE"; throw new KaizaError({ error_code: "SESSION_LOCKED", component: COMPONENT });`,
      `const COMPONENT = "WRITE_FILE"; throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: COMPONENT.toLowerCase() });`,
    ),
    made(
      "a name that is put together",
      "export const f = (a) => new KaizaError({ error_code: 'SESSION_LOCKED', component: `TOOL_${a}` });",
      "export const f = (a) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: `TOOL_${a}`.toLowerCase() });",
    ),
    made(
      "a sum that is a string",
      `export const f = (a) => new KaizaError({ error_code: 'SESSION_LOCKED', component: "TOOL_" + a });`,
      `export const f = (a) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: ("TOOL_" + a).toLowerCase() });`,
    ),
    made(
      "a name that JSDoc declares as a string",
      outdent`
        /** @param {string} component */
        export function f(component) { return new KaizaError({ error_code: "SESSION_LOCKED", component }); }
      `,
      outdent`
        /** @param {string} component */
        export function f(component) { return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() }); }
      `,
    ),
    suggested(
      "a number where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: 3 });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: 3 });`,
    ),
    suggested(
      "a list where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", human_message: ["a", "b"] });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: ["a", "b"] });`,
    ),
    suggested(
      "an object where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: { name: "A" } });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: { name: "A" } });`,
    ),
    suggested(
      "a constant that holds no string",
      `const PHASE = 3; export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: PHASE });`,
      `const PHASE = 3; export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: PHASE });`,
    ),
    suggested(
      "null in an arm, where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", human_message: ready ? "No" : null });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: ready ? "No" : null });`,
    ),
    suggested(
      "what is made of a string by counting",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: list.length - 1 });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: list.length - 1 });`,
    ),
    suggested(
      "an invariant that is no string",
      `throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant: 7 });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVARIANT_VIOLATION, {
          invariant_id: 7,
        });
      `,
    ),
    suggested(
      "a caught error as the message",
      `try { run(); } catch (problem) { throw new KaizaError({ error_code: "SESSION_LOCKED", human_message: problem }); }`,
      `try { run(); } catch (problem) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: problem }); }`,
    ),
    suggested(
      "an error as the message, by its name",
      `export const f = (err) => new KaizaError({ error_code: "SESSION_LOCKED", human_message: err });`,
      `export const f = (err) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: err });`,
    ),
    made(
      "values of which nothing is known, and null",
      `export const f = (phase, err) => new KaizaError({ error_code: "SESSION_LOCKED", phase, invariant: null, human_message: err.message, cause: 3 });`,
      `export const f = (phase, err) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: phase, invariant_id: null, human_message: err.message, cause: 3 });`,
    ),
    suggested(
      "an error that a function of the file reads a renamed field of",
      outdent`
        function send(res, failure) { res.end(failure.component); }
        export function f(res) { const e = new KaizaError({ error_code: "SESSION_LOCKED" }); send(res, e); }
      `,
      outdent`
        function send(res, failure) { res.end(failure.component); }
        export function f(res) { const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); send(res, e); }
      `,
    ),
    suggested(
      "a throw whose catch hands it to a function that reads a renamed field",
      outdent`
        function send(failure) { reply(failure.component); }
        export function f() { try { throw new KaizaError({ error_code: "SESSION_LOCKED" }); } catch (e) { send(e); } }
      `,
      outdent`
        function send(failure) { reply(failure.component); }
        export function f() { try { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); } catch (e) { send(e); } }
      `,
    ),
    suggested(
      "an error that functions hand on to each other",
      outdent`
        const show = (failure) => print(failure); const print = ({ phase }) => log(phase);
        show(new KaizaError({ error_code: "SESSION_LOCKED" }));
      `,
      outdent`
        const show = (failure) => print(failure); const print = ({ phase }) => log(phase);
        show(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
      `,
    ),
    suggested(
      "an error that a method of the class tells by its class",
      `export class Box { put() { this.keep(new KaizaError({ error_code: "SESSION_LOCKED" })); } keep(e) { this.last = e instanceof Array || e.name === "KaizaError"; } }`,
      `export class Box { put() { this.keep(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)); } keep(e) { this.last = e instanceof Array || e.name === "KaizaError"; } }`,
    ),
    suggested(
      "an error that is given a renamed field",
      `const e = new KaizaError({ error_code: "SESSION_LOCKED" }); Object.assign(e, { phase: "late" }); throw e;`,
      `const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); Object.assign(e, { phase: "late" }); throw e;`,
    ),
    suggested(
      "an error that is given a renamed field where it is made",
      `throw Object.assign(new KaizaError({ error_code: "SESSION_LOCKED" }), { component: "X" });`,
      `throw Object.assign(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED), { component: "X" });`,
    ),
    made(
      "an error of which a function reads what keeps its name",
      outdent`
        function send(failure) { reply(failure.error_code, failure.human_message); }
        send(new KaizaError({ error_code: "SESSION_LOCKED" })); throw Object.assign(new Error(), { component: "X" });
      `,
      outdent`
        function send(failure) { reply(failure.error_code, failure.human_message); }
        send(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)); throw Object.assign(new Error(), { component: "X" });
      `,
    ),
    suggested(
      "a name that JSDoc declares as optional",
      outdent`
        /** @param {string} [component] */
        export function f(component) { return new KaizaError({ error_code: "SESSION_LOCKED", component }); }
      `,
      outdent`
        /** @param {string} [component] */
        export function f(component) { return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component?.toLowerCase() }); }
      `,
    ),
    suggested(
      "a name that may be anything",
      `export const f = (component) => new KaizaError({ error_code: "SESSION_LOCKED", component });`,
      `export const f = (component) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component?.toLowerCase() });`,
    ),
  ],
});
