import type { CodeEntry } from "error-contract";
import { renderMessage } from "error-contract";
import { rememberFor } from "../syntax/remember.js";

/** Stands for a value that only the running program knows, in a template and in a message. */
export const HOLE = "\u0001";
const ANYTHING = "[\\s\\S]+?";
// With more optional details than these, only the whole message and the shortest are tried.
const MOST_OPTIONAL = 6;

/** Whether a text with holes may be the message that a template of the code makes from some details. */
export function followsTemplate(text: string, entry: CodeEntry): boolean {
  const patterns = createPatterns(entry);
  return patterns.length === 0 || patterns.some((pattern) => pattern.test(text));
}

const createPatterns = rememberFor((entry: CodeEntry): readonly RegExp[] => {
  const { message, wordings = {}, details = {} } = entry;
  const templates = [message, ...Object.values(wordings)].filter((template) => template !== undefined);
  const optional = Object.keys(details).filter((name) => details[name]?.optional === true);
  const required = Object.keys(details).filter((name) => details[name]?.optional !== true);
  return templates.flatMap((template) =>
    listSubsets(optional).flatMap((given) => {
      const shown = Object.fromEntries([...required, ...given].map((name) => [name, createStandIn(details[name])]));
      const text = renderMessage({ ...entry, message: template }, shown);
      return text === undefined ? [] : [createPattern(text)];
    }),
  );
});

/** Two entries of a list: the first is named, and the others are counted. */
function createStandIn(schema: { readonly type?: unknown } | undefined): unknown {
  return schema?.type === "array" ? [HOLE, HOLE] : HOLE;
}

function createPattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const open = escaped.replaceAll(`${HOLE}, ${HOLE}`, ANYTHING).replaceAll(HOLE, ANYTHING);
  return new RegExp(`^${open.replace(/\b1 other\b/g, "(?:\\d+|[\\s\\S]+?) others?")}$`);
}

function listSubsets(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > MOST_OPTIONAL) return [names, []];
  return names.reduce<readonly (readonly string[])[]>(
    (all, name) => [...all, ...all.map((subset) => [...subset, name])],
    [[]],
  );
}
