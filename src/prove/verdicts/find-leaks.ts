import { homedir } from "node:os";
import { secretKeys } from "../../json/secrets.js";
import { upstreamTrace } from "../faults/report-lines.js";
import { canary, type Answer } from "../server/session.js";

/** A value of the environment that is shorter may stand in any text. */
const shortest = 8;

/** Names that a shell gives to folders, and that only look like those of secrets. */
const folders = ["PWD", "OLDPWD"];

/** A stack of JavaScript or Python. A host with its port looks like a file with its line, and is none. */
const stack = /(?:^|\n)[ \t]*at \S.*:\d+:\d+\)?|Traceback \(most recent call last\)/;

/** How Node words an error of the system, up to the path: `ENOENT: no such file or directory, open '/srv/notes'`. */
const systemError = /\bE[A-Z][A-Z0-9]+: [^'\n]{1,100}'([^'\n]+)/g;

/** The longest path that is shown whole. */
const longestPath = 200;

const absolute = /^(?:\/|[A-Z]:\\)./;

/**
 * Finds what an answer shows of the server's inside, in words.
 *
 * @param known texts that the client knows already: the call and the command.
 * @param isFailing whether it is a failure. A success may hold paths, stacks and what other servers sent.
 */
export function findLeaks(
  text: string,
  known: string,
  { hits }: Pick<Answer, "hits">,
  isFailing: boolean,
): readonly string[] {
  const plain = withoutRefusals(readHTML(text.replaceAll("\\n", "\n").replaceAll("\\/", "/")), hits);
  const isUpstream = plain.includes(upstreamTrace);
  const isHidden = (value: string): boolean => value.length >= shortest && !known.includes(value);
  const leaks: (string | false)[] = [
    isFailing && isUpstream && "what another server sent with its failure, a stack and a token, is handed on",
    !isUpstream && plain.includes(canary) && "a value of the environment that was planted there",
    isFailing && !isUpstream && stack.test(plain) && "a stack",
  ];
  for (const [name, value = ""] of Object.entries(process.env)) {
    const isSecret =
      !folders.includes(name) && secretKeys.some((key) => (typeof key === "string" ? key === name : key.test(name)));
    if (isSecret && isHidden(value) && plain.includes(value)) leaks.push(`the value of ${name}`);
  }
  if (!isFailing) return leaks.filter((leak) => leak !== false);
  const paths = [
    ...[...plain.matchAll(systemError)].map(([, path = ""]) => path),
    ...hits.filter(({ family, by }) => family === "file" && by === "fault").map(({ target }) => target),
    process.cwd(),
    homedir(),
  ];
  // A file in a folder that the client knows says nothing new, nor does a folder above it.
  const seen = known.split(/["'\s=,]+/).filter((word) => absolute.test(word));
  const isNew = (path: string): boolean => absolute.test(path) && !seen.some((folder) => path.startsWith(folder));
  const shown = paths.find((path) => isHidden(path) && isNew(path) && plain.includes(path));
  if (shown !== undefined) leaks.push(`the path ${shown.slice(0, longestPath)}`);
  return leaks.filter((leak) => leak !== false);
}

/** The characters that HTML writes by name, as far as stacks have them. */
const entities: Readonly<Record<string, string>> = { nbsp: " ", lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

/** Returns HTML as a reader sees it: tags are ends of lines. */
const readHTML = (text: string): string =>
  /<(?:!doctype|html|body|pre|br)\b/i.test(text)
    ? text
        .replace(/<[^<>]{1,1000}>/g, "\n")
        .replace(/&(\w{2,4}|#39);/g, (whole, name: string) => entities[name] ?? whole)
    : text;

/** How Node, Python and shells say that a file is read-only. */
const refusal = /\bEROFS\b|read-only file system/i;

/** Leaves out what a failure says of an operation that was refused so that nothing is harmed. */
function withoutRefusals(text: string, hits: Answer["hits"]): string {
  const targets = hits.filter(({ by }) => by === "wall").map(({ target }) => target);
  const rest = targets.filter((target) => target.length > 1).reduce((all, target) => all.replaceAll(target, "…"), text);
  return refusal.test(rest)
    ? rest
        .split("\n")
        .filter((line) => !refusal.test(line))
        .join("\n")
    : rest;
}
