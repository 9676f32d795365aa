// Loads the rules with their words under watch, the alternatives of regular expressions and the members of sets: which
// of them decide a match, and what the rules say without one.
import { register } from "node:module";
import { listAlternatives } from "./patterns.js";

register("./hooks.js", import.meta.url);

/** The words that decided a match since this was last set, as `file#pattern#alternative` or `file#set#member`. */
let decided = new Set();
/** The word that is left out. */
let leftOut;

/** Counts the runs. */
let run = 0;

/** A `WeakMap` that forgets when a run begins, so that runs with and without a word can share a syntax tree. */
globalThis.ForOneRun = class {
  #made = -1;
  #answers = new WeakMap();
  #renew() {
    if (this.#made !== run) [this.#made, this.#answers] = [run, new WeakMap()];
    return this.#answers;
  }
  get(key) {
    return this.#renew().get(key);
  }
  has(key) {
    return this.#renew().has(key);
  }
  set(key, value) {
    this.#renew().set(key, value);
    return this;
  }
};

globalThis.watchWords = (id, made) => (made instanceof Set ? watchSet(id, made) : watchPattern(id, made));

function watchSet(id, made) {
  const words = new Map([...made].map((member) => [member, `${id}#${member}`]));
  made.has = (member) => {
    const word = words.get(member);
    if (word !== undefined && leftOut === undefined) decided.add(word);
    return word !== undefined && word !== leftOut;
  };
  return made;
}

const known = new Map();

function watchPattern(id, made) {
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
}

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

/** Runs a function, and returns what it returns and the words that decided a match in it. */
export function watch(lint) {
  run++;
  decided = new Set();
  const result = lint();
  return { result, decided: [...decided] };
}

/** Runs a function with one word left out. */
export function leaveOut(word, lint) {
  run++;
  leftOut = word;
  try {
    return lint();
  } finally {
    leftOut = undefined;
  }
}
