import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { type ReferencePath, resolveReferencePath } from "../syntax/references.js";
import { readStaticKey } from "../syntax/properties.js";
import type { TypeFacts } from "../types/type-facts.js";
import { isProjectModule } from "./file-contract.js";
import { type NameMatcher, type NameOrigin, matchesName } from "./name-matcher.js";

/**
 * Whether a setting means the function that is called: behind imports and aliases, as it is written (`logger.error`,
 * also at the end of `this.logger.error`), or as types know it.
 */
export function isNamedFunction(
  callee: TSESTree.Node,
  matchers: readonly NameMatcher[],
  sourceCode: TSESLint.SourceCode,
  facts: TypeFacts | undefined,
): boolean {
  if (matchers.length === 0) return false;
  const node = unwrapExpression(callee);
  const written = readWrittenNames(node, sourceCode);
  if (matchers.some((matcher) => typeof matcher === "string" && endsWithName(written, matcher))) return true;
  const reference = resolveReferencePath(node, sourceCode);
  const origins = reference ? listOrigins(reference, written) : [];
  if (matchers.some((matcher) => origins.some((origin) => matchesName(matcher, origin)))) return true;
  const typed = facts?.origin(node);
  return typed !== undefined && matchers.some((matcher) => matchesName(matcher, typed));
}

/** `["this", "logger", "error"]`; empty where the chain begins with anything but a name. */
function readWrittenNames(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly string[] {
  if (node.type === "Identifier") return [node.name];
  if (node.type === "ThisExpression") return ["this"];
  if (node.type !== "MemberExpression") return [];
  const owner = readWrittenNames(unwrapExpression(node.object), sourceCode);
  const name = readStaticKey(node, sourceCode);
  return owner.length > 0 && name !== undefined ? [...owner, name] : [];
}

// A name without a dot is a declaration's: `error` is not the `error` of `logger.error`.
function endsWithName(written: readonly string[], name: string): boolean {
  const parts = name.split(".");
  const end = parts.length > 1 ? written.slice(-parts.length) : written;
  return end.join(".") === name;
}

function listOrigins({ root, path }: ReferencePath, written: readonly string[]): readonly NameOrigin[] {
  if (root.kind === "global") return [{ from: "lib", name: path.join(".") }];
  if (root.kind === "variable") return [{ from: "file", name: [root.variable.name, ...path].join(".") }];
  const { module } = root;
  // A default export has the name that the file gives it.
  const names = path[0] === "default" ? [path.slice(1), written] : [path];
  return names.map((each) => {
    const name = each.join(".");
    return isProjectModule(module) ? { from: "file", name, file: module } : { from: "package", name, package: module };
  });
}
