import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { made, suggested } from "./legacy-constructions.js";

javascriptRuleTester.run("no-legacy-error: values of the fields of constructions", rule, {
  valid: [],
  invalid: [
    // Lower case
    made(
      "a name in lower case in each arm",
      outdent`
        export const f = (w) => new KaizaError({
          error_code: "SESSION_LOCKED",
          component: w ? "WRITE_FILE" : 'READ',
        });
      `,
      outdent`
        export const f = (w) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          tool_name: w ? "write_file" : 'read',
        });
      `,
    ),
    made(
      "a name that is a constant string",
      outdent`
        const COMPONENT = "WRITE_FILE";
        throw new KaizaError({ error_code: "SESSION_LOCKED", component: COMPONENT });
      `,
      outdent`
        const COMPONENT = "WRITE_FILE";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: COMPONENT.toLowerCase() });
      `,
    ),
    made(
      "a name that is put together",
      outdent`
        export const f = (a) => new KaizaError({
          error_code: 'SESSION_LOCKED',
          component: \`TOOL_\${a}\`,
        });
      `,
      outdent`
        export const f = (a) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          tool_name: \`TOOL_\${a}\`.toLowerCase(),
        });
      `,
    ),
    made(
      "a sum that is a string",
      outdent`
        export const f = (a) => new KaizaError({
          error_code: 'SESSION_LOCKED',
          component: "TOOL_" + a,
        });
      `,
      outdent`
        export const f = (a) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          tool_name: ("TOOL_" + a).toLowerCase(),
        });
      `,
    ),
    made(
      "a name that JSDoc declares as a string",
      outdent`
        /** @param {string} component */
        export function f(component) {
          return new KaizaError({ error_code: "SESSION_LOCKED", component });
        }
      `,
      outdent`
        /** @param {string} component */
        export function f(component) {
          return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() });
        }
      `,
    ),
    suggested(
      "a number where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: 3 });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: 3 });`,
    ),
    suggested(
      "a list where the envelope has a string",
      outdent`
        export const f = (ready, list) => new KaizaError({
          error_code: "SESSION_LOCKED",
          human_message: ["a", "b"],
        });
      `,
      outdent`
        export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          human_message: ["a", "b"],
        });
      `,
    ),
    suggested(
      "an object where the envelope has a string",
      outdent`
        export const f = (ready, list) => new KaizaError({
          error_code: "SESSION_LOCKED",
          phase: { name: "A" },
        });
      `,
      outdent`
        export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: { name: "A" },
        });
      `,
    ),
    suggested(
      "a constant that holds no string",
      outdent`
        const PHASE = 3;
        export const f = (ready, list) => new KaizaError({
          error_code: "SESSION_LOCKED",
          phase: PHASE,
        });
      `,
      outdent`
        const PHASE = 3;
        export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: PHASE,
        });
      `,
    ),
    suggested(
      "null in an arm, where the envelope has a string",
      outdent`
        export const f = (ready, list) => new KaizaError({
          error_code: "SESSION_LOCKED",
          human_message: ready ? "No" : null,
        });
      `,
      outdent`
        export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          human_message: ready ? "No" : null,
        });
      `,
    ),
    suggested(
      "what is made of a string by counting",
      outdent`
        export const f = (ready, list) => new KaizaError({
          error_code: "SESSION_LOCKED",
          phase: list.length - 1,
        });
      `,
      outdent`
        export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: list.length - 1,
        });
      `,
    ),
    suggested(
      "an invariant that is no string",
      `throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant: 7 });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVARIANT_VIOLATION, { invariant_id: 7 });
      `,
    ),
    suggested(
      "a caught error as the message",
      outdent`
        try {
          run();
        } catch (problem) {
          throw new KaizaError({ error_code: "SESSION_LOCKED", human_message: problem });
        }
      `,
      outdent`
        try {
          run();
        } catch (problem) {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: problem });
        }
      `,
    ),
    suggested(
      "an error as the message, by its name",
      `export const f = (err) => new KaizaError({ error_code: "SESSION_LOCKED", human_message: err });`,
      `export const f = (err) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: err });`,
    ),
    made(
      "values of which nothing is known, and null",
      outdent`
        export const f = (phase, err) => new KaizaError({
          error_code: "SESSION_LOCKED",
          phase,
          invariant: null,
          human_message: err.message,
          cause: 3,
        });
      `,
      outdent`
        export const f = (phase, err) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: phase,
          invariant_id: null,
          human_message: err.message,
          cause: 3,
        });
      `,
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
        function send(failure) {
          reply(failure.component);
        }
        export function f() {
          try {
            throw new KaizaError({ error_code: "SESSION_LOCKED" });
          } catch (e) {
            send(e);
          }
        }
      `,
      outdent`
        function send(failure) {
          reply(failure.component);
        }
        export function f() {
          try {
            throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
          } catch (e) {
            send(e);
          }
        }
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
      outdent`
        export class Box {
          put() {
            this.keep(new KaizaError({ error_code: "SESSION_LOCKED" }));
          }
          keep(e) {
            this.last = e instanceof Array || e.name === "KaizaError";
          }
        }
      `,
      outdent`
        export class Box {
          put() {
            this.keep(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
          }
          keep(e) {
            this.last = e instanceof Array || e.name === "KaizaError";
          }
        }
      `,
    ),
    suggested(
      "an error that is given a renamed field",
      outdent`
        const e = new KaizaError({ error_code: "SESSION_LOCKED" });
        Object.assign(e, { phase: "late" });
        throw e;
      `,
      outdent`
        const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
        Object.assign(e, { phase: "late" });
        throw e;
      `,
    ),
    suggested(
      "an error that is given a renamed field where it is made",
      `throw Object.assign(new KaizaError({ error_code: "SESSION_LOCKED" }), { component: "X" });`,
      `throw Object.assign(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED), { component: "X" });`,
    ),
    made(
      "an error of which a function reads what keeps its name",
      outdent`
        function send(failure) {
          reply(failure.error_code, failure.human_message);
        }
        send(new KaizaError({ error_code: "SESSION_LOCKED" }));
        throw Object.assign(new Error(), { component: "X" });
      `,
      outdent`
        function send(failure) {
          reply(failure.error_code, failure.human_message);
        }
        send(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
        throw Object.assign(new Error(), { component: "X" });
      `,
    ),
    suggested(
      "a name that JSDoc declares as optional",
      outdent`
        /** @param {string} [component] */
        export function f(component) {
          return new KaizaError({ error_code: "SESSION_LOCKED", component });
        }
      `,
      outdent`
        /** @param {string} [component] */
        export function f(component) {
          return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component?.toLowerCase() });
        }
      `,
    ),
    suggested(
      "a name that may be anything",
      outdent`
        export const f = (component) => new KaizaError({
          error_code: "SESSION_LOCKED",
          component,
        });
      `,
      outdent`
        export const f = (component) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          tool_name: component?.toLowerCase(),
        });
      `,
    ),
  ],
});
