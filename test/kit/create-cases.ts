/** The cases that `create` makes of a table: the code of each case by its name. What follows is the same for all. */
export function createCases<Case, const Rest extends readonly unknown[]>(
  create: (name: string, code: string, ...rest: Rest) => Case,
  table: Readonly<Record<string, string>>,
  ...rest: Rest
): Case[] {
  return Object.entries(table).map(([name, code]) => create(name, code, ...rest));
}
