import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findFailureHandler, isCaught } from "../catches/failure-handlers.js";
import { isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import { findLegacyParts } from "../contract/legacy-parts.js";
import type { LintContext } from "../contract/lint-context.js";
import { type NameMatcher, type NameOrigin, matchesName } from "../contract/name-matcher.js";
import { isNothing, listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode, listParameters } from "../syntax/functions.js";
import {
  type ClassNode,
  findBuiltinErrorName,
  getDeclaredClass,
  readCalleeName,
  resolveReferencePath,
  resolveVariable,
  findWrittenValue,
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
  readonly made?: TSESTree.Node | undefined;
  /** The variable that it is delivered through. */
  readonly variable?: TSESLint.Scope.Variable;
  /** Whether its class is one of the project, which is a decision of its own. */
  readonly isOwnClass?: boolean;
}

export interface ThrownContext extends LintContext {
  readonly allow: readonly NameMatcher[];
  readonly allowRethrow: boolean;
  readonly allowUnknown: boolean;
}

/** The classification of one expression: no contract error and why, fine, or unknown. */
type Verdict = Omit<RawFailure, "node"> | "fine" | "unsure";

// A variable that is written from another, from another, ... is followed this far.
const MAX_STEPS = 5;

const VALUE = new RegExp(
  String.raw`^(?:Literal|TemplateLiteral|` +
    String.raw`(?:Binary|Unary|Update|Object|Array|ArrowFunction|Function)Expression)$`,
);

const CLEANS = /^_*(?:sanitize|redact|mask|scrub)(?![a-z])/;

/** The values an expression can deliver that are not the contract's error, one for each place to report. */
export function classifyThrown(expression: TSESTree.Node, judge: ThrownContext): readonly RawFailure[] {
  return listPossibleValues(expression).flatMap((node) => {
    const verdict = classify(node, judge, 0);
    return typeof verdict === "string" ? [] : [{ ...verdict, node }];
  });
}

function classify(node: TSESTree.Node, judge: ThrownContext, steps: number): Verdict {
  switch (node.type) {
    case "NewExpression":
      return classifyConstruction(node, judge) ?? classifyByType(node, judge);
    case "CallExpression":
      if (passesCaughtOn(node, judge)) return "fine";
      return classifyConstruction(node, judge) ?? classifyByType(node, judge);
    case "Identifier":
      return classifyIdentifier(node, judge, steps);
    case "MemberExpression": {
      const object = unwrapExpression(node.object);
      // `throw e.cause`
      if (judge.allowRethrow && isCaught(resolveVariable(object, judge.sourceCode), judge.sourceCode)) return "fine";
      // `throw this.#failure`: a value that an object keeps for later came from elsewhere.
      return judge.allowUnknown && object.type === "ThisExpression" ? "unsure" : classifyGiven(node, judge);
    }
    default:
      return VALUE.test(node.type)
        ? { kind: "value", name: describeValue(node), made: node }
        : classifyByType(node, judge);
  }
}

/** `throw redactSecrets(error)`: what was caught is thrown on, without what nobody should read. */
function passesCaughtOn(call: TSESTree.CallExpression, { allowRethrow, sourceCode }: ThrownContext): boolean {
  const [first] = call.arguments;
  if (!allowRethrow || !first || !CLEANS.test(readCalleeName(call, sourceCode))) return false;
  return isCaught(resolveVariable(unwrapExpression(first), sourceCode), sourceCode);
}

function describeValue(node: TSESTree.Node): string {
  if (node.type === "Literal") return node.value === null ? "null" : typeof node.value;
  if (node.type === "ObjectExpression") return "object";
  if (node.type === "ArrayExpression") return "array";
  return isFunctionNode(node) ? "function" : "string";
}

function classifyConstruction(
  node: TSESTree.NewExpression | TSESTree.CallExpression,
  judge: ThrownContext,
): Verdict | undefined {
  const { sourceCode } = judge;
  const { callee } = node;
  const builtin = findBuiltinErrorName(callee, sourceCode);
  if (builtin !== undefined)
    return isAllowed({ from: "lib", name: builtin }, judge)
      ? "fine"
      : { kind: "construction", name: builtin, made: node };
  if (isContractOrLegacy(callee, judge)) return "fine";
  const { root, path = [] } = resolveReferencePath(callee, sourceCode) ?? {};
  if (root?.kind === "import" && node.type === "NewExpression")
    return isAllowedImport(root.module, path, judge) ? "fine" : undefined;
  if (root?.kind === "global" && path.join(".") === "Object.assign") {
    const [target] = node.arguments;
    const verdict = target ? classify(target, judge, MAX_STEPS) : "unsure";
    return typeof verdict === "string" ? verdict : { ...verdict, made: node };
  }
  if (root?.kind !== "variable" || path.length > 0) return undefined;
  const { variable } = root;
  const declared = getDeclaredClass(variable);
  if (!declared) return undefined;
  if (isAllowed({ from: "file", name: variable.name }, judge)) return "fine";
  const base = classifyRootClass(declared, judge, 0);
  return base === "raw"
    ? { kind: "subclass", name: variable.name, made: node, isOwnClass: declared.superClass !== null }
    : base;
}

/** Deprecated classes are `no-legacy-error`'s business. */
function isContractOrLegacy(node: TSESTree.Node, { context, contract }: ThrownContext): boolean {
  return contract.nameOf(node) !== undefined || findLegacyParts(context)?.partAt(node) !== undefined;
}

function isAllowed(origin: NameOrigin, { allow }: Pick<ThrownContext, "allow">): boolean {
  return allow.some((matcher) => matchesName(matcher, origin));
}

/** Returns whether a class that a module exports may be delivered; what else it is, its types say. */
function isAllowedImport(module: string, path: readonly string[], judge: ThrownContext): boolean {
  const [name] = stripDefaultName(path);
  const origin = isProjectModule(module)
    ? ({ from: "file", file: module } as const)
    : ({ from: "package", package: module } as const);
  return name !== undefined && isAllowed({ ...origin, name }, judge);
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
  const declared = getDeclaredClass(resolveVariable(superClass, judge.sourceCode));
  return declared && steps < MAX_STEPS ? classifyRootClass(declared, judge, steps + 1) : undefined;
}

function classifyIdentifier(node: TSESTree.Identifier, judge: ThrownContext, steps: number): Verdict {
  const { sourceCode, allowRethrow } = judge;
  const variable = resolveVariable(node, sourceCode);
  if (!variable || variable.defs.length === 0)
    return node.name === "undefined" ? { kind: "value", name: "undefined" } : classifyByType(node, judge);
  if (isCaught(variable, sourceCode) || isCaughtByName(variable, sourceCode))
    return allowRethrow ? "fine" : { kind: "unknown", name: node.name };
  const written = collectWrittenValues(variable);
  if (!written || steps >= MAX_STEPS) return classifyGiven(node, judge);
  const verdicts = written.map((value) => classify(value, judge, steps + 1));
  // Tests before the name may have ruled out a value that only its type classifies: `if (failure) throw failure`.
  const raw = verdicts
    .filter((verdict) => typeof verdict !== "string")
    .find(({ kind }) => kind !== "typed" && (kind !== "unknown" || !allowRethrow));
  if (raw) return { ...raw, variable, made: written.length === 1 ? raw.made : undefined };
  return verdicts.every((verdict) => verdict === "fine") ? "fine" : classifyByType(node, judge);
}

/** `const rethrow = (e) => { throw e; }`, which the file gives to `.catch` or `.once("error")` somewhere. */
function isCaughtByName(
  { defs: [definition], references }: TSESLint.Scope.Variable,
  sourceCode: TSESLint.SourceCode,
): boolean {
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return false;
  if (listParameters(definition.node)[0] !== definition.name || references.some((each) => each.isWrite())) return false;
  return findFailureHandler(definition.node, sourceCode) !== undefined;
}

/** The values that are ever written to a variable of this file, unless some come from elsewhere. */
function collectWrittenValues({ defs, references }: TSESLint.Scope.Variable): readonly TSESTree.Node[] | undefined {
  if (defs.length !== 1 || !/^(?:Variable|CatchClause)$/.test(defs[0]?.type ?? "")) return undefined;
  const writes = references.filter((reference) => reference.isWrite());
  const values = writes.flatMap(({ identifier }) => findWrittenValue(identifier) ?? []);
  if (values.length !== writes.length) return undefined;
  // `let lastError = null` stands for "none yet".
  const failures = values.flatMap(listPossibleValues).filter((value) => values.length === 1 || !isNothing(value));
  return failures.length > 0 ? failures : undefined;
}

// A finding is read at a glance.
const MAX_NAME = 60;

/**
 * Classifies a value that was made elsewhere: a member, a parameter, a part of a result. An error of a package's class
 * is what the package has failed with (`if (!parsed.success) throw parsed.error`), and passed on like a caught one.
 */
function classifyGiven(node: TSESTree.Node, judge: ThrownContext): Verdict {
  const members = judge.allowRethrow ? (judge.facts?.members(node) ?? []) : [];
  const errors = members.filter(({ kind }) => !/^(?:null|undefined)$/.test(kind));
  const isOfPackage = errors.length > 0 && errors.every((each) => each.origin?.from === "package" && isErrorType(each));
  return isOfPackage ? "fine" : classifyByType(node, judge);
}

/** The verdict on an expression of which only the type is known. */
function classifyByType(node: TSESTree.Node, judge: ThrownContext): Verdict {
  const { parent } = node;
  // `x ?? new Error()`, `x!`: where `x` is the value, it is something.
  const hasFallback =
    parent?.type === "TSNonNullExpression" ||
    (parent?.type === "LogicalExpression" && parent.operator !== "&&" && parent.left === node);
  const members = judge.facts?.members(node) ?? [];
  const verdicts = members
    .filter(({ kind }) => !hasFallback || !/^(?:null|undefined|void)$/.test(kind))
    .map((member) => classifyMember(member, node, judge));
  const raw = verdicts.filter((verdict) => typeof verdict !== "string");
  const [first] = raw;
  if (first) {
    const name = [...new Set(raw.map((each) => each.name))].join(" | ");
    return { ...first, name, isOwnClass: raw.every(({ isOwnClass }) => isOwnClass === true) };
  }
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === "fine") ? "fine" : "unsure";
}

function classifyMember(member: TypeMember, node: TSESTree.Node, judge: ThrownContext): Verdict {
  const { kind, name, origin } = member;
  switch (kind) {
    // Nothing is ever thrown by an expression of type `never`.
    case "never":
      return "fine";
    // Of a function that always throws, TypeScript says `void` where nothing is declared: `throw fail()` is that hint
    // again.
    case "void":
    case "unresolved":
      return "unsure";
    case "any":
    case "unknown": {
      // An untyped dependency or plain JavaScript gives `any` too; the author of a parameter chose to accept it.
      const isParameter = resolveVariable(node, judge.sourceCode)?.defs[0]?.type === "Parameter";
      const isNamed = kind === "unknown" || isParameter || node.type === "YieldExpression";
      return judge.allowUnknown || !isNamed ? "unsure" : { kind: "unknown", name };
    }
    default: {
      // A `Response` of the web platform, or of a package that has it: thrown, it is the answer to a request.
      const isAnswer = name === "Response" && origin !== undefined && origin.from !== "file";
      if (isAnswer || isContractType(member, judge) || isAllowedType(member, judge)) return "fine";
      // A type without a name is printed with all that is in it, as its version of TypeScript prints it.
      const shown = name.length <= MAX_NAME ? name : kind;
      return { kind: "typed", name: shown, isOwnClass: origin?.from === "file" && isErrorType(member) };
    }
  }
}

function isContractType(member: TypeMember, { contract }: ThrownContext): boolean {
  let isError = false;
  let isContract = false;
  for (const { name, origin } of listClasses(member)) {
    const isNamed = name === contract.errorClass;
    const isOfPackage = origin?.from === "package" && origin.package === "error-contract";
    // The class of the package itself is an error; the classes above it need no check.
    if (isNamed && isOfPackage) return true;
    isError ||= name === "Error" && origin?.from === "lib";
    isContract ||= isOfPackage || (isNamed && origin?.from === "file");
  }
  return isError && isContract;
}

function isAllowedType(member: TypeMember, { allow, contract }: ThrownContext): boolean {
  const matchers = [...allow, ...contract.settings.legacy.map((entry) => entry.class)];
  return [member, ...member.bases].some(
    ({ name, origin }) => origin !== undefined && isAllowed({ ...origin, name }, { allow: matchers }),
  );
}
