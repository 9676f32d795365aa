/** What every copy of the package in the process shares. A value of another form needs another name. */
export function getShared<T extends object>(name: string, create: () => T): T {
  const key = Symbol.for(`error-contract.${name}`);
  const known = (globalThis as unknown as Readonly<Record<symbol, T | undefined>>)[key];
  if (known) return known;
  const created = create();
  // A frozen global object, as hardened runtimes have, takes nothing: there each copy stays alone.
  Reflect.defineProperty(globalThis, key, { value: created });
  return created;
}
