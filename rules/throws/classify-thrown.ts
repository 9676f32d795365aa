import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findFailureHandler, isCaught } from "../catches/failure-handlers.js";
import { isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import { findLegacyParts } from "../contract/legacy-parts.js";
import type { LintContext } from "../contract/lint-context.js";
import { type NameMatcher, type NameOrigin, matchesName } from "../contract/name-matcher.js";
import { findExportedNode, findLocalNode } from "../modules/exported-node.js";
import { isNothing, listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode, listParameters } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import {
  type ClassNode,
  findBuiltinErrorName,
  getDeclaredClass,
  isNamedLikeBuiltin,
  readStaticKey,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { isErrorType, listClasses } from "../types/classes-of.js";
import type { TypeMember } from "../types/type-facts.js";

/** A delivered value that is not the contract's error. */
export interface RawFailure {
  /** The expression to report. */
  readonly node: TSESTree.Node;
  /** Its class, its type or its kind of value, for the message. */
  readonly name: string;
  /**
   * `construction`: made here from a built-in class; `value`: a literal or object that is no error; `typed`: only its
   * type is known; `unknown`: not even that.
   */
  readonly kind: "construction" | "subclass" | "value" | "typed" | "unknown";
  /** Where it is made, if that is known: the `new Error(...)`, the literal. */
  readonly made: TSESTree.Node | undefined;
  /** The variable that it is delivered through. */
  readonly variable: TSESLint.Scope.Variable | undefined;
  /** Whether its class is one of the project, which is a decision of its own. */
  readonly isOwnClass?: boolean;
}

export interface ThrownContext extends LintContext {
  readonly allow: readonly NameMatcher[];
  readonly allowRethrow: boolean;
  readonly allowUnknown: boolean;
}

/** The classification of one expression: no contract error and why, fine, or unknown. */
type Verdict =
  (Omit<RawFailure, "node" | "variable"> & { readonly variable?: TSESLint.Scope.Variable }) | "fine" | "unsure";

// A variable that is written from another, from another, ... is followed this far.
const MAX_STEPS = 5;

/** The values an expression can deliver that are not the contract's error, one for each place to report. */
export function classifyThrown(expression: TSESTree.Node, judge: ThrownContext): readonly RawFailure[] {
  return listPossibleValues(expression).flatMap((node) => {
    const verdict = classify(node, judge, 0);
    return verdict === "fine" || verdict === "unsure" ? [] : [{ variable: undefined, ...verdict, node }];
  });
}

function classify(node: TSESTree.Node, judge: ThrownContext, steps: number): Verdict {
  switch (node.type) {
    case "NewExpression":
    case "CallExpression":
      return classifyConstruction(node, judge) ?? classifyByType(node, judge);
    case "Identifier":
      return classifyIdentifier(node, judge, steps);
    case "MemberExpression":
      if (judge.allowRethrow && isPartOfCaught(node, judge)) return "fine";
      // `throw this.#failure`: a value that an object keeps for later came from elsewhere.
      return judge.allowUnknown && unwrapExpression(node.object).type === "ThisExpression"
        ? "unsure"
        : classifyByType(node, judge);
    case "Literal":
    case "TemplateLiteral":
    case "BinaryExpression":
    case "UnaryExpression":
    case "UpdateExpression":
    case "ObjectExpression":
    case "ArrayExpression":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return { kind: "value", name: describeValue(node), made: node };
    default:
      return classifyByType(node, judge);
  }
}

/** `throw e.cause` */
function isPartOfCaught({ object }: TSESTree.MemberExpression, { sourceCode }: ThrownContext): boolean {
  const variable = resolveVariable(unwrapExpression(object), sourceCode);
  return isCaught(variable, sourceCode);
}

function describeValue(node: TSESTree.Node): string {
  if (node.type === "Literal") return node.value === null ? "null" : typeof node.value;
  if (node.type === "ObjectExpression") return "object";
  if (node.type === "ArrayExpression") return "array";
  if (isFunctionNode(node)) return "function";
  return "string";
}

function classifyConstruction(
  node: TSESTree.NewExpression | TSESTree.CallExpression,
  judge: ThrownContext,
): Verdict | undefined {
  const { sourceCode } = judge;
  const builtin = findBuiltinErrorName(node.callee, sourceCode);
  if (builtin !== undefined) {
    const isAllowed = judge.allow.some((matcher) => matchesName(matcher, { from: "lib", name: builtin }));
    return isAllowed ? "fine" : { kind: "construction", name: builtin, made: node };
  }
  if (isContractOrLegacy(node.callee, judge)) return "fine";
  const reference = resolveReferencePath(node.callee, sourceCode);
  if (reference?.root.kind === "import" && node.type === "NewExpression") {
    const { module } = reference.root;
    if (isAllowedImport(module, reference.path, judge)) return "fine";
    const name = stripDefaultName(reference.path)[0];
    const isOwn = isErrorClassOf(module, reference.path.join(".") || "default", judge);
    return isOwn
      ? { kind: "typed", name: name ?? sourceCode.getText(node.callee), made: undefined, isOwnClass: true }
      : undefined;
  }
  if (reference?.root.kind === "global" && reference.path.join(".") === "Object.assign") {
    const [target] = node.arguments;
    const verdict = target ? classify(target, judge, MAX_STEPS) : "unsure";
    return typeof verdict === "string" ? verdict : { ...verdict, made: node };
  }
  if (reference?.root.kind !== "variable" || reference.path.length > 0) return undefined;
  return classifyLocalClass(reference.root.variable, node, judge);
}

/** Deprecated classes are `no-legacy-error`'s business. */
function isContractOrLegacy(node: TSESTree.Node, { context, contract }: ThrownContext): boolean {
  return contract.nameOf(node) !== undefined || findLegacyParts(context)?.partAt(node) !== undefined;
}

function isAllowedImport(module: string, path: readonly string[], { allow }: ThrownContext): boolean {
  const name = stripDefaultName(path)[0];
  if (name === undefined) return false;
  const origin: NameOrigin = isProjectModule(module)
    ? { from: "file", name, file: module }
    : { from: "package", name, package: module };
  return allow.some((matcher) => matchesName(matcher, origin));
}

function classifyLocalClass(
  variable: TSESLint.Scope.Variable,
  made: TSESTree.Node,
  judge: ThrownContext,
): Verdict | undefined {
  const declared = getDeclaredClass(variable);
  if (!declared) return undefined;
  if (judge.allow.some((matcher) => matchesName(matcher, { from: "file", name: variable.name }))) return "fine";
  const root = classifyRootClass(declared, judge, 0);
  return root === "raw"
    ? { kind: "subclass", name: variable.name, made, isOwnClass: declared.superClass !== null }
    : root;
}

/** Whether a module of the project exports a class under this name that extends a built-in error, in steps. */
function isErrorClassOf(module: string, name: string, { filename, parser }: ThrownContext): boolean {
  if (!isProjectModule(module) || name.includes(".")) return false;
  let declared = findExportedNode(module, name, { file: filename, parser });
  for (let steps = 0; declared && steps < MAX_STEPS; steps++) {
    const { node, place } = declared;
    if (node.type !== "ClassDeclaration" && node.type !== "ClassExpression") return false;
    if (node.superClass?.type !== "Identifier") return false;
    declared = findLocalNode(node.superClass.name, place);
    // No declaration of the module: a class of the language.
    if (!declared) return isNamedLikeBuiltin(node.superClass);
  }
  return false;
}

/**
 * The name of a class that a file declares, where that extends a built-in error, is neither allowed nor mapped, and
 * leaves the file: as an export or in a `throw`. `undefined` for all other classes.
 */
export function findOwnErrorClass(node: ClassNode, judge: ThrownContext): string | undefined {
  const { superClass, id, parent } = node;
  const name = id ?? (parent.type === "VariableDeclarator" && parent.id.type === "Identifier" ? parent.id : undefined);
  if (node.abstract || !superClass || !name || findBuiltinErrorName(superClass, judge.sourceCode) === undefined)
    return undefined;
  const matchers = [...judge.allow, ...judge.contract.settings.legacy.map((entry) => entry.class)];
  if (matchers.some((matcher) => matchesName(matcher, { from: "file", name: name.name, file: judge.filename })))
    return undefined;
  const [variable] = judge.sourceCode.getDeclaredVariables(parent.type === "VariableDeclarator" ? parent : node);
  const isExported = parent.type.startsWith("Export") || (parent.parent?.parent?.type ?? "").startsWith("Export");
  // A class of a function is one of its tools, until it is thrown.
  const isLocal = variable !== undefined && variable.scope.type !== "module" && variable.scope.type !== "global";
  const isUsed =
    variable?.references.some(
      ({ identifier }) => isExportedOrMade(identifier) && (!isLocal || isThrown(identifier)),
    ) === true;
  return isExported || isUsed ? name.name : undefined;
}

const CODE_FIELD = /^(?:code|errorCode|error_code|status|statusCode)$/;

/** Returns whether instances of a class get a code: as a field, a parameter property, or by `this.code = ...`. */
export function declaresCode({ body }: ClassNode, sourceCode: TSESLint.SourceCode): boolean {
  return collectNodes(sourceCode, body).some((node) => {
    switch (node.type) {
      case "PropertyDefinition":
        return !node.static && CODE_FIELD.test(readStaticKey(node, sourceCode) ?? "");
      case "TSParameterProperty":
        return CODE_FIELD.test(sourceCode.getText(node.parameter).replace(/\W.*$/s, ""));
      case "AssignmentExpression":
        return (
          node.left.type === "MemberExpression" &&
          node.left.object.type === "ThisExpression" &&
          CODE_FIELD.test(readStaticKey(node.left, sourceCode) ?? "")
        );
      default:
        return false;
    }
  });
}

function isThrown({ parent }: TSESTree.Node): boolean {
  return parent?.parent?.type === "ThrowStatement";
}

function isExportedOrMade({ parent }: TSESTree.Node): boolean {
  if (parent?.type === "NewExpression") return true;
  return /^(?:ExportSpecifier|ExportDefaultDeclaration|Class(?:Declaration|Expression))$/.test(parent?.type ?? "");
}

/** Classifies a class of this file by the classes that it extends. */
function classifyRootClass(
  { superClass }: ClassNode,
  judge: ThrownContext,
  steps: number,
): "raw" | "fine" | "unsure" | undefined {
  if (!superClass) return "raw";
  if (isContractOrLegacy(superClass, judge)) return "fine";
  if (findBuiltinErrorName(superClass, judge.sourceCode) !== undefined) return "raw";
  // `class Q extends Data.TaggedError("Q")`: only the library knows the class that its call returns.
  if (superClass.type === "CallExpression") return "unsure";
  const above = resolveVariable(superClass, judge.sourceCode);
  const declared = getDeclaredClass(above);
  return declared && steps < MAX_STEPS ? classifyRootClass(declared, judge, steps + 1) : undefined;
}

function classifyIdentifier(node: TSESTree.Identifier, judge: ThrownContext, steps: number): Verdict {
  const variable = resolveVariable(node, judge.sourceCode);
  if (!variable || variable.defs.length === 0) {
    return node.name === "undefined"
      ? { kind: "value", name: "undefined", made: undefined }
      : classifyByType(node, judge);
  }
  if (isCaught(variable, judge.sourceCode) || isCaughtByName(variable, judge)) {
    return judge.allowRethrow ? "fine" : { kind: "unknown", name: node.name, made: undefined };
  }
  const written = collectWrittenValues(variable);
  if (!written || steps >= MAX_STEPS) return classifyByType(node, judge);
  const verdicts = written.map((value) => classify(value, judge, steps + 1));
  // Tests before the name may have ruled out a value that only its type classifies: `if (failure) throw failure`.
  const raw = verdicts.find((verdict) => typeof verdict !== "string" && !isByType(verdict, judge));
  if (raw && typeof raw !== "string") return { ...raw, variable, made: written.length === 1 ? raw.made : undefined };
  return verdicts.every((verdict) => verdict === "fine") ? "fine" : classifyByType(node, judge);
}

function isByType({ kind }: Exclude<Verdict, string>, { allowRethrow }: ThrownContext): boolean {
  return kind === "typed" || (kind === "unknown" && allowRethrow);
}

/** `const rethrow = (e) => { throw e; }`, which the file gives to `.catch` somewhere. */
function isCaughtByName({ defs: [definition], references }: TSESLint.Scope.Variable, judge: ThrownContext): boolean {
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return false;
  if (listParameters(definition.node)[0] !== definition.name || references.some((each) => each.isWrite())) return false;
  return findFailureHandler(definition.node, judge.sourceCode)?.kind === "rejection";
}

/** The values that are ever written to a variable of this file, unless some come from elsewhere. */
function collectWrittenValues(variable: TSESLint.Scope.Variable): readonly TSESTree.Node[] | undefined {
  const [definition, ...others] = variable.defs;
  if ((definition?.type !== "Variable" && definition?.type !== "CatchClause") || others.length > 0) return undefined;
  const writes = variable.references.filter((reference) => reference.isWrite());
  const values = writes.map(({ identifier }) => findWrittenValue(identifier)).filter((value) => value !== undefined);
  if (values.length !== writes.length) return undefined;
  // `let lastError = null` stands for "none yet".
  const failures = values.flatMap(listPossibleValues).filter((value) => values.length === 1 || !isNothing(value));
  return failures.length > 0 ? failures : undefined;
}

/** Returns the value that `e = value` or `let e = value` writes; loops and patterns are not followed. */
function findWrittenValue(identifier: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = identifier;
  if (parent?.type === "VariableDeclarator" && parent.id === identifier) return parent.init ?? undefined;
  const isAssigned = parent?.type === "AssignmentExpression" && parent.left === identifier;
  return isAssigned && /^(?:=|\?\?=|\|\|=)$/.test(parent.operator) ? parent.right : undefined;
}

// A finding is read at a glance.
const MAX_NAME = 60;

/** The verdict on an expression of which only the type is known. */
function classifyByType(node: TSESTree.Node, judge: ThrownContext): Verdict {
  const members = (judge.facts?.members(node) ?? []).filter(({ kind }) => !isNoValue(kind) || !hasFallback(node));
  const verdicts = members.map((member) => classifyMember(member, node, judge));
  const raw = verdicts.filter((verdict) => typeof verdict !== "string");
  const [first] = raw;
  if (first) {
    const name = [...new Set(raw.map((each) => each.name))].join(" | ");
    return { ...first, name, isOwnClass: raw.every(({ isOwnClass }) => isOwnClass === true) };
  }
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === "fine") ? "fine" : "unsure";
}

function isNoValue(kind: TypeMember["kind"]): boolean {
  return kind === "null" || kind === "undefined" || kind === "void";
}

/** `x ?? new Error()`, `x!`: where `x` is the value, it is something. */
function hasFallback(node: TSESTree.Node): boolean {
  const { parent } = node;
  if (parent?.type === "TSNonNullExpression") return true;
  return parent?.type === "LogicalExpression" && parent.operator !== "&&" && parent.left === node;
}

function classifyMember(member: TypeMember, node: TSESTree.Node, judge: ThrownContext): Verdict {
  switch (member.kind) {
    // Nothing is ever thrown by an expression of type `never`.
    case "never":
      return "fine";
    // Of a function that always throws, TypeScript says `void` where nothing is declared: `throw fail()` is that hint
    // again.
    case "void":
    case "unresolved":
      return "unsure";
    case "any":
    case "unknown":
      return judge.allowUnknown || !isNamedByCode(node, member, judge)
        ? "unsure"
        : { kind: "unknown", name: member.name, made: undefined };
    default:
      return isContractType(member, judge) || isAllowedType(member, judge) || isWebResponse(member)
        ? "fine"
        : { kind: "typed", name: chooseShownName(member), made: undefined, isOwnClass: isOwnErrorType(member) };
  }
}

/** A type without a name is printed with all that is in it, as its version of TypeScript prints it. */
function chooseShownName({ kind, name }: TypeMember): string {
  return name.length <= MAX_NAME ? name : kind;
}

// An untyped dependency or plain JavaScript gives `any` too; the author of a parameter chose to accept it.
function isNamedByCode(node: TSESTree.Node, { kind }: TypeMember, { sourceCode }: ThrownContext): boolean {
  if (kind === "unknown") return true;
  return resolveVariable(node, sourceCode)?.defs[0]?.type === "Parameter" || node.type === "YieldExpression";
}

function isContractType(member: TypeMember, { contract }: ThrownContext): boolean {
  let isError = false;
  let isContract = false;
  for (const each of listClasses(member)) {
    const isNamed = each.name === contract.errorClass;
    // The class of the package itself is an error; the classes above it need no check.
    if (isNamed && isOfPackage(each)) return true;
    isError ||= each.name === "Error" && each.origin?.from === "lib";
    isContract ||= isOfPackage(each) || (isNamed && each.origin?.from === "file");
  }
  return isError && isContract;
}

/** A `Response` of the web platform, or of a package that has it: thrown, it is the answer to a request. */
function isWebResponse({ name, origin }: TypeMember): boolean {
  return name === "Response" && origin !== undefined && origin.from !== "file";
}

function isOwnErrorType(member: TypeMember): boolean {
  return member.origin?.from === "file" && isErrorType(member);
}

function isOfPackage({ origin }: Pick<TypeMember, "origin">): boolean {
  return origin?.from === "package" && origin.package === "error-contract";
}

function isAllowedType(member: TypeMember, { allow, contract }: ThrownContext): boolean {
  const matchers = [...allow, ...contract.settings.legacy.map((entry) => entry.class)];
  return [member, ...member.bases].some(
    ({ name, origin }) => origin !== undefined && matchers.some((matcher) => matchesName(matcher, { ...origin, name })),
  );
}
