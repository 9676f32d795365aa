import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isKnownNonError } from "../catches/non-errors.js";
import { isContractError } from "../codes/code-owner.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { findCalledFunction } from "../syntax/function-called.js";
import {
  type FunctionNode,
  isFunctionNode,
  listParameters,
  collectReturnedValues,
  findFunctionVariable,
} from "../syntax/functions.js";
import { findBuiltinErrorName, resolveReferencePath, readStaticKey, resolveVariable } from "../syntax/references.js";
import { testsBefore } from "../syntax/tests-before.js";
import { isAmbiguous, isError } from "./error-values.js";
import {
  extendsPath,
  findEnvironmentVariable,
  holdsMachinePath,
  isHarmlessVariable,
  isOwnFolder,
  makesAbsolutePath,
} from "./machine-facts.js";

/*
 * Finds data in an expression that must not reach a client. The expression is taken apart into the sources of its text
 * or JSON: arms of conditionals, parts of templates, properties, elements, arguments of conversions. A variable stands
 * for the value that is assigned to it, a function of the file for its return values, and a parameter for the
 * arguments of the calls in the file; there the leak is reported, because there it can be mended. The result of an
 * unknown function is not judged.
 */

/** Something that a client should not see, at the node to report. */
export interface Leak {
  readonly kind: "stack" | "error" | "path" | "environment";
  readonly node: TSESTree.Node;
  /** The error that the leak is part of. */
  readonly error?: TSESTree.Identifier;
  /** Whether it is the environment with all that is in it. */
  readonly isWhole?: boolean;
}

export interface LeakReader extends LintContext {
  /** Whether code under a test for development does not count. */
  readonly allowInDevelopment: boolean;
}

/** Whether a value becomes text there, or JSON, or is shown with its members. */
type Form = "text" | "json" | "members";

const MOST_STEPS = 6;
const DEVELOPMENT = /\bNODE_ENV\b|\bDEBUG\b|\bis(?:Dev|Development|Debug)\b|\b(?:dev|debug)(?:Mode|elopment)?\b/i;
const CONVERSIONS: ReadonlyMap<string, Form> = new Map([
  ["String", "text"],
  ["JSON.stringify", "json"],
  ...["util.inspect", "inspect", "util.format", "format"].map((name): [string, Form] => [name, "members"]),
]);

/** The leaks in an expression that a client will read. */
export function collectLeaks(expression: TSESTree.Node, reader: LeakReader): readonly Leak[] {
  return new Search(reader).searchValues(expression, "json", 0);
}

class Search {
  readonly #reader: LeakReader;
  /** The functions whose results are being looked at; a recursive one would never end. */
  readonly #running = new Set<TSESTree.Node>();
  /** The arguments of the call that is being followed, by parameter. */
  readonly #handed = new Map<TSESTree.Node, TSESTree.Node>();
  /** Whether only a part of the value is shown, so that an error is no leak as a whole, and its type is not asked. */
  #isPart = false;

  constructor(reader: LeakReader) {
    this.#reader = reader;
  }

  searchValues(expression: TSESTree.Node, form: Form, steps: number): readonly Leak[] {
    if (steps > MOST_STEPS) return [];
    return listPossibleValues(expression)
      .filter((value) => !this.#isInDevelopment(value))
      .flatMap((value) => this.#searchValue(value, form, steps));
  }

  #searchValue(value: TSESTree.Node, form: Form, steps: number): readonly Leak[] {
    switch (value.type) {
      case "Literal":
        return typeof value.value === "string" && holdsMachinePath(value.value) ? [{ kind: "path", node: value }] : [];
      case "TemplateLiteral": {
        const isPath = holdsMachinePath(value.quasis.map((quasi) => quasi.value.raw).join("x"));
        const parts = value.expressions.flatMap((part) => this.searchValues(part, "text", steps));
        return isPath ? [{ kind: "path", node: value }, ...parts] : parts;
      }
      case "BinaryExpression":
        return value.operator === "+"
          ? [value.left, value.right].flatMap((part) => this.searchValues(part, "text", steps))
          : [];
      case "ObjectExpression":
        return value.properties.flatMap((property) =>
          property.type === "SpreadElement"
            ? this.searchValues(property.argument, "members", steps)
            : this.searchValues(property.value, "json", steps),
        );
      case "ArrayExpression":
        return value.elements.flatMap((element) => {
          const item = element?.type === "SpreadElement" ? element.argument : element;
          return item ? this.searchValues(item, form, steps) : [];
        });
      case "AwaitExpression":
        return this.searchValues(value.argument, form, steps);
      case "MemberExpression":
        return this.#searchMember(value, steps);
      case "CallExpression":
        return this.#callLeaks(value, form, steps);
      case "Identifier":
        return this.#nameLeaks(value, form, steps);
      case "NewExpression":
        return findBuiltinErrorName(value.callee, this.#reader.sourceCode) ? [{ kind: "error", node: value }] : [];
      default:
        return [];
    }
  }

  #searchMember(member: TSESTree.MemberExpression, steps: number): readonly Leak[] {
    const { sourceCode } = this.#reader;
    const name = readStaticKey(member, sourceCode);
    const owner = unwrapExpression(member.object);
    if (name === "stack" && isError(owner, this.#reader))
      return [{ kind: "stack", node: member, ...readOwnerError(owner) }];
    const environment = readEnvironmentLeaks(member, sourceCode);
    if (environment) return environment;
    if (isOwnFolder(member, sourceCode)) return [{ kind: "path", node: member }];
    // One part of a stack, an element of an array.
    return name === undefined || member.computed ? this.#searchPart(member, member.object, ["stack"], steps) : [];
  }

  #callLeaks(call: TSESTree.CallExpression, form: Form, steps: number): readonly Leak[] {
    const { sourceCode, contract } = this.#reader;
    if (contract.nameOf(call.callee) !== undefined) return [];
    const callee = unwrapExpression(call.callee);
    const name = resolveFunctionName(callee, sourceCode);
    const conversion = name === undefined ? undefined : CONVERSIONS.get(name);
    if (conversion) {
      const [converted] = call.arguments;
      return converted ? moveTo(call, this.searchValues(converted, conversion, steps + 1)) : [];
    }
    if (makesAbsolutePath(call, sourceCode)) return [{ kind: "path", node: call }];
    const [first] = call.arguments;
    if (first && extendsPath(call, sourceCode)) {
      const paths = this.searchValues(first, form, steps + 1).filter(({ kind }) => kind === "path");
      return moveTo(call, paths);
    }
    const called = findCalledFunction(call, sourceCode);
    if (called) return this.#searchReturnedValues(called, call, form, steps);
    if (callee.type !== "MemberExpression") return [];
    const method = readStaticKey(callee, sourceCode) ?? "";
    const owner = unwrapExpression(callee.object);
    if (method === "toString" && isError(owner, this.#reader, isAmbiguous(owner))) {
      if (isKnownNonError(owner, sourceCode)) return [];
      return [{ kind: "error", node: call, ...readOwnerError(owner) }];
    }
    // `err.stack.split("\n")` shows the stack; a call of `replace` may remove it on purpose.
    if (method.startsWith("replace")) return [];
    // The first letters of a key tell which it is, and not what it is.
    const kinds: readonly Leak["kind"][] = /^(?:slice|substr)/.test(method) ? ["stack"] : ["stack", "environment"];
    return this.#searchPart(call, callee.object, kinds, steps);
  }

  /** Returns the leaks of a value that remain in a part of it, or in the result of one of its methods. */
  #searchPart(
    node: TSESTree.Node,
    value: TSESTree.Node,
    kinds: readonly Leak["kind"][],
    steps: number,
  ): readonly Leak[] {
    const wasPart = this.#isPart;
    this.#isPart = true;
    const found = this.searchValues(value, "json", steps + 1).filter(({ kind }) => kinds.includes(kind));
    this.#isPart = wasPart;
    return moveTo(node, found);
  }

  /** Returns the leaks in the return values of a function of the file, with the call's arguments for its parameters. */
  #searchReturnedValues(
    called: FunctionNode,
    call: TSESTree.CallExpression,
    form: Form,
    steps: number,
  ): readonly Leak[] {
    if (this.#running.has(called)) return [];
    this.#running.add(called);
    listParameters(called).forEach((parameter, index) => {
      const handed = call.arguments[index];
      if (handed && handed.type !== "SpreadElement") this.#handed.set(parameter, handed);
    });
    const returned = collectReturnedValues(called, this.#reader.sourceCode);
    const found = returned.flatMap((value) => this.searchValues(value, form, steps + 1));
    called.params.forEach((parameter) => this.#handed.delete(parameter));
    this.#running.delete(called);
    return moveTo(call, found);
  }

  #nameLeaks(name: TSESTree.Identifier, form: Form, steps: number): readonly Leak[] {
    const { sourceCode } = this.#reader;
    if (isOwnFolder(name, sourceCode)) return [{ kind: "path", node: name }];
    // A value that is no Error has nothing but its text to show.
    if (form === "text" && isKnownNonError(name, sourceCode)) return [];
    const held = this.#isPart ? this.#searchVariable(name, form, steps) : undefined;
    if (held?.length === 0) return [];
    if (isError(name, this.#reader, true)) {
      // A class with a `toJSON` of its own shows what it means to show.
      const showsItself = form === "json" && this.#reader.facts?.property(name, "toJSON") === "required";
      return showsItself || isContractError(name, this.#reader) ? [] : [{ kind: "error", node: name, error: name }];
    }
    return held ?? this.#searchVariable(name, form, steps);
  }

  /** Returns the leaks of a variable that holds no error. */
  #searchVariable(name: TSESTree.Identifier, form: Form, steps: number): readonly Leak[] {
    const { sourceCode } = this.#reader;
    const environment = readEnvironmentLeaks(name, sourceCode);
    if (environment) return environment;
    const variable = resolveVariable(name, sourceCode);
    const definition = variable?.defs[0];
    if (!variable || !definition) return [];
    const handed = this.#handed.get(definition.name);
    if (handed) return this.searchValues(handed, form, steps + 1);
    if (definition.type === "Parameter") return this.#searchArguments(definition, form, steps);
    if (definition.type !== "Variable") return [];
    if (definition.node.id !== definition.name) return this.#searchDestructuredProperty(name, definition);
    const written = variable.references.flatMap(({ writeExpr }) => writeExpr ?? []);
    // Any of several values may stand there; only a value that always leaks is reported.
    if (written.length !== 1 || !written[0]) return [];
    return moveTo(name, this.searchValues(written[0], form, steps + 1));
  }

  /** `const { stack } = err` */
  #searchDestructuredProperty(name: TSESTree.Identifier, definition: TSESLint.Scope.Definition): readonly Leak[] {
    const { node } = definition;
    const property = definition.name.parent;
    if (node.type !== "VariableDeclarator" || !node.init) return [];
    if (property.type !== "Property" || property.parent !== node.id) return [];
    const owner = unwrapExpression(node.init);
    const isStack = readStaticKey(property, this.#reader.sourceCode) === "stack" && isError(owner, this.#reader);
    return isStack ? [{ kind: "stack", node: name, ...readOwnerError(owner) }] : [];
  }

  /** Returns the leaks in the arguments that the calls in the file pass for a parameter. */
  #searchArguments({ node, name }: TSESLint.Scope.Definition, form: Form, steps: number): readonly Leak[] {
    if (!isFunctionNode(node) || this.#running.has(node)) return [];
    const position = listParameters(node).findIndex((parameter) => parameter === name);
    if (position < 0) return [];
    this.#running.add(node);
    const found = callsOf(node, this.#reader.sourceCode).flatMap((call) => {
      const handed = call.arguments[position];
      const isKnown = call.arguments.slice(0, position + 1).every(({ type }) => type !== "SpreadElement");
      return handed && isKnown ? this.searchValues(handed, form, steps + 1) : [];
    });
    this.#running.delete(node);
    return found;
  }

  #isInDevelopment(value: TSESTree.Node): boolean {
    const { allowInDevelopment, sourceCode } = this.#reader;
    if (!allowInDevelopment) return false;
    return [...testsBefore(value, isFunctionNode)].some(({ test }) => DEVELOPMENT.test(sourceCode.getText(test)));
  }
}

/** The same leaks, reported where the value stands that a client will read. */
function moveTo(node: TSESTree.Node, [first]: readonly Leak[]): readonly Leak[] {
  return first ? [{ ...first, node }] : [];
}

function readOwnerError(owner: TSESTree.Node): { readonly error?: TSESTree.Identifier } {
  return owner.type === "Identifier" ? { error: owner } : {};
}

/** Returns the leak of a reference to the environment, as a whole or of one value; `undefined` of anything else. */
function readEnvironmentLeaks(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly Leak[] | undefined {
  const variable = findEnvironmentVariable(node, sourceCode);
  if (variable === undefined) return undefined;
  if (variable === "") return [{ kind: "environment", node, isWhole: true }];
  return isHarmlessVariable(variable) ? [] : [{ kind: "environment", node }];
}

/** `String`, `JSON.stringify`, `util.inspect` of node:util under any name. */
function resolveFunctionName(callee: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const reference = resolveReferencePath(callee, sourceCode);
  if (!reference) return undefined;
  const name = reference.path.join(".").replace(/^default\./, "");
  if (reference.root.kind === "global") return name === "inspect" || name === "format" ? undefined : name;
  return reference.root.kind === "import" && /^(?:node:)?util$/.test(reference.root.module) ? name : undefined;
}

function callsOf(called: FunctionNode, sourceCode: TSESLint.SourceCode): readonly TSESTree.CallExpression[] {
  const references = findFunctionVariable(called, sourceCode)?.references ?? [];
  return references.flatMap(({ identifier: { parent }, identifier }) =>
    parent.type === "CallExpression" && parent.callee === identifier ? [parent] : [],
  );
}
