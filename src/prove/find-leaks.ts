import { homedir } from "node:os";
import { secretKeys } from "../json/secrets.js";
import { upstreamTrace } from "./report-lines.js";
import { canary, type Answer } from "./server/session.js";

/** A value of the environment that is shorter may stand in any text. */
const shortest = 8;

/** A stack of JavaScript or Python. A host with its port looks like a file with its line, and is none. */
const stack = /(?:^|\n)\s*at \S.*:\d+:\d+\)?|Traceback \(most recent call last\)/;

const absolute = /^(?:\/|[A-Z]:\\)./;

/**
 * Finds what a failure shows of the server's inside, in words.
 *
 * @param known texts that the client knows already: the call and the command.
 */
export function findLeaks(text: string, known: string, { hits }: Pick<Answer, "hits">): readonly string[] {
  const plain = text.replaceAll("\\n", "\n").replaceAll("\\/", "/");
  const isUpstream = plain.includes(upstreamTrace);
  const isHidden = (value: string): boolean => value.length >= shortest && !known.includes(value);
  const leaks: (string | false)[] = [
    isUpstream && "what another server sent with its failure, a stack and a token, is handed on",
    !isUpstream && plain.includes(canary) && "a value of the environment that was planted there",
    !isUpstream && stack.test(plain) && "a stack",
  ];
  for (const [name, value = ""] of Object.entries(process.env)) {
    const isSecret = secretKeys.some((key) => (typeof key === "string" ? key === name : key.test(name)));
    if (isSecret && isHidden(value) && plain.includes(value)) leaks.push(`the value of ${name}`);
  }
  const paths = [
    ...hits.filter(({ family }) => family === "file").map(({ target }) => target),
    process.cwd(),
    homedir(),
  ];
  // A file in a folder that the client knows says nothing new, nor does a folder above it.
  const folders = known.split(/["'\s=,]+/).filter((word) => absolute.test(word));
  const isNew = (path: string): boolean => absolute.test(path) && !folders.some((folder) => path.startsWith(folder));
  const shown = paths.find((path) => isHidden(path) && isNew(path) && plain.includes(path));
  if (shown !== undefined) leaks.push(`the path ${shown}`);
  return leaks.filter((leak) => leak !== false);
}
