import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findFailureHandler, isCaught } from "../model/failure-handlers.js";
import { isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import { findLegacyParts } from "../contract/legacy-parts.js";
import type { LintContext } from "../contract/lint-context.js";
import { type NameMatcher, type NameOrigin, matchesName } from "../contract/name-matcher.js";
import type { Exit } from "../model/exits.js";
import { followValues, listSuperClasses } from "../model/values.js";
import { isNothing, listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode, listParameters } from "../syntax/functions.js";
import { type ClassNode, getDeclaredClass, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { readNameOf } from "../syntax/properties.js";
import { isErrorType, listClasses } from "../types/classes-of.js";
import type { TypeMember } from "../types/type-facts.js";
import { PROTOCOL_ERRORS, isAnswerOfProtocol, isProtocolError } from "./protocol-errors.js";

/** A place where something leaves the code that is not the contract's error. */
export interface RawExit extends Exit {
  /** The expression to report. */
  readonly node: TSESTree.Node;
  /** Its class, its type or its kind of value, for the message. */
  readonly name: string;
  /**
   * `construction`: made here from a built-in class; `class`: of a class of the file; `protocol`: of the SDK's class
   * for errors of the protocol; `value`: a literal or object; `typed`: only its type is known; `unknown`: nothing is.
   */
  readonly form: "construction" | "class" | "protocol" | "value" | "typed" | "unknown";
  /** Whether it is surely an error. */
  readonly isError: boolean;
  /** Where it is made, if that is known: the `new Error(...)`, the literal. */
  readonly made?: TSESTree.Node | undefined;
  /** The variable that it is delivered through. */
  readonly variable?: TSESLint.Scope.Variable;
  /** Its class, if it is one of the project, which is a decision of its own: where the file declares it. */
  readonly ownClass?: ClassNode | "elsewhere" | undefined;
}

export interface ThrownContext extends LintContext {
  readonly allow: readonly NameMatcher[];
  readonly allowUnknown: boolean;
  /** Whether the contract is that of the protocol, whose errors then are its own. */
  readonly isProtocol: boolean;
}

/** The classification of one expression: no contract error and why, fine, or unknown. */
type Verdict = Omit<RawExit, keyof Exit | "node"> | "fine" | "unsure";

const unknownValue = (name: string): Verdict => ({ form: "unknown", name, isError: false });

const VALUES: ReadonlySet<string> = new Set([
  ...["Literal", "TemplateLiteral", "BinaryExpression", "UnaryExpression", "UpdateExpression", "ObjectExpression"],
  ...["ArrayExpression", "ArrowFunctionExpression", "FunctionExpression"],
]);

/** The values of an exit that are not the contract's error, one for each place to report. */
export function listRawExits(exit: Exit, judge: ThrownContext): readonly RawExit[] {
  return listPossibleValues(exit.value).flatMap((node) => {
    const verdict = classify(node, judge);
    return typeof verdict === "string" ? [] : [{ ...exit, ...verdict, node }];
  });
}

function classify(node: TSESTree.Node, judge: ThrownContext): Verdict {
  switch (node.type) {
    case "NewExpression":
    case "CallExpression":
      return classifyConstruction(node, judge) ?? classifyByType(node, judge);
    case "Identifier":
      return classifyName(node, judge);
    case "MemberExpression": {
      const object = unwrapExpression(node.object);
      // `throw e.cause`
      if (isCaught(resolveVariable(object, judge.sourceCode), judge.sourceCode)) return "fine";
      // `throw this.#failure`: a value that an object keeps for later came from elsewhere.
      return judge.allowUnknown && object.type === "ThisExpression" ? "unsure" : classifyGiven(node, judge);
    }
    default:
      return VALUES.has(node.type)
        ? { form: "value", name: describeValue(node), made: node, isError: false }
        : classifyByType(node, judge);
  }
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
      : { form: "construction", name: builtin, made: node, isError: true };
  if (isContractOrLegacy(callee, judge)) return "fine";
  const { root, path = [] } = resolveReferencePath(callee, sourceCode) ?? {};
  if (root?.kind === "import" && node.type === "NewExpression") {
    if (isAllowedImport(root.module, path, judge)) return "fine";
    if (!isProtocolError(callee, sourceCode)) return undefined;
    const isMeant = judge.isProtocol || isAnswerOfProtocol(node, sourceCode);
    return isMeant ? "fine" : { form: "protocol", name: readNameOf(callee, sourceCode), made: node, isError: true };
  }
  if (root?.kind === "global" && path.join(".") === "Object.assign") {
    const [target] = node.arguments;
    const isName = target?.type === "Identifier";
    const verdict = target ? (isName ? classifyGiven : classify)(target, judge) : "unsure";
    return typeof verdict === "string" ? verdict : { ...verdict, made: node };
  }
  if (root?.kind !== "variable" || path.length > 0) return undefined;
  const { variable } = root;
  const declared = getDeclaredClass(variable);
  if (!declared) return undefined;
  if (isAllowed({ from: "file", name: variable.name }, judge)) return "fine";
  const base = classifyRootClass(declared, judge);
  return base === "error" || base === "value"
    ? { form: "class", name: variable.name, made: node, isError: base === "error", ownClass: declared }
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
function classifyRootClass(node: ClassNode, judge: ThrownContext): "error" | "value" | "fine" | "unsure" | undefined {
  const { sourceCode } = judge;
  const bases = listSuperClasses(node, sourceCode);
  const root = bases.at(-1);
  if (!root) return "value";
  if (bases.some((base) => isContractOrLegacy(base, judge))) return "fine";
  if (findBuiltinErrorName(root, sourceCode) !== undefined) return "error";
  // `class Q extends Data.TaggedError("Q")`: only the library knows the class that its call returns.
  if (root.type === "CallExpression") return "unsure";
  return getDeclaredClass(resolveVariable(root, sourceCode)) ? "value" : undefined;
}

function classifyName(node: TSESTree.Identifier, judge: ThrownContext): Verdict {
  const { sourceCode } = judge;
  const variable = resolveVariable(node, sourceCode);
  if (!variable || variable.defs.length === 0)
    return node.name === "undefined"
      ? { form: "value", name: "undefined", isError: false }
      : classifyByType(node, judge);
  if (isCaughtByName(variable, sourceCode)) return "fine";
  const verdicts = followValues<Verdict>(node, sourceCode, ({ kind, node: value }) => {
    switch (kind) {
      case "step":
        return /^(?:Call|Member)Expression$/.test(value.type) ? [classify(value, judge)] : undefined;
      case "caught":
        return ["fine"];
      case "made":
      case "literal":
        // `let lastError = null` stands for "none yet".
        return isNothing(value) ? [] : [classify(value, judge)];
      case "unset":
        return [];
      default:
        return [value.type === "Identifier" ? classifyGiven(node, judge) : classify(value, judge)];
    }
  });
  // Tests before the name may have ruled out a value that only its type classifies: `if (failure) throw failure`.
  const raw = verdicts
    .filter((verdict) => typeof verdict !== "string")
    .find(({ form }) => form !== "typed" && form !== "unknown");
  if (raw) return { ...raw, variable, made: verdicts.length === 1 ? raw.made : undefined };
  const isFine = verdicts.length > 0 && verdicts.every((verdict) => verdict === "fine");
  return isFine ? "fine" : classifyGiven(node, judge);
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

// A finding is read at a glance.
const MAX_NAME = 60;

/**
 * Classifies a value that was made elsewhere: a member, a parameter, a part of a result. An error of a package's class
 * is what the package has failed with (`if (!parsed.success) throw parsed.error`), and passed on like a caught one.
 */
function classifyGiven(node: TSESTree.Node, judge: ThrownContext): Verdict {
  const members = judge.facts?.members(node) ?? [];
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
    return { ...first, name, ownClass: raw.every(({ ownClass }) => ownClass) ? first.ownClass : undefined };
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
      return judge.allowUnknown || !isNamed ? "unsure" : unknownValue(name);
    }
    default: {
      // A `Response` of the web platform, or of a package that has it: thrown, it is the answer to a request.
      const isAnswer = name === "Response" && origin !== undefined && origin.from !== "file";
      if (isAnswer || isContractType(member, judge) || isAllowedType(member, judge)) return "fine";
      const isMade = node.type === "NewExpression";
      const isError = isErrorType(member);
      // A type without a name is printed with all that is in it, as its version of TypeScript prints it; a default
      // export has the name that its importer gives it.
      const shown = isMade ? readNameOf(node.callee, judge.sourceCode) : name.length <= MAX_NAME ? name : kind;
      const isOwn = origin?.from === "file" && (isError || isMade);
      const declared = isMade ? getDeclaredClass(resolveVariable(node.callee, judge.sourceCode)) : undefined;
      return { form: "typed", name: shown, isError, ownClass: isOwn ? (declared ?? "elsewhere") : undefined };
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
  const matchers = [...allow, ...PROTOCOL_ERRORS, ...contract.settings.legacy.map((entry) => entry.class)];
  return [member, ...member.bases].some(
    ({ name, origin }) => origin !== undefined && isAllowed({ ...origin, name }, { allow: matchers }),
  );
}
