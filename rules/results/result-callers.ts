import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { decideOf } from "../edits/decisions.js";
import { collectLineRanges } from "../edits/remove-lines.js";
import { findWorkspace, isNamedElsewhere, listImportingFiles, printLine } from "../modules/workspace-files.js";
import { unwrapExpression, getOutermostWrapper } from "../syntax/expressions.js";
import {
  type FunctionNode,
  findEnclosingFunction,
  isFunctionNode,
  leaves,
  findFunctionVariable,
} from "../syntax/functions.js";
import { readFunctionName } from "../syntax/function-name.js";
import { isInside, collectNodes } from "../syntax/nodes.js";
import { readStaticKey } from "../syntax/references.js";
import { CONTINUATIONS } from "../throws/throw-places.js";
import { hasBareRequestHandler, listToolHandlers } from "../tools/tool-handlers.js";
import { listUsesElsewhere } from "./callers-elsewhere.js";
import { type ResultJudge, collectFailures, findFailureResults } from "./failure-results.js";
import { isMarkedResult } from "./mcp-results.js";
import { findUser } from "./result-purpose.js";
import type { ReturnSite } from "./return-sites.js";

// A failure that is thrown in place of a result passes every caller by. Each is followed: one that looks at the result
// keeps it from becoming a throw, one that only hands the failure on lets it through.

const EXPORTING = /^Export|^AssignmentExpression$/;
/** The properties of a result by which callers tell a failure from a success. */
const OUTCOME = new RegExp(
  String.raw`^(?:ok|success|succeeded|valid|isValid|err|errors?|error\w+|isError|failed|failure|reasons?|` +
    String.raw`message|code|status|kind|type|state|result|outcome|content)$`,
);

/** The callers of a function that returns failures. */
export interface Callers {
  /** The ranges of statements that only hand a failure on, with their lines: `if (!result.ok) return result;`. */
  readonly handOver: readonly TSESTree.Range[];
  /** The same in other files, which only the commands ask for; each with the text that was read. */
  readonly elsewhere: ReadonlyMap<string, HandOverElsewhere>;
  /** Lines of tests that call it. */
  readonly tests: readonly string[];
}

interface HandOverElsewhere {
  readonly text: string;
  readonly ranges: readonly TSESTree.Range[];
}

interface Search {
  /** The file that is searched. */
  readonly judge: ResultJudge;
  readonly functions: Set<FunctionNode>;
  /** The statements that hand a failure of the function on, and no other, by their file. */
  readonly handOver: Map<string, { readonly sourceCode: TSESLint.SourceCode; readonly statements: Set<TSESTree.Node> }>;
  readonly tests: Set<string>;
  /** Whether the value may also be the failure of another function. */
  readonly isMixed: boolean;
}

/** Returns the callers of a function; `undefined` if one of them looks at the result, or cannot be followed. */
export function findCallers(owner: FunctionNode, judge: ResultJudge): Callers | undefined {
  const search: Search = { judge, functions: new Set(), handOver: new Map(), tests: new Set(), isMixed: false };
  if (!isLetThrough(owner, search)) return undefined;
  const elsewhere = new Map(
    [...search.handOver].map(([filename, { sourceCode, statements }]) => [
      filename,
      { text: sourceCode.text, ranges: collectLineRanges(sourceCode, [...statements]) },
    ]),
  );
  const handOver = elsewhere.get(judge.filename)?.ranges ?? [];
  elsewhere.delete(judge.filename);
  return { handOver, elsewhere, tests: [...search.tests] };
}

const MODIFIERS = "function|async|public|private|protected|static|abstract|override";
const PARAMETERS = String.raw`\((?:[^()]|\([^()]*\))*\)`;

/**
 * Lists the lines that call the function of a site by its name, the first of each file that may import it. Declarations
 * and signatures (`async deploy(plan) {`, `deploy(plan: Plan): Result;`) are told by their text.
 */
export function listCalls({ owner }: ReturnSite, { sourceCode, filename }: LintContext): readonly string[] {
  const workspace = owner && findWorkspace(filename);
  const name = owner && readFunctionName(owner, sourceCode);
  if (!workspace || name === undefined || !/^[\w$]+$/.test(name)) return [];
  const escaped = name.replaceAll("$", String.raw`\$`);
  const isSignature = String.raw`${PARAMETERS}\s*\{|(?<=^[ \t]*${escaped}\s*)${PARAMETERS}\s*:`;
  const call = new RegExp(String.raw`(?<![\w$]|\b(?:${MODIFIERS})\s+)${escaped}\s*(?!${isSignature})\(`, "m");
  return [filename, ...listImportingFiles(filename, workspace)].flatMap((file) => {
    const known = workspace.files.get(file);
    const index = known?.text.search(call) ?? -1;
    return known && index >= 0 ? [printLine(known, index, workspace)] : [];
  });
}

/** Returns whether all callers of a function let its throws through. */
function isLetThrough(node: FunctionNode, outer: Search): boolean {
  const { judge, functions } = outer;
  if (functions.has(node)) return true;
  const isMixed = outer.isMixed || (functions.size > 0 && collectFailures(node, judge).length > 0);
  const search: Search = { ...outer, isMixed };
  functions.add(node);
  const { parent } = node;
  const registrations = listToolHandlers(node, judge).flatMap((each) => each.boundary ?? each.registration ?? []);
  if (registrations.some((call) => isInside(node, call))) return node.type !== "FunctionExpression" || node.id === null;
  switch (parent.type) {
    case "CallExpression":
      return parent.callee === node ? isValueLetThrough(parent, search) : isCallbackLetThrough(parent, search);
    case "MethodDefinition":
    case "PropertyDefinition":
    case "Property":
      return isMemberLetThrough(parent, search);
    default:
      return isNamed(node) && isVariableLetThrough(node, registrations, search);
  }
}

function isNamed({ type, parent }: FunctionNode): boolean {
  return type === "FunctionDeclaration" || (parent.type === "VariableDeclarator" && parent.id.type === "Identifier");
}

function isCallbackLetThrough(call: TSESTree.CallExpression, search: Search): boolean {
  const { sourceCode } = search.judge;
  const callee = unwrapExpression(call.callee);
  const name = callee.type === "MemberExpression" ? readStaticKey(callee, sourceCode) : undefined;
  if (name === undefined || !CONTINUATIONS.test(name)) return false;
  const user = findUser(call);
  const owner = user && (isFunctionNode(user) ? user : user.type === "ReturnStatement" && findEnclosingFunction(user));
  return owner ? isLetThrough(owner, search) : false;
}

function isVariableLetThrough(node: FunctionNode, registrations: readonly TSESTree.Node[], search: Search): boolean {
  const { sourceCode, filename } = search.judge;
  const declared = node.parent.type === "VariableDeclarator" ? node.parent : node;
  const variable = findFunctionVariable(node, sourceCode);
  if (!variable) return false;
  const reach = findReach(declared, variable, filename);
  if (reach === "anyName" || (reach === "name" && !isLetThroughElsewhere(variable.name, search))) return false;
  return variable.references.every(
    ({ init, identifier }) =>
      init === true || registrations.some((call) => isInside(identifier, call)) || isUseLetThrough(identifier, search),
  );
}

/** Returns whether other files may call a function, and whether they know it by its own name alone. */
function findReach(
  declared: TSESTree.Node,
  { name, references }: TSESLint.Scope.Variable,
  filename: string,
): "file" | "name" | "anyName" {
  const statement = declared.type === "VariableDeclarator" ? declared.parent : declared;
  const exporting = references.map(({ identifier }) => identifier.parent).filter(({ type }) => EXPORTING.test(type));
  const isRenamed = exporting.some(
    (each) =>
      each.type === "ExportDefaultDeclaration" ||
      (each.type === "ExportSpecifier" && (each.exported.type !== "Identifier" || each.exported.name !== name)),
  );
  if (isRenamed || statement.parent?.type === "ExportDefaultDeclaration") return "anyName";
  const isExported = exporting.length > 0 || statement.parent?.type === "ExportNamedDeclaration";
  return isExported && isNamedElsewhere(name, filename) ? "name" : "file";
}

/** Other files are read for the commands alone: an editor would wait, and a suggestion changes one file. */
function isLetThroughElsewhere(name: string, search: Search): boolean {
  const { judge } = search;
  const uses = decideOf(judge.context) && listUsesElsewhere(name, judge);
  for (const test of uses?.tests ?? []) search.tests.add(test);
  return (
    uses?.files.every(({ lint, names }) => {
      const inner: Search = { ...search, judge: { ...judge, ...lint } };
      return names.every((each) => isUseLetThrough(each, inner));
    }) ?? false
  );
}

function isMemberLetThrough(
  member: TSESTree.MethodDefinition | TSESTree.PropertyDefinition | TSESTree.Property,
  search: Search,
): boolean {
  const { sourceCode, filename } = search.judge;
  const name = member.key.type === "PrivateIdentifier" ? member.key.name : readStaticKey(member, sourceCode);
  if (name === undefined || isNamedElsewhere(name, filename)) return false;
  for (const node of collectNodes(sourceCode, sourceCode.ast)) {
    const isName = (node.type === "Identifier" || node.type === "PrivateIdentifier") && node.name === name;
    if (!isName || node.parent === member) continue;
    const isMember = node.parent.type === "MemberExpression" && node.parent.property === node;
    if (!isMember || !isUseLetThrough(node.parent, search)) return false;
  }
  return true;
}

/** Returns whether a use of a function's name is a call that lets throws through; exports are checked elsewhere. */
function isUseLetThrough(name: TSESTree.Node, search: Search): boolean {
  const { parent } = name;
  if (parent?.type === "ExportSpecifier" || parent?.type.startsWith("TSType") === true) return true;
  return parent?.type === "CallExpression" && parent.callee === name && isValueLetThrough(parent, search);
}

/** Returns whether the code that uses a value, or the result of a promise, does not tell a failure from a success. */
function isValueLetThrough(value: TSESTree.Node, search: Search): boolean {
  const whole = getOutermostWrapper(value);
  const { parent } = whole;
  switch (parent?.type) {
    case "AwaitExpression":
      return isValueLetThrough(parent, search);
    case "ExpressionStatement":
      return true;
    case "ReturnStatement":
    case "ArrowFunctionExpression": {
      const owner = isFunctionNode(parent) ? parent : findEnclosingFunction(parent);
      return owner !== undefined && isLetThrough(owner, search);
    }
    case "ConditionalExpression":
    case "LogicalExpression":
      return parent.type === "ConditionalExpression" && parent.test !== whole && isValueLetThrough(parent, search);
    case "MemberExpression":
      return parent.object === whole && asksNoOutcome(readStaticKey(parent, search.judge.sourceCode));
    case "VariableDeclarator":
      return parent.init === whole && isBindingLetThrough(parent, search);
    default:
      return false;
  }
}

function asksNoOutcome(name: string | undefined): boolean {
  return name !== undefined && !OUTCOME.test(name) && !CONTINUATIONS.test(name);
}

function isBindingLetThrough(declarator: TSESTree.VariableDeclarator, search: Search): boolean {
  const { sourceCode } = search.judge;
  if (declarator.id.type === "ObjectPattern") {
    return declarator.id.properties.every(
      (property) => property.type === "Property" && asksNoOutcome(readStaticKey(property, sourceCode)),
    );
  }
  const [variable] = sourceCode.getDeclaredVariables(declarator);
  if (declarator.id.type !== "Identifier" || !variable) return false;
  const handOvers = new Set(variable.references.flatMap(({ identifier }) => handOverOf(identifier, search) ?? []));
  noteHandOvers(handOvers, search);
  return variable.references.every(
    ({ init, identifier }) =>
      init === true ||
      [...handOvers].some((each) => isInside(identifier, each)) ||
      isValueLetThrough(identifier, search),
  );
}

function noteHandOvers(statements: ReadonlySet<TSESTree.Node>, { judge, handOver, isMixed }: Search): void {
  if (isMixed) return;
  const { sourceCode, filename } = judge;
  const known = handOver.get(filename)?.statements ?? [];
  handOver.set(filename, { sourceCode, statements: new Set([...known, ...statements]) });
}

/**
 * `if (!result.ok) return result;`, `if (result.error) throw new Error(result.error);`, and a failed result of its own
 * that repeats the error: `if (!result.ok) return { isError: true, content: [text(result.error)] };`.
 */
function handOverOf(
  identifier: TSESTree.Identifier | TSESTree.JSXIdentifier,
  search: Search,
): TSESTree.IfStatement | undefined {
  const { sourceCode } = search.judge;
  const member = identifier.parent;
  if (member.type !== "MemberExpression" || asksNoOutcome(readStaticKey(member, sourceCode))) return undefined;
  const test = member.parent.type === "UnaryExpression" ? member.parent : member;
  const statement = test.parent;
  if (statement.type !== "IfStatement" || statement.test !== test || statement.alternate) return undefined;
  const [only, ...others] =
    statement.consequent.type === "BlockStatement" ? statement.consequent.body : [statement.consequent];
  if (!only || others.length > 0 || !leaves(only) || sourceCode.getCommentsInside(statement).length > 0)
    return undefined;
  if (only.type === "ThrowStatement") return statement;
  const owner = findEnclosingFunction(statement);
  if (only.type !== "ReturnStatement" || !only.argument || !owner) return undefined;
  const isHandedOn =
    sourceCode.getText(only.argument) === identifier.name || repeatsFailure(only.argument, owner, identifier, search);
  return isHandedOn && isLetThrough(owner, search) ? statement : undefined;
}

function repeatsFailure(
  value: TSESTree.Expression,
  owner: FunctionNode,
  { name }: TSESTree.Identifier | TSESTree.JSXIdentifier,
  { judge }: Search,
): boolean {
  const isRepeated = [...collectNodes(judge.sourceCode, value)].some(
    (node) => node.type === "MemberExpression" && node.object.type === "Identifier" && node.object.name === name,
  );
  if (!isRepeated || hasBareRequestHandler(judge)) return false;
  const isMarked = value.type === "ObjectExpression" && isMarkedResult(value, judge.sourceCode);
  return isMarked || findFailureResults({ kind: "return", node: value, value, owner }, judge).length > 0;
}
