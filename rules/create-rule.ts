import type { TSESLint } from "@typescript-eslint/utils";
import { RuleCreator } from "@typescript-eslint/utils/eslint-utils";
import { type DecidableReport, decideOf } from "./edits/decisions.js";
import { reportDecided } from "./edits/report-decided.js";
import { findDependent } from "./edits/dependents.js";
import { editsOf } from "./edits/fixer.js";

/** The facts in a rule's `meta.docs` beside its description; presets, tables and page headers derive from them. */
export interface RuleDocs {
  /** The presets that turn the rule on: `"all"`, or their names where it is about something that only they have. */
  readonly presets: "all" | readonly string[];
  /** Preset -> the options that the rule has there, where they are not its defaults. */
  readonly presetOptions?: Readonly<Record<string, readonly unknown[]>>;
  /**
   * Where to look for code that depends on the error as it was, because the edits of the rule change it. `"tests"` is
   * for a rule that also rewrites the checks of the error in other sources.
   */
  readonly changesErrors?: "anywhere" | "tests";
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
    const messages = docs.changesErrors ? addDependentMessages(meta.messages) : meta.messages;
    const made = create({ ...rule, meta: { ...meta, messages, docs } });
    // Hosts have filled in the defaults of `meta`; typescript-eslint's creator would copy them once more for every
    // file.
    return {
      ...made,
      create: (context) => {
        const decide = decideOf(context);
        if (!decide) return rule.create(wrapReports(context, docs), context.options);
        // A decided suggestion is applied as a fix, and ESLint takes none from a rule that does not announce them.
        made.meta.fixable = "code";
        return rule.create(reportDecided(context, made.meta, decide), context.options);
      },
    };
  };
}

const DEPENDED = "Depended";

/** Adds to each message a variant that names the code that depends on the reported code. */
function addDependentMessages<MessageId extends string>(
  messages: Record<MessageId, string>,
): Record<MessageId, string> {
  const added = Object.entries<string>(messages).map(([id, text]) => [
    id + DEPENDED,
    `${text} \`{{dependent}}\` depends on it.`,
  ]);
  return { ...messages, ...Object.fromEntries(added) } as Record<MessageId, string>;
}

/** Withholds a fix, and adds to a suggestion, where code elsewhere depends on the old code. */
function wrapReports<MessageId extends string, Options extends readonly unknown[]>(
  context: Readonly<TSESLint.RuleContext<MessageId, Options>>,
  { changesErrors }: RuleDocs,
): Readonly<TSESLint.RuleContext<MessageId, Options>> {
  const { sourceCode, filename } = context;
  interface Text {
    readonly messageId: MessageId;
    readonly data?: TSESLint.ReportSuggestionArray<MessageId>[number]["data"];
  }
  const prepareFix = (fix: TSESLint.ReportFixFunction, classes: readonly string[] | undefined) => {
    const edits = editsOf(fix);
    const dependent =
      changesErrors && findDependent({ edits, sourceCode, filename, classes }, changesErrors === "tests");
    return { dependent, fix: () => edits };
  };
  const mentionDependent = <T extends Text>(text: T, dependent: string | undefined): T =>
    dependent === undefined
      ? text
      : { ...text, messageId: text.messageId + DEPENDED, data: { ...text.data, dependent } };
  const report: typeof context.report = ({ fix, suggest, decidable, ...descriptor }: DecidableReport<MessageId>) => {
    const classes = decidable?.classes;
    const fixed = fix ? prepareFix(fix, classes) : undefined;
    const suggested = suggest?.map((each) => ({ ...each, ...prepareFix(each.fix, classes) }));
    // What converts an error of a class takes all from it that other code asks for.
    const offered = suggested?.filter(({ dependent }) => classes === undefined || dependent === undefined);
    const withheld = suggested?.find((each) => !offered?.includes(each));
    context.report({
      ...mentionDependent(descriptor, fixed?.dependent ?? withheld?.dependent),
      ...(fixed && fixed.dependent === undefined ? { fix: fixed.fix } : {}),
      ...(offered ? { suggest: offered.map(({ dependent, ...each }) => mentionDependent(each, dependent)) } : {}),
    });
  };
  return Object.create(context, { report: { value: report } }) as typeof context;
}
