/**
 * What every copy of the package in the process shares: its ES modules, its CommonJS modules, and another version.
 * Share what has to be one for a program; what is only remembered to save time stays with its copy.
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
