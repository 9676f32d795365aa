import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { resolveReferencePath, resolveVariable } from "../syntax/references.js";

const WEB_PAGES = "html?|php|aspx?|jsp|png|jpe?g|gif|svg|ico|css";
// Folders that routes do not have: a name with a leading dot, or a usual folder of a home.
const OWN_FOLDERS = "\\.[\\w-]+|node_modules|src|dist|Documents|Desktop|Downloads|Library|projects|workspaces?|repos";
const NAME = "[\\w.@-]+";

// A path that begins with a drive or a server's folders names a machine. One that begins with a home may be a route of
// a site, `/home/feed`, and needs a file's ending, or a folder that routes do not have.
const MACHINE_PATHS = [
  String.raw`[A-Za-z]:\\\\?\w`,
  String.raw`/var/(?:www|lib)/${NAME}`,
  `/(?:home|Users)/${NAME}(?:/${NAME})*?/(?:(?:${OWN_FOLDERS})(?![\\w.-])|` +
    `(?!${NAME}\\.(?:${WEB_PAGES})\\b)[\\w-][\\w.-]*\\.\\w{1,5}(?![\\w/]))`,
  `/root(?:/${NAME})*?/(?:(?:${OWN_FOLDERS})(?![\\w.-])|[\\w-][\\w.-]*\\.\\w{1,5}(?![\\w/]))`,
];
const MACHINE_PATH = new RegExp(`(?:^|[\\s"'\`(:=])(?:${MACHINE_PATHS.join("|")})`);
// The path of an example is no machine's.
const EXAMPLE = /(?:\be\.g\.,?|\b(?:for example|such as|examples?:),?)\s*["'`]?[^\s"'`]+/gi;

/**
 * Whether a text surely holds the absolute path of a file or folder: `/home/build/config.json`, but not `/users/:id`.
 */
export function holdsMachinePath(text: string): boolean {
  return MACHINE_PATH.test(text.replace(EXAMPLE, ""));
}

/** `import.meta.dirname`, `import.meta.url`, `__dirname` */
export function isOwnFolder(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type === "Identifier") {
    return /^__(?:dir|file)name$/.test(node.name) && !resolveVariable(node, sourceCode)?.defs.length;
  }
  if (node.type !== "MemberExpression" || node.object.type !== "MetaProperty") return false;
  return node.property.type === "Identifier" && /^(?:dirname|filename|url)$/.test(node.property.name);
}

const PATH_MODULES = /^(?:node:)?(?:path|os|process|fs|fs\/promises)(?:\/posix|\/win32)?$/;
const ABSOLUTE_PATH_FUNCTIONS =
  /^(?:(?:default|posix|win32|promises)\.)*(?:resolve|homedir|cwd|realpath|realpathSync)$/;
const PATH_FUNCTIONS = /^(?:(?:default|posix|win32)\.)*(?:join|normalize|dirname)$/;

/** `path.resolve(...)`, `os.homedir()`, `process.cwd()`: their result is absolute whatever they are given. */
export function makesAbsolutePath(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const reference = resolveReferencePath(call.callee, sourceCode);
  const name = reference?.path.join(".") ?? "";
  if (reference?.root.kind === "global") return name === "process.cwd" && call.arguments.length === 0;
  return callsPathModule(call, ABSOLUTE_PATH_FUNCTIONS, sourceCode);
}

/** `path.join(first, ...)`: a path that begins with an absolute path is absolute. */
export function extendsPath(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  return callsPathModule(call, PATH_FUNCTIONS, sourceCode);
}

function callsPathModule({ callee }: TSESTree.CallExpression, names: RegExp, sourceCode: TSESLint.SourceCode): boolean {
  const reference = resolveReferencePath(callee, sourceCode);
  if (reference?.root.kind !== "import" || !PATH_MODULES.test(reference.root.module)) return false;
  return names.test(reference.path.join("."));
}

const GLOBAL_ENVIRONMENT = /^process\.env(?:\.(.*))?$/;
const MODULE_ENVIRONMENT = /^(?:default\.)?env(?:\.(.*))?$/;
const HARMLESS_VARIABLES =
  /^(?:NODE_ENV|npm_(?:package_\w+|lifecycle_event|command)|(?:\w+_)?(?:PORT|TIMEOUT(?:_MS)?|LOG_LEVEL|LANG|TZ))$/;

/** The variable of the environment that an expression reads; empty of the environment as a whole. */
export function findEnvironmentVariable(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const reference = resolveReferencePath(node, sourceCode);
  const name = reference?.path.join(".") ?? "";
  if (reference?.root.kind === "global") return readVariable(GLOBAL_ENVIRONMENT.exec(name));
  if (reference?.root.kind !== "import" || !/^(?:node:)?process$/.test(reference.root.module)) return undefined;
  return readVariable(MODULE_ENVIRONMENT.exec(name));
}

function readVariable(found: RegExpExecArray | null): string | undefined {
  return found ? (found[1] ?? "") : undefined;
}

/** Whether a variable of the environment holds no secret. */
export function isHarmlessVariable(name: string): boolean {
  return HARMLESS_VARIABLES.test(name);
}
