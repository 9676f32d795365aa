// What leaves the code that made it without being the contract's error: told by syntax first, then by scope and
// imports, then by types.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import {
  isProjectModule,
  stripDefaultName,
  type ClassNode,
  getDeclaredClass,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { findLegacyParts } from "../contract/legacy.js";
import type { LintContext } from "../contract/lint-context.js";
import { type NameMatcher, type NameOrigin, matchesName } from "../contract/name-matcher.js";
import type { Exit } from "../model/exits.js";
import { findFailureHandler, isCaught } from "../model/failure-handlers.js";
import { followValues, listSuperClasses } from "../model/values.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { isNothing, listPossibleValues, readNameOf, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode, listParameters } from "../syntax/functions.js";
import { type TypeMember, isErrorType, listClasses, listGivenMembers } from "../types/type-facts.js";
import { quotesFailure } from "./quoted-failure.js";
import { PROTOCOL_ERRORS, isAnswerOfProtocol, isProtocolError, isTextError } from "./raw-error.js";

/** A place where something leaves the code that is not the contract's error. */
export interface RawExit extends Exit {
  /** The expression to report. */
  readonly node: TSESTree.Node;
  /** Its class, its type or its kind of value, for the message. */
  readonly name: string;
  /**
   * `made`: by a built-in class, a class of the file, or as another value; `protocol`: by the SDK's class for errors of
   * the protocol; `text`: by a framework's class that keeps the text of what was caught, and no more; `typed`: only its
   * type is known; `unknown`: nothing is.
   */
  readonly form: "made" | "protocol" | "text" | "typed" | "unknown";
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

/** What is known of one expression: no contract error and why, or fine; `undefined`: nothing. */
type Verdict = Omit<RawExit, keyof Exit | "node"> | "fine" | undefined;

/** The values of an exit that are not the contract's error, one for each place to report. */
export function listRawExits(exit: Exit, judge: ThrownContext): readonly RawExit[] {
  return listPossibleValues(exit.value).flatMap((node) => {
    const verdict = classify(node, judge);
    return isRaw(verdict) ? [{ ...exit, ...verdict, node }] : [];
  });
}

function isRaw(verdict: Verdict): verdict is Exclude<Verdict, "fine" | undefined> {
  return typeof verdict === "object";
}

/** The expressions that are values of their own, and how a message calls them. */
const VALUES: Readonly<Record<string, string>> = {
  TemplateLiteral: "string",
  BinaryExpression: "string",
  UnaryExpression: "string",
  UpdateExpression: "string",
  ObjectExpression: "object",
  ArrayExpression: "array",
  ArrowFunctionExpression: "function",
  FunctionExpression: "function",
};

function classify(node: TSESTree.Node, judge: ThrownContext): Verdict {
  switch (node.type) {
    case "NewExpression":
    case "CallExpression":
      return classifyCall(node, judge) ?? classifyByType(node, judge);
    case "Identifier":
      return classifyName(node, judge);
    case "MemberExpression": {
      const object = unwrapExpression(node.object);
      // `throw e.cause`; `throw this.#failure`: a value that an object keeps for later came from elsewhere.
      const isKept = judge.allowUnknown && object.type === "ThisExpression";
      return isKept || isCaught(resolveVariable(object, judge.sourceCode), judge) ? "fine" : classifyGiven(node, judge);
    }
    case "Literal":
      return createValue(node.value === null ? "null" : typeof node.value, node);
    default: {
      const name = VALUES[node.type];
      return name === undefined ? classifyByType(node, judge) : createValue(name, node);
    }
  }
}

function createValue(name: string, made?: TSESTree.Node): Verdict {
  return { form: "made", name, made, isError: false };
}

function classifyCall(node: TSESTree.NewExpression | TSESTree.CallExpression, judge: ThrownContext): Verdict {
  const { sourceCode } = judge;
  const { callee } = node;
  const builtin = findBuiltinErrorName(callee, sourceCode);
  if (builtin !== undefined)
    return isAllowed({ from: "lib", name: builtin }, judge.allow)
      ? "fine"
      : { form: "made", name: builtin, made: node, isError: true };
  if (isContractOrLegacy(callee, judge)) return "fine";
  const { root, path = [] } = resolveReferencePath(callee, sourceCode) ?? {};
  if (root?.kind === "import" && node.type === "NewExpression")
    return classifyImported(node, isAllowedImport(root.module, path, judge), judge);
  if (root?.kind === "global" && path.join(".") === "Object.assign") {
    const [target] = node.arguments;
    const verdict = target && (target.type === "Identifier" ? classifyGiven : classify)(target, judge);
    return isRaw(verdict) ? { ...verdict, made: node } : verdict;
  }
  const variable = root?.kind === "variable" && path.length === 0 ? root.variable : undefined;
  const declared = getDeclaredClass(variable);
  return variable && declared && classifyOwnClass(node, declared, variable.name, judge);
}

/** Classifies what an imported class makes, by the classes of frameworks; of others nothing is known here. */
function classifyImported(made: TSESTree.NewExpression, isAllowedClass: boolean, judge: ThrownContext): Verdict {
  const { callee, arguments: given } = made;
  const createVerdict = (form: "protocol" | "text"): Verdict => ({
    form,
    name: readNameOf(callee, judge.sourceCode),
    made,
    isError: true,
  });
  const [text] = given;
  if (text && isTextError(callee, judge) && quotesFailure(text, judge)) return createVerdict("text");
  if (isAllowedClass) return "fine";
  if (!isProtocolError(callee, judge)) return undefined;
  return judge.isProtocol || isAnswerOfProtocol(made, judge) ? "fine" : createVerdict("protocol");
}

/** Classifies what a class of the file makes, by the classes that it extends. */
function classifyOwnClass(made: TSESTree.Node, ownClass: ClassNode, name: string, judge: ThrownContext): Verdict {
  const { sourceCode, allow } = judge;
  const bases = listSuperClasses(ownClass, judge);
  const root = bases.at(-1);
  // `class Q extends Data.TaggedError("Q")`: only the library knows the class that its call returns.
  if (isAllowed({ from: "file", name }, allow) || root?.type === "CallExpression") return "fine";
  if (bases.some((base) => isContractOrLegacy(base, judge))) return "fine";
  const isError = root !== undefined && findBuiltinErrorName(root, sourceCode) !== undefined;
  const isOther = root && !isError && !getDeclaredClass(resolveVariable(root, sourceCode));
  return isOther ? undefined : { form: "made", name, made, isError, ownClass };
}

/** Deprecated classes are `no-legacy-error`'s business. */
function isContractOrLegacy(node: TSESTree.Node, judge: ThrownContext): boolean {
  return judge.contract.nameOf(node) !== undefined || findLegacyParts(judge)?.partAt(node) !== undefined;
}

function isAllowed(origin: NameOrigin, allow: readonly NameMatcher[]): boolean {
  return allow.some((matcher) => matchesName(matcher, origin));
}

/** Returns whether a class that a module exports may be delivered; what else it is, its types say. */
function isAllowedImport(module: string, path: readonly string[], { allow }: ThrownContext): boolean {
  const [name] = stripDefaultName(path);
  if (name === undefined) return false;
  return isAllowed(
    isProjectModule(module) ? { from: "file", file: module, name } : { from: "package", package: module, name },
    allow,
  );
}

function classifyName(node: TSESTree.Identifier, judge: ThrownContext): Verdict {
  const variable = resolveVariable(node, judge.sourceCode);
  if (!variable || variable.defs.length === 0)
    return node.name === "undefined" ? createValue(node.name) : classifyByType(node, judge);
  if (isCaughtByName(variable, judge)) return "fine";
  const verdicts = followValues<Verdict>(node, judge, ({ kind, node: value }) => {
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
  const raw = verdicts.filter(isRaw).find(({ form }) => form !== "typed" && form !== "unknown");
  if (raw) return { ...raw, variable, made: verdicts.length === 1 ? raw.made : undefined };
  const isFine = verdicts.length > 0 && verdicts.every((verdict) => verdict === "fine");
  return isFine ? "fine" : classifyGiven(node, judge);
}

/** `const rethrow = (e) => { throw e; }`, which the file gives to `.catch` or `.once("error")` somewhere. */
function isCaughtByName({ defs: [definition], references }: TSESLint.Scope.Variable, judge: ThrownContext): boolean {
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return false;
  if (listParameters(definition.node)[0] !== definition.name || references.some((each) => each.isWrite())) return false;
  return findFailureHandler(definition.node, judge) !== undefined;
}

/**
 * Classifies a value that was made elsewhere: a member, a parameter, a part of a result. An error of a package's class
 * is what the package has failed with (`if (!parsed.success) throw parsed.error`), and passed on like a caught one.
 */
function classifyGiven(node: TSESTree.Node, judge: ThrownContext): Verdict {
  const errors = listGivenMembers(node, judge.facts);
  const isOfPackage = errors.length > 0 && errors.every((each) => each.origin?.from === "package" && isErrorType(each));
  return isOfPackage ? "fine" : classifyByType(node, judge);
}

/** Classifies an expression of which only the type is known. */
function classifyByType(node: TSESTree.Node, judge: ThrownContext): Verdict {
  const { parent } = node;
  // `x ?? new Error()`, `x!`: where `x` is the value, it is something.
  const hasFallback =
    parent?.type === "TSNonNullExpression" ||
    (parent?.type === "LogicalExpression" && parent.operator !== "&&" && parent.left === node);
  const verdicts = (judge.facts?.members(node) ?? [])
    .filter(({ kind }) => !hasFallback || !/^(?:null|undefined|void)$/.test(kind))
    .map((member) => classifyMember(member, node, judge));
  const raw = verdicts.filter(isRaw);
  const [first] = raw;
  if (!first) return verdicts.length > 0 && verdicts.every((verdict) => verdict === "fine") ? "fine" : undefined;
  const name = [...new Set(raw.map((each) => each.name))].join(" | ");
  return { ...first, name, ownClass: raw.every(({ ownClass }) => ownClass) ? first.ownClass : undefined };
}

// A finding is read at a glance.
const MAX_NAME = 60;

function classifyMember(member: TypeMember, node: TSESTree.Node, judge: ThrownContext): Verdict {
  const { kind, name, origin } = member;
  const { sourceCode } = judge;
  switch (kind) {
    // Nothing is ever thrown by an expression of type `never`.
    case "never":
      return "fine";
    // Of a function that always throws, TypeScript says `void` where nothing is declared: `throw fail()` is that hint
    // again.
    case "void":
    case "unresolved":
      return undefined;
    case "any":
    case "unknown": {
      // An untyped dependency or plain JavaScript gives `any` too; the author of a parameter chose to accept it.
      const isParameter = resolveVariable(node, sourceCode)?.defs[0]?.type === "Parameter";
      const isNamed = kind === "unknown" || isParameter || node.type === "YieldExpression";
      return judge.allowUnknown || !isNamed ? undefined : { form: "unknown", name, isError: false };
    }
    default: {
      // A `Response` of the web platform, or of a package that has it: thrown, it is the answer to a request.
      const isAnswer = name === "Response" && origin !== undefined && origin.from !== "file";
      if (isAnswer || isContractType(member, judge) || isAllowedType(member, judge)) return "fine";
      const isMade = node.type === "NewExpression";
      const isError = isErrorType(member);
      // A type without a name is printed with all that is in it, as its version of TypeScript prints it; a default
      // export has the name that its importer gives it.
      const shown = isMade ? readNameOf(node.callee, sourceCode) : name.length <= MAX_NAME ? name : kind;
      const isOwn = origin?.from === "file" && (isError || isMade);
      const declared = isMade ? getDeclaredClass(resolveVariable(node.callee, sourceCode)) : undefined;
      return { form: "typed", name: shown, isError, ownClass: isOwn ? (declared ?? "elsewhere") : undefined };
    }
  }
}

function isContractType(member: TypeMember, { contract }: ThrownContext): boolean {
  const classes = [...listClasses(member)].map(({ name, origin }) => ({
    isNamed: name === contract.errorClass,
    isOfPackage: origin?.from === "package" && origin.package === "error-contract",
    isOfFile: origin?.from === "file",
  }));
  // The class of the package itself is an error; the classes above it need no check.
  if (classes.some(({ isNamed, isOfPackage }) => isNamed && isOfPackage)) return true;
  return isErrorType(member) && classes.some((each) => each.isOfPackage || (each.isNamed && each.isOfFile));
}

function isAllowedType(member: TypeMember, { allow, contract }: ThrownContext): boolean {
  const matchers = [...allow, ...PROTOCOL_ERRORS, ...contract.settings.legacy.map((entry) => entry.class)];
  return [member, ...member.bases].some(({ name, origin }) => origin && isAllowed({ ...origin, name }, matchers));
}
