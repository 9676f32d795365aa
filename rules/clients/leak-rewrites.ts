import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectNodes, isInside } from "../syntax/nodes.js";
import { isVisible, readMethodCall } from "../syntax/references.js";
import { runsInBrowser } from "../syntax/source-file.js";
import { rewriteUnknown } from "../throws/rewrite-raw-error.js";
import type { ClientSlot } from "./client-slots.js";
import type { Leak } from "./leaks.js";

/** Creates the suggestion for a leak: it sends the contract's envelope of the error in place of the leaking value. */
export function createLeakRewrite(
  { error, node }: Leak,
  { value, place, isText = false }: ClientSlot,
  reader: LintContext,
): TSESLint.ReportFixFunction | undefined {
  const { sourceCode } = reader;
  // An error that another function was given has no name here.
  if (!error || place === "envelope" || !isInside(node, value) || !isVisible(error, value, sourceCode))
    return undefined;
  if (runsInBrowser(value, sourceCode) || sourceCode.getCommentsInside(value).length > 0) return undefined;
  if (isWritten(value, sourceCode) || saysMore(value, error, sourceCode)) return undefined;
  const needsText = isText || (place === "result" && !isStructured(value));
  const print = (text: string) => (needsText ? `JSON.stringify(${text}.toEnvelope())` : `${text}.toEnvelope()`);
  return rewriteUnknown(error, reader, value, print)?.apply;
}

/**
 * `{ error: "Internal error", stack: err.stack }`: the envelope would tell the text of the error in place of that one.
 */
function saysMore(value: TSESTree.Node, error: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): boolean {
  const object = unwrapExpression(value);
  if (object.type !== "ObjectExpression") return false;
  return object.properties.some((property) => {
    const said = property.type === "Property" ? property.value : property;
    if (said.type === "Literal" && typeof said.value !== "string") return false;
    return !collectNodes(sourceCode, said).some((each) => each.type === "Identifier" && each.name === error.name);
  });
}

// One of several chunks: the text around the leak may frame it for a protocol.
function isWritten(value: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return value.parent?.type === "CallExpression" && readMethodCall(value.parent, sourceCode)?.name === "write";
}

function isStructured({ parent }: TSESTree.Node): boolean {
  return (
    parent !== undefined &&
    "key" in parent &&
    parent.key.type === "Identifier" &&
    parent.key.name === "structuredContent"
  );
}
