import type { TSESTree } from "@typescript-eslint/utils";
import { type LintContext, rememberForLint } from "../contract/lint-context.js";
import { dependsOn } from "../modules/package-name.js";
import { listValues } from "../model/values.js";
import { getOutermostWrapper, readObjectFields, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { listImports, resolveReferencePath } from "../syntax/references.js";
import { FRAMEWORKS, SERVED_OBJECTS, type ServedObject } from "../words/frameworks.js";
import { readToolName, type ToolRegistration } from "./registrations.js";

/** A tool, a resource or a prompt as an object, with no regard to what registers it. */
export interface ServedRegistration extends ToolRegistration {
  readonly name: TSESTree.Node;
  readonly serves: ServedObject["serves"];
}

const PACKAGES: ReadonlySet<string> = new Set(
  FRAMEWORKS.flatMap(({ packages }) => packages.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)),
);

const KEYS = SERVED_OBJECTS.flatMap(({ described }) => described).join("|");
/** As keys: `schema: {}`, `{ name, schema }`. */
const DESCRIBED = new RegExp(String.raw`\b(?:${KEYS})\b(?=["']?\s*[:,}])`, "g");
const RUNS = new RegExp(String.raw`\b(?:${SERVED_OBJECTS.flatMap(({ handler }) => handler).join("|")})\b`);

/** The places in the text of a file where it may write tools as objects; none in a project without them. */
export const findObjectWords = rememberForLint((lint): readonly number[] => {
  const { text } = lint.sourceCode;
  if (!RUNS.test(text)) return [];
  const places = [...text.matchAll(DESCRIBED)].map(({ index }) => index);
  return places.length > 0 && isOfServer(lint) ? places : [];
});

/**
 * Reads an object that is a tool wherever it stands: it has a name, or stands under a key, and it has a schema and a
 * function, in a project that depends on a framework of MCP.
 */
export function readServedObject(node: TSESTree.Node, lint: LintContext): ServedRegistration | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const { values } = readObjectFields(node, lint.sourceCode);
  const name = values.get("name");
  const key = name ?? (values.has("description") ? findKey(node) : undefined);
  if (!key) return undefined;
  for (const { serves, described, handler: keys } of SERVED_OBJECTS) {
    const handler = described.some((each) => values.has(each))
      ? keys.map((each) => values.get(each)).find((value) => value && isFunctionValue(value, lint))
      : undefined;
    if (!handler || !isOfServer(lint)) continue;
    const tool = name ? readToolName(name, lint) : readKey(key, lint);
    return { serves, tool, name: key, handler, server: undefined };
  }
  return undefined;
}

/** Finds the key of `{ read_file: { description, inputSchema, handler } }`; what an agent runs is given to a call. */
function findKey(object: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = getOutermostWrapper(object);
  return parent?.type === "Property" ? parent.key : undefined;
}

const readKey = ({ parent }: TSESTree.Node, { sourceCode }: LintContext): string | undefined =>
  parent?.type === "Property" ? readStaticKey(parent, sourceCode) : undefined;

/** Returns whether a value is a function: one of the file, one of another module, or what a call makes of one. */
function isFunctionValue(node: TSESTree.Node, lint: LintContext): boolean {
  const value = unwrapExpression(node);
  // `const read = require("./read")` gives a value that is no call of the file.
  if (isImported(value, lint)) return true;
  return listValues(value, lint).some(({ node: end }) => {
    if (isFunctionNode(end)) return true;
    if (end.type !== "CallExpression") return false;
    return end.arguments.some((each) => isFunctionNode(each) || isImported(each, lint));
  });
}

function isImported(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  return resolveReferencePath(node, sourceCode)?.root.kind === "import";
}

/** Whether a file belongs to a server: it imports a framework, or its `package.json` or one above it names one. */
const isOfServer = rememberForLint(({ sourceCode, filename }): boolean => {
  const isImported = listImports(sourceCode).some(({ module }) =>
    [...PACKAGES].some((name) => module === name || module.startsWith(`${name}/`)),
  );
  return isImported || dependsOn(filename, PACKAGES);
});
