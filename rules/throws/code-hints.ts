import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Condition } from "error-contract";
import { messageText } from "../syntax/expressions.js";
import { isExecutionBoundary } from "../syntax/functions.js";
import { variableOf } from "../syntax/references.js";
import { wordsIn } from "../syntax/words.js";
import type { RawMessage } from "./raw-error.js";

/** What the code around a failure tells about it: words, weighted by how much they say, and the condition it is about. */
export interface CodeHints {
  readonly words: ReadonlyMap<string, number>;
  readonly condition: Condition | undefined;
}

interface Hint {
  readonly condition?: Condition;
  readonly words: readonly string[];
}

// How much a word says, by where it stands.
const WEIGHT = { firstHint: 4, message: 3, guard: 2, otherHint: 2 };

const CLASS_HINTS: ReadonlyMap<string, Hint> = new Map([
  ["TypeError", { condition: "invalid_input", words: ["type", "invalid", "input"] }],
  ["RangeError", { condition: "invalid_input", words: ["value", "invalid", "input"] }],
  ["SyntaxError", { condition: "invalid_input", words: ["format", "invalid", "input"] }],
]);

const MESSAGE_HINTS: readonly (readonly [RegExp, Hint])[] = [
  [
    /\bmust be an? (?:\w+ )?(?:string|number|integer|boolean|object|array|function)\b|\bwrong type\b/i,
    { condition: "invalid_input", words: ["invalid", "input", "type"] },
  ],
  [
    /\b(?:is|are) required\b|\bmissing\b|\bno \w+ (?:given|provided|specified)\b/i,
    { condition: "missing_input", words: ["missing", "required", "field"] },
  ],
  [/\balready exists?\b/i, { condition: "already_exists", words: ["already", "exists"] }],
  [/\bnot found\b|\bdoes not exist\b|\bno such\b|\bunknown\b/i, { condition: "not_found", words: ["not", "found"] }],
  [
    /\bmalformed\b|\bcould not parse\b|\bnot valid json\b|\binvalid json\b|\bfailed to parse\b/i,
    { condition: "invalid_input", words: ["invalid", "input", "format"] },
  ],
  [
    /\b(?:not (?:allowed|permitted|authori[sz]ed)|forbidden|denied|refused?)\b/i,
    { condition: "permission_denied", words: ["unauthorized", "action"] },
  ],
  [/\btraversal\b/i, { condition: "permission_denied", words: ["path", "traversal", "blocked"] }],
  [/\boutside\b/i, { condition: "permission_denied", words: ["outside"] }],
  [/\btimed? ?out\b|\btimeout\b/i, { condition: "timeout", words: ["timeout"] }],
  [/\brate limit|\btoo many requests\b/i, { condition: "rate_limited", words: ["rate", "limit"] }],
  [/\bmust (?:not )?be\b|\binvalid\b/i, { condition: "invalid_input", words: ["invalid", "input", "value"] }],
  [/\b(?:failed|could not|cannot|unable) (?:to )?/i, { words: ["failed"] }],
];

const UPSTREAM: Hint = { condition: "upstream_failed", words: ["upstream"] };

/** What the guard, the attempt, the message and the class say of a failure made at a node. */
export function collectCodeHints(
  node: TSESTree.Node,
  made: { readonly className: string | undefined; readonly message: RawMessage | undefined },
  sourceCode: TSESLint.SourceCode,
): CodeHints {
  const words = new Map<string, number>();
  const conditions: (Condition | undefined)[] = [];
  const take = ({ condition, words: found }: Hint, weight: number) => {
    conditions.push(condition);
    for (const word of found) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  const text = made.message ? messageText(made.message.parts, " ") : "";
  const guard = guardOf(node);
  const attempt = attemptOf(node);
  const hints = [
    ...(guard ? [guardHint(guard, sourceCode)] : []),
    ...(attempt ? [attemptHint(attempt, sourceCode)] : []),
    MESSAGE_HINTS.find(([pattern]) => pattern.test(text))?.[1] ?? { words: [] },
    CLASS_HINTS.get(made.className ?? "") ?? { words: [] },
  ];
  // What stands nearest to the failure knows best; the others only add to it.
  const [first, ...others] = hints.filter((hint) => hint.words.length > 0);
  if (first) take(first, WEIGHT.firstHint);
  for (const hint of others) take(hint, WEIGHT.otherHint);
  take({ words: wordsIn(text) }, WEIGHT.message);
  if (guard) take({ words: wordsIn(sourceCode.getText(guard)) }, WEIGHT.guard);
  return { words, condition: conditions.find((condition) => condition !== undefined) };
}

/** What a text alone says of the failure that it describes. */
export function collectTextHints(text: string): CodeHints {
  const hint = MESSAGE_HINTS.find(([pattern]) => pattern.test(text))?.[1];
  const words = new Map(hint?.words.map((word) => [word, WEIGHT.firstHint]));
  for (const word of wordsIn(text)) words.set(word, Math.max(words.get(word) ?? 0, WEIGHT.message));
  return { words, condition: hint?.condition };
}

/** The test of the `if` that a failure stands in directly. */
function guardOf(node: TSESTree.Node): TSESTree.Expression | undefined {
  for (let child = node, current = node.parent; current; child = current, current = current.parent) {
    if (current.type === "IfStatement") return current.consequent === child ? current.test : undefined;
    if (isExecutionBoundary(current) || current.type === "CatchClause") return undefined;
  }
  return undefined;
}

/** The block whose failure is being reported: that of the `try` around the catch clause. */
function attemptOf(node: TSESTree.Node): TSESTree.BlockStatement | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "CatchClause") return current.parent.block;
    if (isExecutionBoundary(current)) return undefined;
  }
  return undefined;
}

function guardHint(guard: TSESTree.Expression, sourceCode: TSESLint.SourceCode): Hint {
  const text = sourceCode.getText(guard);
  if (/\btypeof\b|!\s*Array\.isArray\(|!\s*Number\.is|\bisNaN\(/.test(text)) {
    return { condition: "invalid_input", words: ["invalid", "input", "type"] };
  }
  if (/!\s*(?:await\s+)?[\w.]*\b(?:existsSync|exists|pathExists|isFile)\(/.test(text)) {
    return { condition: "not_found", words: ["not", "found", /dir|folder|root/i.test(text) ? "path" : "file"] };
  }
  if (/\b(?:existsSync|pathExists)\(/.test(text))
    return { condition: "already_exists", words: ["already", "exists", "file"] };
  const answer = answerHint(text);
  if (answer) return answer;
  if (/["'`]\.\.["'`/]/.test(text)) return { condition: "permission_denied", words: ["path", "traversal", "blocked"] };
  if (/startsWith\(|path\.relative\(/.test(text)) return { condition: "permission_denied", words: ["outside"] };
  if (/\.length\b|\.trim\(|\.test\(|[<>]=?/.test(text))
    return { condition: "invalid_input", words: ["invalid", "input", "value"] };
  const absent = absentValue(guard);
  if (!absent) return { words: [] };
  return isInput(absent, sourceCode)
    ? { condition: "missing_input", words: ["missing", "required", "field"] }
    : { condition: "not_found", words: ["not", "found"] };
}

const STATUS_CONDITIONS: ReadonlyMap<string, Condition> = new Map([
  ["400", "invalid_input"],
  ["401", "unauthenticated"],
  ["403", "permission_denied"],
  ["404", "not_found"],
  ["408", "timeout"],
  ["409", "conflict"],
  ["422", "invalid_input"],
  ["429", "rate_limited"],
  ["504", "timeout"],
]);

/** What a guard says that looks at the answer of another service: `!response.ok`, `res.status === 404`. */
function answerHint(guard: string): Hint | undefined {
  if (/!\s*[\w.]*\b\w*(?:res|resp|response|reply|answer)\??\.ok\b/i.test(guard)) return UPSTREAM;
  const [, comparison, status] = /\.(?:status|statusCode)\s*(===?|!==?|[<>]=?)\s*(\d{3})\b/.exec(guard) ?? [];
  if (status === undefined) return undefined;
  const condition = comparison?.startsWith("==") === true ? STATUS_CONDITIONS.get(status) : undefined;
  return condition ? { condition, words: wordsIn(condition.replaceAll("_", " ")) } : UPSTREAM;
}

/** What a guard finds to be absent: `!x`, `x === undefined`, `x == null`. */
function absentValue(guard: TSESTree.Expression): TSESTree.Node | undefined {
  if (guard.type === "UnaryExpression" && guard.operator === "!") return guard.argument;
  if (guard.type === "LogicalExpression") return absentValue(guard.left);
  if (guard.type !== "BinaryExpression" || !/^===?$/.test(guard.operator)) return undefined;
  const isNothing =
    (guard.right.type === "Literal" && guard.right.value === null) ||
    (guard.right.type === "Identifier" && guard.right.name === "undefined");
  return isNothing ? guard.left : undefined;
}

// A parameter and what hangs on it came from the caller; anything else was looked up and not found.
function isInput(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  let root = node;
  while (root.type === "MemberExpression") root = root.object;
  const definition = variableOf(root, sourceCode)?.defs[0];
  if (definition?.type === "Parameter") return true;
  if (definition?.node.type !== "VariableDeclarator" || !definition.node.init) return false;
  const { init } = definition.node;
  return init.type === "Identifier" || init.type === "MemberExpression" ? isInput(init, sourceCode) : false;
}

function attemptHint(block: TSESTree.BlockStatement, sourceCode: TSESLint.SourceCode): Hint {
  const text = sourceCode.getText(block);
  if (/\bJSON\.parse\(/.test(text) && !/\b(?:read|write)File/i.test(text)) {
    return { condition: "invalid_input", words: ["invalid", "input", "format"] };
  }
  const called = [...text.matchAll(/\b([A-Za-z_$][\w$]*)\s*\(/g)].flatMap(([, name = ""]) => wordsIn(name));
  const work = called.some((word) => /^(?:mkdir|rename|append|unlink)$/.test(word))
    ? [...called, "write", "file"]
    : called;
  return { words: [...work, "failed"] };
}
