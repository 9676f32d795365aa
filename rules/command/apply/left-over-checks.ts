import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { DecidableFinding, LeftOverChecks } from "../../edits/decisions.js";
import type { Rule } from "../../plugin-types.js";

// A function that throws all its failures returns none. The checks of its callers in other files, such as
// `if (!result.ok) throw ...`, go in the same run, and come back where the function does.

/** Cuts the checks of callers in other files while these are linted. */
export interface CheckRemoval {
  /** Reports the checks of a file with a fix that cuts them. */
  readonly rule: Rule;
  /** Whether the checks of a file stand there yet: nothing else is rewritten in it before they are gone. */
  readonly isPending: (finding: Pick<DecidableFinding, "filename" | "text">) => boolean;
  /** File -> the files of the functions whose results it does not check any more. */
  readonly trusts: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Settled {
  readonly file: string;
  readonly checks: LeftOverChecks;
  count: number;
}

/** Returns a function that notes a settled failure, and one that plans what goes once all are noted. */
export function createCheckSearch(): {
  readonly note: (finding: DecidableFinding) => void;
  readonly planRemoval: () => CheckRemoval;
} {
  const functions = new Map<string, Settled>();
  return {
    note: ({ filename: file, checks }) => {
      if (!checks || checks.files.size === 0) return;
      const key = `${file}\n${checks.name}`;
      const settled = functions.get(key) ?? { file, checks, count: 0 };
      settled.count += 1;
      functions.set(key, settled);
    },
    planRemoval: () => planRemoval([...functions.values()].filter(({ checks, count }) => count >= checks.failures)),
  };
}

function planRemoval(functions: readonly Settled[]): CheckRemoval {
  const texts = new Map<string, string>();
  const ends = new Map<string, Map<number, number>>();
  const trusts = new Map<string, Set<string>>();
  for (const { file, checks } of functions) {
    for (const [caller, { text, ranges }] of checks.files) {
      texts.set(caller, text);
      ends.set(caller, new Map([...(ends.get(caller) ?? []), ...ranges]));
      trusts.set(caller, new Set([...(trusts.get(caller) ?? []), file]));
    }
  }
  const isPending: CheckRemoval["isPending"] = ({ filename, text }) => texts.get(filename) === text;
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
        const ranges = [...(ends.get(filename) ?? [])];
        context.report({ node, messageId: "leftOver", fix: (fixer) => ranges.map((each) => fixer.removeRange(each)) });
      },
    }),
  };
  return { rule, isPending, trusts };
}
