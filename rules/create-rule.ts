import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { RuleCreator } from "@typescript-eslint/utils/eslint-utils";
import { checkAgainstSchema, type JSONSchema } from "error-contract";
import { isOfPreset } from "./configs.js";
import { readDecision } from "./decision.js";
import { allowEndedOption, endedOptions, refuseEndedOption } from "./contract/ended-options.js";
import { type JudgedPart, createExceptionTest } from "./contract/known-exceptions.js";
import { NO_CONTRACT, getSettings } from "./contract/settings.js";

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;
type Schema = TSESLint.RuleMetaData<string>["schema"];

/** The facts in a rule's `meta.docs` beside its description; presets, tables and page headers derive from them. */
export interface RuleDocs {
  /** The meaning of the findings to those who use the server, for the report. */
  readonly meaning: string;
  /**
   * The presets that turn the rule on: `"all"`; `"contracts"`, where it checks a contract, and so not in `node`; or
   * their names, where it is about something that only they have.
   */
  readonly presets: "all" | "contracts" | readonly string[];
  /** Whether presets that are not strict only warn, because what decides may stand where the rule does not look. */
  readonly warnsUnlessStrict?: boolean;
  /** What of a function the rule judges, if the file of failures may say that no client is told of it. */
  readonly judges?: JudgedPart;
  /** Set by `createRule` as in ESLint's own rules: whether `recommended` turns the rule on, and for which languages. */
  readonly recommended?: boolean;
  readonly dialects?: readonly string[];
}

/** Where the pages of the repository stand. */
export const PAGES = "https://github.com/error-contract/error-contract/blob/main";

/**
 * Creates a rule of this plugin: its options are read from the second argument of `create`, with defaults filled in.
 */
export const createRule = addHostDocs(RuleCreator<RuleDocs>((name) => name));

type Creator = ReturnType<typeof RuleCreator<RuleDocs>>;

function addHostDocs(create: Creator): Creator {
  return ({ meta, ...rule }) => {
    const recommended = isOfPreset(meta.docs, "recommended");
    const checksContract = !isOfPreset(meta.docs, "node");
    const docs = { ...meta.docs, recommended, dialects: ["JavaScript", "TypeScript"] };
    const ended = endedOptions[rule.name];
    const schema = ended ? allowEndedOption(ended, meta.schema) : meta.schema;
    const made = create({ ...rule, meta: { ...meta, languages: ["js/js"], docs, schema } });
    // Where the pages stand is no address that everybody can open: `explain` prints them.
    delete (made.meta.docs as { url?: string } | undefined)?.url;
    // Hosts have filled in the defaults of `meta`; typescript-eslint's creator would copy them once more for every
    // file.
    return {
      ...made,
      create: (context) =>
        createOnce(context, () => {
          checkOptions(context, schema);
          const given = Object(context.options[0]) as object;
          if (ended && Object.hasOwn(given, ended.option)) refuseEndedOption(ended, context.id, given);
          if (checksContract) requireContract(context);
          const hook = readCommandHook(context.settings);
          const isException = meta.docs.judges && createExceptionTest(meta.docs.judges, context);
          if (!hook && !isException) return rule.create(context, context.options);
          const { see, chooseFix, options = {} } = hook ?? {};
          // A chosen suggestion is applied as a fix, and ESLint takes none from a rule that does not announce them.
          if (chooseFix) made.meta.fixable = "code";
          const { messages } = made.meta;
          const report: typeof context.report = (descriptor) => {
            if (isException?.(findReported(descriptor, context))) return;
            see?.({ context, messages, descriptor });
            if (!chooseFix) {
              context.report(descriptor);
              return;
            }
            const places = readDecision(descriptor.data)?.describeEach?.() as
              readonly (typeof descriptor)[] | undefined;
            for (const each of places ?? [descriptor]) {
              const fix = chooseFix({ context, messages, descriptor: each });
              context.report({ ...each, fix: fix ?? null, suggest: null });
            }
          };
          const seen = Object.create(context, { report: { value: report } }) as typeof context;
          return rule.create(seen, addOptions(context.options, options));
        }),
    };
  };
}

function findReported(descriptor: TSESLint.ReportDescriptor<string>, { sourceCode }: Context): TSESTree.Node {
  if ("node" in descriptor && "type" in descriptor.node) return descriptor.node as TSESTree.Node;
  const { loc } = descriptor as { readonly loc: TSESTree.SourceLocation | TSESTree.Position };
  const start = "start" in loc ? loc.start : loc;
  return sourceCode.getNodeByRangeIndex(sourceCode.getIndexFromLoc(start)) ?? sourceCode.ast;
}

/**
 * Stops a rule that checks a contract where the settings say that there is none.
 *
 * @throws TypeError that names the setting.
 */
function requireContract(context: Context): void {
  if (getSettings(context).contract !== NO_CONTRACT) return;
  throw new TypeError(
    `${context.id}: settings.errorContract.contract: expected a contract, which this rule checks; found null, as the ` +
      "preset `node` sets it. Turn the rule off, or put the preset with the contract behind `node`.",
  );
}

/** A report of a rule as a command sees it: before ESLint merges the edits of each suggestion into one range. */
export interface SeenReport {
  readonly context: Context;
  readonly messages: Readonly<Record<string, string>>;
  readonly descriptor: TSESLint.ReportDescriptor<string>;
}

/** What a command sets as `settings.errorContractCommand`. */
export interface CommandHook {
  /** Sees each report. */
  readonly see?: (report: SeenReport) => void;
  /**
   * Returns the fix of a report: its own, or that of one of its suggestions. Without one, nothing is changed. A finding
   * that stands for several places is reported at each of them.
   */
  readonly chooseFix?: (report: SeenReport) => TSESLint.ReportFixFunction | undefined;
  /** Options that take the place of a rule's own, where it has them. */
  readonly options?: Readonly<Record<string, unknown>>;
}

function readCommandHook({ errorContractCommand: hook }: TSESLint.SharedConfigurationSettings) {
  return typeof hook === "object" && hook !== null ? (hook as CommandHook) : undefined;
}

function addOptions<Options extends readonly unknown[]>(
  options: Options,
  added: Readonly<Record<string, unknown>>,
): Options {
  const [first, ...others] = options;
  if (typeof first !== "object" || first === null) return options;
  const known = Object.entries(added).filter(([name]) => name in first);
  return [{ ...first, ...Object.fromEntries(known) }, ...others] as unknown as Options;
}

// A mistake in the configuration is thrown by each rule for each file. ESLint stops at the first; oxlint and rslint
// print each of them and lint on, so there the first stands for all. A file that comes again begins another run, as in
// an editor, and says it again.

/** By message, the rules and files since the message was last thrown. */
const saidSince = new Map<string, Set<string>>();

/**
 * Creates the listeners of a rule. Where the configuration is wrong and the host lints on, the mistake is thrown once
 * for all rules and files, and the rule has no listeners in the others.
 *
 * @throws Whatever `create` throws: in ESLint always, in another host once a run of each of its threads.
 */
function createOnce(context: Context, create: () => TSESLint.RuleListener): TSESLint.RuleListener {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof TypeError) || stopsAtErrors(context)) throw error;
    const { id, filename } = context;
    const message = error.message.replaceAll(filename, "").replaceAll(id, "");
    const place = `${id}\n${filename}`;
    const since = saidSince.get(message);
    if (!since || since.has(place)) {
      saidSince.set(message, new Set([place]));
      throw error;
    }
    since.add(place);
    return {};
  }
}

/**
 * Checks the options of a rule in a host that does not.
 *
 * @throws TypeError that names the rule, the path of each wrong option and what is expected.
 */
function checkOptions(context: Context, schema: Schema): void {
  if (stopsAtErrors(context)) return;
  // The rules have all their options in one object.
  const [ofFirst] = schema as readonly JSONSchema[];
  const [first, ...others] = context.options;
  const problems = ofFirst && first !== undefined ? [...checkAgainstSchema(ofFirst, first)] : [];
  if (others.length > 0 || (!ofFirst && first !== undefined)) problems.push("expected fewer options");
  if (problems.length === 0) return;
  throw new TypeError(problems.map((problem) => `${context.id}: options: ${problem}`).join("\n"));
}

/** Returns whether the host is ESLint, whose source code is an instance of a class; those of the others are objects. */
function stopsAtErrors({ sourceCode }: Context): boolean {
  return sourceCode.constructor !== Object;
}
