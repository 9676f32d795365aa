import { AST_NODE_TYPES, type TSESLint, type TSESTree } from "@typescript-eslint/utils";
import { builtinErrorClass } from "../ast/builtin-errors.js";
import { staticKey } from "../ast/static-key.js";
import { unwrapped } from "../ast/unwrapped.js";
import { variableOf } from "./caught-binding.js";

/** What the code of a file expects of errors that it receives: the tests that a change of class or text can turn. */
export interface Expectations {
  /** The texts and patterns that messages are tested for; `undefined`: one that is not static. */
  readonly messages: readonly (string | RegExp | undefined)[];
  /** The built-in classes in `instanceof`. */
  readonly classes: ReadonlySet<string>;
  /** What `error.name` is compared with. */
  readonly names: ReadonlySet<string>;
  /** The values that `error.code` is compared with. */
  readonly codes: ReadonlySet<string>;
}

const TEXT_METHODS = new Set(["includes", "startsWith", "endsWith", "indexOf", "match", "search", "test", "exec"]);
const files = new WeakMap<TSESLint.SourceCode, Expectations>();

/** The tests on errors in a file. They are looked for once, token by token, so that most files cost next to nothing. */
export function expectationsOf(sourceCode: TSESLint.SourceCode): Expectations {
  const known = files.get(sourceCode);
  if (known) return known;
  const messages: (string | RegExp | undefined)[] = [];
  const classes = new Set<string>();
  const names = new Set<string>();
  const codes = new Set<string>();
  for (const token of sourceCode.ast.tokens) {
    if (!/^(?:message|name|code|instanceof)$/.test(token.value)) continue;
    const node = sourceCode.getNodeByRangeIndex(token.range[0]);
    if (!node) continue;
    if (node.type === AST_NODE_TYPES.BinaryExpression && token.value === "instanceof") {
      const tested = builtinErrorClass(node.right, sourceCode);
      if (tested !== undefined) classes.add(tested);
      continue;
    }
    for (const read of readsThrough(node, sourceCode)) {
      if (token.value === "message") messages.push(...textTests(read, sourceCode));
      else for (const value of comparedValues(read)) (token.value === "name" ? names : codes).add(value);
    }
  }
  const expectations = { messages, classes, names, codes };
  files.set(sourceCode, expectations);
  return expectations;
}

/** The expressions that hold a property's value: `e.message` itself, and what it was stored in. */
function readsThrough(property: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const { parent } = property;
  if (parent?.type === AST_NODE_TYPES.MemberExpression && parent.property === property) {
    const stored = parent.parent.type === AST_NODE_TYPES.VariableDeclarator ? parent.parent.id : undefined;
    return [parent, ...readsOf(stored, sourceCode)];
  }
  // `const { message } = err`
  if (parent?.type !== AST_NODE_TYPES.Property || parent.parent.type !== AST_NODE_TYPES.ObjectPattern) return [];
  return readsOf(parent.value, sourceCode);
}

function readsOf(binding: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const variable = binding && variableOf(binding, sourceCode);
  return variable
    ? variable.references.filter((reference) => reference.isRead()).map(({ identifier }) => identifier)
    : [];
}

function textTests(read: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly (string | RegExp | undefined)[] {
  const compared = comparedValues(read);
  if (compared.length > 0) return compared;
  const holder = wrapperOf(read);
  const { parent } = holder;
  if (parent?.type === AST_NODE_TYPES.MemberExpression && parent.object === holder) {
    const method = staticKey(parent, sourceCode);
    // `message.toLowerCase().includes(...)`
    if (method === "toLowerCase" || method === "toUpperCase" || method === "trim") return [undefined];
    const call = wrapperOf(parent).parent;
    return call?.type === AST_NODE_TYPES.CallExpression && TEXT_METHODS.has(method ?? "")
      ? [staticText(call.arguments[0])]
      : [];
  }
  const isArgument = parent?.type === AST_NODE_TYPES.CallExpression && parent.arguments[0] === holder;
  const callee = isArgument ? unwrapped(parent.callee) : undefined;
  if (callee?.type !== AST_NODE_TYPES.MemberExpression || !TEXT_METHODS.has(staticKey(callee, sourceCode) ?? ""))
    return [];
  return [staticText(callee.object)];
}

/** The outermost node that is the same value: around a read, `?.` and type assertions. */
function wrapperOf(node: TSESTree.Node): TSESTree.Node {
  const { parent } = node;
  return parent && unwrapped(parent) !== parent ? wrapperOf(parent) : node;
}

function comparedValues(read: TSESTree.Node): readonly string[] {
  const { parent } = read;
  if (parent?.type === AST_NODE_TYPES.BinaryExpression && /^[!=]==?$/.test(parent.operator)) {
    const other = staticText(parent.left === read ? parent.right : parent.left);
    return typeof other === "string" ? [other] : [];
  }
  if (parent?.type !== AST_NODE_TYPES.SwitchStatement || parent.discriminant !== read) return [];
  return parent.cases.flatMap(({ test }) => {
    const value = test ? staticText(test) : undefined;
    return typeof value === "string" ? [value] : [];
  });
}

function staticText(node: TSESTree.Node | undefined): string | RegExp | undefined {
  if (node?.type !== AST_NODE_TYPES.Literal) return undefined;
  if (typeof node.value === "string" || node.value instanceof RegExp) return node.value;
  return undefined;
}

/** Whether code of the file can tell an error of that class, text and code from the one that replaces it. */
export function isExpected(
  { messages, classes, names, codes }: Expectations,
  error: { readonly className: string | undefined; readonly text: string; readonly code: string | undefined },
): boolean {
  const { className = "" } = error;
  // `error instanceof Error` stays true, `error.name === "Error"` does not.
  if (names.has(className) || (className !== "Error" && classes.has(className))) return true;
  if (error.code !== undefined && codes.has(error.code)) return true;
  return messages.some((tested) => tested === undefined || isFoundIn(tested, error.text));
}

function isFoundIn(tested: string | RegExp, text: string): boolean {
  // A fresh object: a global pattern remembers where it stopped.
  if (typeof tested !== "string") return new RegExp(tested.source, tested.flags.replace(/[gy]/g, "")).test(text);
  return tested !== "" && (text.includes(tested) || tested.startsWith(text));
}
