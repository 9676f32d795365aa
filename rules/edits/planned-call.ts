// The calls that put the contract's error in the place of a failure, with the import that each needs and a name for the
// cause.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { FileContract, LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { getLastSegment } from "../syntax/expressions.js";
import { listImports, isProjectModule } from "../syntax/references.js";
import { type FactoryCall, chooseConversionCall, printFactoryCall } from "./factory-call.js";
import type { Rewrite } from "./fixer.js";
import { planImport } from "./imports.js";
import { type KnownCause, addBinding } from "./known-cause.js";
import { getSourceStyle } from "./source-style.js";

/** Edits that turn a raw failure into the contract's error. */
export interface ErrorRewrite extends Rewrite {
  /** Whether the message is left out, as no literal one, or is none that the template of the code makes. */
  readonly changesMessage?: boolean;
}

/** A call that makes the contract's error, with the import that it needs; without a contract, the failure itself. */
export interface PlannedCall {
  readonly text: string;
  /** How a message names it. */
  readonly shown: string;
  readonly imported: (fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[];
}

/** The parts of a failure, as source texts. */
export type FailureParts = Partial<Record<"message" | "details" | "cause" | "tool", string | undefined>>;

/** Names the parts of a failure as the contract does; what is empty, or has no name there, is left out. */
export function nameFields(parts: FailureParts, contract: FileContract): ReadonlyMap<string, string> {
  const { message, details, tool } = contract.data.fields;
  const named = [
    [message, parts.message],
    [details, parts.details],
    [findCauseField(contract), parts.cause],
    [tool, parts.tool],
  ] as const;
  return new Map(named.flatMap(([name, text]) => (name && text ? [[getLastSegment(name), text] as const] : [])));
}

/** The name under which factories take the cause: errors keep one even where the envelope has no place for it. */
function findCauseField({ data, factories }: FileContract): string | undefined {
  const isTaken = factories.some(({ positional, reads }) => [...positional, ...reads].includes("cause"));
  return data.fields.cause ?? (isTaken ? "cause" : undefined);
}

/**
 * Plans the conversion of the cause among these parts, for use at a node. `undefined` where the file cannot import it,
 * or it does not take a message that there is.
 */
export function planConversion(
  parts: FailureParts & { readonly cause: string },
  at: TSESTree.Node,
  lint: LintContext,
): PlannedCall | undefined {
  const { contract } = lint;
  const { cause, message } = parts;
  if (contract.isNone) return { text: cause, shown: cause, imported: () => [] };
  if (findCauseField(contract) === undefined) return undefined;
  const call = chooseConversionCall(contract, nameFields(parts, contract));
  const isTaken = message === undefined || call?.factory.reads.includes(getLastSegment(contract.data.fields.message));
  return isTaken ? planCall(call, at, lint) : undefined;
}

/** Plans a call for use at a node; `undefined` where the file cannot import it, or takes its codes from elsewhere. */
export function planCall(call: FactoryCall | undefined, at: TSESTree.Node, lint: LintContext): PlannedCall | undefined {
  if (!call) return undefined;
  const { contract } = lint;
  const { code } = call.failure;
  // A file that has the class from a module of its project keeps to it, and to the codes of that module.
  const [own] = call.names.map((name) => findOwnModule(name, lint));
  const codes = own === undefined ? undefined : readModuleCodes(own, contract.codesObject, lint);
  if (code !== undefined && codes?.has(code) === false) return undefined;
  // Where it has no codes object beside the class, the code is written as a string.
  const names = call.names.filter((name) => own === undefined || findOwnModule(name, lint) === own);
  const module = own ?? contract.runtime.specifier;
  const plan = planImport({ module, names }, at, lint);
  return (
    plan && {
      text: printFactoryCall(call, contract, plan.locals, getSourceStyle(lint).quote),
      shown: `${call.factory.name}(...)`,
      imported: plan.apply,
    }
  );
}

/** The module of the project, other than the runtime's, from which the file imports a name. */
function findOwnModule(name: string, lint: LintContext): string | undefined {
  const { contract } = lint;
  return listImports(lint.sourceCode).find(
    ({ module, exported }) => exported === name && isProjectModule(module) && !contract.isRuntime(module),
  )?.module;
}

/** Rewrites a node to a planned call, with a binding for the cause that it names. */
export function replaceWithCall(
  node: TSESTree.Node,
  call: PlannedCall | undefined,
  cause: KnownCause | undefined,
  lint: LintContext,
  told: Omit<ErrorRewrite, "apply"> = {},
): ErrorRewrite | undefined {
  return (
    call && {
      ...told,
      apply: (fixer) => [
        ...call.imported(fixer),
        ...(cause ? addBinding(fixer, cause, lint) : []),
        fixer.replaceText(node, printReplacementPrefix(node, lint) + call.text),
      ],
    }
  );
}

/** Returns the text to write before a replacement: the key of `{ text }`, or the space that `throw"x"` does without. */
function printReplacementPrefix(node: TSESTree.Node, { sourceCode: { text } }: LintContext): string {
  const { parent } = node;
  if (parent?.type === "Property" && parent.shorthand) return `${text.slice(...node.range)}: `;
  return /[\w$]/.test(text.charAt(node.range[0] - 1)) ? " " : "";
}
