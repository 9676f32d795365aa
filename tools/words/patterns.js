// The regular expressions, sets and word tables of a source file, with the words in them.
import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { parse } from "@typescript-eslint/parser";

/**
 * A regular expression of a file: a literal, or a call of `RegExp`. `pattern` is undefined where its text is put
 * together.
 *
 * @typedef {{ range: [number, number], line: number, pattern: string | undefined, flags: string }} Written
 * @typedef {{ text: string, start: number, end: number, without: string }} Alternative `start` and `end` are offsets in
 *   the pattern; `without` is the pattern without the alternative
 */

/**
 * Lists the regular expressions of a file in the order of its text.
 *
 * @param {string} text
 * @returns {Written[]}
 */
export function listPatterns(text) {
  const found = [];
  visit(parse(text, { sourceType: "module", range: true, loc: true }), (node) => {
    const { range, loc } = node;
    if (node.type === "Literal" && node.regex) found.push({ range, line: loc.start.line, ...node.regex });
    if (!/^(?:New|Call)Expression$/.test(node.type) || node.callee.name !== "RegExp") return;
    const [pattern, flags] = node.arguments.map(readText);
    found.push({ range, line: loc.start.line, pattern, flags: flags ?? "" });
  });
  return found.sort((one, other) => one.range[0] - other.range[0]);
}

/**
 * Lists the sets of a file whose members are written out, `new Set(["a", ...["b"]])` or `new Set("a b".split(" "))`, in
 * the order of its text. `members` lacks those of a set that is spread into another.
 *
 * @param {string} text
 * @returns {{ range: [number, number], line: number, members: (string | number)[] }[]}
 */
export function listSets(text) {
  const found = [];
  visit(
    parse(text, { sourceType: "module", range: true, loc: true }),
    ({ type, callee, arguments: given, range, loc }) => {
      if (type !== "NewExpression" || callee.name !== "Set") return;
      const members = readMembers(given[0]);
      if (members !== undefined) found.push({ range, line: loc.start.line, members });
    },
  );
  return found.sort((one, other) => one.range[0] - other.range[0]);
}

/**
 * Lists the alternatives of a pattern that stand beside others, in the order of its text.
 *
 * @param {string} pattern
 * @param {string} flags
 * @returns {Alternative[]}
 */
export function listAlternatives(pattern, flags) {
  const found = [];
  visitRegExpAST(parsePattern(pattern, flags), {
    onAlternativeEnter({ start, end, parent }) {
      if (parent.alternatives.length < 2) return;
      const isFirst = parent.alternatives[0].start === start;
      const [from, to] = isFirst ? [start, end + 1] : [start - 1, end];
      found.push({ text: pattern.slice(start, end), start, end, without: pattern.slice(0, from) + pattern.slice(to) });
    },
  });
  return found;
}

/** Counts all alternatives of a pattern; one without a `|` is one. */
export function countAlternatives({ pattern, flags }) {
  let alternatives = 0;
  visitRegExpAST(parsePattern(pattern, flags), { onAlternativeEnter: () => alternatives++ });
  return alternatives;
}

function parsePattern(pattern, flags) {
  const options = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, options);
}

/**
 * Lists the words by which a file judges: the alternatives of its patterns (a pattern without
 * any is one), the members of its sets, its lists of texts, phrases too, and the keys of its tables of texts.
 *
 * @param {string} text
 * @returns {{ kind: "pattern" | "set" | "list" | "key", text: string, line: number }[]}
 */
export function listWords(text) {
  const patterns = listPatterns(text).flatMap(({ pattern, flags, line }) => {
    if (pattern === undefined) return [];
    const alternatives = listAlternatives(pattern, flags).map((each) => each.text);
    return (alternatives.length > 0 ? alternatives : [pattern]).map((each) => ({ kind: "pattern", text: each, line }));
  });
  const sets = listSets(text).flatMap(({ members, line }) =>
    members.map((member) => ({ kind: "set", text: String(member), line })),
  );
  return [...patterns, ...sets, ...listTables(text)];
}

/** Lists the texts of constant arrays and the keys of constant tables, `Record<string, ...>` or `new Map([...])`. */
function listTables(text) {
  const found = [];
  for (const statement of parse(text, { sourceType: "module", loc: true }).body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations) {
      const add = (kind) => (value) => found.push({ kind, text: String(value), line: declaration.loc.start.line });
      const made = withoutAssertion(init);
      const isMap = made?.type === "NewExpression" && made.callee.name === "Map";
      const pairs = isMap ? (made.arguments[0]?.elements ?? []) : [];
      if (made?.type === "ArrayExpression") readMembers(made)?.forEach(add("list"));
      for (const pair of pairs)
        readMembers({ ...pair, elements: pair?.elements?.slice(0, 1) ?? [] })?.forEach(add("key"));
      if (made?.type === "ObjectExpression" && hasTextKeys(id.typeAnnotation?.typeAnnotation))
        made.properties.forEach(({ key }) => key && add("key")(key.name ?? key.value));
    }
  }
  return found;
}

function withoutAssertion(node) {
  return /^TS(?:As|Satisfies)Expression$/.test(node?.type) ? withoutAssertion(node.expression) : node;
}

/** `Readonly<Record<string, ...>>` or the same without `Readonly`. */
function hasTextKeys(type) {
  const [first] = type?.typeArguments?.params ?? [];
  if (type?.typeName?.name === "Readonly") return hasTextKeys(first);
  return type?.typeName?.name === "Record" && first?.type === "TSStringKeyword";
}

function readMembers(node) {
  if (node?.type === "ArrayExpression") {
    const members = node.elements.map((each) => {
      if (each?.type === "Literal") return [each.value];
      return each?.type === "SpreadElement" ? (readMembers(each.argument) ?? []) : undefined;
    });
    return members.includes(undefined) ? undefined : members.flat();
  }
  if (node?.type === "CallExpression" && node.callee.property?.name === "split")
    return readText(node.callee.object)?.split(" ");
  return undefined;
}

/** Reads a text that is written out, also in parts: `"a|" + "b"`. */
function readText(node) {
  if (node.type === "TaggedTemplateExpression")
    return node.quasi.expressions.length > 0 ? undefined : node.quasi.quasis[0].value.raw;
  if (node.type === "TemplateLiteral") return node.expressions.length > 0 ? undefined : node.quasis[0].value.cooked;
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const parts = [node.left, node.right].map(readText);
    return parts.includes(undefined) ? undefined : parts.join("");
  }
  return typeof node.value === "string" ? node.value : undefined;
}

function visit(node, callback) {
  if (Array.isArray(node)) for (const each of node) visit(each, callback);
  else if (typeof node?.type === "string") {
    callback(node);
    for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value, callback);
  }
}
