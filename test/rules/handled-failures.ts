import { expect } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { findings, type LintOptions } from "../kit/marked-code.js";

export const rule = { name: "no-swallowed-error", rule: noSwallowedError };

/** The message ids of the suggestions of the one finding of a code, and the code after the first of them. */
export function suggestHandling(
  code: string,
  lint?: LintOptions,
): { readonly ids: readonly string[]; readonly first: string } {
  const [finding, ...others] = findings(rule, code, lint);
  expect(others).toEqual([]);
  const [first] = finding?.suggestions ?? [];
  const ids = (finding?.suggestions ?? []).map(({ messageId }) => messageId ?? "");
  const { fix } = first ?? {};
  return { ids, first: fix ? code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1]) : code };
}

/** The code after each suggestion of a throw that its one finding has. */
export function suggestThrows(code: string, lint?: LintOptions): readonly string[] {
  const [finding, ...others] = findings(rule, code, lint);
  expect(others).toEqual([]);
  expect(finding).toBeDefined();
  return (finding?.suggestions ?? [])
    .filter(({ messageId }) => messageId === "rethrow")
    .map(({ fix }) => code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1]));
}
