import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { JSONSchema } from "error-contract";
import { readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { type ReferencePath, isProjectModule, resolveReferencePath } from "../syntax/references.js";
import type { TypedFile } from "../types/type-facts.js";

/**
 * Which declarations a setting or option means, in the form of typescript-eslint's `TypeOrValueSpecifier`. A bare
 * string is any declaration of that name; names of methods are dotted (`"logger.error"`).
 */
export type NameMatcher =
  | string
  | { readonly from: "lib"; readonly name: string | readonly string[] }
  | { readonly from: "file"; readonly name: string | readonly string[]; readonly path?: string }
  | { readonly from: "package"; readonly name: string | readonly string[]; readonly package: string };

/** Where a name was found to come from, through imports or through types. */
export type NameOrigin =
  | { readonly from: "lib"; readonly name: string }
  | { readonly from: "file"; readonly name: string; readonly file?: string }
  | { readonly from: "package"; readonly name: string; readonly package: string };

const TEXT = { type: "string", minLength: 1 } satisfies JSONSchema;

/** JSON Schema of a {@link NameMatcher}, for settings and rule options. */
export const NAME_MATCHER_SCHEMA = {
  anyOf: [
    TEXT,
    {
      type: "object",
      additionalProperties: false,
      required: ["from", "name"],
      properties: {
        from: { type: "string", enum: ["lib", "file", "package"] },
        name: { anyOf: [TEXT, { type: "array", items: TEXT, minItems: 1 }] },
        package: TEXT,
        path: TEXT,
      },
    },
  ],
} satisfies JSONSchema;

/** Returns whether a matcher applies to a name of that origin. `package` also covers the subpaths of that package. */
export function matchesName(matcher: NameMatcher | undefined, origin: NameOrigin): boolean {
  if (!listMatcherNames(matcher).includes(origin.name)) return false;
  if (typeof matcher !== "object") return true;
  if (matcher.from !== origin.from) return false;
  if (matcher.from === "package" && origin.from === "package") {
    return origin.package === matcher.package || origin.package.startsWith(`${matcher.package}/`);
  }
  if (matcher.from === "file" && origin.from === "file" && matcher.path !== undefined) {
    return origin.file !== undefined && isAtPath(origin.file, matcher.path);
  }
  return true;
}

/** Whether a path ends in another, whatever the extension: imports say `.js` for `.ts`, or nothing at all. */
function isAtPath(file: string, end: string): boolean {
  const [whole, part] = [file, end].map((each) => each.replaceAll("\\", "/").replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ""));
  return `/${whole}`.endsWith(`/${part?.replace(/^(?:\.?\/)+/, "")}`);
}

export function listMatcherNames(matcher: NameMatcher | undefined): readonly string[] {
  return typeof matcher === "object" ? [matcher.name].flat() : [matcher ?? []].flat();
}

/**
 * Whether a setting means the function that is called: behind imports and aliases, as it is written (`logger.error`,
 * also at the end of `this.logger.error`), or as types know it.
 */
export function isNamedFunction(
  callee: TSESTree.Node,
  matchers: readonly NameMatcher[],
  { sourceCode, facts }: TypedFile,
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
