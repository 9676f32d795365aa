import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { matchesName } from "../contract/name-matcher.js";
import { collectNodes } from "../syntax/nodes.js";
import { type ClassNode, findBuiltinErrorName, readStaticKey } from "../syntax/references.js";
import type { ThrownContext } from "./classify-thrown.js";

/**
 * The name of a class that a file declares, where that extends a built-in error, is neither allowed nor mapped, and
 * leaves the file: as an export or in a `throw`. `undefined` for all other classes.
 */
export function findOwnErrorClass(node: ClassNode, judge: ThrownContext): string | undefined {
  const { sourceCode, filename: file, contract, allow } = judge;
  const { superClass, id, parent } = node;
  const declaring = parent.type === "VariableDeclarator" ? parent : node;
  const name = id ?? declaring.id;
  if (node.abstract || !superClass || name?.type !== "Identifier") return undefined;
  if (findBuiltinErrorName(superClass, sourceCode) === undefined) return undefined;
  const matchers = [...allow, ...contract.settings.legacy.map((entry) => entry.class)];
  if (matchers.some((matcher) => matchesName(matcher, { from: "file", name: name.name, file }))) return undefined;
  const [variable] = sourceCode.getDeclaredVariables(declaring);
  const isExported = parent.type.startsWith("Export") || (parent.parent?.parent?.type ?? "").startsWith("Export");
  // A class of a function is one of its tools, until it is thrown.
  const isLocal = variable !== undefined && !/^(?:module|global)$/.test(variable.scope.type);
  const isUsed = variable?.references.some(
    ({ identifier }) => isExportedOrMade(identifier) && (!isLocal || isThrown(identifier)),
  );
  return isExported || isUsed === true ? name.name : undefined;
}

function isThrown({ parent }: TSESTree.Node): boolean {
  return parent?.parent?.type === "ThrowStatement";
}

function isExportedOrMade({ parent }: TSESTree.Node): boolean {
  return /^(?:NewExpression|ExportSpecifier|ExportDefaultDeclaration|Class(?:Declaration|Expression))$/.test(
    parent?.type ?? "",
  );
}

const CODE_FIELD = /^(?:code|errorCode|error_code|status|statusCode)$/;

/** Returns whether instances of a class get a code: as a field, a parameter property, or by `this.code = ...`. */
export function declaresCode({ body }: ClassNode, sourceCode: TSESLint.SourceCode): boolean {
  return collectNodes(sourceCode, body).some((node) => CODE_FIELD.test(readSetField(node, sourceCode) ?? ""));
}

function readSetField(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  switch (node.type) {
    case "PropertyDefinition":
      return node.static ? undefined : readStaticKey(node, sourceCode);
    case "TSParameterProperty":
      return sourceCode.getText(node.parameter).replace(/\W.*$/s, "");
    case "AssignmentExpression": {
      const { left } = node;
      const isOwn = left.type === "MemberExpression" && left.object.type === "ThisExpression";
      return isOwn ? readStaticKey(left, sourceCode) : undefined;
    }
    default:
      return undefined;
  }
}
