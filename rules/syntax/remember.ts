interface Answers<K, A> {
  has: (key: K) => boolean;
  get: (key: K) => A | undefined;
  set: (key: K, answer: A) => unknown;
}

/** Returns the value of a map under a key, created and stored where it has none yet. */
export function getOrCreate<K, A>(answers: Answers<K, A>, key: K, create: () => A): A {
  if (!answers.has(key)) answers.set(key, create());
  return answers.get(key) as A;
}

/** Returns a function that works out an answer once for each object: a file, a node, a program. */
export function rememberFor<K extends object, A>(answer: (key: K) => A): (key: K) => A {
  const answers = new WeakMap<K, A>();
  return (key) => getOrCreate(answers, key, () => answer(key));
}

/** Returns a function that works out its value when it is first called. */
export function rememberOnce<A>(create: () => A): () => A {
  let known: { readonly value: A } | undefined;
  return () => (known ??= { value: create() }).value;
}
