import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readStaticValue, readStaticKey } from "../syntax/references.js";
import type { LegacyFacts } from "./legacy-facts.js";

/** An expression, or an arm of one, that names a code. */
export interface CodeArm {
  readonly node: TSESTree.Node;
  /** The code of the contract that stands for it; `undefined` where nothing says so. */
  readonly code: string | undefined;
  /** The code as the legacy code has it. */
  readonly written: string;
  /** The expression holds the contract's code already and can stay as it is. */
  readonly stays: boolean;
  /** A variable holds the code: with another expression in its place, it would be left behind. */
  readonly isVariable: boolean;
}

/** The codes that an expression can be, where all of them are written in the file; else `undefined`: a dynamic code. */
export function collectCodeArms(
  node: TSESTree.Node,
  legacy: LegacySettings,
  facts: LegacyFacts,
): readonly CodeArm[] | undefined {
  const expression = unwrapExpression(node);
  if (expression.type === "ConditionalExpression") {
    const arms = [expression.consequent, expression.alternate].map((arm) => collectCodeArms(arm, legacy, facts));
    return arms.every((arm) => arm !== undefined) ? arms.flat() : undefined;
  }
  const ofContract = facts.contract.nameOf(expression);
  if (ofContract?.startsWith(`${facts.contract.codesObject}.`)) {
    const code = ofContract.slice(facts.contract.codesObject.length + 1);
    return [
      { node: expression, code: isCode(code, facts) ? code : undefined, written: code, stays: true, isVariable: false },
    ];
  }
  const part = facts.parts.partAt(expression);
  const written = part?.kind === "codes" && part.rest.length === 1 ? part.rest[0] : readStaticText(expression, facts);
  if (written === undefined) return undefined;
  const code = findContractCode(written, legacy, facts);
  const isVariable = expression.type === "Identifier";
  return [{ node: expression, code, written, stays: isVariable && code === written, isVariable }];
}

/** The contract's code for a legacy code. */
export function findContractCode(written: string, { codeMap }: LegacySettings, facts: LegacyFacts): string | undefined {
  const mapped = codeMap && Object.hasOwn(codeMap, written) ? codeMap[written] : undefined;
  const code = mapped ?? written;
  return isCode(code, facts) ? code : undefined;
}

function isCode(code: string, { registry }: LegacyFacts): boolean {
  return registry.has(code) === true && registry.isAccepted(code);
}

function readStaticText(expression: TSESTree.Node, { sourceCode }: LegacyFacts): string | undefined {
  const value = readStaticValue(expression, sourceCode)?.value;
  return typeof value === "string" ? value : undefined;
}

/**
 * The name of the code that a use of the codes object takes from it: `SESSION_LOCKED` of `ERROR_CODES.SESSION_LOCKED`.
 */
export function readCodeMember(member: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  return member.type === "MemberExpression" ? readStaticKey(member, sourceCode) : undefined;
}
