// The answer to a failure that is handled is reported as a failure that is returned, as a failure that is dropped, or,
// where it may tell of the failure and does not surely do so, by no rule; never by both.
import fs from "node:fs";
import path from "node:path";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { expect, test } from "vitest";
import plugin from "../../rules/dist/index.js";
import { root } from "../kit/page.js";
import { isWhole } from "../kit/scope.js";

/** Values that say that something failed. */
const FAILURES = [
  ...["{ ok: false }", "{ ok: false, items: [] }", "{ ok: false, reason: text }", "{ success: false }"],
  ...["{ success: false, data: null }"],
  ...["{ valid: false }", "{ isValid: false }", "{ available: false }", "{ reachable: false, reason: text }"],
  ...["{ healthy: false }", "{ allowed: false }", "{ authenticated: false }", "{ passed: false }"],
  ...["{ installed: false }", "{ error: 'It broke' }"],
  ...["{ error: text }", "{ err: text }", "{ failed: true }", "{ failure: { code: 1 } }"],
  ...["{ errors: ['It broke'] }", "{ errorMessage: text }", "{ errorCode: 'E1' }", "{ error_code: 190 }"],
  ...["{ status: 'failed' }", "{ status: 'error' }"],
  ...["{ status: 404 }", "{ status: 500 }"],
  ...["{ kind: 'error', message: text }", "{ result: 'failed' }"],
  ...["{ data: null, error: text }", "{ items: [], error: text }"],
  ...["{ reason: text }", "{ diagnostics: [text] }", "{ message: text }", "{ message: 'It could not be read' }"],
  ...["{ message: 'Done' }", "{ done: false, message: 'Nothing was written' }", "{ items: [], reason: 'offline' }"],
  ...["{ nested: { error: text } }", "{ nested: { ok: false } }", "[{ error: text }]", "[{ ok: false }]"],
  ...["{ result: { error: 'It broke' } }", "{ error: 'It broke' } as Result", "JSON.stringify({ ok: false })"],
  ...["JSON.stringify({ error: text })", "{ content: [{ type: 'text', text: 'Error: it broke' }] }"],
  ...["{ content: [{ type: 'text', text: 'It broke' }] }", "{ content: [{ type: 'text', text: 'Could not save' }] }"],
  ...["{ content: [{ type: 'text', text: `There is no note ${text}` }] }"],
  ...["{ content: [{ type: 'text', text: '保存失败' }] }"],
  ...["{ contents: [{ uri: text, text: 'The note is gone' }] }"],
];

/** Values that say that all went well, or nothing about it. */
const OTHERS = [
  ...["null", "false", "true", "''", "'It failed'", "'unknown'", "0", "-1", "text", "fallback", "fallback()", "[]"],
  ...[
    "[text]",
    "{}",
    "createResult(text)",
    "['Failed to read']",
    "{ ok: true }",
    "{ success: true }",
    "{ error: null }",
    "{ error: '' }",
  ],
  ...["{ errors: [] }", "{ status: 'ok' }", "{ statusCode: 200 }", "{ type: 'result' }"],
  ...["{ code: 1 }", "{ severity: 'info' }", "{ data: null }", "{ data: [] }"],
  ...["{ result: null }", "{ items: [], total: 0 }", "{ count: 0 }", "{ text }", "{ running: false }"],
  ...[
    "{ problem }",
    "{ rejected: true }",
    "{ exists: false }",
    "{ found: false }",
    "{ connected: false }",
    "{ enabled: false }",
    "{ warnings: [text] }",
  ],
  ...["{ hits: [], fallback: true }", "{ content: [] }"],
  ...["{ content: [{ type: 'text', text: last(text) }] }"],
  ...["{ content: [{ type: 'text', text: JSON.stringify({ saved: 0 }) }], structuredContent: { saved: 0 } }"],
];

/** Values that only somebody else knows, or that tell of it beside a success or a state: no rule speaks. */
const UNKNOWN = [
  ...["{ ok: true, error: text }", "{ ...state, error: text }", "{ error: text, retry() {} }", "errorResult(text)"],
  ...["new ErrorResult(text)", "failed(text)", "failure"],
];

const CONTAINERS: Readonly<Record<string, (body: string) => string>> = {
  "a function": (body) => `export async function load(text) { ${body} }`,
  "an arrow function": (body) => `export const load = async (text) => { ${body} };`,
  "a function of a variable": (body) => `export const load = async function (text) { ${body} };`,
  "a method": (body) => `export class Store { async load(text) { ${body} } }`,
  "a static method": (body) => `export class Store { static async load(text) { ${body} } }`,
  "a private method": (body) => `export class Store { async #load(text) { ${body} } all() { return this.#load(); } }`,
  "a field": (body) => `export class Store { load = async (text) => { ${body} }; }`,
  "a member": (body) => `export const store = { async load(text) { ${body} } };`,
  "a default export": (body) => `export default async function (text) { ${body} }`,
  "a function within one": (body) =>
    `export function createLoad(text) { async function load() { ${body} } return load; }`,
};

const ANSWERS: Readonly<Record<string, (value: string) => string>> = {
  "a return": (value) => `try { return await read(text); } catch { return ${value}; }`,
  "a return after work": (value) => `try { await write(text); } catch (error) { await wait(1); return ${value}; }`,
  "a return in a block": (value) => `try { return await read(text); } catch { { return ${value}; } }`,
  "a return in parentheses": (value) => `try { return await read(text); } catch { return (${value}); }`,
  "a synchronous attempt": (value) => `try { return readNow(text); } catch { return ${value}; }`,
  "a finally": (value) => `try { return await read(text); } catch { return ${value}; } finally { done = true; }`,
  "a loop": (value) => `for (const one of list) { try { await write(one); } catch { return ${value}; } }`,
  "a rejection": (value) => `return read(text).catch(() => { return ${value}; });`,
  "the value of a rejection": (value) => `return read(text).catch(() => (${value}));`,
  "a second callback": (value) => `return read(text).then(use, () => { return ${value}; });`,
};

const [preset] = plugin.configs.kaiza;
const files = ["**/*.ts"];
const config = [
  { files, languageOptions: { parser } },
  { ...preset, files },
] as Linter.Config[];
const linter = new Linter();

/** The findings of a value that is given in place of the answer, in each container. */
function lint(value: string, answer: (value: string) => string, contain: (body: string) => string): string {
  const messages = linter.verify(contain(answer(value)), config, { filename: "src/store.ts" });
  return messages.map(({ ruleId, message }) => ruleId ?? message).join(" ");
}

const EXPECTED = [
  ...FAILURES.map((value) => [value, "error-contract/no-error-result"]),
  ...OTHERS.map((value) => [value, "error-contract/no-swallowed-error"]),
  ...UNKNOWN.map((value) => [value, ""]),
];
// In the gate, each value stands in five of the hundred places.
const SHARE = isWhole ? 1 : 20;

const places = Object.entries(CONTAINERS).flatMap(([container, contain], row) =>
  Object.entries(ANSWERS).map(([name, answer], column) => {
    const expected = EXPECTED.filter((_, index) => (index - row * 7 - column) % SHARE === 0);
    return { name: `${name} in ${container}`, answer, contain, expected };
  }),
);

test("docs/architecture.md names answers that neither rule reports", () => {
  const page = fs.readFileSync(path.join(root, "docs/architecture.md"), "utf8");
  const [paragraph = ""] = /Neither\s+rule\s+reports[^]*?\n\n/.exec(page) ?? [];
  const examples = [...paragraph.matchAll(/`([^`]*)`/g)].map(([, example = ""]) => example);
  expect(examples.length).toBeGreaterThan(4);
  expect(UNKNOWN).toEqual(expect.arrayContaining(examples));
});

test.each(places)("one answer: $name", ({ answer, contain, expected }) => {
  expect(expected.map(([value = ""]) => [value, lint(value, answer, contain)])).toEqual(expected);
});
