/** The rows of a table by their names, each as the arguments of a test: its name, then what stands in the row. */
export function toRows<const Row extends readonly unknown[]>(
  table: Readonly<Record<string, Row>>,
): (readonly [name: string, ...row: Row])[] {
  return Object.entries(table).map(([name, row]) => [name, ...row] as const);
}
