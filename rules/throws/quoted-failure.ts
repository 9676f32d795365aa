import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { followValues } from "../model/values.js";
import { resolveReferencePath } from "../syntax/references.js";
import { isErrorName } from "../words/names.js";

/** Returns whether a text is made of a failure that the function has caught, or was given to convert. */
export function quotesFailure(text: TSESTree.Node, lint: LintContext): boolean {
  const found = followValues<true>(text, lint, ({ kind, node }, follow) => {
    switch (kind) {
      case "caught":
        return [true];
      case "parameter": {
        const { root } = resolveReferencePath(node, lint.sourceCode) ?? {};
        const parameter = root?.kind === "variable" ? root.variable.defs[0]?.name : undefined;
        return parameter && mayBeFailure(parameter) ? [true] : [];
      }
      case "made":
      case "global":
      case "import":
      case "unknown":
        return listTextParts(node).flatMap(follow);
      default:
        return undefined;
    }
  });
  return found.length > 0;
}

/** The parts of a template or a sum, and what a call makes a text of: `String(error)`, `describe(error)`. */
function listTextParts(node: TSESTree.Node): readonly TSESTree.Node[] {
  switch (node.type) {
    case "TemplateLiteral":
      return node.expressions;
    case "BinaryExpression":
      return [node.left, node.right];
    case "CallExpression":
      return node.arguments;
    default:
      return [];
  }
}

/** A parameter that holds an error by its name, or that may be anything by its type. */
export function mayBeFailure(parameter: TSESTree.Node): boolean {
  if (parameter.type !== "Identifier") return false;
  return isErrorName(parameter.name) || parameter.typeAnnotation?.typeAnnotation.type === "TSUnknownKeyword";
}
