import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { DecidableFinding } from "../../edits/decisions.js";
import type { Rule } from "../../plugin-types.js";

// A function that throws all its failures returns none. The checks of its callers in other files, such as
// `if (!result.ok) throw ...`, go in the same run, and come back where the function does.

/** Cuts the checks of callers in other files while these are linted. */
export interface CheckRemoval {
  /** Reports the checks of a file with a fix that cuts them. */
  readonly rule: Rule;
  /** Whether the checks of a file stand there yet: nothing else is rewritten in it before they are gone. */
  readonly isPending: (finding: Pick<DecidableFinding, "filename" | "text">) => boolean;
  /** Whether a file does not check the results of functions of another file any more. */
  readonly trusts: (file: string, other: string) => boolean;
}

/** A file whose checks go. */
interface Caller {
  readonly text: string;
  /** The ranges to cut: start -> end. */
  readonly ends: Map<number, number>;
  /** The files of the functions that it trusts. */
  readonly trusted: Set<string>;
}

/** Plans which checks go with the failures that a run settles. */
export function planRemoval(settled: readonly Pick<DecidableFinding, "filename" | "checks">[]): CheckRemoval {
  const callers = new Map<string, Caller>();
  for (const { filename, checks } of settled) {
    const ofFunction = settled.filter((each) => each.filename === filename && each.checks?.name === checks?.name);
    if (!checks || ofFunction.length < checks.failures) continue;
    for (const [file, { text, ranges }] of checks.files) {
      const caller = callers.get(file) ?? { text, ends: new Map<number, number>(), trusted: new Set<string>() };
      callers.set(file, caller);
      for (const [start, end] of ranges) caller.ends.set(start, end);
      caller.trusted.add(filename);
    }
  }
  const isPending: CheckRemoval["isPending"] = ({ filename, text }) => callers.get(filename)?.text === text;
  const rule = {
    meta: {
      docs: { description: "cut the checks of results that cannot be failures any more" },
      fixable: "code",
      messages: { leftOver: "No failure reaches this check any more." },
    },
    create: (context: Readonly<TSESLint.RuleContext<"leftOver", []>>) => ({
      Program(node: TSESTree.Program) {
        const { filename, sourceCode } = context;
        if (!isPending({ filename, text: sourceCode.text })) return;
        const ranges = [...(callers.get(filename)?.ends ?? [])];
        context.report({ node, messageId: "leftOver", fix: (fixer) => ranges.map((each) => fixer.removeRange(each)) });
      },
    }),
  };
  return { rule, isPending, trusts: (file, other) => callers.get(file)?.trusted.has(other) === true };
}
