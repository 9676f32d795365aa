import { getLegacyName } from "../contract/legacy-parts.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { importBindings } from "../edits/plan-import.js";
import { mentionsName } from "../syntax/source-file.js";
import { type LegacyFacts, type LegacyFinding, createPlainRewrite } from "./legacy-finding.js";

/** A type in braces behind a tag, and what a link, `@see` or `@throws` names without braces. */
const PLACE = /@(\w+)[ \t]+\{([^{}]*)\}|(?:\{@link(?:code|plain)?\s+|@(?:see|throws|exception)[ \t]+)([^{}\s|]+)/g;

/**
 * A finding about each class that a JSDoc comment names; silent where the contract's class stands beside it. What only
 * readers see, as `@throws {X}` and `{@link X}`, gets the new name.
 */
export function createJsdocFindings(facts: LegacyFacts): readonly LegacyFinding[] {
  const { contract, parts, sourceCode } = facts;
  // What the file imports from elsewhere under the name.
  const imports = importBindings(sourceCode).map(({ variable }) => variable);
  const others = new Set(
    imports.filter(({ identifiers: [name] }) => name && !parts.partAt(name)).map(({ name }) => name),
  );
  return parts.settings.flatMap((legacy) => {
    const names = listMatcherNames(legacy.class).filter(
      (name) => mentionsName(sourceCode.text, name) && !others.has(name),
    );
    if (names.length === 0) return [];
    const word = new RegExp(String.raw`(?<![\w$.])(?:${names.join("|")})(?![\w$#~.])`, "g");
    const data = { legacy: getLegacyName({ kind: "class", legacy }), errorClass: contract.errorClass };
    const comments = sourceCode.getAllComments().filter(({ type, value }) => type === "Block" && value.startsWith("*"));
    return comments.flatMap(({ value, range }) =>
      [...value.matchAll(PLACE)].flatMap(({ 0: place, 1: tag, 2: type, 3: name = "", index }): LegacyFinding[] => {
        if (mentionsName(place, contract.errorClass)) return [];
        const text = type ?? name;
        const offset = range[0] + "/*".length + index + place.lastIndexOf(text);
        const isProse = tag === undefined || tag === "throws" || tag === "exception";
        return [...text.matchAll(word)].map((match) => {
          const start = offset + match.index;
          const at: { range: [number, number] } = { range: [start, start + match[0].length] };
          const rewrite = createPlainRewrite((fixer) => [fixer.replaceTextRange(at.range, contract.errorClass)]);
          return { at, messageId: "legacyType", data, ...(isProse && { fix: rewrite }) };
        });
      }),
    );
  });
}
