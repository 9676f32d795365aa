import type { TSESLint } from "@typescript-eslint/utils";
import { RuleCreator } from "@typescript-eslint/utils/eslint-utils";
import { layOutEdits } from "./edits/lay-out.js";

/** What a rule's `meta.docs` says beside its description; presets, tables and page headers derive from it. */
export interface RuleDocs {
  /** The presets that turn the rule on: `"all"`, or their names where it is about something that only they have. */
  readonly presets: "all" | readonly string[];
  /** Preset -> the options that the rule has there, where they are not its defaults. */
  readonly presetOptions?: Readonly<Record<string, readonly unknown[]>>;
  /** Whether the rule reports more, or more exactly, where there is type information. */
  readonly usesTypes: boolean;
  /** Filled in by `createRule`, as ESLint's own rules have them: whether `recommended` turns the rule on, and for what. */
  readonly recommended?: boolean;
  readonly dialects?: readonly string[];
}

const PAGES = "https://github.com/error-contract/error-contract/blob/main/docs/rules";

/** Creates a rule of this plugin: its options are read from the second argument of `create`, with defaults filled in. */
export const createRule = withHostDocs(RuleCreator<RuleDocs>((name) => `${PAGES}/${name}.md`));

type Creator = ReturnType<typeof RuleCreator<RuleDocs>>;

function withHostDocs(create: Creator): Creator {
  return ({ meta, ...rule }) => {
    const { presets } = meta.docs;
    const recommended = presets === "all" || presets.includes("recommended");
    const docs = { ...meta.docs, recommended, dialects: ["JavaScript", "TypeScript"] };
    const made = create({ ...rule, meta: { ...meta, docs } });
    // Hosts have filled in the defaults of `meta`; typescript-eslint's creator would copy them once more for every file.
    return { ...made, create: (context) => rule.create(withLayout(context), context.options) };
  };
}

/** Lays out what fixes and suggestions write. */
function withLayout<MessageId extends string, Options extends readonly unknown[]>(
  context: Readonly<TSESLint.RuleContext<MessageId, Options>>,
): Readonly<TSESLint.RuleContext<MessageId, Options>> {
  const { sourceCode, filename } = context;
  const laidOut = (fix: TSESLint.ReportFixFunction): TSESLint.ReportFixFunction => {
    return (fixer) => {
      const edits = fix(fixer);
      return edits && layOutEdits("range" in edits ? [edits] : [...edits], sourceCode, filename);
    };
  };
  const report: typeof context.report = ({ fix, suggest, ...descriptor }) => {
    context.report({
      ...descriptor,
      ...(fix ? { fix: laidOut(fix) } : {}),
      ...(suggest ? { suggest: suggest.map((each) => ({ ...each, fix: laidOut(each.fix) })) } : {}),
    });
  };
  return Object.create(context, { report: { value: report } }) as typeof context;
}
