import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type LegacyPart, type LegacyParts, getLegacyName } from "../contract/legacy-parts.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { importBindings } from "../edits/plan-import.js";
import { mentionsName } from "../syntax/source-file.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { type LegacyFinding, createPlainRewrite } from "./legacy-finding.js";

/** A deprecated class that is named in a JSDoc comment. */
interface JsdocMention {
  readonly part: LegacyPart;
  /** Of the name, with the names or the `import("...")` before it. */
  readonly range: TSESTree.Range;
  readonly text: string;
  /** Whether it stands in documentation that is checked by nobody, as `@throws {X}` and `{@link X}`. */
  readonly isProse: boolean;
  /** The whole text of the type around it. */
  readonly type: string;
}

/** The name behind a link or a tag without braces, or the opening brace of a type behind its tag. */
const PLACE = /(?:\{@link(?:code|plain)?\s+|@(?:see|throws|exception)[ \t]+)([^{}\s|]+)|@(\w+)\s+\{/g;
const PATH = String.raw`[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*`;
const NAME = new RegExp(String.raw`(?<!["'\`\w$.])(?:import\(\s*["']([^"']+)["']\s*\)\s*\.\s*)?(${PATH})`, "g");

/** A finding about each class that a JSDoc comment names; silent where the contract's class stands beside it. */
export function createJsdocFindings(facts: LegacyFacts): readonly LegacyFinding[] {
  const { contract, parts, sourceCode } = facts;
  // A comment may use another name, but not without the file's having it from somewhere.
  const isNamed = parts.settings.some((legacy) =>
    listMatcherNames(legacy.class).some((name) => name === "default" || mentionsName(sourceCode.text, name)),
  );
  if (!isNamed) return [];
  return sourceCode
    .getAllComments()
    .filter(({ type, value }) => (type as string) === "Block" && value.startsWith("*"))
    .flatMap(({ value, range }) => collectMentions(value, range[0] + "/*".length, parts))
    .filter(({ type }) => !mentionsName(type, contract.errorClass))
    .map((mention) => createJsdocFinding(mention, facts));
}

function collectMentions(comment: string, offset: number, parts: LegacyParts): readonly JsdocMention[] {
  return [...comment.matchAll(PLACE)].flatMap(({ 0: place, 1: name, 2: tag, index }) => {
    const start = index + place.length - (name?.length ?? 0);
    const type = name ?? comment.slice(start, findClosingBrace(comment, start));
    const isProse = name !== undefined || tag === "throws" || tag === "exception";
    return [...type.matchAll(NAME)].flatMap(({ 0: text, 1: module, 2: path = "", index: from }) => {
      // A property of an object type (`{ KaizaError: string }`) is no reference.
      const isKey = /^\s*\??:/.test(type.slice(from + text.length)) && /[{,]\s*$/.test(type.slice(0, from));
      const names = path.split(".");
      const part = module === undefined ? parts.partNamed(names) : parts.partOf(module, names);
      if (isKey || part?.kind !== "class" || part.rest.length > 0) return [];
      const at = offset + start + from;
      return [{ part, range: [at, at + text.length] as const, text, isProse, type }];
    });
  });
}

function findClosingBrace(text: string, start: number): number {
  let depth = 1;
  for (let index = start; index < text.length; index++) {
    if (text[index] === "{") depth++;
    if (text[index] === "}" && --depth === 0) return index;
  }
  return text.length;
}

function createJsdocFinding({ part, range, isProse, type, text }: JsdocMention, facts: LegacyFacts): LegacyFinding {
  const { contract, sourceCode } = facts;
  const { errorClass, runtime } = contract;
  const data = { legacy: getLegacyName(part), errorClass };
  const isContract = ({ identifiers: [identifier] }: TSESLint.Scope.Variable) =>
    identifier !== undefined && contract.nameOf(identifier) === errorClass;
  const local = importBindings(sourceCode).find(({ variable }) => isContract(variable))?.variable.name;
  const name = local ?? `import("${runtime.specifier}").${errorClass}`;
  const replace = (newText: string) =>
    createPlainRewrite((fixer) => [fixer.replaceTextRange([range[0], range[1]], newText)]);
  const found: LegacyFinding = { at: { range }, messageId: "legacyType", data };
  if (isProse) {
    // `{@link KaizaError#phase}` names a member as well.
    const isWhole = !/^[#~]/.test(sourceCode.text.slice(range[1]));
    return isWhole ? { ...found, fix: replace(local ?? errorClass) } : found;
  }
  const union = type.trim() === text ? `${text} | ${name}` : `(${text} | ${name})`;
  return {
    ...found,
    suggestions: [
      { messageId: "nameBoth", data, rewrite: replace(union) },
      { messageId: "nameNew", data, rewrite: replace(name) },
    ],
  };
}
