// What a value says by itself: that something failed, that it went well, or nothing at all. Every rule asks here.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import {
  isNothing,
  readCalleeName,
  readMethodCall,
  readNameOf,
  isStringExpression,
  readMessageParts,
  readObjectFields,
  readStaticKey,
  readStaticValue,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  collectReturnedValues,
  findEnclosingFunction,
  isExecutionBoundary,
  isFunctionNode,
  isShownBefore,
} from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { collectNodes, hasOnly } from "../syntax/source-file.js";
import { TEXT_METHODS } from "../words/calls.js";
import {
  ERROR_FIELDS,
  FAILED_STATE,
  FAILURE_HINTS,
  FAILURE_NAME,
  FAILURE_TEXT,
  REASON_FIELDS,
  STATE_FIELDS,
  SUCCESS_STATE,
  classifyFlag,
} from "../words/names.js";
import { findImportedFunction } from "./callees.js";
import { findEnclosingHandler } from "./failure-handlers.js";
import { followValues, listValues } from "./values.js";

/** A field that tells a failure from a success, and its value in a failure; without one, the usual value. */
export interface Discriminant {
  readonly name: string;
  readonly value?: string | number | boolean | null;
}

/** The fields that make an object a failure wherever they stand. */
export const DEFAULT_DISCRIMINANTS: readonly Discriminant[] = [{ name: "ok" }, { name: "success" }];

/**
 * What a value says of the work that it answers for. `failure`: that it failed; `reason`: why, and not of
 * what; `success`: that it went well; `empty`: nothing is there; `nothing`: whatever else. A text is for people, and
 * says nothing.
 */
export type Saying = "failure" | "reason" | "success" | "empty" | "nothing";

/** Where a failure is handled, its reason tells of it, too. */
export const TELLS: ReadonlySet<Saying> = new Set<Saying>(["failure", "reason"]);

/** What a field says by its name and its value: the first row that knows the name answers. */
const FIELDS: readonly {
  readonly knows: (name: string) => boolean;
  readonly says: (value: TSESTree.Node, lint: LintContext, name: string) => Saying;
}[] = [
  { knows: (name) => classifyFlag(name) !== undefined, says: readFlag },
  { knows: (name) => FAILURE_NAME.test(name), says: readFailure },
  { knows: (name) => FAILURE_HINTS.test(name), says: (value) => (isUnset(value) ? "nothing" : "reason") },
  { knows: (name) => STATE_FIELDS.test(name), says: readState },
  { knows: () => true, says: readPart },
];

/** Returns whether a value stands for the absence of a failure: `undefined`, `null`, `false`, an empty text. */
export function isEmptyValue(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  if (value.type === "Literal") return value.value === null || value.value === false || value.value === "";
  if (value.type === "UnaryExpression") return value.operator === "void";
  return value.type === "Identifier" && value.name === "undefined";
}

/** Returns whether nothing is put there yet: `null`, `undefined`, `""`, `false`, `[]`, `{}`. */
function isUnset(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  if (value.type === "ArrayExpression") return value.elements.length === 0;
  return value.type === "ObjectExpression" ? value.properties.length === 0 : isEmptyValue(value);
}

/** What a value says by itself, as far as it is written in place. */
export function says(node: TSESTree.Node, lint: LintContext): Saying {
  const value = unwrapExpression(node);
  switch (value.type) {
    case "AwaitExpression":
      return says(value.argument, lint);
    case "Identifier":
    case "MemberExpression":
    case "CallExpression":
    case "NewExpression":
      return isEmptyValue(value) ? "empty" : isFailureByName(value, lint) ? "failure" : "nothing";
    case "ArrayExpression": {
      const sayings = value.elements.map((each) => (each ? says(each, lint) : "nothing"));
      return sayings.length === 0 ? "empty" : sayings.includes("failure") ? "failure" : "nothing";
    }
    case "ObjectExpression":
      if (value.properties.length === 0) return "empty";
      return rankSayings(
        value.properties.map((each) =>
          each.type === "Property" ? saysAs(readStaticKey(each, lint.sourceCode) ?? "", each.value, lint) : "nothing",
        ),
      );
    case "JSXElement":
    case "JSXFragment":
      return "failure";
    default:
      return isEmptyValue(value) ? "empty" : "nothing";
  }
}

function rankSayings(sayings: readonly Saying[]): Saying {
  return RANKS.find((each) => sayings.includes(each)) ?? "nothing";
}

/** What counts where parts of a value say different things. */
const RANKS = ["failure", "success", "reason"] as const;

/** What a value says as a field of that name. */
function saysAs(name: string, value: TSESTree.Node, lint: LintContext): Saying {
  const row = FIELDS.find(({ knows }) => knows(name));
  return row?.says(unwrapExpression(value), lint, name) ?? "nothing";
}

/** `errorResult(text)`, `failure`, `mcpError("not_found").toEnvelope()`, `reply({ ok: false })` */
function isFailureByName(node: TSESTree.Node, lint: LintContext): boolean {
  const value = unwrapExpression(node);
  switch (value.type) {
    case "Identifier":
      return FAILURE_NAME.test(value.name);
    case "MemberExpression":
      return (
        FAILURE_NAME.test(readStaticKey(value, lint.sourceCode) ?? "") ||
        (isMade(value.object) && isFailureByName(value.object, lint))
      );
    case "CallExpression":
    case "NewExpression":
      return (
        isFailureByName(value.callee, lint) ||
        value.arguments.some((each) => each.type === "ObjectExpression" && says(each, lint) === "failure")
      );
    default:
      return false;
  }
}

function isMade({ type }: TSESTree.Node): boolean {
  return type === "CallExpression" || type === "NewExpression";
}

/** `error: "It broke"`, `failed: false` */
function readFailure(value: TSESTree.Node): Saying {
  if (value.type === "Literal" && value.value === false) return "success";
  return isUnset(value) ? "nothing" : "failure";
}

/** `ok: false`, `success: true` */
function readFlag(value: TSESTree.Node, { sourceCode }: LintContext): Saying {
  const known = readStaticValue(value, sourceCode)?.value;
  return known === false ? "failure" : known === true ? "success" : "nothing";
}

/** `status: 404`, `kind: "error"`, `result: { error }` */
function readState(value: TSESTree.Node, lint: LintContext, name: string): Saying {
  if (value.type === "Literal" && typeof value.value === "number")
    return name === "status" && value.value >= 400 ? "failure" : "nothing";
  return hasFailureText(value) || says(value, lint) === "failure" ? "failure" : "nothing";
}

/** Returns whether an object says that all went well, whatever stands beside: `{ ok: true, error }`. */
export function claimsSuccess(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const object = unwrapExpression(node);
  if (object.type !== "ObjectExpression") return false;
  return [...readObjectFields(object, sourceCode).values].some(([name, value]) => {
    const known = readStaticValue(value, sourceCode)?.value;
    if (classifyFlag(name) === "outcome") return known === true;
    return STATE_FIELDS.test(name) && typeof known === "string" && SUCCESS_STATE.test(known);
  });
}

/** A part of an object that is written in place. */
function readPart(value: TSESTree.Node, lint: LintContext): Saying {
  const isWritten = value.type === "ObjectExpression" || value.type === "ArrayExpression";
  return isWritten && says(value, lint) === "failure" ? "failure" : "nothing";
}

function hasFailureText(node: TSESTree.Node): boolean {
  return readMessageParts(node).some(({ text }) => text !== undefined && FAILURE_TEXT.test(text));
}

/** Returns whether what a call is given tells of a failure, be it by a text. */
export function tellsFailure(node: TSESTree.Node, lint: LintContext): boolean {
  return (
    says(node, lint) === "failure" ||
    collectNodes(lint.sourceCode, node, (each) => isMade(each) || isFunctionNode(each)).some(
      (each) => isStringExpression(each) && hasFailureText(each),
    )
  );
}

/** Whether an assignment puts down that something failed: `failed = true`, `result.isError = true`, `failures++`. */
export function isPutAsFailure(target: TSESTree.Node, value: TSESTree.Node | undefined, lint: LintContext): boolean {
  const name = readNameOf(target, lint.sourceCode);
  return value ? TELLS.has(saysAs(name, value, lint)) : FAILURE_NAME.test(name);
}

/**
 * Returns the field that makes an object literal a failure: a flag that is false (`ok`) or an error that is set
 * (`error`). Where a failure is handled, each field that says so does, or why, and each part that does.
 */
export function findFailureField(
  object: TSESTree.ObjectExpression,
  chosen: readonly Discriminant[],
  lint: LintContext,
): string | undefined {
  const { sourceCode } = lint;
  const { values, isOpen } = readObjectFields(object, sourceCode);
  const fields = [...values];
  const isHandled = findEnclosingHandler(object, lint) !== undefined;
  // A protocol's own message.
  if (values.has("jsonrpc")) return undefined;
  const name = chosen.find((each) => isFailing(values.get(each.name), each, lint))?.name;
  if (name !== undefined)
    return isHandled || isOpen || readFlag(values.get(name)) !== false || showsFailure(name) ? name : undefined;
  if (takesOver(object) || fields.some(isOther)) return undefined;
  const isTold = fields.some((field) => tellsOfFailure(...field));
  const [found] = fields.find((field) => isTold && isNegative(field)) ?? fields.find(isErrorSet) ?? [];
  if (found !== undefined || !isHandled) return found;
  const sayings = fields.map(([each, value]) => saysAs(each, value, lint));
  const said = rankSayings(sayings);
  return TELLS.has(said) ? fields[sayings.indexOf(said)]?.[0] : undefined;

  function readFlag(value: TSESTree.Node | undefined): unknown {
    return value && readStaticValue(value, sourceCode)?.value;
  }

  /** Whether a reason stands beside a flag, or a success of the same function: no state that has not begun does. */
  function showsFailure(flag: string): boolean {
    const others = fields.filter(([each]) => each !== flag);
    const reasons = others.filter(([each]) => REASON_FIELDS.test(each));
    if (reasons.length > 0) return reasons.some(([, value]) => !isUnset(value));
    const owner = findEnclosingFunction(object);
    const isTwin = (node: TSESTree.Node): boolean =>
      node.type === "ObjectExpression" && readFlag(readObjectFields(node, sourceCode).values.get(flag)) === true;
    return others.every(([, value]) => isUnset(value)) || (!!owner && collectNodes(sourceCode, owner).some(isTwin));
  }

  /** A success with a warning, either of both, an object with methods. */
  function isOther([each, value]: Field): boolean {
    if (hasOnly(listValues(value, lint), ({ node }) => isFunctionNode(node))) return true;
    const flag = classifyFlag(each);
    const known = readFlag(value);
    return flag !== undefined && (known === true || (flag === "outcome" && known === undefined));
  }

  /** `valid: false`, `available: false` */
  function isNegative([each, value]: Field): boolean {
    return classifyFlag(each) === "answer" && readFlag(value) === false;
  }

  /** `error: "No path"` */
  function isErrorSet([each, value]: Field): boolean {
    return ERROR_FIELDS.test(each) && holdsError(value, lint);
  }
}

type Field = readonly [name: string, value: TSESTree.Node];

/** Whether a value of a discriminant says that it failed. */
export function isFailing(
  node: TSESTree.Node | undefined,
  { name, value: expected }: Discriminant,
  lint: LintContext,
): boolean {
  if (!node) return false;
  const value = readStaticValue(node, lint.sourceCode)?.value;
  if (expected !== undefined) return value === expected;
  if (name === "error" && holdsError(node, lint)) return true;
  return value === false || (typeof value === "string" && FAILED_STATE.test(value));
}

/** Returns whether a field under that name gives the reason of a failure: `error: "No path"`. */
export function tellsOfFailure(name: string, value: TSESTree.Node): boolean {
  return REASON_FIELDS.test(name) && !isUnset(value);
}

/** A state that takes over another one is no result: `{ ...state, error: err.message }`. */
function takesOver({ properties }: TSESTree.ObjectExpression): boolean {
  return properties.some((property) => {
    const state = property.type === "SpreadElement" ? unwrapExpression(property.argument) : undefined;
    return state?.type === "Identifier" || state?.type === "MemberExpression";
  });
}

/** Returns whether an expression surely holds an error or the text of one, never null or an empty text. */
function holdsError(node: TSESTree.Node, lint: LintContext): boolean {
  const answers = followValues<boolean>(node, lint, ({ kind, node: value }, follow) => {
    const holds = (part: TSESTree.Node): boolean => isSure(follow(part));
    switch (value.type) {
      case "Literal":
        return [value.value === true || (typeof value.value === "string" && value.value !== "")];
      case "TemplateLiteral":
        return [true];
      case "AssignmentExpression":
        return kind === "made" ? [true] : undefined;
      case "BinaryExpression":
        return [value.operator === "+"];
      case "ObjectExpression":
        return [value.properties.length > 0];
      case "LogicalExpression":
        return [value.operator !== "&&" && (holds(value.right) || isTestedAsError(value, lint))];
      case "NewExpression":
      case "CallExpression":
        return [makesError(value, holds, lint) || isTestedAsError(value, lint) || givesError(value, lint)];
      default: {
        const isText = value.type === "MemberExpression" && readStaticKey(value, lint.sourceCode) === "message";
        if (isText || kind === "caught" || isRequiredText(value, lint) || isTestedAsError(value, lint)) return [true];
        return kind === "step" ? undefined : [false];
      }
    }
  });
  return isSure(answers);
}

/** `function createProblem(message: string) {...}` */
function isRequiredText(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const [definition] = resolveVariable(node, sourceCode)?.defs ?? [];
  if (definition?.type !== "Parameter" || definition.name.type !== "Identifier") return false;
  const { typeAnnotation, optional } = definition.name;
  return !optional && typeAnnotation?.typeAnnotation.type === "TSStringKeyword";
}

function isSure(answers: readonly boolean[]): boolean {
  return answers.length > 0 && answers.every(Boolean);
}

/** `String(err)`, `new ApiError(400)`, `err.toString()`, `t("errors.notFound")`, `render(err)` */
function makesError(
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  holds: (node: TSESTree.Node) => boolean,
  { sourceCode }: LintContext,
): boolean {
  const name = readCalleeName(call, sourceCode);
  // `createErrorResponse("It is gone")`: a whole answer, which is passed on.
  if (/(?:Response|Result)$/.test(name)) return false;
  if (/^String$|err|message/i.test(name)) return true;
  const method = readMethodCall(call, sourceCode);
  if (method && TEXT_METHODS.has(method.name)) return holds(method.object);
  // A literal may be a key: `params.get("error")`.
  return call.arguments.some((argument) => argument.type !== "Literal" && holds(argument));
}

/** Returns whether a function of another module surely gives an error or a text: `describeMissing(id)`. */
function givesError(call: TSESTree.CallExpression | TSESTree.NewExpression, lint: LintContext): boolean {
  const callee = call.type === "CallExpression" ? findImportedFunction(call.callee, lint) : undefined;
  if (!callee || callee === "unknown") return false;
  const returned = collectReturnedValues(callee.node, callee.lint.sourceCode);
  return isSure(returned.map((value) => holdsError(value, callee.lint)));
}

/** The expressions that a call makes a text of: `String(err)`, `err.toString()`, `getErrorMessage(err)`. */
export function listConverted(
  call: TSESTree.CallExpression,
  { sourceCode }: LintContext,
): readonly TSESTree.Node[] | undefined {
  if (resolveGlobalName(call.callee, ["String"], sourceCode)) return call.arguments.slice(0, 1);
  const method = readMethodCall(call, sourceCode);
  if (method && TEXT_METHODS.has(method.name)) return [method.object, ...call.arguments];
  const name = readCalleeName(call, sourceCode);
  return /message/i.test(name) || FAILURE_NAME.test(name) ? call.arguments : undefined;
}

/** Returns whether the code only runs where a test has found the value set, or its owner failed: `if (!r.ok)`. */
function isTestedAsError(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const text = sourceCode.getText(node);
  const owner = sourceCode.getText(getRootValue(node));
  return isShownBefore(node, isExecutionBoundary, (test, outcome) => {
    if (test.type === "BinaryExpression") {
      if (sourceCode.getText(test.left) !== text) return false;
      if (/^[!=]==?$/.test(test.operator)) return isNothing(test.right) && outcome === test.operator.startsWith("!");
      return outcome && test.operator === "instanceof";
    }
    if (outcome && sourceCode.getText(test) === text) return true;
    // `r.ok` that is false, `r.isError` that is true.
    if (test.type !== "MemberExpression" || sourceCode.getText(test.object) !== owner) return false;
    const flag = readStaticKey(test, sourceCode) ?? "";
    return outcome ? FAILURE_NAME.test(flag) : classifyFlag(flag) !== undefined;
  });
}

/** `r` in `r.error?.message`, `res` in `res.text()` */
function getRootValue(node: TSESTree.Node): TSESTree.Node {
  const value = unwrapExpression(node);
  if (value.type === "MemberExpression") return getRootValue(value.object);
  if (value.type === "LogicalExpression") return getRootValue(value.left);
  return value.type === "CallExpression" && unwrapExpression(value.callee).type === "MemberExpression"
    ? getRootValue(value.callee)
    : value;
}
