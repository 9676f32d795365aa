interface Answers<K, A> {
  has: (key: K) => boolean;
  get: (key: K) => A | undefined;
  set: (key: K, answer: A) => unknown;
}

/** Returns the value of a map under a key, created and stored where it has none yet. */
export function getOrCreate<K, A>(answers: Answers<K, A>, key: K, create: () => A): A {
  const known = answers.get(key);
  // Nearly all answers are there, and none of them is nothing.
  if (known !== undefined || answers.has(key)) return known as A;
  const answer = create();
  answers.set(key, answer);
  return answer;
}

/** Returns a function that works out an answer once for each object: a file, a node, a program. */
export function rememberFor<K extends object, A>(answer: (key: K) => A): (key: K) => A {
  const answers = new WeakMap<K, A>();
  return (key) => getOrCreate(answers, key, () => answer(key));
}

/**
 * Returns a function that tests a text, for rules that ask one after the other about the text of the same file: the
 * last answer is kept.
 */
export function rememberText<A>(test: (text: string) => A): (text: string) => A {
  let last: { readonly text: string; readonly answer: A } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, answer: test(text) };
    return last.answer;
  };
}

/** Returns a function that works out its value when it is first called. */
export function rememberOnce<A>(create: () => A): () => A {
  let known: { readonly value: A } | undefined;
  return () => (known ??= { value: create() }).value;
}
