import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LegacyFacts } from "./legacy-facts.js";
import type { LegacyUse } from "./legacy-uses.js";
import type { ObjectRewrite } from "./legacy-call.js";
import type { Locals, LegacyRewrite } from "./legacy-finding.js";

type Fixer = TSESLint.RuleFixer;

/** `new KaizaError({...})` becomes a factory's call, or the construction of the contract's class. */
export function createConstructionRewrite(
  node: TSESTree.NewExpression,
  object: TSESTree.ObjectExpression,
  rewrite: ObjectRewrite,
  { sourceCode }: LegacyFacts,
): LegacyRewrite {
  const { factory, names, replaced } = rewrite;
  return {
    names,
    replaced: [node.callee, ...replaced],
    edits: (fixer, locals) => [
      ...(factory.purpose === "construct" ? [] : [removeNew(fixer, node, sourceCode)]),
      fixer.replaceText(node.callee, printCallee(factory.name, locals)),
      ...createArgumentEdits(fixer, object, rewrite, locals),
    ],
  };
}

/** `ensureKaizaError(err, {...})` becomes the contract's conversion. */
export function createConversionRewrite(
  use: LegacyUse,
  object: TSESTree.ObjectExpression | undefined,
  rewrite: ObjectRewrite,
): LegacyRewrite {
  return {
    names: rewrite.names,
    replaced: [use.outer, ...rewrite.replaced],
    edits: (fixer, locals) => [
      fixer.replaceText(use.outer, printCallee(rewrite.factory.name, locals)),
      ...(object ? rewrite.arguments(fixer, locals).edits : []),
    ],
  };
}

/**
 * `ensureKaizaError(err, {...})` where the contract's conversion would drop a field: an error of the contract stays as
 * it is, and anything else becomes the `cause` of a new one.
 */
export function createGuardedConstruction(
  call: TSESTree.CallExpression,
  use: LegacyUse,
  object: TSESTree.ObjectExpression,
  rewrite: ObjectRewrite,
  { contract, sourceCode }: LegacyFacts,
): LegacyRewrite {
  const [thrown] = call.arguments;
  const { cause = "cause", message } = contract.data.fields;
  const err = thrown ? sourceCode.getText(thrown) : "";
  return {
    names: rewrite.names,
    replaced: [use.outer, ...rewrite.replaced],
    edits: (fixer, locals) => {
      const errorClass = printCallee(rewrite.factory.name, locals);
      const { edits } = rewrite.arguments(fixer, locals);
      const added = `${message}: ${err}?.message ?? String(${err}), ${cause}: ${err}`;
      const isEmpty = object.properties.length === 0;
      return [
        fixer.replaceTextRange(
          [call.range[0], object.range[0]],
          `(${err} instanceof ${errorClass} ? ${err} : new ${errorClass}(`,
        ),
        fixer.insertTextAfterRange([object.range[0], object.range[0] + 1], ` ${added}${isEmpty ? " " : ","}`),
        ...edits,
        fixer.insertTextAfter(call, ")"),
      ];
    },
  };
}

/** `class X extends KaizaError` with `super({...})` extends the contract's class. */
export function createSubclassRewrite(use: LegacyUse, rewrite: ObjectRewrite): LegacyRewrite {
  const { names, replaced, factory } = rewrite;
  return {
    names,
    replaced: [use.outer, ...replaced],
    edits: (fixer, locals) => [
      fixer.replaceText(use.outer, printCallee(factory.name, locals)),
      ...rewrite.arguments(fixer, locals).edits,
    ],
  };
}

/** A dotted name, under the local name of its first part. */
export function printCallee(name: string, locals: Locals): string {
  const [first = "", ...rest] = name.split(".");
  return [locals.get(first) ?? first, ...rest].join(".");
}

function removeNew(fixer: Fixer, node: TSESTree.NewExpression, sourceCode: TSESLint.SourceCode): TSESLint.RuleFix {
  const [start, end] = sourceCode.getFirstToken(node)?.range ?? node.range;
  const space = /^\s*/.exec(sourceCode.text.slice(end))?.[0].length ?? 0;
  return fixer.removeRange([start, end + space]);
}

function createArgumentEdits(
  fixer: Fixer,
  object: TSESTree.ObjectExpression,
  rewrite: ObjectRewrite,
  locals: Locals,
): TSESLint.RuleFix[] {
  const { edits, isEmpty, positional } = rewrite.arguments(fixer, locals);
  if (isEmpty) return [fixer.replaceText(object, positional.length > 0 ? positional.join(", ") : "{}")];
  return [fixer.insertTextBefore(object, positional.map((text) => `${text}, `).join("")), ...edits];
}
