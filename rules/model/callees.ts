// The function that a call runs, in the file or in another module of the project. A question about such a function is
// asked in the context of its own module, so that it has the same answer as in a lint of that module.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type LintContext, openModule } from "../contract/lint-context.js";
import { type DeclaredNode, type ModuleReader, findExportedNode, readModule } from "../modules/exported-node.js";
import { resolveModule } from "../modules/resolve-module.js";
import {
  findObjectLiteral,
  findProperty,
  getAwaited,
  readPlainKey,
  readStaticKey,
  skipAwait,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  type FunctionNode,
  collectReturnedValues,
  findCalledFunction,
  findEnclosingClass,
  isFunctionNode,
  resolveFunctionReference,
} from "../syntax/functions.js";
import {
  type ReferencePath,
  getConstInitializer,
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

/**
 * Finds the function of another module that an expression stands for, as {@link findCallee} does: a name, a member of
 * one, a method of an instance or of `this` that another module declares, or what a function of another module makes.
 */
export function findImportedFunction(node: TSESTree.Node, lint: LintContext): Callee | "unknown" | undefined {
  const value = unwrapExpression(node);
  return getOrCreate(getImported(lint.contract), value, () => {
    const reference = resolveReferencePath(value, lint.sourceCode);
    const named = reference ? findBehindReference(reference, lint) : findInherited(value, lint);
    return named ?? findMade(resolveConstant(value, lint.sourceCode), lint);
  });
}

const getImported = rememberFor<LintContext["contract"], WeakMap<TSESTree.Node, Callee | "unknown" | undefined>>(
  () => new WeakMap(),
);

/** Finds what an imported name is declared with, with the context of its module. */
export function findImportedValue(
  name: TSESTree.Node,
  lint: LintContext,
): { readonly node: TSESTree.Node; readonly lint: LintContext } | undefined {
  const { root, path = [] } = resolveReferencePath(name, lint.sourceCode) ?? {};
  if (root?.kind !== "import" || path.length > 1) return undefined;
  const found = findExportedNode(root.module, path[0] ?? "default", lint.reader);
  const opened = found && open(found, lint);
  return opened && { node: found.node, lint: opened };
}

function findBehindReference({ root, path }: ReferencePath, lint: LintContext): Callee | "unknown" | undefined {
  switch (root.kind) {
    case "import":
      return findExported(root.module, path, lint.reader, lint);
    case "variable":
      return findOfInstance(root.variable, path, lint);
    default:
      return undefined;
  }
}

/** `createWrapper(options)` of another module: `createWrapper(options)(handler)` */
function findMade(call: TSESTree.Node, lint: LintContext): Callee | "unknown" | undefined {
  const maker = call.type === "CallExpression" ? findCallee(call, lint) : undefined;
  if (!maker || maker === "unknown") return maker;
  const [value, ...others] = collectReturnedValues(maker.node, maker.lint.sourceCode);
  const made = value && (isFunctionNode(value) ? { node: value, lint: maker.lint } : findBehindName(value, maker.lint));
  if (!made || others.length > 0) return maker.lint === lint ? undefined : "unknown";
  // What stands in the file itself is followed there.
  return made !== "unknown" && made.lint === lint ? undefined : made;
}

/** `this.run(work)` of a class of another module that the class around extends */
function findInherited(node: TSESTree.Node, lint: LintContext): Callee | "unknown" | undefined {
  const isOwn = node.type === "MemberExpression" && /^(?:This|Super)/.test(node.object.type) ? node : undefined;
  const name = isOwn && readStaticKey(isOwn, lint.sourceCode);
  const own = isOwn && findEnclosingClass(isOwn);
  if (name === undefined || !own?.superClass) return undefined;
  const isHere = own.body.body.some((each) => "key" in each && readPlainKey(each.key) === name);
  if (isHere && isOwn?.object.type === "ThisExpression") return undefined;
  return findOfClass(own.superClass, name, lint);
}

function findExported(
  module: string,
  path: readonly string[],
  reader: ModuleReader,
  lint: LintContext,
): Callee | "unknown" | undefined {
  const [name = "default", ...members] = path;
  if (resolveModule(module, reader.file) === "package") return undefined;
  const found = findExportedNode(module, name, reader);
  if (found?.node.type === "ImportDeclaration" || found?.node.type === "ExportAllDeclaration") {
    const within = { ...reader, file: found.place.module.file };
    return members.length > 0 ? findExported(found.node.source.value, members, within, lint) : "unknown";
  }
  if (!found && name !== "default") {
    // `module.exports = new Notes()`: what a CommonJS module exports may be an instance or a class.
    const whole = findExportedNode(module, "default", reader);
    const isOne = whole && !whole.place.module.body.some(isExport);
    return (isOne ? readFunction(whole, path, lint) : undefined) ?? "unknown";
  }
  const callee = found && readFunction(found, members, lint);
  // The default of a CommonJS module has all that it exports.
  if (callee === undefined && name === "default" && members.length > 0 && !found?.place.module.body.some(isExport))
    return findExported(module, members, reader, lint);
  return callee ?? "unknown";
}

const isExport = ({ type }: TSESTree.Node): boolean => type.startsWith("Export");

/** `const errors = new Errors()` of a class of another module: `errors.answer(failure)` */
function findOfInstance(
  variable: TSESLint.Scope.Variable,
  [name, ...others]: readonly string[],
  lint: LintContext,
): Callee | "unknown" | undefined {
  const made = getConstInitializer(variable);
  if (made?.type !== "NewExpression" || name === undefined || others.length > 0) return undefined;
  return findOfClass(made.callee, name, lint);
}

/** Finds the method that instances of an imported class have. */
function findOfClass(className: TSESTree.Node, name: string, lint: LintContext): Callee | "unknown" | undefined {
  const reference = resolveReferencePath(className, lint.sourceCode);
  if (reference?.root.kind !== "import" || isOfPackage(reference.root.module, lint)) return undefined;
  const found = findImportedValue(className, lint);
  const member = found && findMethod(resolveConstant(found.node, found.lint.sourceCode), name, false, found.lint);
  return isFunctionNode(member) && found ? { node: member, lint: found.lint } : "unknown";
}

const isOfPackage = (module: string, { reader }: LintContext) => resolveModule(module, reader.file) === "package";

function open({ place }: DeclaredNode, lint: LintContext): LintContext | undefined {
  const module = readModule(place.module.file, lint.reader);
  return module && openModule(module, lint);
}

/** Reads a function, or the member of an object or a class that is one, where it is declared. */
function readFunction(
  found: DeclaredNode,
  members: readonly string[],
  lint: LintContext,
): Callee | "unknown" | undefined {
  const opened = open(found, lint);
  if (!opened) return undefined;
  const [name, ...others] = members;
  const value = unwrapExpression(found.node);
  if (name === undefined) return isFunctionNode(value) ? { node: value, lint: opened } : findBehindName(value, opened);
  const member = others.length === 0 ? findMember(value, name, opened) : undefined;
  return isFunctionNode(member) ? { node: member, lint: opened } : member && findBehindName(member, opened);
}

function findBehindName(name: TSESTree.Node, lint: LintContext): Callee | "unknown" | undefined {
  const own = resolveFunctionReference(name, lint.sourceCode);
  if (isFunctionNode(own)) return { node: own, lint };
  return LEADS_ON.has(name.type) ? findImportedFunction(name, lint) : undefined;
}

const LEADS_ON: ReadonlySet<string> = new Set(["Identifier", "MemberExpression", "CallExpression"]);

/** Finds the member of an object literal, the static one of a class, or that of an instance that the module makes. */
function findMember(owner: TSESTree.Node, name: string, lint: LintContext): TSESTree.Node | undefined {
  const { sourceCode } = lint;
  const value = resolveConstant(owner, sourceCode);
  const object = findObjectLiteral(value);
  if (object) {
    // A spread may replace any member.
    if (object.properties.some(({ type }) => type === "SpreadElement")) return undefined;
    const property = findProperty(object, name, sourceCode);
    return property?.kind === "init" ? unwrapExpression(property.value) : undefined;
  }
  const isInstance = value.type === "NewExpression";
  const declared = resolveClass(isInstance ? value.callee : value, lint);
  return declared && findMethod(declared, name, !isInstance, lint);
}

const resolveClass = (name: TSESTree.Node, { sourceCode }: LintContext): TSESTree.Node | undefined =>
  getDeclaredClass(resolveVariable(unwrapExpression(name), sourceCode)) ?? unwrapExpression(name);

/** Finds a method of a class, or of one that it extends in its module. A decorator may replace it. */
function findMethod(
  node: TSESTree.Node,
  name: string,
  isStatic: boolean,
  lint: LintContext,
  depth = 0,
): TSESTree.Node | undefined {
  if ((node.type !== "ClassDeclaration" && node.type !== "ClassExpression") || depth > MAX_BASES) return undefined;
  const member = node.body.body.find(
    (each) => isMethod(each) && each.static === isStatic && readStaticKey(each, lint.sourceCode) === name,
  );
  if (!member) {
    const base = node.superClass && resolveClass(node.superClass, lint);
    return base ? findMethod(base, name, isStatic, lint, depth + 1) : undefined;
  }
  const isDecorated = [node, member].some((each) => "decorators" in each && each.decorators.length > 0);
  return isMethod(member) && !isDecorated ? (member.value ?? undefined) : undefined;
}

const MAX_BASES = 6;

/** A method or a field; not the first lines of one that is overloaded. */
function isMethod(member: TSESTree.ClassElement): member is TSESTree.MethodDefinition | TSESTree.PropertyDefinition {
  if (member.type === "PropertyDefinition") return true;
  return member.type === "MethodDefinition" && member.kind === "method" && isFunctionNode(member.value);
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
