import { CommandError } from "error-contract/cli";
import fs from "node:fs";
import { FAILURES_VERSION } from "../../contract/known-exceptions.js";
import { type Reason, describeReason } from "../../reach/exceptions.js";
import type { ServedFailures } from "../../reach/tool-failures.js";
import { isObject, readObject } from "../project/read-project.js";
import { compareText } from "../text.js";

/** More lines than this of one tool are a count. */
const MOST_LINES = 10;

const SECTIONS = { tool: "tools", resource: "resources", prompt: "prompts" } as const;

type Section = (typeof SECTIONS)[keyof typeof SECTIONS];
type Lines = Readonly<Record<string, readonly string[]>>;

/** What `error-contract.failures.json` holds: by name, what each thing that is served can answer. */
export type FailuresFile = Readonly<Record<Section, Lines>> & {
  readonly version: number;
  /** The name of the contract whose codes it lists. */
  readonly contract: string;
  /** Why no client is told of what fails in a folder, a file or a function, by its name. */
  readonly exceptions: Readonly<Record<string, string>>;
  /** Codes of the project's own that nothing throws; left out where there are none. */
  readonly unthrown?: readonly string[];
};

/**
 * Creates the content of the file, sorted, so that equal projects have equal files.
 *
 * @param exceptions what no client is told of, with why
 * @param unthrown registered codes that nothing throws
 */
export function createFile(
  served: readonly ServedFailures[],
  contract: string,
  exceptions: ReadonlyMap<string, Reason>,
  unthrown: readonly string[] = [],
): FailuresFile {
  const linesOf = (kind: ServedFailures["kind"]): Lines => {
    const own = served.filter((each) => each.kind === kind);
    const sorted = own.sort((one, other) => compareText(one.name, other.name));
    return Object.fromEntries(
      sorted.map(({ name, failures }) => [name, shorten([...failures.keys()].sort(compareText))]),
    );
  };
  const sorted = [...exceptions].sort(([one], [other]) => compareText(one, other));
  return {
    version: FAILURES_VERSION,
    contract,
    tools: linesOf("tool"),
    resources: linesOf("resource"),
    prompts: linesOf("prompt"),
    exceptions: Object.fromEntries(sorted.map(([name, reason]) => [name, describeReason(reason)])),
    ...(unthrown.length > 0 && { unthrown: [...unthrown].sort(compareText) }),
  };
}

function shorten(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `and ${lines.length - MOST_LINES + 1} more`];
}

/** The text of the file, as it is written. */
export const printFile = (file: FailuresFile): string => `${JSON.stringify(file, null, 2)}\n`;

/**
 * Reads the file of a project.
 *
 * @throws CommandError where there is none, or it has another form.
 */
export function readFile(file: string): FailuresFile {
  if (!fs.existsSync(file))
    throw new CommandError(`--check expects ${file}, and there is none: run \`failures\` once.`);
  const value: unknown = readObject(file);
  if (isFailuresFile(value)) return value;
  throw new CommandError(
    `${file} is expected to be version ${FAILURES_VERSION} of what \`failures\` writes: write it again.`,
  );
}

/** Returns whether a value is what a file holds that this version reads. */
export const isFailuresFile = (value: unknown): value is FailuresFile =>
  isObject(value) &&
  value.version === FAILURES_VERSION &&
  isObject(value.exceptions) &&
  (value.unthrown === undefined || Array.isArray(value.unthrown)) &&
  Object.values(SECTIONS).every((section) => isListed(value[section]));

const isListed = (value: unknown): boolean => isObject(value) && Object.values(value).every(Array.isArray);

/** Says in words what is in one file and not in the other. */
export function describeChanges(
  before: FailuresFile,
  after: FailuresFile,
  served: readonly ServedFailures[],
): readonly string[] {
  const told = Object.entries(SECTIONS).flatMap(([kind, section]) => {
    const names = [...new Set([...Object.keys(before[section]), ...Object.keys(after[section])])].sort(compareText);
    return names.flatMap((name) => {
      const [old, now] = [before[section][name], after[section][name]];
      if (!now) return [`${kind} \`${name}\` is gone`];
      if (!old) return [`${kind} \`${name}\` is new, and can answer ${now.join(", ") || "no failure that is known"}`];
      const failures = served.find((each) => each.kind === kind && each.name === name)?.failures;
      return [
        ...now
          .filter((line) => !old.includes(line))
          .map((line) => `\`${name}\` can now answer ${line}${by(failures?.get(line)?.way)}`),
        ...old.filter((line) => !now.includes(line)).map((line) => `\`${name}\` can no longer answer ${line}`),
      ];
    });
  });
  return [
    ...told,
    ...describeExceptions(before.exceptions, after.exceptions),
    ...describeUnthrown(before.unthrown, after.unthrown),
  ];
}

function describeUnthrown(before: readonly string[] = [], after: readonly string[] = []): readonly string[] {
  return [
    ...after.filter((code) => !before.includes(code)).map((code) => `nothing throws ${code} now, which is registered`),
    ...before.filter((code) => !after.includes(code)).map((code) => `${code} is no longer a code that nothing throws`),
  ];
}

/** Says what reaches clients now, and what does not any more: a rule is silent about the second. */
function describeExceptions(before: FailuresFile["exceptions"], after: FailuresFile["exceptions"]): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareText);
  return names.flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (old === now) return [];
    return now === undefined ? `clients can be told now of what fails in ${name}` : `${name}: ${now}`;
  });
}

const by = (way: readonly string[] | undefined): string => (way ? `, by ${way.at(-1)}` : "");
