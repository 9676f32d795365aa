import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression, skipAwait } from "../syntax/expressions.js";
import { type FunctionNode, getEnclosingStatement, isFunctionNode, leaves } from "../syntax/functions.js";
import { readFunctionName } from "../syntax/function-name.js";
import { collectNodes } from "../syntax/nodes.js";
import { resolveVariable } from "../syntax/references.js";
import { splitWords } from "../syntax/words.js";
import type { WeightedKind } from "./likely-conditions.js";

/** The facts about a failure itself, before the code around it is read. */
export interface MadeFailure {
  /** The built-in class that it is made with. */
  readonly className: string | undefined;
  /** The stretches of its message: written text, or an expression that is put in. */
  readonly parts: readonly { readonly text?: string | undefined; readonly node: TSESTree.Node }[];
  readonly hasCause: boolean;
}

/** Adds facts of a kind by their names. The class has no weights: in the training, it says the condition. */
type AddFacts = (kind: WeightedKind | "class", ...names: readonly string[]) => void;

/**
 * Reads the facts of a failure that is made at a node: the words of its message, the guard in front of it, the attempt
 * that failed, how its function is named. Each fact is written as `kind:name`; the classifier has learned its meaning.
 */
export function readThrowFacts(
  node: TSESTree.Node,
  made: MadeFailure,
  sourceCode: TSESLint.SourceCode,
): ReadonlySet<string> {
  const facts = new Set<string>();
  const add: AddFacts = (kind, ...names) => {
    for (const name of names) if (name !== "") facts.add(`${kind}:${name}`);
  };
  addMessageFacts(made, add);
  const { guard, attempt, branch, callback, functions } = findSurroundings(node);
  if (guard) addGuardFacts(guard, sourceCode, add);
  else add("reached", attempt ? "catch" : branch ? "case" : "always");
  if (attempt) addAttemptFacts(attempt, sourceCode, add);
  if (branch) add("switch", branch.test ? "case" : "default");
  if (isBehindLastCase(node, sourceCode)) add("switch", "never");
  if (callback) addCallbackFacts(callback, add);
  addFunctionFacts(functions, sourceCode, add);
  return facts;
}

/** Reads the facts of a text that describes a failure. */
export function readTextFacts(text: string): ReadonlySet<string> {
  const facts = new Set<string>();
  addWordFacts(listMessageWords(text), (kind, name = "") => facts.add(`${kind}:${name}`));
  return facts;
}

const STOP_WORDS = new Set(
  (
    "the a an of to for in on at by with and or is are was were be been it its this that from as you your we our " +
    "please has have had do does did will would can could should may if so than then there here when while but i me my"
  ).split(" "),
);

/** Returns the stems of the words of a message. `not` and `no` are kept: they turn the words behind them. */
function listMessageWords(text: string): readonly string[] {
  // The weights know English alone.
  if (/[^\p{ASCII}\p{P}\p{S}]/u.test(text)) return [];
  const plain = text
    .toLowerCase()
    .replace(/n['’]t\b/g, " not")
    .replace(/\bcannot\b/g, "can not")
    .replace(/\btimed?[ -]?out\b/g, "timeout")
    .replace(/['’]s\b/g, "");
  return plain
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !STOP_WORDS.has(word) && !/^\d+$/.test(word))
    .map(toStem);
}

/** A word without its ending: `directories` and `directory`, `parsing` and `parsed` are one word. */
export function toStem(word: string): string {
  if (word.length > 5 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  const singular = word.length > 4 && /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
  if (singular.length > 5 && singular.endsWith("ing")) return singular.slice(0, -3);
  return singular.length > 5 && singular.endsWith("ed") ? singular.slice(0, -2) : singular;
}

/** The stems of the words of names: `readFileSync` is `read`, `file`, `sync`. */
export function nameWords(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => splitWords(name)).map(toStem);
}

// A longer text is no name.
const MOST_LETTERS = 40;
const HOLE = "\u{FFFC}";
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const SETTING = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/;

function addMessageFacts({ parts, className, hasCause }: MadeFailure, add: AddFacts): void {
  const text = parts.map((part) => part.text ?? ` ${HOLE} `).join("");
  const holes = parts.filter((part) => part.text === undefined).map(({ node }) => readNames(node));
  const written = listMessageWords(text.replaceAll(HOLE, " "));
  // `ERRORS.NOT_FOUND` stands for a text with its words.
  const constants = holes.map((names) => names.at(-1) ?? "").filter((name) => CONSTANT.test(name));
  const words = written.length > 0 ? written : listMessageWords(constants.join(" ").replaceAll("_", " "));
  addWordFacts(words, add);
  add("begins", words[0] ?? "");
  add("ends", words.at(-1) ?? "");
  add("length", describeCount(words.length));
  add("hole", ...nameWords(...holes.flat()));
  if (/:\s*\u{FFFC}\s*$/u.test(text)) add("shape", "ends with a detail");
  if (/^\s*\u{FFFC}/u.test(text)) add("shape", "begins with a value");
  if (holes.some((names) => /^(?:err|error|message)$/.test(names.at(-1) ?? ""))) add("shape", "quotes an error");
  if (hasCause) add("shape", "has a cause");
  if (SETTING.test(text)) add("shape", "names a setting");
  if (className !== undefined && className !== "Error") add("class", className);
}

function addWordFacts(words: readonly string[], add: AddFacts): void {
  for (const [index, word] of words.entries()) {
    add("message", word);
    const next = words[index + 1];
    if (next !== undefined) add("pair", `${word} ${next}`);
  }
}

function describeCount(count: number): string {
  if (count === 0) return "none";
  if (count <= 2) return "1 or 2";
  return count <= 5 ? "3 to 5" : "more";
}

interface Guard {
  readonly test: TSESTree.Node;
  /** Whether the failure is made where the test holds. */
  readonly isTaken: boolean;
  readonly how: string;
}

/** `const rest: never = kind; throw new Error(...)`: by its types, the program cannot come here. */
function isBehindLastCase(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const statement = getEnclosingStatement(node);
  const { parent } = statement;
  if (parent?.type !== "BlockStatement" && parent?.type !== "SwitchCase") return false;
  const statements: readonly TSESTree.Node[] = parent.type === "SwitchCase" ? parent.consequent : parent.body;
  const before = statements.slice(0, statements.indexOf(statement));
  // The text of other statements may hold the last case of a `switch` that others leave.
  return (
    before.some((each) => each.type === "VariableDeclaration" && each.declarations.some(isDeclaredNever)) ||
    (statement.type === "ThrowStatement" && /\bsatisfies\s+never\b/.test(sourceCode.getText(statement)))
  );
}

function isDeclaredNever({ id }: TSESTree.VariableDeclarator): boolean {
  return id.typeAnnotation?.typeAnnotation.type === "TSNeverKeyword";
}

/** The conditions under which a node is reached, as far as the function around it tells them. */
interface Surroundings {
  guard?: Guard | undefined;
  attempt?: TSESTree.Node | undefined;
  branch?: TSESTree.SwitchCase;
  callback?: TSESTree.CallExpression;
  readonly functions: FunctionNode[];
}

function findSurroundings(node: TSESTree.Node): Surroundings {
  const found: Surroundings = { functions: [] };
  for (let child = node, current = node.parent; current; child = current, current = current.parent) {
    if (found.functions.length === 0) {
      found.guard ??= guardAt(child, current);
      if (current.type === "SwitchCase") found.branch ??= current;
      if (current.type === "CatchClause") found.attempt ??= current.parent.block;
    }
    if (!isFunctionNode(current)) continue;
    const call = current.parent;
    const isCallback = call.type === "CallExpression" && call.callee !== current;
    if (found.functions.length === 0 && isCallback) {
      found.callback = call;
      const { callee } = call;
      if (readLastName(callee) === "catch" && callee.type === "MemberExpression") found.attempt ??= callee.object;
    }
    found.functions.push(current);
  }
  return found;
}

function guardAt(child: TSESTree.Node, current: TSESTree.Node): Guard | undefined {
  switch (current.type) {
    case "IfStatement":
    case "ConditionalExpression":
      if (child === current.test) return undefined;
      return { test: current.test, isTaken: child === current.consequent, how: "if" };
    case "LogicalExpression":
      if (child !== current.right) return undefined;
      return { test: current.left, isTaken: current.operator === "&&", how: current.operator };
    case "BlockStatement":
    case "Program":
      return findGuardBefore(child, current.body);
    default:
      return undefined;
  }
}

/** `if (found) return found;` in front of a failure is a guard whose test does not hold. */
function findGuardBefore(child: TSESTree.Node, statements: readonly TSESTree.Node[]): Guard | undefined {
  const before = statements[statements.indexOf(child) - 1];
  if (before?.type !== "IfStatement" || before.alternate || !leaves(before.consequent)) return undefined;
  return { test: before.test, isTaken: false, how: "after" };
}

function addGuardFacts({ test, isTaken, how }: Guard, sourceCode: TSESLint.SourceCode, add: AddFacts): void {
  add("reached", how);
  let isAbsence = false;
  const addKind = (kind: string) => {
    if (kind === "absent") isAbsence = true;
    add("guard", kind);
  };
  const addPresence = (node: TSESTree.Node, isPresent: boolean) => {
    addKind(isPresent ? "present" : "absent");
    if (!isPresent && isOwnPart(node)) add("absent", "own");
  };
  const addNames = (node: TSESTree.Node) => add("guard word", ...nameWords(...readNames(node).slice(-2)));
  visit(test, isTaken);
  addOrigins();

  function visit(node: TSESTree.Node, isPositive: boolean): void {
    const part = skipAwait(node);
    switch (part.type) {
      case "UnaryExpression":
        if (part.operator === "!") visit(part.argument, !isPositive);
        return;
      case "LogicalExpression":
        addKind(part.operator);
        visit(part.left, isPositive);
        visit(part.right, isPositive);
        return;
      case "Identifier":
      case "MemberExpression":
        if (isSuccessOfAnswer(part, sourceCode)) {
          addKind(isPositive ? "ok" : "!ok");
          add("guard word", "response");
          return;
        }
        if (readLastName(part) === "ok") addKind(isPositive ? "ok" : "!ok");
        else addPresence(part, isPositive);
        addNames(part);
        return;
      case "CallExpression":
        add("asks", `${isPositive ? "" : "not "}${nameWords(readLastName(part.callee) ?? "").join(" ")}`);
        addNames(part.callee);
        for (const argument of part.arguments) {
          if (argument.type === "Literal") addValue(argument);
          else addNames(argument);
        }
        return;
      case "BinaryExpression":
        visitComparison(part, isPositive);
    }
  }

  function visitComparison({ left, right, operator }: TSESTree.BinaryExpression, isPositive: boolean): void {
    const one = skipAwait(left);
    const other = skipAwait(right);
    const isEqual = /^===?$/.test(operator) === isPositive;
    addNames(one.type === "UnaryExpression" ? one.argument : one);
    if (other.type !== "Literal") addNames(other);
    if (operator === "instanceof" || operator === "in") {
      addKind(`${isPositive ? "" : "!"}${operator}`);
      add("caught", readLastName(other) ?? "");
    } else if (one.type === "UnaryExpression" && one.operator === "typeof") addKind("typeof");
    else if (/^[!=]==?$/.test(operator)) {
      addKind(classifyEquality(one, other, isEqual));
      addCompared(one, other, isEqual);
    } else if (/^[<>]=?$/.test(operator)) addKind(`${isSize(one) ? "length" : "order"} ${operator.charAt(0)}`);
  }

  function classifyEquality(one: TSESTree.Node, other: TSESTree.Node, isEqual: boolean): string {
    const sign = isEqual ? "" : "!";
    if (other.type === "Identifier" && other.name === "undefined") return isEqual ? "absent" : "present";
    if (other.type !== "Literal") return isSize(one) ? "length" : `equal ${sign}value`;
    if (other.value === null) return isEqual ? "absent" : "present";
    if (isSize(one)) return `length ${sign}${other.raw}`;
    if (typeof other.value === "boolean") return other.value === isEqual ? "present" : "absent";
    const isStatus = typeof other.value === "number" && other.value >= 100 && other.value < 600;
    return isStatus ? `status ${sign}${other.raw}` : `equal ${sign}literal`;
  }

  function addCompared(one: TSESTree.Node, other: TSESTree.Node, isEqual: boolean): void {
    if (other.type !== "Literal") return;
    addValue(other);
    const isOfError = /^(?:code|status|name)$/.test(readLastName(one) ?? "");
    if (isOfError && isEqual) add("caught", String(other.value).slice(0, MOST_LETTERS));
  }

  function addValue({ value }: TSESTree.Literal): void {
    if (typeof value !== "string" || value.length > MOST_LETTERS) return;
    add("value", ...nameWords(value));
  }

  function addOrigins(): void {
    const origins = collectNodes(sourceCode, test).flatMap((node) =>
      node.type === "Identifier" && !isPropertyName(node) ? listOrigins(node, sourceCode, 0) : [],
    );
    for (const { kind, of = "" } of origins) {
      add("origin", kind);
      if (isAbsence) add("absent", kind);
      add("returned by", ...nameWords(of));
    }
  }
}

const SUCCESS = /^success$/;
const CHECKS_INPUT = /pars|valid|schema/i;

/** `response.success` of an awaited call, which is a server's word like `response.ok`. */
function isSuccessOfAnswer(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type !== "MemberExpression" || !SUCCESS.test(readLastName(node) ?? "")) return false;
  const [origin] = listOrigins(unwrapExpression(node.object), sourceCode, 0);
  return origin?.kind === "awaited" && !CHECKS_INPUT.test(origin.of ?? "");
}

function isSize(node: TSESTree.Node): boolean {
  return /^(?:length|size)$/.test(readLastName(node) ?? "");
}

function isPropertyName(node: TSESTree.Identifier): boolean {
  const { parent } = node;
  if (parent.type === "MemberExpression") return !parent.computed && parent.property === node;
  return parent.type === "Property" && parent.key === node;
}

/** The origin of a value; of a call, its callee. */
interface Origin {
  readonly kind: string;
  readonly of?: string | undefined;
}

const MAX_ALIASES = 2;
const REQUEST = /^request$/;
const INPUT = /^(?:args|params|body|options)$/;

function listOrigins(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, depth: number): readonly Origin[] {
  if (node.type !== "Identifier") return [];
  if (node.name === "process" || node.name === "env") return [{ kind: "environment" }];
  const definition = resolveVariable(node, sourceCode)?.defs[0];
  if (!definition || depth > MAX_ALIASES) return [];
  if (definition.type === "Parameter") return [{ kind: REQUEST.test(node.name) ? "request" : "parameter" }];
  if (definition.type === "CatchClause") return [{ kind: "caught" }];
  if (definition.type === "ImportBinding") return [{ kind: "import" }];
  const written = definition.node.type === "VariableDeclarator" ? definition.node.init : undefined;
  if (!written) return [];
  const value = skipAwait(written);
  switch (value.type) {
    case "CallExpression":
      return [{ kind: unwrapExpression(written) === value ? "call" : "awaited", of: readLastName(value.callee) }];
    case "NewExpression":
      return [{ kind: "new", of: readLastName(value.callee) }];
    case "MemberExpression": {
      const names = readNames(value);
      if (names[0] === "process" && names[1] === "env") return [{ kind: "environment" }];
      if (REQUEST.test(names[0] ?? "")) return [{ kind: "request" }];
      if (names.some((name) => INPUT.test(name))) return [{ kind: "input" }];
      return [{ kind: "member" }, ...listOrigins(getRootNode(value), sourceCode, depth + 1)];
    }
    case "Identifier":
      return listOrigins(value, sourceCode, depth + 1);
    default:
      return [{ kind: value.type === "Literal" ? "literal" : "expression" }];
  }
}

/** `this.bridge`; `this.tools[name]` and `this.options.port` are what somebody asks for or gives. */
function isOwnPart(node: TSESTree.Node): boolean {
  const part = skipAwait(node);
  if (part.type !== "MemberExpression") return part.type === "ThisExpression";
  return !part.computed && !INPUT.test(readLastName(part) ?? "") && isOwnPart(part.object);
}

function getRootNode(node: TSESTree.Node): TSESTree.Node {
  const value = skipAwait(node);
  return value.type === "MemberExpression" ? getRootNode(value.object) : value;
}

function addAttemptFacts(attempt: TSESTree.Node, sourceCode: TSESLint.SourceCode, add: AddFacts): void {
  const nodes = collectNodes(sourceCode, attempt);
  const calls = nodes.filter((node) => node.type === "CallExpression" || node.type === "NewExpression");
  for (const { callee } of calls.slice(0, MOST_CALLS)) {
    add("attempt word", ...nameWords(...readNames(callee).slice(-2)));
  }
  const isOne = attempt.type !== "BlockStatement" || attempt.body.length <= 1;
  const isAwaited = nodes.some(({ type }) => type === "AwaitExpression");
  add("attempt", isOne ? "one statement" : isAwaited ? "awaits" : "does not await");
}

const MOST_CALLS = 12;

function addCallbackFacts(call: TSESTree.CallExpression, add: AddFacts): void {
  add("callback", readLastName(call.callee) ?? "");
  const [first] = call.arguments;
  if (first?.type === "Literal" && typeof first.value === "string") {
    add("callback", ...nameWords(first.value.slice(0, MOST_LETTERS)).map((word) => `on ${word}`));
  }
}

const HANDLES = /^_?(?:req|request|res|response|context|args|params|input|event|msg|body|extra)$/;
const STARTS = /^(?:main|start|init|bootstrap|setup|loadConfig|parseArgs|run|connect)/;

function addFunctionFacts(functions: readonly FunctionNode[], sourceCode: TSESLint.SourceCode, add: AddFacts): void {
  const name = functions.map((each) => readFunctionName(each, sourceCode)).find((each) => each !== undefined);
  const parameters = functions.flatMap(({ params }) => params.flatMap((each) => readNames(each)));
  const isConstructor = functions.some(
    ({ parent }) => parent.type === "MethodDefinition" && parent.kind === "constructor",
  );
  if (functions.length === 0) add("phase", "module");
  else if (isConstructor) add("phase", "constructor");
  else if (parameters.some((each) => HANDLES.test(each))) add("phase", "handler");
  else add("phase", STARTS.test(name ?? "") ? "start" : "function");
  if (name !== undefined) add("function", ...nameWords(name));
}

function readLastName(node: TSESTree.Node): string | undefined {
  return readNames(node).at(-1);
}

/** Returns the names of a chain: `a`, `b` of `a.b`. A call in it counts as its callee. */
function readNames(node: TSESTree.Node): readonly string[] {
  const value = skipAwait(node);
  switch (value.type) {
    case "Identifier":
      return [value.name];
    case "ThisExpression":
      return ["this"];
    case "CallExpression":
      return readNames(value.callee);
    case "AssignmentPattern":
      return readNames(value.left);
    case "MemberExpression": {
      const { property, computed, object } = value;
      return computed ? readNames(object) : [...readNames(object), property.name];
    }
    default:
      return [];
  }
}
