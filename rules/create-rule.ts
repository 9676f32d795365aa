import { RuleCreator } from "@typescript-eslint/utils/eslint-utils";
import { decideOf } from "./edits/decisions.js";
import { reportDecided } from "./edits/report-decided.js";

/** The facts in a rule's `meta.docs` beside its description; presets, tables and page headers derive from them. */
export interface RuleDocs {
  /** The presets that turn the rule on: `"all"`, or their names where it is about something that only they have. */
  readonly presets: "all" | readonly string[];
  /** Preset -> the options that the rule has there, where they are not its defaults. */
  readonly presetOptions?: Readonly<Record<string, readonly unknown[]>>;
  /** Set by `createRule` as in ESLint's own rules: whether `recommended` turns the rule on, and for which languages. */
  readonly recommended?: boolean;
  readonly dialects?: readonly string[];
}

const PAGES = "https://github.com/error-contract/error-contract/blob/main/docs/rules";

/**
 * Creates a rule of this plugin: its options are read from the second argument of `create`, with defaults filled in.
 */
export const createRule = addHostDocs(RuleCreator<RuleDocs>((name) => `${PAGES}/${name}.md`));

type Creator = ReturnType<typeof RuleCreator<RuleDocs>>;

function addHostDocs(create: Creator): Creator {
  return ({ meta, ...rule }) => {
    const { presets } = meta.docs;
    const recommended = presets === "all" || presets.includes("recommended");
    const docs = { ...meta.docs, recommended, dialects: ["JavaScript", "TypeScript"] };
    const made = create({ ...rule, meta: { ...meta, docs } });
    // Hosts have filled in the defaults of `meta`; typescript-eslint's creator would copy them once more for every
    // file.
    return {
      ...made,
      create: (context) => {
        const decide = decideOf(context);
        if (!decide) return rule.create(context, context.options);
        // A decided suggestion is applied as a fix, and ESLint takes none from a rule that does not announce them.
        made.meta.fixable = "code";
        return rule.create(reportDecided(context, made.meta, decide), context.options);
      },
    };
  };
}
