// The function that a call runs, in the file or in another module of the project. A question about such a function is
// asked in the context of its own module, so that it has the same answer as in a lint of that module.
import type { TSESTree } from "@typescript-eslint/utils";
import { type LintContext, openModule } from "../contract/lint-context.js";
import { type DeclaredNode, findExportedNode, readModule } from "../modules/exported-node.js";
import { resolveModule } from "../modules/resolve-module.js";
import {
  findObjectLiteral,
  findProperty,
  getAwaited,
  readStaticKey,
  skipAwait,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  type FunctionNode,
  findCalledFunction,
  isFunctionNode,
  resolveFunctionReference,
} from "../syntax/functions.js";
import {
  type ReferencePath,
  getDeclaredClass,
  resolveConstant,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { mayComplete } from "./path-graph.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";

/** A function, with the context of the file that it stands in. */
export interface Callee {
  readonly node: FunctionNode;
  readonly lint: LintContext;
}

/**
 * Finds the function that a call surely runs. `unknown`: it is the project's, and cannot be read, since its module is
 * missing, it is made at run time, or too many calls lead to it; `undefined`: it comes from a package, or from a value.
 */
export function findCallee(call: TSESTree.CallExpression, lint: LintContext): Callee | "unknown" | undefined {
  const own = findCalledFunction(call, lint.sourceCode);
  return own ? { node: own, lint } : findImportedFunction(call.callee, lint);
}

/** Finds the function of another module that a name, or a member of one, stands for, as {@link findCallee} does. */
export function findImportedFunction(node: TSESTree.Node, lint: LintContext): Callee | "unknown" | undefined {
  return getOrCreate(getImported(lint.contract), unwrapExpression(node), () => {
    const reference = resolveReferencePath(node, lint.sourceCode);
    return reference && findBehindImport(reference, lint);
  });
}

const getImported = rememberFor<LintContext["contract"], WeakMap<TSESTree.Node, Callee | "unknown" | undefined>>(
  () => new WeakMap(),
);

function findBehindImport({ root, path }: ReferencePath, lint: LintContext): Callee | "unknown" | undefined {
  if (root.kind !== "import") return undefined;
  const [name = "default", ...members] = path;
  if (resolveModule(root.module, lint.reader.file) === "package") return undefined;
  const found = findExportedNode(root.module, name, lint.reader);
  return (found && readFunction(found, members, lint)) ?? "unknown";
}

/** Reads a function, or the member of an object or a class that is one, where it is declared. */
function readFunction(
  { node, place }: DeclaredNode,
  members: readonly string[],
  lint: LintContext,
): Callee | "unknown" | undefined {
  const module = readModule(place.module.file, lint.reader);
  const opened = module && openModule(module, lint);
  if (!opened) return undefined;
  const [name, ...others] = members;
  const value = unwrapExpression(node);
  if (name === undefined) return isFunctionNode(value) ? { node: value, lint: opened } : findBehindName(value, opened);
  const member = others.length === 0 ? findMember(value, name, opened) : undefined;
  return isFunctionNode(member) ? { node: member, lint: opened } : member && findBehindName(member, opened);
}

function findBehindName(name: TSESTree.Node, lint: LintContext): Callee | "unknown" | undefined {
  const own = resolveFunctionReference(name, lint.sourceCode);
  if (isFunctionNode(own)) return { node: own, lint };
  return name.type === "Identifier" || name.type === "MemberExpression" ? findImportedFunction(name, lint) : undefined;
}

/** Finds the member of an object literal, the static one of a class, or that of an instance that the module makes. */
function findMember(owner: TSESTree.Node, name: string, { sourceCode }: LintContext): TSESTree.Node | undefined {
  const value = resolveConstant(owner, sourceCode);
  const object = findObjectLiteral(value);
  if (object) {
    // A spread may replace any member.
    if (object.properties.some(({ type }) => type === "SpreadElement")) return undefined;
    const property = findProperty(object, name, sourceCode);
    return property?.kind === "init" ? unwrapExpression(property.value) : undefined;
  }
  const isInstance = value.type === "NewExpression";
  const declared = isInstance ? getDeclaredClass(resolveVariable(value.callee, sourceCode)) : value;
  if (declared?.type !== "ClassDeclaration" && declared?.type !== "ClassExpression") return undefined;
  const member = declared.body.body.find(
    (each) => isMethod(each) && each.static !== isInstance && readStaticKey(each, sourceCode) === name,
  );
  return member && isMethod(member) ? (member.value ?? undefined) : undefined;
}

function isMethod(member: TSESTree.ClassElement): member is TSESTree.MethodDefinition | TSESTree.PropertyDefinition {
  return member.type === "PropertyDefinition" || (member.type === "MethodDefinition" && member.kind === "method");
}

/** Returns whether a function ends in a throw on every path, its own or that of what it calls. */
export function neverReturns({ node, lint }: Callee): boolean {
  const known = getEndings(lint.contract);
  const answer = known.get(node);
  if (answer !== undefined) return answer;
  // One that calls itself is taken to return.
  known.set(node, false);
  const ends = !node.generator && endsEverywhere({ node, lint });
  known.set(node, ends);
  return ends;
}

const getEndings = rememberFor<LintContext["contract"], WeakMap<FunctionNode, boolean>>(() => new WeakMap());

function endsEverywhere({ node, lint }: Callee): boolean {
  const { body } = node;
  const isEnding = (step: TSESTree.Node): boolean => {
    const callee = step.type === "CallExpression" && standsAlone(step) ? findCallee(step, lint) : undefined;
    return callee !== undefined && callee !== "unknown" && neverReturns(callee);
  };
  if (body.type !== "BlockStatement") return isEnding(skipAwait(body));
  // Whatever its calls do, most functions come to an end; then no other module has to be read.
  const mayEnd = (step: TSESTree.Node) => step.type === "CallExpression" && standsAlone(step);
  return !mayComplete(node, lint.sourceCode, mayEnd) && !mayComplete(node, lint.sourceCode, isEnding);
}

/** Returns whether a call is a statement, or all that is returned: one that never comes back stands so. */
export function standsAlone(call: TSESTree.CallExpression): boolean {
  const { parent } = getAwaited(call);
  return /^(?:ExpressionStatement|ReturnStatement|ArrowFunctionExpression)$/.test(parent?.type ?? "");
}
