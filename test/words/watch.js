// Loads the rules with their regular expressions under watch: which alternatives decide a match, and what the rules say
// without one of them.
import { register } from "node:module";
import { listAlternatives } from "./patterns.js";

register("./hooks.js", import.meta.url);

/** The alternatives that decided a match since this was last set, as `file#pattern#alternative`. */
let decided = new Set();
/** The alternative that is left out. */
let leftOut;

const known = new Map();

globalThis.watchWords = (file, index, made) => {
  const id = `${file}#${index}`;
  if (!known.has(id)) {
    const variants = listAlternatives(made.source, made.flags).map(({ without }, position) => ({
      id: `${id}#${position}`,
      pattern: new RegExp(without, made.flags),
    }));
    known.set(id, { variants, answers: new Map() });
  }
  const { variants, answers } = known.get(id);
  if (variants.length === 0) return made;
  const exec = RegExp.prototype.exec;
  made.exec = function (text) {
    const subject = String(text);
    const without = leftOut && variants.find((variant) => variant.id === leftOut);
    const used = without ? without.pattern : made;
    used.lastIndex = made.lastIndex;
    const found = exec.call(used, subject);
    made.lastIndex = used.lastIndex;
    if (!leftOut && found) for (const variant of findDecisive(variants, answers, subject, found)) decided.add(variant);
    return found;
  };
  return made;
};

/** The alternatives without which the pattern would not match so. */
function findDecisive(variants, answers, subject, found) {
  const key = subject.length < 300 ? `${found.index} ${subject}` : undefined;
  const before = key === undefined ? undefined : answers.get(key);
  if (before) return before;
  const decisive = variants
    .filter(({ pattern }) => {
      pattern.lastIndex = found.index;
      const other = RegExp.prototype.exec.call(pattern, subject);
      return other === null || other.index !== found.index || other.some((each, index) => each !== found[index]);
    })
    .map(({ id }) => id);
  if (key !== undefined) answers.set(key, decisive);
  return decisive;
}

/** Runs a function, and returns what it returns and the alternatives that decided a match in it. */
export function watch(run) {
  decided = new Set();
  const result = run();
  return { result, decided: [...decided] };
}

/** Runs a function with one alternative left out. */
export function leaveOut(alternative, run) {
  leftOut = alternative;
  try {
    return run();
  } finally {
    leftOut = undefined;
  }
}
