// Finds data in an expression that must not reach a client. The expression is followed to the sources of its text or
// JSON: parts of templates, properties, elements, arguments of conversions, and what functions of the file return;
// there the leak is reported, because there it can be mended. The result of an unknown function is not judged.
import type { TSESTree } from "@typescript-eslint/utils";
import { isKnownNonError } from "../catches/non-errors.js";
import { isContractError } from "../codes/code-owner.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { readMethodCall, readStaticKey } from "../syntax/properties.js";
import { resolveReferencePath } from "../syntax/references.js";
import { testsBefore } from "../syntax/flow.js";
import { type Follow, type Value, followValues } from "../model/values.js";
import { isError } from "./error-values.js";

/** Something that a client should not see, at the node to report. */
export interface Leak {
  readonly kind: "stack" | "error" | "environment";
  readonly node: TSESTree.Node;
}

export interface LeakReader extends LintContext {
  /** Whether code under a test for development does not count. */
  readonly allowInDevelopment: boolean;
}

const DEVELOPMENT = /\bNODE_ENV\b|\bDEBUG\b|\bis(?:Dev|Debug)/;
// OAuth wants the addresses of the authorization server in the answer to a request without a token (RFC 9728).
const HARMLESS_VARIABLES =
  /^(?:NODE_ENV|npm_\w+|(?:\w+_)?(?:PORT|TIMEOUT|LOG_LEVEL|ISSUER)|\w*(?:AUTH|TOKEN)\w*_(?:URL|URI|ENDPOINT))$/;
/** What makes a text of a value with all that is in it. */
const CONVERSIONS: ReadonlySet<string> = new Set(["stringify", "inspect"]);

/** Returns the leaks in an expression that a client will read. */
export function collectLeaks(expression: TSESTree.Node, lint: LeakReader): readonly Leak[] {
  return followValues<Leak>(expression, lint, (value, follow) => {
    if (lint.allowInDevelopment && isInDevelopment(value.node, lint)) return [];
    const kind = classify(value.node, lint);
    if (kind === "harmless") return [];
    // The leak is reported where the value stands that a client will read.
    return kind ? [{ kind, node: value.through[0] ?? value.node }] : searchParts(value, follow, lint);
  });
}

function isInDevelopment(value: TSESTree.Node, { sourceCode }: LeakReader): boolean {
  return [...testsBefore(value, isFunctionNode)].some(({ test }) => DEVELOPMENT.test(sourceCode.getText(test)));
}

/** Says what a node leaks as a whole; `harmless`: nothing, whatever its parts are. */
function classify(node: TSESTree.Node, lint: LeakReader): Leak["kind"] | "harmless" | undefined {
  const { contract, sourceCode } = lint;
  switch (node.type) {
    case "Identifier":
      if (!isError(node, lint, true)) return classifyVariable(node, lint);
      // A class with a `toJSON` of its own shows what it means to show.
      if (lint.facts?.property(node, "toJSON") === "required") return "harmless";
      return isContractError(node, lint) ? "harmless" : "error";
    case "MemberExpression": {
      const isStack = readStaticKey(node, sourceCode) === "stack";
      return isStack && isError(unwrapExpression(node.object), lint) ? "stack" : classifyVariable(node, lint);
    }
    case "NewExpression":
      return findBuiltinErrorName(node.callee, sourceCode) === undefined ? undefined : "error";
    case "CallExpression": {
      if (contract.nameOf(node.callee) !== undefined) return "harmless";
      const { name, object } = readMethodCall(node, sourceCode) ?? {};
      const owner = object && name === "toString" ? unwrapExpression(object) : undefined;
      if (!owner || !isError(owner, lint, true)) return undefined;
      return isKnownNonError(owner, lint) ? "harmless" : "error";
    }
    default:
      return undefined;
  }
}

/** `process.env.API_KEY`, `process.env` */
function classifyVariable(node: TSESTree.Node, { sourceCode }: LeakReader): "environment" | "harmless" | undefined {
  const { root, path: [owner, env, ...names] = [] } = resolveReferencePath(node, sourceCode) ?? {};
  if (root?.kind !== "global" || owner !== "process" || env !== "env") return undefined;
  return HARMLESS_VARIABLES.test(names.join(".")) ? "harmless" : "environment";
}

function searchParts({ kind, node }: Value, follow: Follow<Leak>, lint: LeakReader) {
  // `err.message ?? err`: a value that is no Error has nothing but its text to show.
  const followText = (part: TSESTree.Node) =>
    listPossibleValues(part).flatMap((value) => (isKnownNonError(value, lint) ? [] : follow(value)));
  switch (node.type) {
    case "TemplateLiteral":
      return node.expressions.flatMap(followText);
    case "BinaryExpression":
      return node.operator === "+" ? [node.left, node.right].flatMap(followText) : [];
    case "ObjectExpression":
      return node.properties.flatMap((each) => follow(each.type === "SpreadElement" ? each.argument : each.value));
    case "ArrayExpression":
      return node.elements.flatMap((each) =>
        each ? follow(each.type === "SpreadElement" ? each.argument : each) : [],
      );
    case "CallExpression": {
      if (kind === "step") return undefined;
      const [first] = node.arguments;
      const { callee } = node;
      if (first && callee.type === "Identifier" && callee.name === "String") return followText(first);
      const { name = callee.type === "Identifier" ? callee.name : "", object } =
        readMethodCall(node, lint.sourceCode) ?? {};
      if (first && CONVERSIONS.has(name)) return follow(first);
      // `err.stack.split("\n")` shows the stack; a call of `replace` may remove it on purpose.
      if (!object || name.startsWith("replace")) return [];
      return follow(object).filter((leak) => leak.kind === "stack");
    }
    default:
      return undefined;
  }
}
