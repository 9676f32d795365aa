/**
 * Returns a value that every copy of the package in the process shares: its ES modules and its CommonJS modules are two
 * copies, and a project may install two versions. The first copy that asks creates it.
 *
 * Share what has to be one for a program, such as the marks of contracts and of recorded failures. What is only
 * remembered to save time stays with its copy, because another version may compute it in another way.
 *
 * @param name stands for a value of one form: a value of another form needs another name.
 */
export function getShared<T extends object>(name: string, create: () => T): T {
  const key = Symbol.for(`error-contract.${name}`);
  const known = (globalThis as unknown as Readonly<Record<symbol, T | undefined>>)[key];
  if (known) return known;
  const created = create();
  // A frozen global object, as hardened runtimes have, takes nothing: there each copy stays alone.
  Reflect.defineProperty(globalThis, key, { value: created });
  return created;
}
