import type { JSONSchema } from "error-contract";

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
