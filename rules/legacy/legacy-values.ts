import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { LegacyParts } from "../contract/legacy-parts.js";
import { matchesName } from "../contract/name-matcher.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { testsBefore } from "../syntax/tests-before.js";
import { listGivenMembers } from "../types/classes-of.js";
import { findContractCheckOperand, findLegacyCheckOperand, listOperands } from "./legacy-checks.js";
import type { LegacyFacts } from "./legacy-facts.js";

type Node = TSESTree.Node;

/** The legacy class that an expression's value is surely an instance of. */
export function findLegacyClass(node: Node, facts: LegacyFacts): LegacySettings | undefined {
  const expression = unwrapExpression(node);
  return (
    findConstructedClass(expression, facts.parts) ??
    (expression.type === "Identifier" ? findVariableClass(expression, facts) : undefined) ??
    findClassByType(node, facts)
  );
}

/** `new KaizaError(...)` and `ensureKaizaError(...)` themselves. */
function findConstructedClass(expression: Node, parts: LegacyParts): LegacySettings | undefined {
  const kind = { NewExpression: "class", CallExpression: "converter" } as Record<string, string>;
  if (expression.type !== "NewExpression" && expression.type !== "CallExpression") return undefined;
  const part = parts.partAt(unwrapExpression(expression.callee));
  return part && part.kind === kind[expression.type] && part.rest.length === 0 ? part.legacy : undefined;
}

function findVariableClass(node: TSESTree.Identifier, facts: LegacyFacts): LegacySettings | undefined {
  const { parts, sourceCode } = facts;
  const variable = ASTUtils.findVariable(sourceCode.getScope(node), node.name);
  const definition = variable?.defs[0];
  // A variable that is written again may hold anything.
  if (!variable || !definition || variable.references.some((reference) => reference.isWrite() && !reference.init))
    return undefined;
  const declared = definition.node;
  if (declared.type === "VariableDeclarator" && declared.id === definition.name && declared.init) {
    const made = findConstructedClass(unwrapExpression(declared.init), parts);
    if (made) return made;
  }
  return (
    findAnnotatedClass(definition.name, parts) ?? findNarrowedClass(node, facts) ?? findTestedClass(variable, parts)
  );
}

/** The class that a caught value is tested for anywhere: its legacy fields are read because it may be one. */
function findTestedClass(
  { defs, references }: TSESLint.Scope.Variable,
  parts: LegacyParts,
): LegacySettings | undefined {
  if (defs[0]?.type !== "CatchClause") return undefined;
  for (const { identifier } of references) {
    const { parent } = identifier;
    const isTest = parent.type === "BinaryExpression" && parent.operator === "instanceof";
    const part = isTest && parent.left === identifier ? parts.partAt(unwrapExpression(parent.right)) : undefined;
    if (part?.kind === "class" && part.rest.length === 0) return part.legacy;
  }
  return undefined;
}

function findAnnotatedClass(name: Node, parts: LegacyParts): LegacySettings | undefined {
  const annotation = name.type === "Identifier" ? name.typeAnnotation?.typeAnnotation : undefined;
  const part = annotation?.type === "TSTypeReference" ? parts.partAt(annotation.typeName) : undefined;
  return part?.kind === "class" && part.rest.length === 0 ? part.legacy : undefined;
}

/** The class that a check around the node, or one that left the block before it, narrows its value to. */
function findNarrowedClass(node: TSESTree.Identifier, facts: LegacyFacts): LegacySettings | undefined {
  for (const { test, outcome } of testsBefore(node, () => false)) {
    const found = findCheckedClass(test, outcome, node.name, facts);
    if (found) return found;
  }
  return undefined;
}

/** The class that a variable has where a condition holds, or does not. */
function findCheckedClass(test: Node, holds: boolean, name: string, facts: LegacyFacts): LegacySettings | undefined {
  const expression = unwrapExpression(test);
  if (expression.type === "UnaryExpression" && expression.operator === "!") {
    return findCheckedClass(expression.argument, !holds, name, facts);
  }
  const operands = listOperands(expression, holds ? "&&" : "||");
  if (operands.length > 1)
    return operands.map((part) => findCheckedClass(part, holds, name, facts)).find((found) => found !== undefined);
  // Where both classes are let through, the value can still be the legacy one.
  const alternatives = holds ? listOperands(expression, "||") : [];
  const check = alternatives.find((part) => findLegacyCheckOperand(part, facts) === name);
  if (alternatives.some((part) => part !== check && findContractCheckOperand(part, facts) !== name)) return undefined;
  if (check?.type !== "BinaryExpression") return undefined;
  return facts.parts.partAt(unwrapExpression(check.right))?.legacy;
}

function findClassByType(node: Node, { parts, types }: LegacyFacts): LegacySettings | undefined {
  const members = listGivenMembers(node, types);
  return parts.settings.find(
    (legacy) =>
      members.length > 0 &&
      members.every(({ origin, bases }) =>
        [{ origin }, ...bases].some(({ origin: from }) => from !== undefined && matchesName(legacy.class, from)),
      ),
  );
}
