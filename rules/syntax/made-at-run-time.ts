import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "./expressions.js";
import { resolveReferencePath, readStaticKey } from "./references.js";

// Calls that give another value each time: of globals, and behind the names of modules.
const GENERATORS = new RegExp(
  String.raw`^(?:(?:node:)?crypto\.(?:default\.)?(?:webcrypto\.)?random(?:UUID|Bytes|Int)|Date\.now|Math\.random|` +
    String.raw`performance\.now|process\.hrtime)$|^(?:uuid|nanoid|ulid|cuid|@paralleldrive/cuid2)(?:\.|$)`,
);
const STRING_BUILDERS = new Set(["concat", "join", "replace", "replaceAll", "toLowerCase", "toUpperCase"]);
const CONVERSIONS = new Set(["String", "Number"]);

/** Whether a call puts a text together or generates it, so that nobody can find it by reading the code. */
export function isMadeAtRunTime(node: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const callee = unwrapExpression(node.callee);
  if (isGenerator(callee, sourceCode)) return true;
  if (callee.type === "MemberExpression") {
    const method = readStaticKey(callee, sourceCode);
    const isImported = resolveReferencePath(callee, sourceCode)?.root.kind === "import";
    return (
      (method !== undefined && STRING_BUILDERS.has(method) && !isImported) || isGenerated(callee.object, sourceCode)
    );
  }
  const [argument] = node.arguments;
  const isConversion = callee.type === "Identifier" && CONVERSIONS.has(callee.name);
  return isConversion && argument !== undefined && isGenerated(argument, sourceCode);
}

/** `Math.random()` in `Math.random().toString(36)`. */
function isGenerated(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  return value.type === "CallExpression" && isMadeAtRunTime(value, sourceCode);
}

function isGenerator(callee: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const reference = resolveReferencePath(callee, sourceCode);
  if (!reference || reference.root.kind === "variable") return false;
  const module = reference.root.kind === "import" ? [reference.root.module] : [];
  return GENERATORS.test([...module, ...reference.path].join("."));
}
