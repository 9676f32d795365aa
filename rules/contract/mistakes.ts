// A mistake in the configuration is thrown by each rule for each file. ESLint stops at the first; oxlint and rslint
// print each of them and lint on, so there the first stands for all. A file that comes again begins another run, as in
// an editor, and says it again.
import type { TSESLint } from "@typescript-eslint/utils";
import { checkAgainstSchema, type JSONSchema } from "error-contract";

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;
type Schema = TSESLint.RuleMetaData<string>["schema"];

/** By message, the rules and files since the message was last thrown. */
const saidSince = new Map<string, Set<string>>();

/**
 * Creates the listeners of a rule. Where the configuration is wrong and the host lints on, the mistake is thrown once
 * for all rules and files, and the rule has no listeners in the others.
 *
 * @throws Whatever `create` throws: in ESLint always, in another host once a run of each of its threads.
 */
export function createOnce(context: Context, create: () => TSESLint.RuleListener): TSESLint.RuleListener {
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
export function checkOptions(context: Context, schema: Schema): void {
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
