import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isKnownNonError } from "../catches/non-errors.js";
import { isContractError } from "../codes/code-owner.js";
import { stripDefaultName } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { type Follow, type Value, followValues } from "../model/values.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { findFunctionVariable, isFunctionNode, listParameters } from "../syntax/functions.js";
import {
  findBuiltinErrorName,
  readMethodCall,
  readStaticKey,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { testsBefore } from "../syntax/tests-before.js";
import { isAmbiguous, isError } from "./error-values.js";

/*
 * Finds data in an expression that must not reach a client. The expression is followed to the sources of its text or
 * JSON: parts of templates, properties, elements, arguments of conversions, and the arguments of the calls in the file
 * for a parameter; there the leak is reported, because there it can be mended. The result of an unknown function is not
 * judged.
 */

/** Something that a client should not see, at the node to report. */
export interface Leak {
  readonly kind: "stack" | "error" | "path" | "environment";
  readonly node: TSESTree.Node;
  /** Whether it is the environment with all that is in it. */
  readonly isWhole?: boolean;
}

export interface LeakReader extends LintContext {
  /** Whether code under a test for development does not count. */
  readonly allowInDevelopment: boolean;
}

const DEVELOPMENT = /\bNODE_ENV\b|\bDEBUG\b|\bis(?:Dev|Debug)/;
// OAuth wants the addresses of the authorization server in the answer to a request without a token (RFC 9728).
const HARMLESS_VARIABLES =
  /^(?:NODE_ENV|npm_\w+|(?:\w+_)?(?:PORT|TIMEOUT|LOG_LEVEL|ISSUER)|\w*(?:AUTH|TOKEN)\w*_(?:URL|URI|ENDPOINT))$/;
/** What makes a text of a value: of the language, and of Node's `util`. */
const CONVERSIONS: ReadonlySet<string> = new Set(["String", "JSON.stringify"]);
const UTIL_CONVERSIONS: ReadonlySet<string> = new Set(["inspect", "format"]);
const OWN_FOLDERS: ReadonlySet<string> = new Set([
  ...["__dirname", "__filename", "import.meta.dirname", "import.meta.filename", "import.meta.url"],
]);
/** Functions of Node whose result is absolute whatever they are given, and those that begin with their argument. */
const ABSOLUTE_PATHS: ReadonlySet<string> = new Set(["resolve", "homedir", "cwd", "realpath", "realpathSync"]);
const EXTENDED_PATHS: ReadonlySet<string> = new Set(["join", "normalize", "dirname"]);

/** Returns the leaks in an expression that a client will read. */
export function collectLeaks(expression: TSESTree.Node, reader: LeakReader): readonly Leak[] {
  return new Search(reader).search(expression);
}

class Search {
  readonly #reader: LeakReader;
  readonly #sourceCode: TSESLint.SourceCode;
  // A function that hands a parameter on to itself would never end.
  readonly #entered = new Set<TSESTree.Node>();

  constructor(reader: LeakReader) {
    this.#reader = reader;
    this.#sourceCode = reader.sourceCode;
  }

  search(start: TSESTree.Node): readonly Leak[] {
    return followValues<Leak>(start, this.#sourceCode, (value, follow) => {
      if (this.#isInDevelopment(value.node)) return [];
      const kind = this.#classify(value.node);
      if (kind === "harmless") return [];
      // The leak is reported where the value stands that a client will read.
      const isWhole = kind === "environment" && !this.#readEnvironment(value.node)?.name;
      if (kind) return [{ kind, node: value.through[0] ?? value.node, isWhole }];
      return this.#searchParts(value, follow);
    });
  }

  /** Says what a node leaks as a whole; `harmless`: nothing, whatever its parts are. */
  #classify(node: TSESTree.Node): Leak["kind"] | "harmless" | undefined {
    if (OWN_FOLDERS.has(this.#sourceCode.getText(node))) return "path";
    switch (node.type) {
      case "Identifier":
        return this.#classifyName(node);
      case "MemberExpression": {
        const isStack = readStaticKey(node, this.#sourceCode) === "stack";
        return isStack && isError(unwrapExpression(node.object), this.#reader) ? "stack" : this.#classifyVariable(node);
      }
      case "NewExpression":
        return findBuiltinErrorName(node.callee, this.#sourceCode) === undefined ? undefined : "error";
      case "CallExpression":
        return this.#classifyCall(node);
      default:
        return undefined;
    }
  }

  #classifyName(name: TSESTree.Identifier): Leak["kind"] | "harmless" | undefined {
    const definition = resolveVariable(name, this.#sourceCode)?.defs[0];
    const property = definition?.name.parent;
    // `const { stack } = err`
    if (definition?.type === "Variable" && property?.type === "Property" && definition.node.init) {
      const isStack = readStaticKey(property, this.#sourceCode) === "stack";
      if (isStack && isError(unwrapExpression(definition.node.init), this.#reader)) return "stack";
    }
    if (!isError(name, this.#reader, true)) return this.#classifyVariable(name);
    // As JSON, a class with a `toJSON` of its own shows what it means to show.
    const isJson = name.parent.type !== "SpreadElement" && name.parent.type !== "TemplateLiteral";
    const showsItself = isJson && this.#reader.facts?.property(name, "toJSON") === "required";
    return showsItself || isContractError(name, this.#reader) ? "harmless" : "error";
  }

  #classifyCall(call: TSESTree.CallExpression): Leak["kind"] | "harmless" | undefined {
    if (this.#reader.contract.nameOf(call.callee) !== undefined) return "harmless";
    if (this.#callsPath(call, ABSOLUTE_PATHS)) return "path";
    const { name, object } = readMethodCall(call, this.#sourceCode) ?? {};
    if (name !== "toString" || !object) return undefined;
    const owner = unwrapExpression(object);
    if (!isError(owner, this.#reader, isAmbiguous(owner))) return undefined;
    return isKnownNonError(owner, this.#sourceCode) ? "harmless" : "error";
  }

  #classifyVariable(node: TSESTree.Node): "environment" | "harmless" | undefined {
    const variable = this.#readEnvironment(node);
    return variable && (HARMLESS_VARIABLES.test(variable.name) ? "harmless" : "environment");
  }

  #searchParts({ kind, node }: Value, follow: Follow<Leak>): readonly Leak[] | undefined {
    // `err.message ?? err`: a value that is no Error has nothing but its text to show.
    const followText = (part: TSESTree.Node) =>
      listPossibleValues(part).flatMap((value) => (isKnownNonError(value, this.#sourceCode) ? [] : follow(value)));
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
      case "Identifier":
        return kind === "parameter" ? this.#searchArguments(node) : undefined;
      case "MemberExpression":
        // One part of a stack, an element of an array.
        return node.computed ? follow(node.object).filter((leak) => leak.kind === "stack") : undefined;
      case "CallExpression":
        return kind === "step" ? undefined : this.#searchCall(node, follow, followText);
      default:
        return undefined;
    }
  }

  #searchCall(
    call: TSESTree.CallExpression,
    follow: Follow<Leak>,
    followText: Follow<Leak>,
  ): readonly Leak[] | undefined {
    const [first] = call.arguments;
    const conversion = this.#resolveConversion(call);
    if (first && conversion) return conversion === "String" ? followText(first) : follow(first);
    if (first && this.#callsPath(call, EXTENDED_PATHS)) return follow(first).filter(({ kind }) => kind === "path");
    const { name = "", object } = readMethodCall(call, this.#sourceCode) ?? {};
    // `err.stack.split("\n")` shows the stack; a call of `replace` may remove it on purpose.
    if (!object || name.startsWith("replace")) return [];
    // The first letters of a key tell which it is, and not what it is.
    const isCut = /^(?:slice|substr)/.test(name);
    return follow(object).filter(({ kind }) => kind === "stack" || (kind === "environment" && !isCut));
  }

  /** Returns the leaks in the arguments that the calls in the file pass for a parameter. */
  #searchArguments(name: TSESTree.Identifier): readonly Leak[] {
    const definition = resolveVariable(name, this.#sourceCode)?.defs[0];
    const owner = definition?.node;
    if (!definition || !isFunctionNode(owner) || this.#entered.has(owner)) return [];
    const index = listParameters(owner).findIndex((each) => each === definition.name);
    const references = findFunctionVariable(owner, this.#sourceCode)?.references ?? [];
    this.#entered.add(owner);
    const leaks = references.flatMap(({ identifier: { parent }, identifier }) => {
      const call = parent.type === "CallExpression" && parent.callee === identifier ? parent : undefined;
      const given = call?.arguments.slice(0, index + 1) ?? [];
      const argument = given.some(({ type }) => type === "SpreadElement") ? undefined : given[index];
      return argument ? this.search(argument) : [];
    });
    this.#entered.delete(owner);
    return leaks;
  }

  /** `String`, `JSON.stringify`, `inspect` of node:util under any name. */
  #resolveConversion(call: TSESTree.CallExpression): string | undefined {
    const { root, path = [] } = resolveReferencePath(call.callee, this.#sourceCode) ?? {};
    const name = stripDefaultName(path).join(".");
    const isKnown =
      root?.kind === "import"
        ? /^(?:node:)?util$/.test(root.module) && UTIL_CONVERSIONS.has(name)
        : root?.kind === "global" && CONVERSIONS.has(name);
    return isKnown ? name : undefined;
  }

  #callsPath(call: TSESTree.CallExpression, functions: ReadonlySet<string>): boolean {
    const { root, path = [] } = resolveReferencePath(call.callee, this.#sourceCode) ?? {};
    if (!functions.has(path.at(-1) ?? "")) return false;
    if (root?.kind === "global") return path.join(".") === "process.cwd";
    return root?.kind === "import" && /^(?:node:)?(?:path|os|process|fs)(?:\/|$)/.test(root.module);
  }

  /** Reads the variable of the environment that an expression means; all of the environment has no name. */
  #readEnvironment(node: TSESTree.Node): { readonly name: string } | undefined {
    const { root, path = [] } = resolveReferencePath(node, this.#sourceCode) ?? {};
    const isImported = root?.kind === "import" && /^(?:node:)?process$/.test(root.module);
    const [owner, ...names] = isImported ? ["process", ...stripDefaultName(path)] : root?.kind === "global" ? path : [];
    return owner === "process" && names[0] === "env" ? { name: names.slice(1).join(".") } : undefined;
  }

  #isInDevelopment(value: TSESTree.Node): boolean {
    if (!this.#reader.allowInDevelopment) return false;
    return [...testsBefore(value, isFunctionNode)].some(({ test }) => DEVELOPMENT.test(this.#sourceCode.getText(test)));
  }
}
