import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { relative } from "node:path";
import type { LintContext } from "../contract/lint-context.js";
import { isNamedElsewhere } from "../modules/package-names.js";
import { findWorkspace, listImportingFiles } from "../modules/workspace-files.js";
import { unwrapExpression, getOutermostWrapper } from "../syntax/expressions.js";
import { type FunctionNode, findEnclosingFunction, isFunctionNode, leaves } from "../syntax/functions.js";
import { readFunctionName } from "../syntax/function-name.js";
import { isInside, collectNodes } from "../syntax/nodes.js";
import { readStaticKey } from "../syntax/references.js";
import { listToolHandlers } from "../tools/tool-handlers.js";
import { findUser } from "./result-purpose.js";
import type { ReturnSite } from "./return-sites.js";

// A failure that is thrown in place of a result passes every caller by. Each is followed: one that looks at the result
// keeps it from becoming a throw, one that only hands the failure on lets it through.

const CONTINUATIONS = /^(?:then|catch|finally)$/;
/** The properties of a result by which callers tell a failure from a success. */
const OUTCOME = new RegExp(
  String.raw`^(?:ok|success|succeeded|valid|isValid|err|errors?|error\w+|isError|failed|failure|reasons?|` +
    String.raw`message|code|status|kind|type|state|result|outcome|content)$`,
);

/** The callers of a function that returns failures. */
export interface Callers {
  /** Statements that only hand a failure on: `if (!result.ok) return result;`. */
  readonly handOver: readonly TSESTree.IfStatement[];
}

interface Search {
  readonly lint: LintContext;
  readonly functions: Set<FunctionNode>;
  readonly handOver: TSESTree.IfStatement[];
}

/**
 * Returns the callers of the function of a site; `undefined` if one of them looks at the result, or cannot be followed.
 */
export function findCallers({ kind, node, owner }: ReturnSite, lint: LintContext): Callers | undefined {
  const search: Search = { lint, functions: new Set(), handOver: [] };
  const isThrough =
    kind === "resolve" ? isPromiseReturned(node, search) : owner !== undefined && isLetThrough(owner, search);
  return isThrough ? { handOver: search.handOver } : undefined;
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
    const { text = "" } = workspace.files.get(file) ?? {};
    const index = text.search(call);
    const line = text.slice(0, index).split("\n").length;
    return index < 0 ? [] : [`${relative(workspace.root, file).replaceAll("\\", "/")}:${String(line)}`];
  });
}

/** `return new Promise((resolve) => resolve({ ok: false }))` */
function isPromiseReturned(call: TSESTree.Node, search: Search): boolean {
  for (let owner = findEnclosingFunction(call); owner; owner = findEnclosingFunction(owner)) {
    if (owner.parent.type === "NewExpression") return isValueLetThrough(owner.parent, search);
  }
  return false;
}

/** Returns whether all callers of a function let its throws through. */
function isLetThrough(node: FunctionNode, search: Search): boolean {
  if (search.functions.has(node)) return true;
  search.functions.add(node);
  const { parent } = node;
  const registrations = listToolHandlers(node, search.lint).flatMap((each) => each.boundary ?? each.registration ?? []);
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
  const { sourceCode } = search.lint;
  const callee = unwrapExpression(call.callee);
  const name = callee.type === "MemberExpression" ? readStaticKey(callee, sourceCode) : undefined;
  if (name === undefined || !CONTINUATIONS.test(name)) return false;
  const user = findUser(call);
  const owner = user && (isFunctionNode(user) ? user : user.type === "ReturnStatement" && findEnclosingFunction(user));
  return owner ? isLetThrough(owner, search) : false;
}

function isVariableLetThrough(node: FunctionNode, registrations: readonly TSESTree.Node[], search: Search): boolean {
  const { sourceCode, filename } = search.lint;
  const declared = node.parent.type === "VariableDeclarator" ? node.parent : node;
  const [variable] = sourceCode.getDeclaredVariables(declared);
  if (!variable || isExportedElsewhere(declared, variable, filename)) return false;
  return variable.references.every(
    ({ init, identifier }) =>
      init === true || registrations.some((call) => isInside(identifier, call)) || isUseLetThrough(identifier, search),
  );
}

function isExportedElsewhere(
  declared: TSESTree.Node,
  { name, references }: TSESLint.Scope.Variable,
  filename: string,
): boolean {
  const statement = declared.type === "VariableDeclarator" ? declared.parent : declared;
  const isExported =
    (statement.parent?.type ?? "").startsWith("Export") ||
    references.some(({ identifier }) => /^Export|^AssignmentExpression$/.test(identifier.parent.type));
  // A default export has any name elsewhere.
  const isDefault = statement.parent?.type === "ExportDefaultDeclaration";
  return isDefault || (isExported && isNamedElsewhere(name, filename));
}

function isMemberLetThrough(
  member: TSESTree.MethodDefinition | TSESTree.PropertyDefinition | TSESTree.Property,
  search: Search,
): boolean {
  const { sourceCode, filename } = search.lint;
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
      return parent.object === whole && asksNoOutcome(readStaticKey(parent, search.lint.sourceCode));
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
  const { sourceCode } = search.lint;
  if (declarator.id.type === "ObjectPattern") {
    return declarator.id.properties.every(
      (property) => property.type === "Property" && asksNoOutcome(readStaticKey(property, sourceCode)),
    );
  }
  const [variable] = sourceCode.getDeclaredVariables(declarator);
  if (declarator.id.type !== "Identifier" || !variable) return false;
  const handOvers = new Set(variable.references.flatMap(({ identifier }) => handOverOf(identifier, search) ?? []));
  search.handOver.push(...handOvers);
  return variable.references.every(
    ({ init, identifier }) =>
      init === true ||
      [...handOvers].some((each) => isInside(identifier, each)) ||
      isValueLetThrough(identifier, search),
  );
}

/** `if (!result.ok) return result;`, `if (result.error) throw new Error(result.error);` */
function handOverOf(
  identifier: TSESTree.Identifier | TSESTree.JSXIdentifier,
  search: Search,
): TSESTree.IfStatement | undefined {
  const { sourceCode } = search.lint;
  const member = identifier.parent;
  if (member.type !== "MemberExpression" || asksNoOutcome(readStaticKey(member, sourceCode))) return undefined;
  const test = member.parent.type === "UnaryExpression" ? member.parent : member;
  const statement = test.parent;
  if (statement.type !== "IfStatement" || statement.test !== test || statement.alternate) return undefined;
  const [only, ...others] =
    statement.consequent.type === "BlockStatement" ? statement.consequent.body : [statement.consequent];
  if (!only || others.length > 0 || !leaves(only) || sourceCode.getCommentsInside(statement).length > 0)
    return undefined;
  const isSame =
    only.type === "ReturnStatement" &&
    only.argument?.type === "Identifier" &&
    sourceCode.getText(only.argument) === sourceCode.getText(identifier);
  const owner = findEnclosingFunction(statement);
  return only.type === "ThrowStatement" || (isSame && owner && isLetThrough(owner, search)) ? statement : undefined;
}
