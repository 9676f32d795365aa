import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "./expressions.js";
import { readMethodCall, resolveReferencePath } from "./references.js";

// Functions that give another text each time, or put one together, by the names of globals and behind those of modules.
const MAKERS = new RegExp(
  String.raw`^(?:(?:node:)?crypto\.(?:default\.)?(?:webcrypto\.)?random(?:UUID|Bytes|Int)|Date\.now|Math\.random|` +
    String.raw`String|JSON\.stringify|(?:node:)?util\.(?:format|inspect))$|^(?:uuid|nanoid|ulid|cuid)(?:\.|$)`,
);
const BUILDERS = new Set(["concat", "join", "replace", "replaceAll", "toLowerCase", "toUpperCase"]);

/** Whether a call puts a text together or generates it, so that nobody can find it by reading the code. */
export function isMadeAtRunTime(node: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const reference = resolveReferencePath(node.callee, sourceCode);
  const module = reference?.root.kind === "import" ? [reference.root.module] : [];
  if (reference && reference.root.kind !== "variable" && MAKERS.test([...module, ...reference.path].join(".")))
    return true;
  const method = readMethodCall(node, sourceCode);
  if (!method || module.length > 0) return false;
  // `Math.random().toString(36)`
  const object = unwrapExpression(method.object);
  return BUILDERS.has(method.name) || (object.type === "CallExpression" && isMadeAtRunTime(object, sourceCode));
}
