import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LegacyPart, LegacyParts } from "../contract/legacy-parts.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { mentionsName } from "../syntax/source-file.js";

/** A deprecated class that is named in a JSDoc comment. */
export interface JsdocMention {
  readonly part: LegacyPart;
  /** Of the name, with the names or the `import("...")` before it. */
  readonly range: TSESTree.Range;
  readonly text: string;
  /** `prose`: documentation that is checked by nobody, as `@throws {X}` and `{@link X}`; `type`: a type that counts. */
  readonly role: "prose" | "type";
  /** The whole text of the type around it. */
  readonly type: string;
}

const LINK = /\{@link(?:code|plain)?\s+([^}\s|]+)[^}]*\}|@(?:see|throws|exception)[ \t]+(?!\{)([\w$.]+)/g;
const TYPED_TAG = /@(\w+)\s+\{/g;
const PATH = String.raw`[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*`;
const NAME = new RegExp(String.raw`import\(\s*(["'])([^"']+)\1\s*\)\s*\.\s*(${PATH})|(["'\`]).*?\4|${PATH}`, "g");
const PROSE_TAGS = new Set(["throws", "exception", "link", "see"]);

/** Every mention of a deprecated class in the JSDoc comments of a file. */
export function collectJsdocMentions(sourceCode: TSESLint.SourceCode, parts: LegacyParts): readonly JsdocMention[] {
  // A comment may use another name, but not without the file's having it from somewhere.
  const isNamed = parts.settings.some((legacy) =>
    listMatcherNames(legacy.class).some((name) => name === "default" || mentionsName(sourceCode.text, name)),
  );
  if (!isNamed) return [];
  return sourceCode
    .getAllComments()
    .filter(({ type, value }) => (type as string) === "Block" && value.startsWith("*"))
    .flatMap((comment) => mentionsIn(comment.value, comment.range[0] + "/*".length, parts));
}

function mentionsIn(text: string, offset: number, parts: LegacyParts): readonly JsdocMention[] {
  const links = [...text.matchAll(LINK)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? "";
    return collectTypeMentions(name, offset + match.index + match[0].indexOf(name, 2), "prose", parts);
  });
  const types = [...text.matchAll(TYPED_TAG)].flatMap((match) => {
    const start = match.index + match[0].length;
    const role = PROSE_TAGS.has(match[1] ?? "") ? "prose" : "type";
    return collectTypeMentions(text.slice(start, findClosingBrace(text, start)), offset + start, role, parts);
  });
  return [...links, ...types].sort((one, other) => one.range[0] - other.range[0]);
}

function collectTypeMentions(
  type: string,
  offset: number,
  role: JsdocMention["role"],
  parts: LegacyParts,
): readonly JsdocMention[] {
  return [...type.matchAll(NAME)].flatMap((match) => {
    const [text, , module, exported] = match;
    // A property of an object type (`{ KaizaError: string }`) is no reference.
    if (/^\s*\??:/.test(type.slice(match.index + text.length)) && /[{,]\s*$/.test(type.slice(0, match.index)))
      return [];
    const part =
      module === undefined ? parts.partNamed(text.split(".")) : parts.partOf(module, (exported ?? "").split("."));
    if (part?.kind !== "class" || part.rest.length > 0) return [];
    const start = offset + match.index;
    return [{ part, range: [start, start + text.length] as const, text, role, type }];
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
